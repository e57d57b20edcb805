/** One run of a tool on a fake server. Its channel may change: a modern server asks for input by ending the request. */
import { isObject } from '../protocol/guards.ts';
import { isLogLevel, LOG_LEVELS } from '../protocol/log-levels.ts';
import type { ElicitationResult } from '../protocol/request-types.ts';
import type { JsonObject } from '../protocol/types.ts';
import type { FakeCall } from './offers.ts';

/** How the messages of a running tool reach the client. */
export interface FakeChannel {
  /** Undefined if the client wants none. */
  readonly progressToken: unknown;
  /** Undefined if the client wants no log messages. */
  readonly logLevel: unknown;
  /** What the client declared. */
  readonly capabilities: JsonObject;
  readonly send: (message: JsonObject) => void;
  /** Resolves with the answer of the user. */
  readonly ask: (method: string, params: JsonObject) => Promise<JsonObject>;
}

/** @param channel the newest one */
export function runningCall(channel: () => FakeChannel, signal: AbortSignal): FakeCall {
  return {
    signal,
    progress(progress, total, message) {
      const { progressToken, send } = channel();
      if (progressToken === undefined) return;
      const params = { progressToken, progress, ...(total !== undefined && { total }), ...(message && { message }) };
      send({ method: 'notifications/progress', params });
    },
    log(level, data, logger) {
      const { logLevel, send } = channel();
      if (!isLogLevel(logLevel) || LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(logLevel)) return;
      send({ method: 'notifications/message', params: { level, data, ...(logger && { logger }) } });
    },
    elicit: async (message, requestedSchema) =>
      readElicitation(await ask('elicitation', 'elicitation/create', { message, requestedSchema })),
    sample: (params) => ask('sampling', 'sampling/createMessage', { ...params }),
  };

  async function ask(capability: string, method: string, params: JsonObject): Promise<JsonObject> {
    signal.throwIfAborted();
    if (!isObject(channel().capabilities[capability])) throw new Error(`The client did not declare ${capability}.`);
    return channel().ask(method, params);
  }
}

function readElicitation({ action, content }: JsonObject): ElicitationResult {
  if (action !== 'accept') return { action: action === 'decline' ? 'decline' : 'cancel' };
  const values: NonNullable<ElicitationResult['content']> = {};
  for (const [name, value] of Object.entries(isObject(content) ? content : {})) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') values[name] = value;
    else if (Array.isArray(value)) values[name] = value.map(String);
  }
  return { action, content: values };
}
