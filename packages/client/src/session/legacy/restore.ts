/** Tells a new session what the one before knew, until the server takes it or refuses it for good. */
import type { McpError } from '../../errors.ts';
import type { JsonObject, LogLevel } from '../../protocol/types.ts';
import type { Reconnection } from '../../transports/reconnection.ts';

/** What the page wants of the session by now. */
interface Wanted {
  readonly uris: readonly string[];
  readonly logLevel: LogLevel | undefined;
}

export interface RestoreOptions {
  readonly reconnection: Reconnection;
  readonly send: (method: string, params: JsonObject) => Promise<unknown>;
  /** Undefined once there is another session. */
  readonly wanted: () => Wanted | undefined;
  /** Changes of this resource are told of again, but not all were. */
  readonly onmissed: (uri: string) => void;
  /** The server no longer tells of changes of a resource. */
  readonly onrefused: (error: McpError) => void;
  readonly closing: AbortSignal;
}

/** Resolves when everything was tried once: then calls may go on. */
export async function restore({ send, wanted, onmissed, onrefused, ...options }: RestoreOptions): Promise<void> {
  const { uris, logLevel } = wanted() ?? { uris: [], logLevel: undefined };
  const subscriptions = uris.map((uri) =>
    tryOnce(
      () => send('resources/subscribe', { uri }),
      () => wanted()?.uris.includes(uri) === true,
      { ...options, onlate: () => onmissed(uri), onrefused },
    ),
  );
  const level =
    logLevel &&
    tryOnce(
      () => send('logging/setLevel', { level: logLevel }),
      () => wanted()?.logLevel === logLevel,
      { ...options, onlate: () => {}, onrefused: () => {} },
    );
  await Promise.all([...subscriptions, level]);
}

/** Resolves after the first attempt; more follow if it failed. */
async function tryOnce(
  send: () => Promise<unknown>,
  isWanted: () => boolean,
  {
    reconnection,
    closing: signal,
    onlate,
    onrefused,
  }: Pick<RestoreOptions, 'reconnection' | 'closing' | 'onrefused'> & { onlate: () => void },
): Promise<void> {
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
}
