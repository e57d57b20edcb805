/** How an element finds its host, and follows it. */
import { ContextEvent, createContext } from '@lit/context';
import type { HostServer, HostSnapshot, McpHost } from '@mcp-web/client';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * The context in which `<mcp-host>` provides its host. Its value is undefined until the `<mcp-host>` that answered has a host.
 * The key is a registered symbol, so that two copies of this package understand each other.
 */
export const hostContext = createContext<McpHost | undefined>(Symbol.for('mcp-host'));

/** An element that works with a host. */
export interface HostConsumerElement extends HTMLElement, ReactiveControllerHost {
  /** The host to use. It takes precedence over `for` and over the `<mcp-host>` around the element. */
  host?: McpHost | undefined;
  /** The id of an `<mcp-host>` in the same document or shadow root. */
  for?: string | undefined;
}

/**
 * Called when the element finds its host or gets another one. The signal is aborted when the element gets another host or
 * leaves the page: use it to end whatever was started with the host.
 */
export type OnHost = (host: McpHost, signal: AbortSignal) => void;

/** Called when a user of this server has signed out, or the server is gone while they were signed in. Drop what they saw, typed or got there: it is not for the next user. */
export type OnSignOut = (server: HostServer) => void;

/**
 * Finds the host of an element, and renders the element again with each snapshot of that host. It looks at the `host`
 * property first, then at the `for` attribute, then for the nearest `<mcp-host>`.
 */
export class HostConsumer implements ReactiveController {
  readonly #element: HostConsumerElement;
  readonly #onhost: OnHost | undefined;
  readonly #onsignout: OnSignOut | undefined;
  #host: McpHost | undefined;
  /** Ends the use of the current host. */
  #use: AbortController | undefined;
  /** Ends the search for a host, or the subscription to the provider that answered. */
  #search: AbortController | undefined;
  #searchedFor: string | undefined;

  constructor(element: HostConsumerElement, onhost?: OnHost, onsignout?: OnSignOut) {
    this.#element = element;
    this.#onhost = onhost;
    this.#onsignout = onsignout;
    element.addController(this);
  }

  get host(): McpHost | undefined {
    return this.#host;
  }

  get snapshot(): HostSnapshot | undefined {
    return this.#host?.getSnapshot();
  }

  hostConnected(): void {
    this.#find();
  }

  hostDisconnected(): void {
    queueMicrotask(() => {
      if (this.#element.isConnected) return;
      this.#search?.abort();
      this.#search = undefined;
      this.#take(undefined);
    });
  }

  hostUpdate(): void {
    const { host, for: id, isConnected } = this.#element;
    if (isConnected && (host ? host !== this.#host : !this.#search || id !== this.#searchedFor)) this.#find();
  }

  #find(): void {
    this.#search?.abort();
    this.#search = undefined;
    const { host, for: id } = this.#element;
    if (host) {
      this.#take(host);
      return;
    }
    this.#search = new AbortController();
    this.#searchedFor = id;
    let isFound = false;
    const { signal } = this.#search;
    let leave: (() => void) | undefined;
    signal.addEventListener('abort', () => leave?.());
    const onfound = (found: McpHost | undefined, unsubscribe?: () => void): void => {
      if (signal.aborted) {
        unsubscribe?.();
        return;
      }
      // A nearer host that comes later replaces the one that answered first.
      if (leave !== unsubscribe) leave?.();
      leave = unsubscribe;
      isFound = true;
      this.#take(found);
    };
    const ask = (): void => {
      if (!isFound) this.#source(id)?.dispatchEvent(new ContextEvent(hostContext, this.#element, onfound, true));
    };
    ask();
    if (isFound) return;
    this.#take(undefined);
    // `<mcp-host>` may be added or defined later. It then announces itself with this event.
    this.#element.ownerDocument.addEventListener('context-provider', ask, { signal });
  }

  #source(id: string | undefined): Element | null {
    if (!id) return this.#element;
    const root = this.#element.getRootNode();
    return root instanceof Document || root instanceof ShadowRoot ? root.getElementById(id) : null;
  }

  #take(host: McpHost | undefined): void {
    if (host === this.#host) return;
    this.#use?.abort();
    this.#use = undefined;
    this.#host = host;
    if (host) {
      this.#use = new AbortController();
      const { signal } = this.#use;
      let before = host.getSnapshot().servers;
      const unsubscribe = host.subscribe(() => {
        const { servers } = host.getSnapshot();
        // An element that leaves the page together with its host keeps what it stored for the next visit.
        const watched = this.#element.isConnected ? before : [];
        for (const server of watched) if (hasLost(server, servers)) this.#onsignout?.(server);
        before = servers;
        this.#element.requestUpdate();
      });
      signal.addEventListener('abort', unsubscribe, { once: true });
      this.#onhost?.(host, signal);
    }
    this.#element.requestUpdate();
  }
}

/** Whether the user of a server has signed out since. Of one that is gone, nobody would hear when they do. */
function hasLost({ id, signIn, signOuts }: HostServer, servers: readonly HostServer[]): boolean {
  const now = servers.find((server) => server.id === id);
  if (now) return now.signOuts !== signOuts;
  return signIn !== undefined && signIn.state !== 'signed-out';
}
