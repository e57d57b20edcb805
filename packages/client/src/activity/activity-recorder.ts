import type { RecordedServer, Recorder } from '../client/recorder.ts';
import type { ActivityEntry, ActivitySnapshot } from './activity-entry.ts';
import { BackgroundWork } from './background-work.ts';
import { type ActivityLimits, KeptEntries } from './kept-entries.ts';
import { NotedMessages } from './noted-messages.ts';
import { NotedExchange } from './noted-exchange.ts';
import { unnoticed } from './unnoticed.ts';
import { WaitingRequests } from './waiting-requests.ts';

/**
 * Records the messages between the page and its servers, and the HTTP exchanges that carry them, for `<mcp-activity>` or
 * your own interface. Requests and answers pass unchanged. Nothing is sent anywhere or stored.
 *
 * What looks like a secret to `redactSecrets` is replaced before it is kept. So are session ids, the values in the query of
 * an address, and every request header that neither MCP nor the platform defines. A message of more than a million
 * characters is noted without its text.
 *
 * It records HTTP and message ports, but not clients in workers. Where tabs share a stream, the tab that has it records it.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 * import { ActivityRecorder } from '@mcp-web/client/activity';
 *
 * const recorder = new ActivityRecorder({ maxEntries: 10_000 });
 * const host = new McpHost({ recorder });
 * host.add('https://example.com/mcp');
 * recorder.subscribe(() => console.log(recorder.getSnapshot().entries.at(-1)?.method));
 * ```
 */
export class ActivityRecorder implements Recorder {
  /** Whether nothing new is noted. What has begun is noted to its end. */
  isPaused = false;
  readonly #waiting = new WaitingRequests();
  readonly #kept: KeptEntries;
  readonly #work = new BackgroundWork();
  readonly #messages: NotedMessages;
  #exchanges = 0;
  /** How often the user of each server has signed out. */
  readonly #signOuts = new Map<string, number>();

  /** @param limits how much is kept; then the oldest entries are dropped */
  constructor(limits: ActivityLimits = {}) {
    this.#kept = new KeptEntries(limits, (entry) => this.#waiting.remove(entry));
    this.#messages = new NotedMessages(this.#kept, this.#work, this.#waiting);
  }

  /** What is recorded. Returns the same object until something changes. Bound. */
  readonly getSnapshot = (): ActivitySnapshot => this.#kept.getSnapshot();

  /** Calls `listener`, at most once per frame, after something changed. Returns a function that ends it. Bound. */
  readonly subscribe = (listener: () => void): (() => void) => this.#kept.subscribe(listener);

  /** Drops all entries. */
  clear(): void {
    this.#kept.clear();
    this.#waiting.clear();
  }

  /**
   * What an entry was sent to or came from, with its complete URL. Undefined for entries that are no longer kept, and for
   * those from a file.
   */
  sourceOf(entry: ActivityEntry): RecordedServer | undefined {
    return this.#kept.sourceOf(entry);
  }

  /** Called by the client: see `Recorder`. */
  async fetch(
    server: RecordedServer,
    send: typeof fetch,
    input: RequestInfo | URL,
    init: RequestInit | undefined,
  ): Promise<Response> {
    const exchange = this.isPaused ? undefined : unnoticed(() => this.#exchange(server, input, init));
    if (!exchange) return send(input, init);
    let response: Response;
    try {
      response = await send(input, init);
    } catch (error) {
      unnoticed(() => exchange.fail(error));
      throw error;
    }
    return exchange.take(response);
  }

  #exchange(
    server: RecordedServer,
    input: RequestInfo | URL,
    init: RequestInit | undefined,
  ): NotedExchange | undefined {
    if (!isOfServer(server, input, init)) return undefined;
    const notes = { kept: this.#kept, work: this.#work, messages: this.#messages };
    const isForgotten = this.#forgetting(server);
    return new NotedExchange({ ...notes, server, isForgotten, exchangeId: ++this.#exchanges }, input, init);
  }

  /** Called by the client: see `Recorder`. */
  message(server: RecordedServer, direction: 'sent' | 'received', message: unknown): void {
    if (this.isPaused) return;
    let text: string | undefined;
    try {
      text = JSON.stringify(message);
    } catch {
      // A port may carry other messages than those of MCP.
    }
    if (text !== undefined) this.#messages.note(text, { server, direction, isForgotten: this.#forgetting(server) });
  }

  /** Called by the client: see `Recorder`. */
  end(server: RecordedServer): void {
    this.#messages.end(server, 'cancelled');
  }

  /** Drops what is recorded about a server of the host. Called by the host when its user signs out. */
  forget(serverId: string): void {
    this.#signOuts.set(serverId, (this.#signOuts.get(serverId) ?? 0) + 1);
    this.#kept.forget(serverId);
  }

  /** Whether the user signed out since. What was sent for them is not noted any more, whenever it comes. */
  #forgetting({ serverId }: RecordedServer): () => boolean {
    if (serverId === undefined) return () => false;
    const before = this.#signOuts.get(serverId);
    return () => this.#signOuts.get(serverId) !== before;
  }
}

/** Not what is sent to sign in: it is full of secrets, and says nothing about MCP. */
function isOfServer({ url }: RecordedServer, input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  const server = new URL(url);
  const target = new URL(input instanceof Request ? input.url : input, url);
  if (target.origin !== server.origin) return false;
  // With HTTP+SSE, messages have an address of their own.
  return target.pathname === server.pathname || (typeof init?.body === 'string' && init.body.includes('"jsonrpc"'));
}
