/** The worker's side of requests that go by the page, because an authorizer, a `fetch` or headers of the page do. */
import type { Circumstances, PageFunctions, RequestData, ResponseHead, WorkerFunctions } from './messages.ts';
import type { PortCalls, Served } from './port-calls.ts';
import { receiveBody, sendBody } from './ported-body.ts';
import { headOf, makeResponse, toRequestData, toRequestInit } from './response-head.ts';

interface StoredResponse {
  readonly response: Response;
  /** Ends the request, also while its body is read. */
  readonly controller: AbortController;
}

type SendFunctions = Pick<WorkerFunctions, 'send' | 'readBody' | 'dropBody'>;

export class WorkerFetch {
  readonly #page: PortCalls<PageFunctions>;
  readonly #oncircumstances: (circumstances: Circumstances) => void;
  /** Responses whose bodies wait here, until the page has decided what becomes of them. */
  readonly #stored = new Map<number, StoredResponse>();
  #lastId = 0;

  constructor(page: PortCalls<PageFunctions>, oncircumstances: (circumstances: Circumstances) => void) {
    this.#page = page;
    this.#oncircumstances = oncircumstances;
  }

  /** Has the page send a request. The page may leave that to `send`; then the body never leaves the worker. */
  async fetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const signal = init.signal ?? undefined;
    const answer = await this.#page.call('fetch', [await toRequestData(input, init)], signal, (late) => {
      if ('storedAs' in late) this.functions.dropBody(late.storedAs);
      else if (late.body) void receiveBody(late.body).cancel();
    });
    this.#oncircumstances(answer.circumstances);
    if (!('storedAs' in answer)) return makeResponse(answer, answer.body && receiveBody(answer.body, signal));
    const stored = this.#take(answer.storedAs);
    if (!stored) throw new TypeError('The response is gone.');
    const abort = (): void => stored.controller.abort(signal?.reason);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
    return stored.response;
  }

  /** Nobody reads the stored responses anymore. */
  close(): void {
    for (const id of this.#stored.keys()) this.functions.dropBody(id);
  }

  /** What the page calls. */
  readonly functions: SendFunctions = {
    send: async (
      request: RequestData,
      { signal }: Served,
    ): Promise<ResponseHead & { id: number; hasBody: boolean }> => {
      const controller = new AbortController();
      signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
      const response = await fetch(request.url, toRequestInit(request, controller.signal));
      const id = ++this.#lastId;
      this.#stored.set(id, { response, controller });
      return { ...headOf(response), id, hasBody: response.body !== null };
    },
    readBody: (id, { transfer }) => {
      const body = this.#take(id)?.response.body;
      const port = body ? sendBody(body) : undefined;
      if (port) transfer.push(port);
      return port;
    },
    dropBody: (id) =>
      void this.#take(id)
        ?.response.body?.cancel()
        .catch(() => {}),
  };

  #take(id: number): StoredResponse | undefined {
    const stored = this.#stored.get(id);
    this.#stored.delete(id);
    return stored;
  }
}
