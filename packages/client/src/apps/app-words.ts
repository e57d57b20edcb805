/** What an app says for people to read, in the conversation and in the log. */
import { RpcError } from '../errors.ts';
import { passes } from '../protocol/guards.ts';
import { isLogLevel } from '../protocol/log-levels.ts';
import { INVALID_PARAMS } from '../protocol/methods.ts';
import type { ContentBlock, JsonObject, LogLevel } from '../protocol/types.ts';
import { read } from './app-answers.ts';
import { logParams, messageParams } from './app-messages.ts';

/** The user has to read it before it is sent in their name. */
const MAX_MESSAGE = 10_000;
const MAX_BLOCKS = 20;
/** In characters. */
export const MAX_LOGGED = 2_000;

/** @throws {RpcError} when it is more than the user can read */
export function readMessage(params: JsonObject): readonly ContentBlock[] {
  const { content } = read(params, messageParams);
  const said = [content].flat().map(({ type, text }) => ({ type, text }));
  if (said.length > MAX_BLOCKS || said.reduce((sum, { text }) => sum + text.length, 0) > MAX_MESSAGE)
    throw new RpcError(
      INVALID_PARAMS,
      `A message has up to ${MAX_BLOCKS} texts with ${MAX_MESSAGE} characters in all.`,
    );
  return said;
}

/** Returns nothing for what is no entry of a log. */
export function readLogged(params: JsonObject): { level: LogLevel; logger: string; data: unknown } | undefined {
  if (!passes(params, logParams) || !isLogLevel(params.level)) return undefined;
  const { level, logger = '' } = params;
  const text = JSON.stringify(params.data) ?? '';
  const data = text.length > MAX_LOGGED ? `${text.slice(0, MAX_LOGGED)}…` : params.data;
  return { level, logger: `app ${logger.slice(0, 80)}`.trim(), data };
}
