/** Answers what a server asks by a request of its own: 2024-11-05 to 2025-11-25. */
import { type McpError, RpcError } from '../../errors.ts';
import { INTERNAL_ERROR } from '../../protocol/methods.ts';
import type { JsonObject } from '../../protocol/types.ts';
import type { Revision } from '../../protocol/revisions.ts';
import { encodeError, encodeResult, type RequestId, type RpcErrorObject } from '../../wire/json-rpc.ts';
import type { SessionContext } from '../session.ts';

export interface AnswersOptions {
  readonly onrequest: SessionContext['onrequest'];
  /** The revision that the answers have to be in. */
  readonly revision: () => Revision;
  readonly post: (message: string) => Promise<void>;
  /** Aborts when the session is over. */
  readonly closing: AbortSignal;
}

export class Answers {
  readonly #options: AnswersOptions;
  readonly #waiting = new Map<unknown, AbortController>();
  /** How many of them the user has to answer. */
  #asked = 0;
  #answeredAt: number | undefined;

  constructor(options: AnswersOptions) {
    this.#options = options;
  }

  /**
   * A server that gave up on its question gets no answer, not even an error (cancellation). Where the call that led to it has
   * ended, the user is left alone at once, and the server, which may still wait, is told that nobody chose anything.
   */
  async answer(id: RequestId, method: string, params: JsonObject, call?: AbortSignal): Promise<void> {
    const { onrequest, revision, post, closing } = this.#options;
    if (this.#waiting.has(id)) return;
    const controller = new AbortController();
    // A server that only pings, or asks what the page knows by itself, is no reason to wait longer.
    const isUserAsked = method === 'elicitation/create' || method === 'sampling/createMessage';
    const gone = AbortSignal.any([controller.signal, closing]);
    const signal = call ? AbortSignal.any([gone, call]) : gone;
    this.#waiting.set(id, controller);
    if (isUserAsked) this.#asked++;
    let reply: string;
    try {
      reply = encodeResult(
        id,
        method === 'ping' ? {} : await onrequest(method, params, { signal, revision: revision() }),
      );
      if (isUserAsked) this.#answeredAt = performance.now();
    } catch (error) {
      reply =
        call?.aborted && method === 'elicitation/create'
          ? encodeResult(id, { action: 'cancel' })
          : encodeError(id, toErrorObject(error));
    }
    if (this.#waiting.get(id) === controller) this.#waiting.delete(id);
    if (isUserAsked) this.#asked--;
    if (!gone.aborted) await post(reply).catch(() => {});
  }

  /** When the user was last waited for, by `performance.now()`; now, while they are. */
  get waitedAt(): number | undefined {
    return this.#asked > 0 ? performance.now() : this.#answeredAt;
  }

  /** Takes back every question: whoever asked is not there any more. */
  abandon(reason: McpError): void {
    for (const controller of this.#waiting.values()) controller.abort(reason);
    this.#waiting.clear();
  }

  /** Takes `notifications/cancelled`. What it names may be answered already, or never have been asked. */
  cancel({ requestId, reason }: JsonObject): void {
    const why = typeof reason === 'string' && reason ? `: ${reason}` : '';
    this.#waiting.get(requestId)?.abort(new DOMException(`The server cancelled its request${why}`, 'AbortError'));
  }
}

/** What a server is told of an answer that failed. The page's own errors are none of its business. */
function toErrorObject(error: unknown): RpcErrorObject {
  if (error instanceof RpcError) return { code: error.rpcCode, message: error.message };
  return { code: INTERNAL_ERROR, message: 'The client could not answer' };
}
