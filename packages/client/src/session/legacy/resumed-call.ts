/** Goes on with a call in the session of an earlier page, without opening a session. */
import { McpError } from '../../errors.ts';
import type { ClientCapabilities, JsonObject } from '../../protocol/types.ts';
import type { CallNotes, ResumedPlace, SessionTransport } from '../../transports/transport.ts';
import { postCancellation } from '../../transports/notice.ts';
import { type CallOptions, Exchange } from '../exchange.ts';
import type { SessionContext } from '../session.ts';
import { takePlace } from './call-place.ts';
import { IncomingRequests } from './incoming-requests.ts';

/** What is known of the call. */
export interface CallToResume extends ResumedPlace {
  /** The server's requests after that event that need no answer anymore. */
  readonly answered: readonly unknown[];
}

/** A call of an earlier page. */
export class ResumedCall {
  readonly #place: CallToResume;
  readonly #closing = new AbortController();
  readonly #exchange: Exchange;
  readonly #incoming: IncomingRequests;
  readonly #capabilities: ClientCapabilities;
  readonly #transport: SessionTransport;

  private constructor(
    context: SessionContext,
    place: CallToResume,
    makeTransport: Awaited<ReturnType<SessionContext['transports']['legacy']>>,
  ) {
    this.#place = place;
    this.#capabilities = context.capabilities;
    this.#incoming = new IncomingRequests({
      onrequest: (...request) => context.onrequest(...request),
      revision: () => place.revision,
      post: (message) => this.#transport.post(message),
      onanswered: (id) => this.#transport.answered?.(id),
      reconnection: context.transports.reconnection,
      closing: this.#closing.signal,
    });
    this.#exchange = new Exchange({
      timeoutMs: context.timeoutMs,
      maxTimeoutMs: context.maxTimeoutMs,
      waitedForUserAt: () =>
        Math.max(this.#incoming.waitedAt ?? -Infinity, context.transports.waitedForUserAt?.() ?? -Infinity),
      onnotification: (method, params) => {
        if (method === 'notifications/cancelled') this.#incoming.cancel(params);
        else context.onnotification(method, params);
      },
      onrequest: (id, ...request) => {
        if (!place.answered.includes(id)) void this.#incoming.answer(id, ...request);
      },
    });
    this.#transport = makeTransport(this.#exchange, {
      onmissed: () => {},
      onchangeslost: () => {},
      onrefused: () => {},
      probe: async () => {},
      inHiddenPage: () => false,
      onforgotten: () => {},
      onend: (error) => this.#exchange.failAll(error),
    });
    this.#transport.adopt?.(place);
  }

  static async open(context: SessionContext, place: CallToResume): Promise<ResumedCall> {
    return new ResumedCall(context, place, await context.transports.legacy());
  }

  /**
   * Resolves with the result of the call as it came.
   *
   * @throws {McpError} `session-lost` when the server no longer has it, and as every request does
   */
  async answer(options: CallOptions, notes: CallNotes): Promise<JsonObject> {
    const { requestId } = this.#place;
    return this.#exchange.call(
      'tools/call',
      {},
      options,
      async (call) => {
        if (!this.#transport.resume) throw new McpError('session-lost', 'This transport cannot resume a call.');
        // The server may ask again, as in any other call.
        await takePlace(this.#transport, this.#capabilities, 'tools/call', call, undefined);
        call.waitsFor = undefined;
        await this.#transport.resume(call, this.#place, notes);
      },
      (_call, reason) => {
        // After a timeout, the call can be resumed once more.
        if (!options.signal?.aborted) return;
        postCancellation(this.#transport, requestId, reason).catch(() => {});
      },
    );
  }

  /** Stops waiting. The server goes on with the call. */
  fail(): void {
    this.#exchange.failAll(new McpError('closed', 'Nobody waits for this call anymore.'));
  }

  /** @param endsSession whether the server can forget the session, which nobody needs anymore */
  async close(endsSession: boolean): Promise<void> {
    this.#closing.abort(new McpError('closed', 'Nobody waits for this call anymore.'));
    if (endsSession) await this.#transport.close();
    else this.#transport.reset();
  }
}
