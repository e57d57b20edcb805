/** Where a recorder, if the page has one, hears what passes between the client and its server. */
import type { MessageTarget } from '../transports/message-port.ts';

/** A server as a recorder knows it: one object for each connection. */
export interface RecordedServer {
  readonly url: string;
  /** The relay that sends the requests. */
  readonly relay?: string | undefined;
}

/**
 * Takes note of what passes between the page and its servers: `ActivityRecorder` of `@mcp-web/client/activity`, or your
 * own.
 */
export interface Recorder {
  /**
   * Sends an HTTP request with `send`, and takes note of it and of its answer. Call `send` at once, and return an answer
   * with the same status, headers and bytes.
   */
  fetch(
    server: RecordedServer,
    send: typeof fetch,
    input: RequestInfo | URL,
    init: RequestInit | undefined,
  ): Promise<Response>;
  /** Takes note of a message that does not travel over HTTP. */
  message(server: RecordedServer, direction: 'sent' | 'received', message: unknown): void;
}

/** A recorder, or a function that returns it: called for each request, so that recording can begin at any time. */
export type RecorderOption = Recorder | (() => Recorder | undefined);

const current = (recorder: RecorderOption): Recorder | undefined =>
  typeof recorder === 'function' ? recorder() : recorder;

export function recordedFetch(recorder: RecorderOption, server: RecordedServer, send: typeof fetch): typeof fetch {
  return (input, init) => current(recorder)?.fetch(server, send, input, init) ?? send(input, init);
}

/** @param url what the recorder knows the server by */
export function recordedTarget(
  recorder: RecorderOption | undefined,
  url: string,
  target: MessageTarget,
): MessageTarget {
  if (!recorder) return target;
  const server = { url };
  return {
    postMessage: (message) => {
      current(recorder)?.message(server, 'sent', message);
      target.postMessage(message);
    },
    start: () => target.start?.(),
    addEventListener: (type: string, listener: EventListener | null, options?: AddEventListenerOptions) => {
      const onmessage = (event: Event): void => {
        if (event instanceof MessageEvent) current(recorder)?.message(server, 'received', event.data);
      };
      // Before the client, which may change the message.
      if (type === 'message') target.addEventListener(type, onmessage, options);
      target.addEventListener(type, listener, options);
    },
    removeEventListener: (type: string, listener: EventListener | null) => target.removeEventListener(type, listener),
    dispatchEvent: (event) => target.dispatchEvent(event),
  };
}
