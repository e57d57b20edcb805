/** The change of interest that a tab waits for. Nobody waits for what another change has replaced. */
import { McpError } from '../../errors.ts';
import type { Interest } from '../session.ts';

/** How much longer a tab waits than the one that leads, in ms. */
const GRACE_MS = 2_000;

interface Pending {
  /** What it wanted to hear of before. */
  readonly before: Interest;
  readonly succeed: () => void;
  readonly fail: (error: unknown) => void;
}

interface AskOptions extends Pick<Pending, 'before'> {
  /** How long the leading tab may take, in ms. */
  readonly timeoutMs: number;
  /** Says what the tab wants to hear of. */
  readonly ask: () => void;
  /** The leading tab did not answer in time. */
  readonly onlate: (turn: number, error: McpError) => void;
}

export class AskedInterest {
  /** Numbers the changes. */
  turn = 0;
  #pending: Pending | undefined;

  get isPending(): boolean {
    return this.#pending !== undefined;
  }

  /** Asks, and settles as what was taken with {@link take} does. */
  async wait({ before, timeoutMs, ask, onlate }: AskOptions): Promise<void> {
    const turn = ++this.turn;
    let timer: ReturnType<typeof setTimeout> | undefined;
    if (timeoutMs < Infinity)
      timer = setTimeout(() => {
        const message = `The tab that listens for all tabs did not say within ${timeoutMs} ms whether the server announces changes.`;
        onlate(turn, new McpError('timeout', message));
      }, timeoutMs + GRACE_MS);
    try {
      await new Promise<void>((succeed, fail) => {
        this.#pending = { before, succeed, fail };
        ask();
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** What the tab waits for, to be settled now. */
  take(): Pending | undefined {
    const pending = this.#pending;
    this.#pending = undefined;
    return pending;
  }
}
