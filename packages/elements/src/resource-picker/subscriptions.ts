/** Resources whose changes the user follows, through connections that come and go. */
import type { HostServer, McpClient, McpHost } from '@mcp-web/client';

const KEY: unique symbol = Symbol.for('mcp-web-followers');

/** Several elements may follow the same resource, over one connection. */
interface Followable extends McpClient {
  [KEY]?: Map<string, Set<object>>;
}

interface Followed {
  readonly serverId: string;
  readonly uri: string;
  /** The entry of the list that it was found by. */
  readonly offer: string;
  /** The connection that the server was told on. */
  client: McpClient | undefined;
  changedAt: number | undefined;
  error: unknown;
}

export class Subscriptions {
  readonly #host: McpHost;
  readonly #signal: AbortSignal;
  readonly #onchange: () => void;
  readonly #followed = new Map<string, Followed>();
  readonly #heard = new WeakSet<McpClient>();

  /** @param signal ends all of them, and the servers are told so. */
  constructor(host: McpHost, signal: AbortSignal, onchange: () => void) {
    this.#host = host;
    this.#signal = signal;
    this.#onchange = onchange;
    signal.addEventListener(
      'abort',
      () => {
        for (const { serverId, uri } of this.#followed.values()) this.unfollow(serverId, uri);
      },
      { once: true },
    );
  }

  get(serverId: string, uri: string): Readonly<Pick<Followed, 'changedAt' | 'error'>> | undefined {
    return this.#followed.get(keyOf(serverId, uri));
  }

  /** What an entry of the list is marked as. */
  markOf(offer: string): 'changed' | 'followed' | undefined {
    const own = [...this.#followed.values()].filter((followed) => followed.offer === offer);
    return own.some(({ changedAt }) => changedAt !== undefined) ? 'changed' : own.length > 0 ? 'followed' : undefined;
  }

  follow(serverId: string, uri: string, offer: string): void {
    this.#followed.set(keyOf(serverId, uri), {
      serverId,
      uri,
      offer,
      client: undefined,
      changedAt: undefined,
      error: undefined,
    });
    this.renew(this.#host.getSnapshot().servers);
    this.#onchange();
  }

  unfollow(serverId: string, uri: string): void {
    const { client } = this.#followed.get(keyOf(serverId, uri)) ?? {};
    this.#followed.delete(keyOf(serverId, uri));
    // A connection that is gone has forgotten it anyway.
    if (client && this.#isLast(client, uri)) client.unsubscribe(uri).catch(() => {});
    this.#onchange();
  }

  /** What changed has been looked at. */
  settle(serverId: string, uri: string): void {
    const followed = this.#followed.get(keyOf(serverId, uri));
    if (followed) followed.changedAt = undefined;
  }

  /** Tells servers anew that were connected anew. */
  renew(servers: readonly HostServer[]): void {
    for (const followed of this.#followed.values()) {
      if (servers.some(({ id, status }) => id === followed.serverId && status === 'ready'))
        this.#tell(followed, this.#host.client(followed.serverId));
    }
  }

  #tell(followed: Followed, client: McpClient): void {
    if (followed.client === client) return;
    followed.client = client;
    followed.error = undefined;
    if (!this.#heard.has(client)) {
      this.#heard.add(client);
      client.addEventListener('resourceupdate', ({ uri }) => this.#onupdate(followed.serverId, uri), {
        signal: this.#signal,
      });
    }
    followersOf(client, followed.uri).add(this);
    client.subscribe(followed.uri).catch((error: unknown) => {
      this.#isLast(client, followed.uri);
      followed.error = error;
      this.#onchange();
    });
  }

  /** Leaves, and says whether nobody else follows it. */
  #isLast(client: McpClient, uri: string): boolean {
    const followers = followersOf(client, uri);
    followers.delete(this);
    return followers.size === 0;
  }

  #onupdate(serverId: string, uri: string): void {
    const own = [...this.#followed.values()].filter((followed) => followed.serverId === serverId);
    const exact = own.filter((followed) => followed.uri === uri);
    // It may be a part of the one that was subscribed to.
    for (const followed of exact.length > 0 ? exact : own.filter((candidate) => uri.startsWith(candidate.uri)))
      followed.changedAt = Date.now();
    this.#onchange();
  }
}

function followersOf(client: Followable, uri: string): Set<object> {
  const all = (client[KEY] ??= new Map());
  const own = all.get(uri) ?? new Set();
  all.set(uri, own);
  return own;
}

const keyOf = (serverId: string, uri: string): string => JSON.stringify([serverId, uri]);
