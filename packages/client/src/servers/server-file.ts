/** Finds servers in the configuration files of other clients, and in entries of the MCP registry. */
import { McpError } from '../errors.ts';
import { isObject } from '../protocol/guards.ts';
import type { JsonObject } from '../protocol/types.ts';
import { parseJsonWithComments } from './json-with-comments.ts';
import { remoteOfCommand } from './remote-command.ts';
import { readServerAddress } from './server-address.ts';
import { hasPlaceholder, isSendable, type ServerHeader, templateOf } from './server-header.ts';

/** A server in a file. Everything in it is a stranger's text. */
export interface FoundServer {
  /** What the file calls it. */
  readonly name: string;
  /** The absolute URL. Absent when a page cannot use the server. */
  readonly url?: string | undefined;
  /** Those without a value have to be filled in. */
  readonly headers: readonly ServerHeader[];
  /** False when it is switched off in the file. */
  readonly isOn: boolean;
  /**
   * Why a page cannot use it. `program`: it runs as a program on a computer, and needs a bridge to HTTP. `package`: the registry
   * only says how to install it. `address`: its address is none that a page can fetch. `placeholder`: something in the address
   * has to be filled in. `nothing`: the file does not say where it is.
   */
  readonly problem?: 'program' | 'package' | 'address' | 'placeholder' | 'nothing' | undefined;
  /** The address as the file has it, when it cannot be used. */
  readonly address?: string | undefined;
}

/** What was found in a file. */
export interface ServerFile {
  /** At most 200. */
  readonly servers: readonly FoundServer[];
  /** How many more there are. */
  readonly more: number;
}

const MAX_CHARACTERS = 1_000_000;
const MAX_SERVERS = 200;
const MAX_HEADERS = 20;
const MAX_NAME = 200;

/** Where clients have their servers: Claude, Cursor, Windsurf and Gemini; VS Code; Zed; OpenCode. */
const LISTS = ['mcpServers', 'servers', 'context_servers', 'mcp'];

/**
 * Finds the servers in a file: the configuration of a client (`mcpServers` of most, `servers` of VS Code), also with
 * comments, or a `server.json` of the MCP registry, alone or in a list. It connects to none. Programs are in the result
 * too, with the problem `program`, so that the user sees why they are not usable. A program that only passes on to a URL, as
 * `mcp-remote` does, is found as that URL.
 *
 * @param text the content of the file
 * @throws {McpError} `too-large` for more than 1,000,000 characters; `invalid-message` when it is not JSON;
 *   `invalid-argument` when there are no servers in it
 *
 * @example
 * ```ts
 * import { readServerFile } from '@mcp-web/client/servers';
 *
 * const { servers } = readServerFile('{ "mcpServers": { "notes": { "url": "https://example.com/mcp" } } }');
 * console.log(servers.map(({ name, url }) => [name, url]));
 * ```
 */
export function readServerFile(text: string): ServerFile {
  if (text.length > MAX_CHARACTERS)
    throw new McpError('too-large', 'The file has more than 1,000,000 characters. Take out what is not about servers.');
  let value: unknown;
  try {
    value = parseJsonWithComments(text);
  } catch (cause) {
    throw new McpError(
      'invalid-message',
      'The file is not JSON. Choose the JSON file with the servers of your client.',
      {
        cause,
      },
    );
  }
  const entries = entriesOf(value);
  if (entries.length === 0)
    throw new McpError(
      'invalid-argument',
      'There are no servers in the file. It needs `mcpServers` or `servers`, or to be a `server.json` of the MCP registry.',
    );
  const servers = entries.slice(0, MAX_SERVERS).map(([name, entry]) => Object.freeze(found(name, entry)));
  return { servers: Object.freeze(servers), more: entries.length - servers.length };
}

type Entry = readonly [name: string, entry: JsonObject];

function entriesOf(value: unknown): Entry[] {
  if (Array.isArray(value)) return value.flatMap(registryEntry);
  if (!isObject(value)) return [];
  const single = registryEntry(value);
  if (single.length > 0) return single;
  for (const list of LISTS) {
    const servers = value[list];
    if (Array.isArray(servers)) return servers.flatMap(registryEntry);
    // VS Code has its list in `mcp` of its settings.
    const inner = isObject(servers) && list === 'mcp' && isObject(servers['servers']) ? servers['servers'] : servers;
    if (isObject(inner)) return namedEntries(inner);
  }
  if (isEntry(value)) return [['', value]];
  return namedEntries(value).filter(([, entry]) => isEntry(entry));
}

const namedEntries = (servers: JsonObject): Entry[] =>
  Object.entries(servers).flatMap(([name, entry]): Entry[] => (isObject(entry) ? [[name, entry]] : []));

/** An entry of the registry, alone or as its API wraps it. */
function registryEntry(value: unknown): Entry[] {
  if (!isObject(value)) return [];
  const entry = isObject(value['server']) ? value['server'] : value;
  const { name, title } = entry;
  if (typeof name !== 'string' || !(Array.isArray(entry['remotes']) || Array.isArray(entry['packages']))) return [];
  return [[typeof title === 'string' && title ? title : name, entry]];
}

const isEntry = (entry: JsonObject): boolean => addressOf(entry) !== undefined || isProgram(entry);

const isProgram = ({ command }: JsonObject): boolean => typeof command === 'string' || Array.isArray(command);

/** Claude and most others say `url`, Windsurf `serverUrl`, Gemini `httpUrl`. */
const addressOf = ({ url, serverUrl, httpUrl }: JsonObject): string | undefined =>
  [httpUrl, url, serverUrl].find((address) => typeof address === 'string');

function found(name: string, entry: JsonObject): FoundServer {
  const { disabled, enabled, remotes, packages } = entry;
  const about = { name: name.slice(0, MAX_NAME), headers: [], isOn: disabled !== true && enabled !== false };
  if (Array.isArray(remotes) || Array.isArray(packages)) {
    const remote = (Array.isArray(remotes) ? remotes : []).filter(isObject).find((one) => addressOf(one) !== undefined);
    return remote ? withAddress(about, remote, registryHeaders(remote['headers'])) : { ...about, problem: 'package' };
  }
  if (addressOf(entry) !== undefined) return withAddress(about, entry, configuredHeaders(entry['headers']));
  if (!isProgram(entry)) return { ...about, problem: 'nothing' };
  const remote = remoteOfCommand(entry);
  return remote
    ? withAddress(about, { url: remote.url }, configuredHeaders(Object.fromEntries(remote.headers)))
    : { ...about, problem: 'program' };
}

function withAddress(about: FoundServer, entry: JsonObject, headers: readonly ServerHeader[]): FoundServer {
  const typed = addressOf(entry) ?? '';
  // Without the name and the password in it.
  const address = typed.slice(0, MAX_NAME).replace(/\/\/[^/]*@/, '//');
  if (hasPlaceholder(typed)) return { ...about, address, problem: 'placeholder' };
  // What begins with a slash would be on the site of the page.
  const read = /^[/.]/.test(typed.trim()) ? undefined : readServerAddress(typed);
  return read && 'url' in read ? { ...about, url: read.url, headers } : { ...about, address, problem: 'address' };
}

function configuredHeaders(headers: unknown): ServerHeader[] {
  if (!isObject(headers)) return [];
  return Object.entries(headers)
    .slice(0, MAX_HEADERS)
    .flatMap(([name, value]) =>
      typeof value === 'string' && isSendable(name, hasPlaceholder(value) ? '' : value) ? [header(name, value)] : [],
    );
}

function registryHeaders(headers: unknown): ServerHeader[] {
  if (!Array.isArray(headers)) return [];
  return headers.slice(0, MAX_HEADERS).flatMap((entry: unknown): ServerHeader[] => {
    if (!isObject(entry)) return [];
    const { name, value, default: usual, isRequired } = entry;
    if (typeof name !== 'string' || !isSendable(name, '')) return [];
    const text = [value, usual].find((one) => typeof one === 'string');
    // What the user may leave out is left out.
    if (text === undefined || hasPlaceholder(text))
      return isRequired === true ? [{ name, template: templateOf(text ?? '') }] : [];
    return isSendable(name, text) ? [{ name, value: text }] : [];
  });
}

const header = (name: string, text: string): ServerHeader =>
  text === '' || hasPlaceholder(text) ? { name, template: templateOf(text) } : { name, value: text };
