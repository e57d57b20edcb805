/** The resources that the user subscribes to. Subscriptions survive reconnections. */
import type { HostServer, McpClient, McpHost } from '@mcp-web/client';

const KEY: unique symbol = Symbol.for('mcp-web-subscribers');

/** A client that counts subscribers: several elements may subscribe to the same resource over one connection. */
interface SubscribableClient extends McpClient {
  [KEY]?: Map<string, Set<object>>;
}

interface Subscription {
  readonly serverId: string;
  readonly uri: string;
  /** The key of its entry in the list. */
  readonly offer: string;
  /** The connection that has the subscription. */
  client: McpClient | undefined;
  updatedAt: number | undefined;
  error: unknown;
}

export class ResourceSubscriptions {
  readonly #host: McpHost;
  readonly #signal: AbortSignal;
  readonly #onchange: () => void;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #listeningTo = new WeakSet<McpClient>();

  /** @param signal ends all subscriptions */
  constructor(host: McpHost, signal: AbortSignal, onchange: () => void) {
    this.#host = host;
    this.#signal = signal;
    this.#onchange = onchange;
    signal.addEventListener(
      'abort',
      () => {
        for (const { serverId, uri } of this.#subscriptions.values()) this.unsubscribe(serverId, uri);
      },
      { once: true },
    );
  }

  get(serverId: string, uri: string): Readonly<Pick<Subscription, 'updatedAt' | 'error'>> | undefined {
    return this.#subscriptions.get(keyOf(serverId, uri));
  }

  /** How an entry of the list is marked. */
  markOf(offer: string): 'updated' | 'subscribed' | undefined {
    const own = [...this.#subscriptions.values()].filter((one) => one.offer === offer);
    return own.some(({ updatedAt }) => updatedAt !== undefined) ? 'updated' : own.length > 0 ? 'subscribed' : undefined;
  }

  subscribe(serverId: string, uri: string, offer: string): void {
    this.#subscriptions.set(keyOf(serverId, uri), {
      serverId,
      uri,
      offer,
      client: undefined,
      updatedAt: undefined,
      error: undefined,
    });
    this.renew(this.#host.getSnapshot().servers);
    this.#onchange();
  }

  unsubscribe(serverId: string, uri: string): void {
    const { client } = this.#subscriptions.get(keyOf(serverId, uri)) ?? {};
    this.#subscriptions.delete(keyOf(serverId, uri));
    // A closed connection has no subscriptions.
    if (client && this.#leave(client, uri)) client.unsubscribe(uri).catch(() => {});
    this.#onchange();
  }

  /** Ends the subscriptions at this server. */
  leave(server: string): void {
    for (const { serverId, uri } of this.#subscriptions.values())
      if (serverId === server) this.unsubscribe(serverId, uri);
  }

  /** The user has seen the update. */
  acknowledge(serverId: string, uri: string): void {
    const subscription = this.#subscriptions.get(keyOf(serverId, uri));
    if (subscription) subscription.updatedAt = undefined;
  }

  /** Subscribes again at servers that were reconnected. */
  renew(servers: readonly HostServer[]): void {
    for (const subscription of this.#subscriptions.values()) {
      if (servers.some(({ id, status }) => id === subscription.serverId && status === 'ready'))
        this.#request(subscription, this.#host.client(subscription.serverId));
    }
  }

  #request(subscription: Subscription, client: McpClient): void {
    if (subscription.client === client) return;
    subscription.client = client;
    subscription.error = undefined;
    if (!this.#listeningTo.has(client)) {
      this.#listeningTo.add(client);
      client.addEventListener('resourceupdate', ({ uri }) => this.#onupdate(subscription.serverId, uri), {
        signal: this.#signal,
      });
    }
    subscribersOf(client, subscription.uri).add(this);
    client.subscribe(subscription.uri).catch((error: unknown) => {
      this.#leave(client, subscription.uri);
      subscription.error = error;
      this.#onchange();
    });
  }

  /** Removes this subscriber. Returns whether it was the last one. */
  #leave(client: McpClient, uri: string): boolean {
    const subscribers = subscribersOf(client, uri);
    subscribers.delete(this);
    return subscribers.size === 0;
  }

  #onupdate(serverId: string, uri: string): void {
    const own = [...this.#subscriptions.values()].filter((one) => one.serverId === serverId);
    const exact = own.filter((one) => one.uri === uri);
    // Servers may announce a part of a resource that was subscribed to.
    for (const subscription of exact.length > 0 ? exact : own.filter((candidate) => uri.startsWith(candidate.uri)))
      subscription.updatedAt = Date.now();
    this.#onchange();
  }
}

function subscribersOf(client: SubscribableClient, uri: string): Set<object> {
  const all = (client[KEY] ??= new Map());
  const own = all.get(uri) ?? new Set();
  all.set(uri, own);
  return own;
}

const keyOf = (serverId: string, uri: string): string => JSON.stringify([serverId, uri]);
