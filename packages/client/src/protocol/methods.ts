/** Numbers and names that the specification fixes, and that more than one layer needs. */

/** Error codes of JSON-RPC. */
export const METHOD_NOT_FOUND = -32601;
export const INVALID_PARAMS = -32602;
export const INTERNAL_ERROR = -32603;
/** The user refused a sampling request (2025-11-25, sampling). */
export const USER_REJECTED = -1;
/** The user has to visit a page before the request can be answered (2025-11-25, elicitation; no other revision has it). */
export const URL_ELICITATION_REQUIRED = -32042;
export const HEADER_MISMATCH = -32020;
export const UNSUPPORTED_PROTOCOL_VERSION = -32022;
/** The errors that only servers of the modern era answer with. -32021: the client lacks a capability that the server needs. */
export const MODERN_ERRORS: readonly number[] = [HEADER_MISMATCH, -32021, UNSUPPORTED_PROTOCOL_VERSION];

/** The reserved members of `_meta`. */
export const META_PROTOCOL_VERSION = 'io.modelcontextprotocol/protocolVersion';
export const META_CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';
export const META_CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';
export const META_LOG_LEVEL = 'io.modelcontextprotocol/logLevel';
export const META_SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

/** The extension for tasks of 2026-07-28, and what announces the status of one. */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
export const TASK_STATUS = 'notifications/tasks';

/** Names a tool call, however often it arrives. The prefix is this project's own (base protocol, `_meta`). */
export const META_IDEMPOTENCY_KEY = 'io.github.mcp-web/idempotencyKey';

/** The requests that change nothing, or the same when they arrive twice. */
const REPEATABLE: ReadonlySet<string> = new Set([
  'server/discover',
  'initialize',
  'ping',
  'tools/list',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'subscriptions/listen',
  'completion/complete',
  'skills/list',
  'skills/get',
  'resources/directory/read',
  'logging/setLevel',
  'tasks/list',
  'tasks/get',
  'tasks/result',
  'tasks/update',
  'tasks/cancel',
]);

/** Whether a request may be sent again, even if nobody knows whether it arrived. */
export function isRepeatable(method: string): boolean {
  return REPEATABLE.has(method);
}

/** The requests for lists whose changes a server announces. */
const LIST_METHODS: ReadonlySet<string> = new Set([
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
]);

/** Whether a request is for such a list. */
export function isListMethod(method: unknown): method is string {
  return typeof method === 'string' && LIST_METHODS.has(method);
}

/** The parameter that the header `Mcp-Name` repeats, by method (2026-07-28, and its extension for tasks). */
export const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);
