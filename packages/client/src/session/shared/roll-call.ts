/** The leading tab asks who is still there: a tab that crashed does not say that it is gone. */
import { wait } from '../../wire/abort.ts';

/** How long the other tabs have to say that they are there when a new one leads, in ms. */
const GONE_MS = 5_000;

/** How often the leading tab asks, in ms. */
const ROLL_MS = 2 * 60_000;

/** How long the other tabs then have to answer, in ms. One of them may be busy. */
const ANSWER_MS = 30_000;

export interface RollCallOptions {
  /** The tabs that have said that they are there. */
  readonly present: Map<string, unknown>;
  /** Those that the tab before knew of. */
  readonly known: Iterable<string>;
  /** Asks all tabs to say that they are there. */
  readonly ask: () => void;
  /** Is told of those that are not. */
  readonly onabsent: (tab: string) => void;
  /** Whether this tab leads no longer. */
  readonly isOver: () => boolean;
  readonly signal: AbortSignal;
}

/** Calls the roll again and again, until it is over. */
export async function callRoll({ present, known, ask, onabsent, isOver, signal }: RollCallOptions): Promise<void> {
  const dropAbsent = async (expected: readonly string[], afterMs: number): Promise<void> => {
    await wait(afterMs, signal).catch(() => {});
    if (isOver()) return;
    for (const tab of expected) if (!present.has(tab)) onabsent(tab);
  };
  await dropAbsent([...known], GONE_MS);
  while (!isOver()) {
    await wait(ROLL_MS, signal).catch(() => {});
    if (isOver()) return;
    const expected = [...present.keys()];
    present.clear();
    if (expected.length > 0) ask();
    await dropAbsent(expected, ANSWER_MS);
  }
}
