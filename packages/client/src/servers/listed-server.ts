/** A server of the user's list, and the record that is stored of it. */
import { McpError } from '../errors.ts';
import { isObject } from '../protocol/guards.ts';
import type { Revision } from '../protocol/revisions.ts';
import { isRevision } from '../protocol/supports.ts';
import type { JsonObject } from '../protocol/types.ts';
import { readServerAddress } from './server-address.ts';
import { isSendable, type ServerHeader } from './server-header.ts';

/** A server of a {@link ServerList}. */
export interface ListedServer {
  /** Its id in the list, which stays the same. */
  readonly id: string;
  /** The absolute URL. */
  readonly url: string;
  /** What the user calls it. */
  readonly alias?: string | undefined;
  readonly revision?: Revision | undefined;
  /** Whether the page should connect to it. */
  readonly isOn: boolean;
  /** Headers that the user gave for it. Their values last as long as the page. */
  readonly headers: readonly ServerHeader[];
}

/** A server that is added to a list: it is on, and has no headers, unless that is said. */
export type NewServer = Pick<ListedServer, 'url'> & Partial<Omit<ListedServer, 'id' | 'url'>>;

/** With its place among the others. */
export interface PlacedServer extends ListedServer {
  readonly position: number;
}

const MAX_ALIAS = 80;
const MAX_HEADERS = 20;

/** The id of the record that says that the user wants the list stored. */
export const STORED_MARK = 'stored';

/** The id of the record that changes when the list is cleared, for other tabs. */
export const CLEARED_MARK = 'cleared';

export const idOfRecord = (id: string): string => JSON.stringify(['server', id]);

/** What the user typed as a name, or nothing. */
export const aliasOf = (typed: string | undefined): string | undefined =>
  typed?.trim().slice(0, MAX_ALIAS) || undefined;

/** Random also where pages are not secure, and have no `crypto.randomUUID`. */
export const newServerId = (): string => crypto.getRandomValues(new Uint32Array(3)).join('-');

/** @throws {McpError} `invalid-argument` */
export function requireUrl(typed: string): string {
  const address = readServerAddress(typed);
  if ('url' in address) return address.url;
  throw new McpError(
    'invalid-argument',
    `${JSON.stringify(typed.slice(0, 200))} is not the URL of a server. It looks like https://example.com/mcp.`,
  );
}

/** One header of each name: the last. */
export function ownHeaders(headers: readonly ServerHeader[]): readonly ServerHeader[] {
  const byName = new Map(headers.map((header) => [header.name.toLowerCase(), header]));
  return Object.freeze([...byName.values()]);
}

/** The same server, for which the user has to enter the values of its headers again. */
export function withoutValues(server: PlacedServer): PlacedServer {
  const headers = Object.freeze(server.headers.map(({ name, template }) => ({ name, template })));
  return Object.freeze({ ...server, headers });
}

/** Never has the values of headers: these are secrets. */
export function recordOf(server: PlacedServer): JsonObject & { readonly id: string } {
  const { id, url, alias, revision, isOn, headers, position } = server;
  return {
    id: idOfRecord(id),
    serverId: id,
    url,
    ...(alias !== undefined && { alias }),
    ...(revision !== undefined && { revision }),
    isOn,
    headers: headers.map(({ name, template }) => ({ name, ...(template !== undefined && { template }) })),
    position,
  };
}

/** Reads a record of a store. Returns nothing when it is not one of ours: the id has to fit the rest. */
export function readRecord(record: unknown): PlacedServer | undefined {
  if (!isObject(record)) return undefined;
  const { serverId, url, alias, revision, isOn, headers, position } = record;
  if (
    typeof serverId !== 'string' ||
    record['id'] !== idOfRecord(serverId) ||
    typeof url !== 'string' ||
    typeof position !== 'number' ||
    !Number.isFinite(position)
  )
    return undefined;
  const address = readServerAddress(url);
  if (!('url' in address) || address.url !== url) return undefined;
  return Object.freeze({
    id: serverId,
    url,
    alias: typeof alias === 'string' ? aliasOf(alias) : undefined,
    revision: isRevision(revision) ? revision : undefined,
    isOn: isOn === true,
    headers: Array.isArray(headers) ? readHeaders(headers) : [],
    position,
  });
}

function readHeaders(headers: readonly unknown[]): ServerHeader[] {
  return headers.slice(0, MAX_HEADERS).flatMap((header) => {
    if (!isObject(header) || typeof header['name'] !== 'string' || !isSendable(header['name'], '')) return [];
    const { name, template } = header;
    return [{ name, ...(typeof template === 'string' && { template }) }];
  });
}

/**
 * The headers to connect with, or nothing while the user has to enter one.
 *
 * @example
 * ```ts
 * import { connectionHeaders, ServerList } from '@mcp-web/client/servers';
 * import { McpHost } from '@mcp-web/client';
 *
 * const list = new ServerList();
 * list.add({ url: 'https://example.com/mcp', headers: [{ name: 'X-Key', value: 'abc' }] });
 * const host = new McpHost();
 * for (const server of list.getSnapshot().servers) {
 *   const headers = connectionHeaders(server);
 *   if (server.isOn && headers) host.add(server.url, { headers });
 * }
 * ```
 */
export function connectionHeaders({ headers }: Pick<ListedServer, 'headers'>): [string, string][] | undefined {
  const pairs: [string, string][] = [];
  for (const { name, value } of headers) {
    if (value === undefined) return undefined;
    pairs.push([name, value]);
  }
  return pairs;
}
