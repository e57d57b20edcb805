/** Messages that have no answer: answers to the server, and notifications. A server that does not accept one keeps a connection. */
import { McpError } from '../errors.ts';
import { GOODBYE_MS, POST_MS } from '../wire/http.ts';
import { encodeNotification, type RequestId } from '../wire/json-rpc.ts';
import type { SessionTransport } from './transport.ts';

/** How long a server may take to accept that nobody waits for a call anymore, in ms. */
const CANCEL_MS = 5_000;

/** The messages of one session. */
export class Notices {
  /** Aborts a while after the session was closed. */
  readonly #leaving = new AbortController();
  /** How many messages are under way. */
  #count = 0;
  #isClosed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @throws {McpError} `timeout` when the server does not accept the message in time, `closed`; and as `send` does */
  async post(send: (signal: AbortSignal) => Promise<unknown>, timeoutMs = POST_MS): Promise<void> {
    const late = AbortSignal.timeout(timeoutMs);
    const { signal: leaving } = this.#leaving;
    this.#count++;
    if (this.#isClosed) this.#leaveSoon();
    try {
      await send(AbortSignal.any([late, leaving]));
    } catch (cause) {
      leaving.throwIfAborted();
      if (!late.aborted) throw cause;
      throw new McpError('timeout', `The server did not accept a message within ${timeoutMs} ms.`, { cause });
    } finally {
      if (--this.#count === 0) clearTimeout(this.#timer);
    }
  }

  /** What is under way may still arrive. */
  close(): void {
    this.#isClosed = true;
    if (this.#count > 0) this.#leaveSoon();
  }

  #leaveSoon(): void {
    clearTimeout(this.#timer);
    const leave = (): void => this.#leaving.abort(new McpError('closed', 'The client was closed.'));
    this.#timer = setTimeout(leave, GOODBYE_MS);
  }
}

/** Tells the server that nobody waits for this call anymore. One that says nothing to that is not told again. */
export async function postCancellation(transport: SessionTransport, id: RequestId, reason: string): Promise<void> {
  const message = encodeNotification('notifications/cancelled', { requestId: id, reason });
  try {
    await transport.post(message, CANCEL_MS);
  } catch (error) {
    if (!(error instanceof McpError && error.code === 'timeout')) throw error;
  }
}
