/** Opens the session again that a server forgot: once for all who find it gone, and as often as it takes. */
import { HttpError, McpError, RpcError } from '../../errors.ts';
import { METHOD_NOT_FOUND } from '../../protocol/methods.ts';
import { isAway, type Reconnection } from '../../transports/reconnection.ts';
import type { CallOptions } from '../exchange.ts';
import { untilAborted } from '../../wire/abort.ts';

/** How long the answers that a server gives in the lost session are awaited, in ms, before the new one is open. */
const GRACE_MS = 1_000;

export interface RenewalOptions {
  readonly reconnection: Reconnection;
  /** Opens a new session. */
  readonly open: () => Promise<void>;
  /** Tells the new session what it has to know. */
  readonly restore: () => Promise<void>;
  /** The server cannot be reached for now. */
  readonly onaway: (error: McpError) => void;
  /** The server refuses a new session for good. */
  readonly onrefused: (error: McpError) => void;
  /** Whether somebody needs the session while nobody sees the page. */
  readonly inHiddenPage: () => boolean;
  /** Aborts when the client is closed. */
  readonly closing: AbortSignal;
}

export class Renewal {
  readonly #options: RenewalOptions;
  #running: Promise<void> | undefined;
  /** Aborts when a call waits for the session: then it is opened in a hidden page too. */
  #wanted = new AbortController();
  #failure: McpError | undefined;

  constructor(options: RenewalOptions) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#running !== undefined;
  }

  /**
   * Opens a new session, unless that is under way, and resolves when there is one.
   *
   * @param release ends what waits for an answer in the lost session, and keeps connections that the new one needs
   * @throws {McpError} `session-lost` when the server refuses it for good
   */
  start(release: () => void): Promise<void> {
    return (this.#running ??= this.#run(release).finally(() => (this.#running = undefined)));
  }

  /**
   * Waits for a session that is being opened, for as long as a call would wait for its answer.
   *
   * @throws {McpError} `timeout`, and as `start` does
   */
  async wait({ signal, timeoutMs: ownMs }: CallOptions, defaultMs: number): Promise<void> {
    if (!this.#running) return;
    const timeoutMs = ownMs ?? defaultMs;
    this.#wanted.abort();
    const ended = new AbortController();
    const timer = timeoutMs < Infinity ? setTimeout(() => ended.abort(this.#late(timeoutMs)), timeoutMs) : undefined;
    try {
      await untilAborted(this.#running, signal ? AbortSignal.any([signal, ended.signal]) : ended.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  #late(timeoutMs: number): McpError {
    return new McpError(
      'timeout',
      `The server has forgotten the session, and no new one could be opened within ${timeoutMs} ms. What waited for it was not sent.`,
      { cause: this.#failure },
    );
  }

  async #run(release: () => void): Promise<void> {
    const { reconnection, open, restore, onaway, onrefused, inHiddenPage, closing } = this.#options;
    this.#wanted = new AbortController();
    this.#failure = undefined;
    const timer = setTimeout(release, GRACE_MS);
    try {
      await reconnection.persist(open, {
        signal: closing,
        inHiddenPage: inHiddenPage() || this.#wanted.signal,
        onfailure: (error, failures) => {
          this.#failure = error;
          if (isAway(error, failures)) onaway(error);
        },
      });
    } catch (cause) {
      closing.throwIfAborted();
      const lost = new McpError(
        'session-lost',
        'The server has forgotten this session, and a new one could not be opened: connect again.',
        { cause },
      );
      onrefused(lost);
      throw lost;
    } finally {
      clearTimeout(timer);
    }
    await restore();
  }
}

/** The error of a call that comes too late. @param reason why the session is over */
export function closedBecause(reason: unknown): McpError {
  const because =
    reason instanceof McpError && reason.code !== 'closed' ? ` It was closed because: ${reason.message}` : '';
  return new McpError('closed', `This client is closed: connect again.${because}`, { cause: reason });
}

export const forgotten = (): McpError => new McpError('session-lost', 'The server has forgotten this session.');

export const cursorLost = (): McpError =>
  new McpError(
    'session-lost',
    'The server has forgotten the session that this cursor comes from: fetch the list again from the start.',
  );

export const isSessionLost = (error: unknown): error is McpError =>
  error instanceof McpError && error.code === 'session-lost';

/** A server that refuses the call with 400 in a new session too has something else to say. */
export function tellRefusal(error: unknown): never {
  const cause = isSessionLost(error) ? error.cause : undefined;
  throw cause instanceof RpcError || (cause instanceof HttpError && cause.status === 400) ? cause : error;
}

/** A server that answers a ping knows the session, even if it has no ping. Other errors with a status go on. */
export function ignoreAnswer(error: unknown): void {
  if (!(error instanceof RpcError) || (error.cause instanceof HttpError && error.rpcCode !== METHOD_NOT_FOUND))
    throw error;
}
