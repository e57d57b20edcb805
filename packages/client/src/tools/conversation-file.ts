/** A conversation as a file: JSON that is checked when it is read. */
import { McpError } from '../errors.ts';
import { check, isNestedDeeper, isObject } from '../protocol/guards.ts';
import { samplingMessages } from '../protocol/request-guards.ts';
import type { SamplingContent, SamplingMessage } from '../protocol/request-types.ts';

const FORMAT = 'mcp-web conversation';
const VERSION = 1;
/** In characters: about what providers take at once, with images. */
const MAX_LENGTH = 50_000_000;
const MAX_MESSAGES = 10_000;
const MAX_DEPTH = 500;

/**
 * Writes a conversation as JSON, to store it or to give it to the user.
 *
 * @example
 * ```ts
 * import type { SamplingMessage } from '@mcp-web/client';
 * import { readConversation, writeConversation } from '@mcp-web/client/tools';
 *
 * const messages: SamplingMessage[] = [{ role: 'user', content: { type: 'text', text: 'What is new?' } }];
 * sessionStorage.setItem('conversation', writeConversation(messages));
 * messages.splice(0, Infinity, ...readConversation(sessionStorage.getItem('conversation') ?? ''));
 * ```
 */
export function writeConversation(messages: readonly SamplingMessage[]): string {
  return JSON.stringify({ format: FORMAT, version: VERSION, messages }, null, 1);
}

/**
 * Reads what `writeConversation` wrote. Anybody may have changed it since, so all of it is checked: also that each call
 * has its result, without which providers refuse the conversation.
 *
 * @throws {McpError} `invalid-argument` when it is not a conversation, or a damaged one; the message says what is wrong
 */
export function readConversation(json: string): SamplingMessage[] {
  if (json.length > MAX_LENGTH) throw refused(`It has more than ${MAX_LENGTH / 1_000_000} million characters.`);
  let file: unknown;
  try {
    file = JSON.parse(json);
  } catch (cause) {
    throw refused('It is not JSON.', cause);
  }
  if (!isObject(file) || file['format'] !== FORMAT)
    throw refused(`A conversation is a JSON object with the format ${JSON.stringify(FORMAT)}.`);
  if (file['version'] !== VERSION)
    throw refused(`It has the version ${JSON.stringify(file['version'])}, and this page reads only ${VERSION}.`);
  const messages = check(file['messages'], samplingMessages, (problem) =>
    refused(`It is damaged at messages${problem}.`),
  );
  if (messages.length > MAX_MESSAGES) throw refused(`It has more than ${MAX_MESSAGES.toLocaleString('en')} messages.`);
  checkOrder(messages);
  // It could be read, but not be written again.
  if (isNestedDeeper(messages, MAX_DEPTH)) throw refused('It is damaged: something in it is nested too deeply.');
  return messages;
}

/** @throws {McpError} `invalid-argument` when a call and a result do not belong together */
function checkOrder(messages: readonly SamplingMessage[]): void {
  let open = new Set<string>();
  messages.forEach(({ role, content }, at) => {
    const blocks = [content].flat();
    const results = blocks.flatMap((block) => (block.type === 'tool_result' ? block.toolUseId : []));
    const calls = blocks.flatMap((block) => (block.type === 'tool_use' ? block.id : []));
    if (blocks.some((block) => !isBy(role, block)))
      throw refused(`It is damaged at messages[${at}]: only models call tools, and only users give results.`);
    if (results.length !== open.size || results.some((id) => !open.delete(id)) || new Set(calls).size < calls.length)
      throw refused(`It is damaged at messages[${at}]: each call needs one result in the message after it.`);
    open = new Set(calls);
  });
  if (open.size > 0) throw refused('It ends with a call that has no result.');
}

function isBy(role: string, { type }: SamplingContent): boolean {
  return type === 'tool_use' ? role === 'assistant' : type === 'tool_result' ? role === 'user' : true;
}

function refused(why: string, cause?: unknown): McpError {
  return new McpError('invalid-argument', `This is not a conversation that can be opened. ${why}`, { cause });
}
