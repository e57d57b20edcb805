/** The legacy era of a fake server: sessions, and requests of the server on the streams of calls. */
import { isObject } from '../protocol/guards.ts';
import type { Revision } from '../protocol/revisions.ts';
import type { JsonObject } from '../protocol/types.ts';
import { answerTo, callTool, offeredCapabilities, toolCalled } from './answers.ts';
import { type FakeChannel, runningCall } from './fake-call.ts';
import { errorOf, type FakeRequest, jsonAnswer, metaOf } from './fake-request.ts';
import { type FakeStream, openStream } from './fake-stream.ts';
import type { FakeIdentity } from './offers.ts';

const SESSION = 'Mcp-Session-Id';
const accepted = (): Response => new Response(null, { status: 202 });

interface LegacySession {
  readonly capabilities: JsonObject;
  /** The stream on which the server speaks by itself. */
  stream?: FakeStream;
  logLevel: unknown;
  readonly calls: Map<unknown, AbortController>;
}

export class LegacyFake {
  readonly #identity: FakeIdentity;
  readonly #sessions = new Map<string, LegacySession>();
  readonly #asked = new Map<unknown, (answer: JsonObject) => void>();
  #ids = 0;

  constructor(identity: FakeIdentity) {
    this.#identity = identity;
  }

  answer(request: FakeRequest): Response {
    const { id, method, params } = request;
    if (method === 'initialize') return this.#initialize(request);
    const session = this.#sessions.get(request.headers.get(SESSION) ?? '');
    // As the official SDK: a client that has no session yet, or an ended one.
    if (!session) return this.#withoutSession(request);
    if (method === 'notifications/cancelled') session.calls.get(params['requestId'])?.abort();
    if (id === undefined) return accepted();
    try {
      if (method === 'tools/call') return this.#call(request, session);
      if (method === 'logging/setLevel') session.logLevel = params['level'];
      return jsonAnswer({ id, result: answerTo(method, params, this.#identity.offers()) });
    } catch (error) {
      return jsonAnswer({ id, error: errorOf(error) });
    }
  }

  /** What the client answered to a request of the server. */
  receive(id: unknown, answer: JsonObject): Response {
    this.#asked.get(id)?.(answer);
    this.#asked.delete(id);
    return accepted();
  }

  /** The stream for announcements. */
  open(headers: Headers, signal: AbortSignal | undefined): Response {
    const session = this.#sessions.get(headers.get(SESSION) ?? '');
    if (!session) return new Response(null, { status: 404 });
    const stream = openStream(signal, () => delete session.stream);
    session.stream = stream;
    return stream.response;
  }

  close(headers: Headers): Response {
    this.#sessions.delete(headers.get(SESSION) ?? '');
    return new Response(null, { status: 204 });
  }

  /** Forgets all sessions, as a server that restarts. */
  forget(): void {
    for (const { stream } of this.#sessions.values()) stream?.end();
    this.#sessions.clear();
  }

  announce(method: string): void {
    for (const { stream } of this.#sessions.values()) stream?.send({ method });
  }

  #withoutSession({ id, headers }: FakeRequest): Response {
    const status = headers.has(SESSION) ? 404 : 400;
    return jsonAnswer(
      { ...(id !== undefined && { id }), error: { code: -32000, message: 'There is no session.' } },
      status,
    );
  }

  #initialize({ id, params }: FakeRequest): Response {
    const { revisions, offers, instructions, name, version } = this.#identity;
    const [newest] = revisions;
    const asked = params['protocolVersion'];
    const spoken = revisions.find((revision: Revision) => revision === asked) ?? newest;
    const session = `session-${++this.#ids}`;
    const capabilities = isObject(params['capabilities']) ? params['capabilities'] : {};
    this.#sessions.set(session, { capabilities, logLevel: 'info', calls: new Map() });
    const result = {
      protocolVersion: spoken,
      capabilities: offeredCapabilities(offers()),
      serverInfo: { name, version },
      ...(instructions && { instructions }),
    };
    return jsonAnswer({ id, result }, 200, { [SESSION]: session });
  }

  #call(request: FakeRequest, session: LegacySession): Response {
    const { id, params, signal } = request;
    const tool = toolCalled(params, this.#identity.offers());
    const cancelling = new AbortController();
    session.calls.set(id, cancelling);
    // A client that only goes away cancels nothing in this era.
    const stream = openStream(signal, () => {});
    const args = isObject(params['arguments']) ? params['arguments'] : {};
    const channel = this.#channel(request, session, stream);
    void callTool(
      tool,
      args,
      runningCall(() => channel, cancelling.signal),
    ).then((result) => {
      session.calls.delete(id);
      if (!cancelling.signal.aborted) stream.send({ id, result });
      stream.end();
    });
    return stream.response;
  }

  #channel(request: FakeRequest, session: LegacySession, stream: FakeStream): FakeChannel {
    return {
      progressToken: metaOf(request)['progressToken'],
      logLevel: session.logLevel,
      capabilities: session.capabilities,
      send: (message) => stream.send(message),
      ask: (method, params) =>
        new Promise((resolve, reject) => {
          const id = `ask-${++this.#ids}`;
          this.#asked.set(id, ({ result, error }) => {
            if (isObject(result)) resolve(result);
            else reject(new Error(isObject(error) ? String(error['message']) : 'The client gave no answer.'));
          });
          stream.send({ id, method, params });
        }),
    };
  }
}
