/** The values of headers that the user wants stored, in a vault, each server's under its id. */
import { isObject } from '../protocol/guards.ts';
import type { ListedServer } from './listed-server.ts';
import type { ServerHeader } from './server-header.ts';

/** Where values of headers are stored: `indexedDbVault()` of `@mcp-web/client/oauth`, which encrypts them, or your own. */
export interface HeaderVault {
  read(name: string): Promise<{ value: unknown } | undefined>;
  /** @returns `stored` when the value outlasts the page */
  write(name: string, value: unknown): Promise<string>;
  remove(name: string): Promise<unknown>;
}

const nameOf = (id: string): string => `server-headers ${id}`;

/** What a value is stored for: a server that moved elsewhere does not get it. */
const originOf = ({ url }: Pick<ListedServer, 'url'>): string => new URL(url).origin;

export class StoredHeaders {
  readonly #open: () => Promise<HeaderVault>;
  #opening: Promise<HeaderVault> | undefined;
  /** What was stored last, by the id of the server. Undefined where it is not known. */
  readonly #stored = new Map<string, string | undefined>();

  constructor(open: () => Promise<HeaderVault>) {
    this.#open = open;
  }

  /** There may be values of this server. */
  know({ id }: Pick<ListedServer, 'id'>): void {
    this.#stored.set(id, this.#stored.get(id));
  }

  /** Fills in the values that are stored. What cannot be read, the user has to enter again. */
  async read(server: ListedServer): Promise<readonly ServerHeader[]> {
    const { id, headers } = server;
    this.know(server);
    const { value } = (await (await this.#vault()).read(nameOf(id))) ?? {};
    if (!isObject(value) || value['origin'] !== originOf(server) || !isObject(value['values'])) return headers;
    const { values } = value;
    return headers.map((header) => {
      const found = isObject(values) && Object.hasOwn(values, header.name) ? values[header.name] : undefined;
      return header.value === undefined && typeof found === 'string' ? { ...header, value: found } : header;
    });
  }

  /**
   * Stores the values of these servers, and forgets those of all others.
   *
   * @throws {Error} when some may not outlast the page, or may still be on the disk
   */
  async write(servers: readonly ListedServer[]): Promise<void> {
    const wanted = servers.filter(({ areHeadersStored }) => areHeadersStored);
    for (const id of this.#stored.keys()) if (!wanted.some((server) => server.id === id)) await this.#forget(id);
    for (const server of wanted) {
      const { id, headers } = server;
      const given = headers.filter(({ value }) => value !== undefined);
      const values = JSON.stringify([originOf(server), given.map(({ name, value }) => [name, value])]);
      if (given.length === 0 || this.#stored.get(id) === values) continue;
      this.#stored.set(id, undefined);
      const entries = Object.fromEntries(given.map(({ name, value }) => [name, value]));
      const record = { origin: originOf(server), values: entries };
      if ((await (await this.#vault()).write(nameOf(id), record)) !== 'stored') throw new Error('Not on the disk.');
      this.#stored.set(id, values);
    }
  }

  async #forget(id: string): Promise<void> {
    const vault = await this.#vault();
    // Whether a value was removed from the disk, a vault does not tell; whether one was overwritten, it does.
    const outcome = await vault.write(nameOf(id), {});
    await vault.remove(nameOf(id));
    if (outcome !== 'stored') throw new Error('The disk could not be written.');
    this.#stored.delete(id);
  }

  #vault(): Promise<HeaderVault> {
    this.#opening ??= this.#open();
    this.#opening.catch(() => (this.#opening = undefined));
    return this.#opening;
  }
}
