/** Servers that are not behind a network: in a Worker, an iframe, a Service Worker or the page itself. */
import type { McpClient } from '../client/client.ts';
import { connectThrough } from '../client/connect.ts';
import type { ConnectOptions } from '../client/options.ts';
import { McpError } from '../errors.ts';
import type { Call, Exchange } from '../session/exchange.ts';
import type { Links, SessionLink } from '../session/link.ts';
import { encodeNotification, encodeRequest, receiveMessage } from '../wire/json-rpc.ts';

/** A `MessagePort`, a `Worker`, or anything that posts and receives messages as they do. */
export interface MessageTarget extends EventTarget {
  postMessage(message: unknown): void;
  /** A port holds its messages back until it is started. */
  start?(): void;
}

/** Options of `connectMessagePort`: those of `connect` that have a meaning without HTTP. */
export type MessagePortOptions = Omit<ConnectOptions, 'headers' | 'auth' | 'fetch' | 'store' | 'principal'>;

/**
 * Connects to a server at the other end of a port: the browser's counterpart of stdio. Each message is one JSON-RPC
 * object, posted as a structured clone; the other side posts its messages the same way. Era and revision are
 * negotiated as over HTTP. Closing the client leaves the port open: it is whoever's that made it.
 *
 * @throws {McpError} as `connect` does, `timeout` when nobody answers at the other end.
 *
 * @example
 * ```ts
 * import { connectMessagePort } from '@mcp-web/client';
 *
 * const { port1, port2 } = new MessageChannel();
 * new Worker('/server.js', { type: 'module' }).postMessage('serve', [port2]);
 * const client = await connectMessagePort(port1);
 * ```
 */
export function connectMessagePort(port: MessageTarget, options: MessagePortOptions = {}): Promise<McpClient> {
  return connectThrough(() => portLinks(port), options);
}

function portLinks(port: MessageTarget): Links {
  return {
    legacy: () => Promise.resolve((exchange, { onend }) => new PortLink(port, exchange, onend)),
    modern: (exchange, onend) => {
      const link = new PortLink(port, exchange, onend);
      return {
        transmit: (call, method, params) => link.transmit(call, encodeRequest(call.id, method, params)),
        hasHeaders: false,
        close: () => link.reset(),
        cancel: ({ id }, reason) =>
          void link.post(encodeNotification('notifications/cancelled', { requestId: id, reason })),
      };
    },
  };
}

class PortLink implements SessionLink {
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
    // The answer comes on the port, and the call's signal aborts when it has.
    if (!call.isSettled())
      await new Promise((resolve) => call.signal.addEventListener('abort', resolve, { once: true }));
  }

  post(message: string): Promise<void> {
    this.#port.postMessage(JSON.parse(message));
    return Promise.resolve();
  }

  agree(): void {}

  listen(): void {}

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
    // Browsers may say one day that the other end is gone, and a page's own target can today.
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
      // A port may carry messages that are not ours.
    }
  }
}
