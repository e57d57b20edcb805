/** The server's own requests in a session, and the answers to them. */
import { type McpError, RpcError } from '../../errors.ts';
import { INTERNAL_ERROR } from '../../protocol/methods.ts';
import type { JsonObject } from '../../protocol/types.ts';
import type { Revision } from '../../protocol/revisions.ts';
import { encodeError, encodeResult, type RequestId, type RpcErrorObject } from '../../wire/json-rpc.ts';
import type { Reconnection } from '../../transports/reconnection.ts';
import type { AskingRequest, SessionContext } from '../session.ts';

/** For how long the client tries to deliver an answer, in ms. */
const DELIVERY_MS = 10 * 60_000;

export interface IncomingRequestsOptions {
  readonly onrequest: SessionContext['onrequest'];
  /** The revision that the answers have to be in. */
  readonly revision: () => Revision;
  readonly post: (message: string) => Promise<void>;
  /** The server has the answer to its request, or needs none anymore. */
  readonly onanswered: (id: RequestId) => void;
  readonly reconnection: Reconnection;
  /** Aborts when the session is over. */
  readonly closing: AbortSignal;
}

export class IncomingRequests {
  readonly #options: IncomingRequestsOptions;
  readonly #waiting = new Map<unknown, AbortController>();
  /** How many of them wait for the user. */
  #waitingForUser = 0;
  #answeredAt: number | undefined;

  constructor(options: IncomingRequestsOptions) {
    this.#options = options;
  }

  /**
   * Answers a request. If the server has cancelled it, nothing is sent, not even an error (cancellation). If the call
   * that led to it has ended, the user is asked no longer, and the server, which may still wait, hears that the user
   * chose nothing.
   */
  async answer(
    id: RequestId,
    method: string,
    params: JsonObject,
    call?: AbortSignal,
    request?: AskingRequest,
  ): Promise<void> {
    const { onrequest, revision, post, onanswered, reconnection, closing } = this.#options;
    if (this.#waiting.has(id)) return;
    const controller = new AbortController();
    // Calls wait longer only while the server waits for the user.
    const isUserAsked = method === 'elicitation/create' || method === 'sampling/createMessage';
    const gone = AbortSignal.any([controller.signal, closing]);
    const signal = call ? AbortSignal.any([gone, call]) : gone;
    this.#waiting.set(id, controller);
    if (isUserAsked) this.#waitingForUser++;
    let reply: string;
    try {
      reply = encodeResult(
        id,
        method === 'ping' ? {} : await onrequest(method, params, { signal, revision: revision(), request }),
      );
      if (isUserAsked) this.#answeredAt = performance.now();
    } catch (error) {
      reply =
        call?.aborted && method === 'elicitation/create'
          ? encodeResult(id, { action: 'cancel' })
          : encodeError(id, toErrorObject(error));
    }
    if (isUserAsked) this.#waitingForUser--;
    // What the user answered is not thrown away because the network had a bad moment. The same answer twice does no harm.
    if (!gone.aborted)
      await reconnection
        .persist(() => post(reply), { signal: gone, forMs: DELIVERY_MS, inHiddenPage: true })
        .catch(() => {});
    if (this.#waiting.get(id) !== controller) return;
    this.#waiting.delete(id);
    if (!closing.aborted) onanswered(id);
  }

  /** When a request last waited for the user, by `performance.now()`; now, while one does. */
  get waitedAt(): number | undefined {
    return this.#waitingForUser > 0 ? performance.now() : this.#answeredAt;
  }

  /** Gives up every request: the session that the server asked in is gone. */
  abandon(reason: McpError): void {
    for (const controller of this.#waiting.values()) controller.abort(reason);
    this.#waiting.clear();
  }

  /** Takes `notifications/cancelled`. The request that it names may be answered already, or unknown. */
  cancel({ requestId, reason }: JsonObject): void {
    const why = typeof reason === 'string' && reason ? `: ${reason}` : '';
    this.#waiting.get(requestId)?.abort(new DOMException(`The server cancelled its request${why}`, 'AbortError'));
  }
}

/** The error that a server gets when a request could not be answered. It learns nothing of the page's own errors. */
function toErrorObject(error: unknown): RpcErrorObject {
  if (error instanceof RpcError) return { code: error.rpcCode, message: error.message };
  return { code: INTERNAL_ERROR, message: 'The client could not answer' };
}
