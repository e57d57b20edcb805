/** Tells a new session what the one before knew, until the server takes it or refuses it for good. */
import type { McpError } from '../../errors.ts';
import type { Reconnection } from '../../transports/reconnection.ts';

/** A subscription, or the log level. */
export interface Restored {
  readonly send: () => Promise<unknown>;
  /** Whether it still matters: the page may want something else by now, and the next session has its own. */
  readonly isWanted: () => boolean;
  /** It worked, but not at once. */
  readonly onlate: () => void;
  readonly onrefused: (error: McpError) => void;
}

/** Resolves when each was tried once: then calls may go on. */
export async function restore(
  parts: readonly Restored[],
  reconnection: Reconnection,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all(
    parts.map(async ({ send, isWanted, onlate, onrefused }) => {
      const first = send();
      let isFirst = true;
      const work = async (): Promise<void> => {
        const sending = isFirst ? first : isWanted() && send().then(onlate);
        isFirst = false;
        await sending;
      };
      reconnection.persist(work, { signal }).catch((error: McpError) => {
        if (!signal.aborted && isWanted()) onrefused(error);
      });
      await first.catch(() => {});
    }),
  );
}
