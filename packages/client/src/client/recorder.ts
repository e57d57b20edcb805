/** Where a recorder, if the page has one, hears what passes between the client and its server. */
import type { MessageTarget } from '../transports/message-port.ts';

/** A server as a recorder knows it: one object for each connection. */
export interface RecordedServer {
  readonly url: string;
  /** The relay that sends the requests. */
  readonly relay?: string | undefined;
  /** The id that the host gave it. */
  readonly serverId?: string | undefined;
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
  /** Takes note that a connection without HTTP has ended: its requests get no answers. */
  end?(server: RecordedServer): void;
  /** Forgets what it has about a server of a host, because its user has signed out. */
  forget?(serverId: string): void;
}

/** A recorder, or a function that returns it: called for each request, so that recording can begin at any time. */
export type RecorderOption = Recorder | (() => Recorder | undefined);

const current = (recorder: RecorderOption): Recorder | undefined =>
  typeof recorder === 'function' ? recorder() : recorder;

export function recordedFetch(recorder: RecorderOption, server: RecordedServer, send: typeof fetch): typeof fetch {
  return (input, init) => current(recorder)?.fetch(server, send, input, init) ?? send(input, init);
}

/** The same recorder, which hears from which server of a host everything comes. */
export function recorderOfServer(recorder: RecorderOption, serverId: string): () => Recorder | undefined {
  const known = new WeakMap<RecordedServer, RecordedServer>();
  const named = (server: RecordedServer): RecordedServer => {
    let own = known.get(server);
    if (!own) known.set(server, (own = { ...server, serverId }));
    return own;
  };
  return () => {
    const now = current(recorder);
    return (
      now && {
        fetch: (server, send, input, init) => now.fetch(named(server), send, input, init),
        message: (server, direction, message) => now.message(named(server), direction, message),
        end: (server) => now.end?.(named(server)),
        forget: (id) => now.forget?.(id),
      }
    );
  };
}

/** @param url what the recorder knows the server by */
export function recordedTarget(
  recorder: RecorderOption | undefined,
  url: string,
  target: MessageTarget,
): MessageTarget {
  if (!recorder) return target;
  const server = { url };
  const tell = (note: (recorder: Recorder) => void): void => {
    try {
      const now = current(recorder);
      if (now) note(now);
    } catch (error) {
      reportError(error); // What goes wrong in a recorder must not cost the page its messages.
    }
  };
  return {
    postMessage: (message) => {
      tell((now) => now.message(server, 'sent', message));
      target.postMessage(message);
    },
    start: () => target.start?.(),
    addEventListener: (type: string, listener: EventListener | null, options?: AddEventListenerOptions) => {
      const onmessage = (event: Event): void => {
        if (event instanceof MessageEvent) tell((now) => now.message(server, 'received', event.data));
      };
      // Before the client, which may change the message.
      if (type === 'message') {
        target.addEventListener(type, onmessage, options);
        // The transport listens for as long as it is connected.
        options?.signal?.addEventListener('abort', () => tell((now) => now.end?.(server)), { once: true });
      }
      target.addEventListener(type, listener, options);
    },
    removeEventListener: (type: string, listener: EventListener | null) => target.removeEventListener(type, listener),
    dispatchEvent: (event) => target.dispatchEvent(event),
  };
}
