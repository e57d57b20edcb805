/** The page's side of requests that go by it: its authorizer, its headers and its `fetch` are functions of the page. */
import type { ConnectOptions } from '../client/connect-options.ts';
import { currentPrincipal } from '../session/principal.ts';
import { type Endpoint, mergeHeaders } from '../wire/http.ts';
import type { Circumstances, HeaderPairs, PageFunctions, RequestData, WorkerFunctions } from './messages.ts';
import type { PortCalls, Served } from './port-calls.ts';
import { receiveBody, sendBody } from './ported-body.ts';
import { headOf, makeResponse, toPairs, toRequestData, toRequestInit } from './response-head.ts';

/** How often the worker hears whether a request waits for the user, in ms. */
const USER_MS = 200;

export class PageFetch {
  readonly #options: ConnectOptions;
  readonly #worker: () => PortCalls<WorkerFunctions>;
  /** Responses whose bodies are in the worker, by its ids. */
  readonly #standIns = new WeakMap<Response, number>();
  /** Those whose bodies somebody in the page reads. */
  readonly #isRead = new WeakSet<Response>();
  /** Frees in the worker what an authorizer dropped unread. */
  readonly #dropped: FinalizationRegistry<number> | undefined;
  /** What the `headers` option returned last. */
  #headers: HeaderPairs | undefined;

  /** @param worker leads to the worker, once there is one */
  constructor(options: ConnectOptions, worker: () => PortCalls<WorkerFunctions>) {
    this.#options = options;
    this.#worker = worker;
    if ('FinalizationRegistry' in globalThis)
      this.#dropped = new FinalizationRegistry((id) => worker().report('dropBody', id));
  }

  /**
   * For whom answers are.
   *
   * @param isForCache whether an answer may come from the cache, without a request that would call `headers`
   */
  circumstances(isForCache = false): Circumstances {
    const principal = currentPrincipal(this.#options.principal);
    if (isForCache) this.#headers = principal === undefined ? this.#readHeaders() : undefined;
    return { principal, headers: this.#headers };
  }

  #readHeaders(): HeaderPairs | undefined {
    const { headers, auth } = this.#options;
    // With an authorizer, the cache does not ask for them.
    if (typeof headers !== 'function' || auth) return undefined;
    try {
      return toPairs(headers());
    } catch {
      return undefined; // The request itself says what is wrong with them.
    }
  }

  /** Has the worker send a request. Its body comes only if somebody reads it. */
  readonly send: typeof fetch = async (input, init) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const worker = this.#worker();
    const request = await toRequestData(input, init);
    const { id, hasBody, ...head } = await worker.call('send', [request], signal, (late) =>
      worker.report('dropBody', late.id),
    );
    const onread = (): void => void this.#isRead.add(response);
    const response: Response = makeResponse(head, hasBody ? this.#bodyOf(id, signal, onread) : null);
    this.#standIns.set(response, id);
    // Whoever has the body may read it, even if the response is gone.
    this.#dropped?.register(response.body ?? response, id);
    return response;
  };

  /** Sends a request of the worker as the page's options want it. */
  async fetch(
    endpoint: Endpoint,
    request: RequestData,
    { signal, transfer }: Served,
  ): ReturnType<PageFunctions['fetch']> {
    const stop = this.#watchUser(endpoint);
    try {
      const init = toRequestInit(request, signal);
      const own = mergeHeaders(endpoint, {});
      this.#headers = [...own];
      const headers = mergeHeaders({ headers: () => own }, Object.fromEntries(request.init.headers));
      const response = await endpoint.fetch(request.url, { ...init, headers });
      const circumstances = this.circumstances();
      const storedAs = this.#standIns.get(response);
      if (storedAs !== undefined && !this.#isRead.has(response)) return { circumstances, storedAs };
      const body = response.body && sendBody(response.body);
      if (body) transfer.push(body);
      return { circumstances, ...headOf(response), body };
    } finally {
      stop();
    }
  }

  #bodyOf(id: number, signal: AbortSignal | undefined, onread: () => void): ReadableStream<Uint8Array<ArrayBuffer>> {
    let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
    return new ReadableStream(
      {
        pull: async (controller) => {
          if (!reader) {
            onread();
            const port = await this.#worker().call('readBody', [id], signal);
            if (!port) return controller.close();
            reader = receiveBody(port, signal).getReader();
          }
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: async () => {
          if (reader) return reader.cancel();
          this.#worker().report('dropBody', id);
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** Time-outs run in the worker, and start again when the user is done. */
  #watchUser({ waitedForUserAt }: Endpoint): () => void {
    if (!waitedForUserAt) return () => {};
    const tell = (): void => {
      const waitedAt = waitedForUserAt();
      if (waitedAt === undefined) return;
      this.#worker().report('waitedForUser', performance.now() - waitedAt);
      this.#worker().flush();
    };
    const timer = setInterval(tell, USER_MS);
    tell();
    return () => {
      clearInterval(timer);
      tell();
    };
  }
}
