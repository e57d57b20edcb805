import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';

/** The official server's side of a port. */
export class PortTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #port: MessagePort;

  constructor(port: MessagePort) {
    this.#port = port;
  }

  start(): Promise<void> {
    this.#port.onmessage = ({ data }: MessageEvent<JSONRPCMessage>) => this.onmessage?.(data);
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#port.postMessage(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#port.close();
    this.onclose?.();
    return Promise.resolve();
  }
}
