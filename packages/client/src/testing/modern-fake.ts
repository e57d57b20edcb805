/** The modern era of a fake server: each request stands alone. */
import { isObject } from '../protocol/guards.ts';
import {
  INVALID_PARAMS,
  META_CLIENT_CAPABILITIES,
  META_LOG_LEVEL,
  METHOD_NOT_FOUND,
  UNSUPPORTED_PROTOCOL_VERSION,
} from '../protocol/methods.ts';
import type { JsonObject } from '../protocol/types.ts';
import { answerTo, callTool, offeredCapabilities, FakeRefusal, toolCalled } from './answers.ts';
import { type FakeChannel, runningCall } from './fake-call.ts';
import { errorOf, type FakeRequest, jsonAnswer, metaOf, revisionNamed } from './fake-request.ts';
import { type FakeStream, openStream } from './fake-stream.ts';
import type { FakeIdentity } from './offers.ts';

const META_SUBSCRIPTION_ID = 'io.modelcontextprotocol/subscriptionId';
/** What may not be used again: a test wants to see each request. */
const UNCACHED = { ttlMs: 0, cacheScope: 'private' };
const CACHEABLE = /^server\/discover$|\/list$|^resources\/read$/;

interface Listener {
  readonly id: string | number | undefined;
  readonly wanted: JsonObject;
  readonly stream: FakeStream;
}

/** A tool that runs, or waits for an answer of the user. */
interface Run {
  request: FakeRequest;
  stream: FakeStream;
  answer?: (response: JsonObject) => void;
}

export class ModernFake {
  readonly #identity: FakeIdentity;
  readonly #listeners = new Set<Listener>();
  readonly #waiting = new Map<unknown, Run>();
  #states = 0;

  constructor(identity: FakeIdentity) {
    this.#identity = identity;
  }

  answer(request: FakeRequest): Response {
    const { id, method, params } = request;
    const { revisions, offers, instructions } = this.#identity;
    const requested = revisionNamed(request);
    if (!revisions.some((revision) => revision === requested)) {
      const data = { supported: revisions, requested };
      return jsonAnswer(
        { id, error: { code: UNSUPPORTED_PROTOCOL_VERSION, message: 'This revision is not spoken here.', data } },
        400,
      );
    }
    try {
      if (method === 'subscriptions/listen') return this.#listen(request);
      if (method === 'tools/call') return this.#call(request);
      const result =
        method === 'server/discover'
          ? {
              supportedVersions: revisions,
              capabilities: offeredCapabilities(offers()),
              ...(instructions && { instructions }),
            }
          : answerTo(method, params, offers());
      return jsonAnswer({ id, result: this.#complete({ ...(CACHEABLE.test(method) && UNCACHED), ...result }) });
    } catch (error) {
      const status = error instanceof FakeRefusal && error.code === METHOD_NOT_FOUND ? 404 : 200;
      return jsonAnswer({ id, error: errorOf(error) }, status);
    }
  }

  announce(method: string, filter: string): void {
    for (const { id, wanted, stream } of this.#listeners)
      if (wanted[filter] === true) stream.send({ method, params: { _meta: { [META_SUBSCRIPTION_ID]: id } } });
  }

  #complete(result: object): JsonObject {
    const { name, version } = this.#identity;
    return {
      resultType: 'complete',
      ...result,
      _meta: { 'io.modelcontextprotocol/serverInfo': { name, version } },
    };
  }

  #listen({ id, params, signal }: FakeRequest): Response {
    const wanted = isObject(params['notifications']) ? params['notifications'] : {};
    const stream = openStream(signal, () => this.#listeners.delete(listener));
    const listener: Listener = { id, wanted, stream };
    this.#listeners.add(listener);
    stream.send({
      method: 'notifications/subscriptions/acknowledged',
      params: { notifications: wanted, _meta: { [META_SUBSCRIPTION_ID]: id } },
    });
    return stream.response;
  }

  #call(request: FakeRequest): Response {
    const { requestState, inputResponses } = request.params;
    if (requestState !== undefined) return this.#goOn(request, requestState, inputResponses);
    const tool = toolCalled(request.params, this.#identity.offers());
    const cancelling = new AbortController();
    const run: Run = { request, stream: openStream(request.signal, () => cancelling.abort()) };
    const { arguments: args } = request.params;
    void callTool(
      tool,
      isObject(args) ? args : {},
      runningCall(() => this.#channel(run), cancelling.signal),
    ).then((result) => {
      run.stream.send({ id: run.request.id, result: this.#complete(result) });
      run.stream.end();
    });
    return run.stream.response;
  }

  /** The call again, with what the user answered. */
  #goOn(request: FakeRequest, requestState: unknown, responses: unknown): Response {
    const run = this.#waiting.get(requestState);
    const response = isObject(responses) ? responses['answer'] : undefined;
    if (!run?.answer || !isObject(response)) throw new FakeRefusal(INVALID_PARAMS, 'No call waits for this answer.');
    this.#waiting.delete(requestState);
    run.request = request;
    run.stream = openStream(request.signal, () => {});
    run.answer(response);
    return run.stream.response;
  }

  #channel(run: Run): FakeChannel {
    const meta = metaOf(run.request);
    const capabilities = meta[META_CLIENT_CAPABILITIES];
    return {
      progressToken: meta['progressToken'],
      logLevel: meta[META_LOG_LEVEL],
      capabilities: isObject(capabilities) ? capabilities : {},
      send: (message) => run.stream.send(message),
      ask: (method, params) =>
        new Promise((resolve) => {
          const requestState = `call-${++this.#states}`;
          run.answer = resolve;
          this.#waiting.set(requestState, run);
          const result = { resultType: 'input_required', inputRequests: { answer: { method, params } }, requestState };
          run.stream.send({ id: run.request.id, result });
          run.stream.end();
        }),
    };
  }
}
