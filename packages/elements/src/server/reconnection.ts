/** Reconnects a server after a network failure, once, when the device is online again or the user returns to the page. */
import type { HostServer, McpHost } from '@mcp-web/client';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The element that shows the server. */
interface ServerElement extends ReactiveControllerHost {
  readonly server: HostServer | undefined;
  readonly currentHost: McpHost | undefined;
}

/** Failures of the network, not of the server or the user. */
const NETWORK_FAILURES: readonly string[] = ['network', 'timeout', 'stream-ended'];

/** In ms. A page may notice only after the user has returned that its connection is gone. Failures within this time count. */
const RETURN_MS = 10_000;

export class Reconnection implements ReactiveController {
  readonly #element: ServerElement;
  #connection: AbortController | undefined;
  #isConnecting = false;
  /** Until when a failure leads to an attempt. */
  #until = 0;
  /** Whether the user has not left the page, or the connection had failed before they left. Pages may open in the background. */
  #wasSeen = document.visibilityState === 'visible';

  constructor(element: ServerElement) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    const { signal } = (this.#connection = new AbortController());
    addEventListener('online', () => this.#expect(), { signal });
    addEventListener('pageshow', () => this.#return(), { signal });
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'visible') this.#return();
        else this.#wasSeen = this.#isLost;
      },
      { signal },
    );
  }

  hostDisconnected(): void {
    this.#connection?.abort();
    this.#until = 0;
  }

  hostUpdated(): void {
    const { currentHost, server } = this.#element;
    const wasConnecting = this.#isConnecting;
    this.#isConnecting = server?.status === 'connecting';
    // This is the attempt, whoever made it: several elements may show the same server. An attempt that began earlier does not count.
    if (this.#isConnecting && !wasConnecting) this.#until = 0;
    if (!server || !this.#isLost || performance.now() > this.#until) return;
    this.#until = 0;
    currentHost?.retry(server.id);
  }

  get #isLost(): boolean {
    const { server } = this.#element;
    return server?.status === 'failed' && NETWORK_FAILURES.includes(server.error?.code ?? '');
  }

  #return(): void {
    // A failure from before the user left does not go away because they return.
    if (this.#wasSeen || document.visibilityState === 'hidden') return;
    this.#wasSeen = true;
    this.#expect();
  }

  #expect(): void {
    this.#until = performance.now() + RETURN_MS;
    this.hostUpdated();
  }
}
