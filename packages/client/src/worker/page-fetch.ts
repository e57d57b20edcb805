/** The page's side of requests that go by it: its authorizer, its headers and its `fetch` are functions of the page. */
import type { ConnectOptions } from '../client/connect-options.ts';
import { currentPrincipal } from '../session/principal.ts';
import { type Endpoint, mergeHeaders } from '../wire/http.ts';
import type { Circumstances, PageFunctions, RequestData, WorkerFunctions } from './messages.ts';
import type { PortCalls, Served } from './port-calls.ts';
import { receiveBody, sendBody } from './ported-body.ts';
import { headOf, makeResponse, toPairs, toRequestData, toRequestInit } from './response-head.ts';

/** How often the worker hears whether a request waits for the user, in ms. */
const USER_MS = 200;

/** What functions of the page return now. */
export function circumstancesOf({ principal, headers }: ConnectOptions): Circumstances {
  let pairs: Circumstances['headers'];
  try {
    pairs = typeof headers === 'function' ? toPairs(headers()) : undefined;
  } catch {
    // The request itself says what is wrong with them.
  }
  return { principal: typeof principal === 'function' ? currentPrincipal(principal) : undefined, headers: pairs };
}

export class PageFetch {
  readonly #worker: () => PortCalls<WorkerFunctions>;
  /** Responses whose bodies are in the worker, by its ids. */
  readonly #standIns = new WeakMap<Response, number>();
  /** The ids of those whose bodies somebody in the page reads. */
  readonly #isRead = new Set<number>();

  /** @param worker leads to the worker, once there is one */
  constructor(worker: () => PortCalls<WorkerFunctions>) {
    this.#worker = worker;
  }

  /** Has the worker send a request. Its body comes only if somebody reads it. */
  readonly send: typeof fetch = async (input, init) => {
    const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
    const worker = this.#worker();
    const request = await toRequestData(input, init);
    const { id, hasBody, ...head } = await worker.call('send', [request], signal, (late) =>
      worker.report('dropBody', late.id),
    );
    const response = makeResponse(head, hasBody ? this.#bodyOf(id, signal) : null);
    this.#standIns.set(response, id);
    return response;
  };

  /** Sends a request of the worker as the page's options want it. */
  async fetch(
    endpoint: Endpoint,
    options: ConnectOptions,
    request: RequestData,
    { signal, transfer }: Served,
  ): ReturnType<PageFunctions['fetch']> {
    const stop = this.#watchUser(endpoint);
    try {
      const init = toRequestInit(request, signal);
      const headers = mergeHeaders(endpoint, Object.fromEntries(request.init.headers));
      const response = await endpoint.fetch(request.url, { ...init, headers });
      const circumstances = circumstancesOf(options);
      const storedAs = this.#standIns.get(response);
      if (storedAs !== undefined && !this.#isRead.has(storedAs)) return { circumstances, storedAs };
      const body = response.body && sendBody(response.body);
      if (body) transfer.push(body);
      return { circumstances, ...headOf(response), body };
    } finally {
      stop();
    }
  }

  #bodyOf(id: number, signal: AbortSignal | undefined): ReadableStream<Uint8Array<ArrayBuffer>> {
    let reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
    return new ReadableStream(
      {
        pull: async (controller) => {
          if (!reader) {
            this.#isRead.add(id);
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
