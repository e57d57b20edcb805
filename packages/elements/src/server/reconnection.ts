/** Connects a server again that the network took away, once, when the device is online again or the user comes back to the page. */
import type { HostServer, McpHost } from '@mcp-web/client';
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The element that shows the server. */
interface ServerElement extends ReactiveControllerHost {
  readonly server: HostServer | undefined;
  readonly currentHost: McpHost | undefined;
}

/** What the network does, and neither the server nor the user. */
const OF_THE_NETWORK: readonly string[] = ['network', 'timeout', 'stream-ended'];

/** A page that comes back may notice only then that its connection is gone: so long is that put down to its absence, in ms. */
const RETURN_MS = 10_000;

export class Reconnection implements ReactiveController {
  readonly #element: ServerElement;
  #stay: AbortController | undefined;
  #isConnecting = false;
  /** Until when one attempt is due. */
  #until = 0;
  /** Whether it was lost before the user left the page, or they did not leave. A page may be opened where nobody sees it. */
  #isOld = document.visibilityState === 'visible';

  constructor(element: ServerElement) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    const { signal } = (this.#stay = new AbortController());
    addEventListener('online', () => this.#expect(), { signal });
    addEventListener('pageshow', () => this.#return(), { signal });
    document.addEventListener(
      'visibilitychange',
      () => {
        if (document.visibilityState === 'visible') this.#return();
        else this.#isOld = this.#isLost;
      },
      { signal },
    );
  }

  hostDisconnected(): void {
    this.#stay?.abort();
    this.#until = 0;
  }

  hostUpdated(): void {
    const { currentHost, server } = this.#element;
    const wasConnecting = this.#isConnecting;
    this.#isConnecting = server?.status === 'connecting';
    // That is the attempt, whoever made it: several elements may show the server. One that began before is not.
    if (this.#isConnecting && !wasConnecting) this.#until = 0;
    if (!server || !this.#isLost || performance.now() > this.#until) return;
    this.#until = 0;
    currentHost?.retry(server.id);
  }

  get #isLost(): boolean {
    const { server } = this.#element;
    return server?.status === 'failed' && OF_THE_NETWORK.includes(server.error?.code ?? '');
  }

  #return(): void {
    // What was wrong before is no better because somebody looks at it.
    if (this.#isOld || document.visibilityState === 'hidden') return;
    this.#isOld = true;
    this.#expect();
  }

  #expect(): void {
    this.#until = performance.now() + RETURN_MS;
    this.hostUpdated();
  }
}
