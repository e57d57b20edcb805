import { type IDBPDatabase, openDB, type OpenDBCallbacks } from 'idb';

/**
 * Runs work on a database. Resolves with nothing when it cannot be opened or the work fails, for example because the
 * disk is full.
 */
export type UseDatabase<Schema> = <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>) => Promise<T | undefined>;

/**
 * A database that is opened when it is first used. It is closed when a page wants a newer version, and opened again
 * when needed.
 */
export function lazyDatabase<Schema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): UseDatabase<Schema> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;

  function open(): Promise<IDBPDatabase<Schema>> {
    // Where the page has no storage, this throws at once. The next use tries again.
    const opened = openDB<Schema>(name, version, {
      upgrade,
      blocking: (_current, _blocked, event) => {
        if (event.target instanceof IDBDatabase) event.target.close();
        opening = undefined;
      },
      terminated: () => (opening = undefined),
    });
    opened.catch(() => (opening = undefined));
    return opened;
  }

  return async (work) => {
    try {
      return await work(await (opening ??= open()));
    } catch {
      return undefined;
    }
  };
}
