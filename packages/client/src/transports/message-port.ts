/** The transport to a server in a Worker, an iframe, a Service Worker or the page itself: no network lies between. */
import { McpError } from '../errors.ts';
import type { Call, Exchange } from '../session/exchange.ts';
import { encodeNotification, encodeRequest, receiveMessage } from '../wire/json-rpc.ts';
import { Reconnection } from './reconnection.ts';
import type { SessionTransport, Transports } from './transport.ts';

/** A `MessagePort`, a `Worker`, or anything that posts and receives messages as they do. */
export interface MessageTarget extends EventTarget {
  postMessage(message: unknown): void;
  /** A port delivers no message until it is started. */
  start?(): void;
}

export function messagePortTransports(port: MessageTarget): Transports {
  return {
    reconnection: new Reconnection(),
    legacy: () => Promise.resolve((exchange, { onend }) => new MessagePortTransport(port, exchange, onend)),
    modern: (exchange, onend) => {
      const transport = new MessagePortTransport(port, exchange, onend);
      return {
        transmit: (call, { method, params }) => transport.transmit(call, encodeRequest(call.id, method, params)),
        hasHeaders: false,
        close: () => transport.reset(),
        cancel: ({ id }, reason) => {
          const message = encodeNotification('notifications/cancelled', { requestId: id, reason });
          transport.post(message).catch(() => {}); // Where the server is gone, nothing is left to cancel.
        },
      };
    },
  };
}

class MessagePortTransport implements SessionTransport {
  readonly #port: MessageTarget;
  readonly #exchange: Exchange;
  readonly #onend: (error: McpError) => void;
  #listening: AbortController | undefined;

  constructor(port: MessageTarget, exchange: Exchange, onend: (error: McpError) => void) {
    this.#port = port;
    this.#exchange = exchange;
    this.#onend = onend;
  }

  async transmit(call: Call, message: string): Promise<void> {
    this.#receiveFrom();
    await this.post(message);
    // The answer comes on the port, and then the call's signal aborts.
    if (!call.isSettled())
      await new Promise((resolve) => call.signal.addEventListener('abort', resolve, { once: true }));
  }

  async post(message: string): Promise<void> {
    this.#port.postMessage(JSON.parse(message));
  }

  agree(): void {}

  listen(notified: Promise<void>): void {
    notified.catch(() => {});
  }

  reset(): void {
    this.#listening?.abort();
    this.#listening = undefined;
  }

  close(): Promise<void> {
    this.reset();
    return Promise.resolve();
  }

  #receiveFrom(): void {
    if (this.#listening) return;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    this.#port.addEventListener('message', (event) => event instanceof MessageEvent && this.#receive(event.data), {
      signal,
    });
    // Browsers may report one day that the other end is gone; a page's own target can today.
    this.#port.addEventListener(
      'close',
      () => this.#onend(new McpError('closed', 'The other end of the port is gone.')),
      { signal },
    );
    this.#port.start?.();
  }

  #receive(message: unknown): void {
    try {
      receiveMessage(message, this.#exchange.sharedSink);
    } catch {
      // A port may carry other messages than those of MCP.
    }
  }
}
