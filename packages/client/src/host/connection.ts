/** One server of a host: connects, keeps the lists up to date, and says what changed. */
import type { McpClient } from '../client/client.ts';
import { connect } from '../client/connect.ts';
import type { ConnectOptions } from '../client/options.ts';
import { McpError, RpcError } from '../errors.ts';
import { displayName } from '../protocol/display-name.ts';
import { METHOD_NOT_FOUND } from '../protocol/methods.ts';
import type { LogMessage, ResourceTemplate } from '../protocol/types.ts';
import type { HostServer } from './state.ts';

export interface ConnectionObserver {
  onchange(change: Partial<HostServer>): void;
  onlog(serverName: string, message: LogMessage): void;
}

export class Connection {
  readonly #url: string;
  readonly #options: ConnectOptions;
  readonly #observer: ConnectionObserver;
  #attempt = new AbortController();
  #client: McpClient | undefined;

  constructor(url: string, options: ConnectOptions, observer: ConnectionObserver) {
    this.#url = url;
    this.#options = options;
    this.#observer = observer;
  }

  /** @throws {McpError} `closed` while the server is not connected. */
  get client(): McpClient {
    if (!this.#client) throw new McpError('closed', `${this.#url} is not connected: wait until its status is "ready", or retry.`);
    return this.#client;
  }

  /** Aborts when this connection is closed, or replaced by another attempt. */
  get signal(): AbortSignal {
    return this.#attempt.signal;
  }

  /** Connects, anew if need be. What went wrong is told to the observer. */
  async open(): Promise<void> {
    this.close();
    const { signal } = (this.#attempt = new AbortController());
    const tell = (change: Partial<HostServer>): void => {
      if (!signal.aborted) this.#observer.onchange(change);
    };
    tell({ status: 'connecting', error: undefined, listError: undefined });
    try {
      const client = await connect(this.#url, { ...this.#options, signal });
      if (signal.aborted) return void client.close();
      this.#client = client;
      const { server, revision, era } = client;
      const name = server.identity ? displayName(server.identity) : new URL(this.#url).host;
      client.addEventListener('log', ({ message }) => this.#observer.onlog(name, message), { signal });
      client.addEventListener('listchange', () => void this.refresh(), { signal });
      client.addEventListener('connectionlost', ({ error }) => this.#fail(error, tell), { signal });
      tell({ status: 'ready', info: server, revision, era });
    } catch (error) {
      return this.#fail(error, tell);
    }
    await this.refresh();
  }

  /** Fetches all lists that the server declared. */
  async refresh(): Promise<void> {
    const { signal } = this.#attempt;
    const client = this.#client;
    if (!client) return;
    const { tools, prompts, resources } = client.server.capabilities;
    const tell = (change: Partial<HostServer>): void => {
      if (!signal.aborted) this.#observer.onchange(change);
    };
    tell({ isListing: true });
    // One list that fails does not take the others with it.
    const outcomes = await Promise.allSettled([
      tools && collect(client.tools({ signal })).then((list) => tell({ tools: list })),
      prompts && collect(client.prompts({ signal })).then((list) => tell({ prompts: list })),
      resources && collect(client.resources({ signal })).then((list) => tell({ resources: list })),
      resources && collectTemplates(client, signal).then((list) => tell({ resourceTemplates: list })),
    ]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    tell({ isListing: false, listError: failed && toMcpError(failed.reason) });
  }

  close(): void {
    this.#attempt.abort(new McpError('closed', `The connection to ${this.#url} was closed.`));
    this.#client?.close().catch(() => {});
    this.#client = undefined;
  }

  #fail(error: unknown, tell: (change: Partial<HostServer>) => void): void {
    this.#client = undefined;
    tell({ status: 'failed', error: toMcpError(error), isListing: false });
  }
}

async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return Object.freeze(list);
}

/** Servers that have resources need not know templates. */
async function collectTemplates(client: McpClient, signal: AbortSignal): Promise<readonly ResourceTemplate[]> {
  try {
    return await collect(client.resourceTemplates({ signal }));
  } catch (error) {
    if (error instanceof RpcError && error.rpcCode === METHOD_NOT_FOUND) return [];
    throw error;
  }
}

function toMcpError(error: unknown): McpError {
  return error instanceof McpError ? error : new McpError('network', `Something unexpected went wrong: ${String(error)}`, { cause: error });
}
