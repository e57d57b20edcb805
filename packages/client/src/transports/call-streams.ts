/** The streams that answer the calls of one session. Notes are taken of calls that a later page can go on with. */
import { type HttpError, McpError } from '../errors.ts';
import type { Contact, HttpAnswer } from '../wire/http.ts';
import { type MessageSink, receiveEvent, type RequestId } from '../wire/json-rpc.ts';
import { readToEnd } from '../wire/rest-of-stream.ts';
import type { Call } from '../session/exchange.ts';
import { isPassing, type Reconnection } from './reconnection.ts';
import { resumeStream } from './resume.ts';
import type { CallNotes, CallPlace, ResumedPlace } from './transport.ts';

type Body = ReadableStream<Uint8Array>;

/** Opens a stream after the event with this id. Resolves with nothing when the session is another by now. */
type OpenStream = (lastEventId: string, signal: AbortSignal) => Promise<HttpAnswer | undefined>;

export class CallStreams {
  readonly #reconnection: Reconnection;
  readonly #contact: Contact | undefined;
  /** Whose stream a request of the server came on. */
  readonly #asked = new Map<RequestId, CallNotes>();
  readonly #noted = new Set<Call>();

  constructor(reconnection: Reconnection, contact: Contact | undefined) {
    this.#reconnection = reconnection;
    this.#contact = contact;
  }

  /** Whether a call is under way that a later page can go on with. */
  get areResumable(): boolean {
    return [...this.#noted].some(({ lastEventId }) => lastEventId !== undefined);
  }

  /** Reads the answer to a call of this page. */
  async follow(call: Call, body: Body, notes: CallNotes | undefined, open: OpenStream): Promise<void> {
    await this.#follow(call, { body, sink: call.sink, notes }, async (lastEventId, signal) => {
      const answer = await open(lastEventId, signal);
      if (answer?.kind === 'failure' && isPassing(answer.error)) throw answer.error;
      return answer?.kind === 'stream' ? answer.body : undefined;
    });
  }

  /**
   * Reads the answer to a call of an earlier page.
   *
   * @throws {McpError} `session-lost` when the server has neither the session nor the answer any longer
   */
  async resume(call: Call, place: ResumedPlace, notes: CallNotes, open: OpenStream): Promise<void> {
    const { lastEventId } = place;
    const reopen = async (eventId: string, signal: AbortSignal): Promise<Body> => {
      const answer = await open(eventId, signal);
      if (answer?.kind === 'stream') return answer.body;
      const error = answer?.kind === 'failure' ? answer.error : undefined;
      if (error && ![400, 404, 405, 410].includes(error.status)) throw error;
      throw lostAnswer(error);
    };
    await this.#follow(call, { sink: sinkOfEarlierCall(call, place), notes, lastEventId }, reopen);
  }

  /** The server has the answer to its request. */
  answered(requestId: RequestId): void {
    this.#asked.get(requestId)?.onanswer(requestId);
    this.#asked.delete(requestId);
  }

  async #follow(
    call: Call,
    { body, sink, notes, lastEventId }: FollowedCall,
    reopen: (lastEventId: string, signal: AbortSignal) => Promise<Body | undefined>,
  ): Promise<void> {
    const noted: MessageSink = notes
      ? {
          ...sink,
          request: (id, method, params) => {
            this.#asked.set(id, notes);
            notes.onask(id);
            sink.request(id, method, params);
          },
        }
      : sink;
    // Some servers end none of the streams that were opened again, and all others in time.
    let contact = body && this.#contact;
    if (notes) this.#noted.add(call);
    try {
      await resumeStream(body, {
        reconnection: this.#reconnection,
        onmessage: (data) => receiveEvent(data, noted),
        onid: (id) => {
          call.lastEventId = id;
          notes?.onid(id);
        },
        reopen: (eventId, signal) => {
          contact = undefined;
          return reopen(eventId, signal);
        },
        lastEventId,
        isDone: call.isSettled,
        leave: (rest) => void readToEnd(rest, call.givenUp, contact),
        signal: call.givenUp,
      });
    } finally {
      this.#noted.delete(call);
    }
  }
}

/** The answer to a call, as its stream brings it. */
interface FollowedCall {
  readonly body?: Body;
  readonly sink: MessageSink;
  readonly notes?: CallNotes | undefined;
  /** Present when the call was sent by an earlier page. */
  readonly lastEventId?: string;
}

/** Takes the messages of a call that another page sent: there, it had another id. */
function sinkOfEarlierCall({ id, sink }: Call, { requestId }: CallPlace): MessageSink {
  return {
    ...sink,
    result: (answered, result) => answered === requestId && sink.result(id, result),
    error: (answered, error) => answered === requestId && sink.error(id, error),
    notification: (method, params) =>
      sink.notification(method, params['progressToken'] === requestId ? { ...params, progressToken: id } : params),
  };
}

function lostAnswer(cause: HttpError | undefined): McpError {
  return new McpError('session-lost', 'The server no longer has the answer to this call.', { cause });
}
