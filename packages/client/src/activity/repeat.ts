/** What a recorded request looks like outside of the page: as a command, as code, and as a request to send again. */
import { isObject } from '../protocol/guards.ts';
import type { JsonObject } from '../protocol/types.ts';
import type { ActivityEntry } from './activity-entry.ts';
import { HIDDEN } from './without-secrets.ts';

/** A request that can be sent again. */
export interface RepeatableRequest {
  readonly method:
    | 'tools/call'
    | 'prompts/get'
    | 'resources/read'
    | 'tools/list'
    | 'prompts/list'
    | 'resources/list'
    | 'resources/templates/list'
    | 'ping';
  /** The tool or prompt, or the URI of the resource; empty for lists. */
  readonly name: string;
  readonly arguments: JsonObject;
}

/** The methods of `McpClient`. */
const VERBS: Readonly<Record<RepeatableRequest['method'], string>> = {
  'tools/call': 'callTool',
  'prompts/get': 'getPrompt',
  'resources/read': 'readResource',
  'tools/list': 'listTools',
  'prompts/list': 'listPrompts',
  'resources/list': 'listResources',
  'resources/templates/list': 'listResourceTemplates',
  ping: 'ping',
};
const METHODS = Object.keys(VERBS);

/** What nobody's environment has: a recording that was opened chooses the names of its headers. */
const VARIABLE = 'MCP_HIDDEN_';

/** What a header name may consist of. */
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
/** Controls, which a terminal obeys, and what hides text or turns it around. */
// oxlint-disable-next-line no-control-regex, no-misleading-character-class
const UNSEEN = /[\u0000-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/g;

const escaped = (json: string): string =>
  json.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/**
 * The request of an entry, to be sent again: a call, or a list. Undefined for all else, and if something was left out of it
 * because it looks like a secret.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 * import { ActivityRecorder, repeatableRequest } from '@mcp-web/client/activity';
 *
 * const recorder = new ActivityRecorder();
 * const host = new McpHost({ recorder });
 * const request = recorder.getSnapshot().entries.map(repeatableRequest).findLast((one) => one?.method === 'tools/call');
 * if (request) await host.callTool('server-1', request.name, request.arguments);
 * ```
 */
export function repeatableRequest({ kind, direction, message }: ActivityEntry): RepeatableRequest | undefined {
  if (kind !== 'request' || direction !== 'sent' || message === undefined || message.includes(HIDDEN)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(message);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { method, params = {} } = value;
  if (!isMethod(method) || !isObject(params)) return undefined;
  if (method === 'ping' || method.endsWith('/list')) return { method, name: '', arguments: {} };
  const name = params[method === 'resources/read' ? 'uri' : 'name'];
  const args = params['arguments'] ?? {};
  return typeof name === 'string' && isObject(args) ? { method, name, arguments: args } : undefined;
}

const isMethod = (method: unknown): method is RepeatableRequest['method'] =>
  typeof method === 'string' && METHODS.includes(method);

/**
 * The HTTP request of an entry as a command for `curl`. What was left out because it is secret is a variable of the shell,
 * such as `$MCP_HIDDEN_AUTHORIZATION`. Undefined for what the server sent, what did not go over HTTP, and what was too long
 * to keep.
 *
 * @param options `isFromFile`: somebody else may have written the entry. What was left out is then the text `REDACTED`.
 *
 * @example
 * ```ts
 * import { ActivityRecorder, asCurl } from '@mcp-web/client/activity';
 *
 * const recorder = new ActivityRecorder();
 * const last = recorder.getSnapshot().entries.at(-1);
 * if (last) console.log(asCurl(last));
 * ```
 */
export function asCurl(
  { direction, kind, exchange, message }: ActivityEntry,
  { isFromFile = false }: { readonly isFromFile?: boolean } = {},
): string | undefined {
  if (direction !== 'sent' || !exchange || (kind !== 'http' && message === undefined)) return undefined;
  const { url, method, requestHeaders } = exchange;
  // A recording that was opened may say anything.
  if (!/^https?:\/\//i.test(url) || !TOKEN.test(method)) return undefined;
  const headers = requestHeaders
    .filter(([name]) => TOKEN.test(name))
    .map(([name, value]) =>
      value.includes(HIDDEN) && !isFromFile
        ? `-H "${name.replace(/[`$"\\!]/g, '')}: $${VARIABLE}${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}"`
        : `-H ${quoted(`${name}: ${value.replaceAll(HIDDEN, 'REDACTED')}`)}`,
    );
  const parts = [
    `curl -gN -X ${quoted(method)} --url ${quoted(url.replaceAll(HIDDEN, 'REDACTED'))}`,
    ...headers,
    ...(message === undefined ? [] : [`--data-raw ${quoted(escaped(message))}`]),
  ];
  return parts.join(' \\\n  ');
}

/** For a POSIX shell: nothing has a meaning between these quotes. */
const quoted = (text: string): string => `'${text.replace(UNSEEN, ' ').replaceAll("'", String.raw`'\''`)}'`;

/**
 * The request of an entry as code for this client. Undefined if `repeatableRequest` has none, and where there is no HTTP.
 *
 * @example
 * ```ts
 * import { ActivityRecorder, asCode } from '@mcp-web/client/activity';
 *
 * const recorder = new ActivityRecorder();
 * console.log(recorder.getSnapshot().entries.map(asCode).find((code) => code !== undefined));
 * ```
 */
export function asCode(entry: ActivityEntry): string | undefined {
  const request = repeatableRequest(entry);
  if (!request || !/^https?:\/\//i.test(entry.server)) return undefined;
  const { method, name } = request;
  const json = (value: unknown): string => JSON.stringify(value, undefined, 2).split('\n').map(escaped).join('\n');
  const hasArguments = method !== 'resources/read' && Object.keys(request.arguments).length > 0;
  const given = [...(name === '' ? [] : [json(name)]), ...(hasArguments ? [json(request.arguments)] : [])];
  return `import { connect } from '@mcp-web/client';

const client = await connect(${json(entry.server)});
${method === 'ping' ? '' : 'const result = '}await client.${VERBS[method]}(${given.join(', ')});
`;
}
