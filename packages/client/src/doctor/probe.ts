/** The requests of the doctor. Each is bounded in time, carries no credentials, and follows no redirect. */
import { McpError } from '../errors.ts';
import type { JsonObject } from '../protocol/types.ts';
import { readText } from '../wire/body.ts';
import { localNetworkOptions } from '../wire/local-network.ts';
import { addressOf } from '../wire/refusal.ts';
import { receiveEvent, type RequestId, type RpcErrorObject } from '../wire/json-rpc.ts';
import { readEventStream } from '../wire/sse.ts';

/** What a page learns from one request. */
export type Outcome =
  | Answered
  /** A redirect, whose target a page cannot see. */
  | { readonly kind: 'redirected' }
  /** `fetch` failed. Browsers do not say why. */
  | { readonly kind: 'refused'; readonly error: unknown }
  /** Nothing came in time. */
  | { readonly kind: 'late' };

export interface Answered {
  readonly kind: 'answered';
  readonly status: number;
  readonly headers: Headers;
  /** The content type, without parameters. */
  readonly type: string;
  /** The beginning of a body that is no stream. Empty if it was not read. */
  readonly text: string;
  /** The address that answered, without its query: another one if a redirect was followed. */
  readonly address: string;
  /** The id of the result. */
  readonly id?: RequestId | undefined;
  /** The answer to the request, if one came. */
  readonly result?: JsonObject | undefined;
  readonly error?: RpcErrorObject | undefined;
  /** The address that an HTTP+SSE server names first. */
  readonly endpoint?: string | undefined;
  /** Whether an event came on a stream. */
  readonly hasEvent: boolean;
  /** Whether the body did not go on in time. */
  readonly isStuck: boolean;
}

export interface ProbeRequest {
  /** The server's own address, if absent. */
  readonly url?: URL;
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** How much of the body is of interest: nothing; what comes first on a stream, or all; or up to the JSON-RPC answer. */
  readonly read?: 'nothing' | 'first' | 'answer';
  /** Whether to send the caller's own headers too. True if absent, and only for the server's own address. */
  readonly hasOwnHeaders?: boolean;
  /** If not as long as for all requests, in ms. */
  readonly timeoutMs?: number;
  /** Runs while the stream is open whose first event has come. */
  readonly use?: (answer: Answered) => Promise<void>;
}

export interface ProbeOptions {
  readonly fetch: typeof fetch;
  readonly headers: Headers;
  /** For each request. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** How much of a body is used, in characters. */
const MAX_TEXT = 64 * 1024;

/** Nothing of the page goes along where a redirect is followed. */
const BARE = { credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer' } as const;

export class Probe {
  readonly url: URL;
  readonly #options: ProbeOptions;

  constructor(url: URL, options: ProbeOptions) {
    this.url = url;
    this.#options = options;
  }

  get ownHeaders(): readonly string[] {
    return [...this.#options.headers.keys()];
  }

  /** @throws only the reason of the caller's signal */
  async send(request: ProbeRequest): Promise<Outcome> {
    const { url = this.url, method = 'GET', headers = {}, body, read = 'nothing', use } = request;
    const own = request.hasOwnHeaders !== false && url.href === this.url.href ? this.#options.headers : undefined;
    const all = new Headers(own);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    return await this.#inTime(
      async (signal, late) => {
        const response = await this.#options.fetch(url, {
          method,
          headers: all,
          ...(body !== undefined && { body }),
          signal,
          credentials: 'omit',
          redirect: 'manual',
          cache: 'no-store',
          ...localNetworkOptions(url),
        });
        if (response.type === 'opaqueredirect' || [301, 302, 303, 307, 308].includes(response.status))
          return { kind: 'redirected' };
        return await readAnswer(response, read, late);
      },
      request.timeoutMs,
      use,
    );
  }

  /** Where a redirect ends, with nothing of the page's own. Undefined if the page may not read the answer there. */
  async follow(): Promise<Answered | undefined> {
    const outcome = await this.#inTime(async (signal) => {
      const response = await this.#options.fetch(this.url, {
        ...BARE,
        headers: { Accept: 'text/event-stream' },
        signal,
      });
      return await readAnswer(response, 'nothing', new Promise(() => {}));
    });
    return outcome.kind === 'answered' ? outcome : undefined;
  }

  /**
   * Whether anything answers there. The page cannot read the answer. It follows redirects, because the browser refuses to do
   * it otherwise.
   */
  async knock(url: URL = this.url): Promise<'answered' | 'refused' | 'late'> {
    const { kind } = await this.#inTime(async (signal) => {
      const response = await this.#options.fetch(url, {
        ...BARE,
        mode: 'no-cors',
        signal,
        ...localNetworkOptions(url),
      });
      return await readAnswer(response, 'nothing', new Promise(() => {}));
    });
    return kind === 'redirected' ? 'answered' : kind;
  }

  async #inTime(
    ask: (signal: AbortSignal, late: Promise<void>) => Promise<Outcome>,
    timeoutMs = this.#options.timeoutMs,
    use?: (answer: Answered) => Promise<void>,
  ): Promise<Outcome> {
    const { signal } = this.#options;
    signal?.throwIfAborted();
    const controller = new AbortController();
    const onabort = (): void => controller.abort(signal?.reason);
    signal?.addEventListener('abort', onabort, { once: true });
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
    try {
      // The body has its own look at the clock, so that what came before it got stuck counts.
      const outcome = await Promise.race([
        ask(controller.signal, late),
        late.then(() => new Promise<Outcome>((resolve) => setTimeout(resolve, 50, { kind: 'late' }))),
      ]);
      if (outcome.kind === 'answered') await use?.(outcome);
      return outcome;
    } catch (error) {
      signal?.throwIfAborted();
      return { kind: 'refused', error };
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onabort);
      controller.abort();
    }
  }
}

async function readAnswer(
  response: Response,
  read: 'nothing' | 'first' | 'answer',
  late: Promise<void>,
): Promise<Answered> {
  const { status, headers } = response;
  const type = headers.get('content-type')?.split(/[;,]/)[0]?.trim().toLowerCase() ?? '';
  const said: { -readonly [Key in keyof Answered]: Answered[Key] } = {
    kind: 'answered',
    status,
    headers,
    type,
    // An answer that a page cannot read has no address.
    address: response.url && addressOf(new URL(response.url)),
    text: '',
    hasEvent: false,
    isStuck: false,
  };
  if (read === 'nothing' || !response.body) return said;
  const ignore = (): void => {};
  const sink = {
    result: (id: RequestId, result: JsonObject) => void Object.assign(said, { id, result }),
    error: (_id: unknown, error: RpcErrorObject) => void (said.error = error),
    notification: ignore,
    request: ignore,
    unreadable: ignore,
  };
  const isDone = (): boolean => said.result !== undefined || said.error !== undefined;
  let onfirst = ignore;
  const first = new Promise<void>((resolve) => (onfirst = resolve));
  const onevent = (event: string, data: string): void => {
    said.hasEvent = true;
    if (event === 'endpoint') said.endpoint = data;
    onfirst();
  };
  const reading =
    type === 'text/event-stream'
      ? readEventStream(response.body, {
          onmessage: (data) => {
            receiveEvent(data, sink);
            onevent('message', data);
          },
          onevent,
          isDone,
        })
      : readText(response).then((text) => {
          said.text = text.slice(0, MAX_TEXT);
          try {
            receiveEvent(text, sink);
          } catch (error) {
            if (!(error instanceof McpError)) throw error;
          }
        });
  await Promise.race([
    // A body that breaks off says what it said until then.
    reading.catch(ignore),
    // The rest of the stream stays open until whoever asked is done with it.
    ...(read === 'first' ? [first] : []),
    late.then(() => {
      said.isStuck = true;
    }),
  ]);
  return said;
}
