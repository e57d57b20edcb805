import type { IDBPDatabase, OpenDBCallbacks } from 'idb';

/** Runs work on a database. Resolves with nothing where it cannot be had, or the work fails: a full disk, storage taken away. */
export type UseDatabase<Schema> = <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>) => Promise<T | undefined>;

/** A database that is opened when it is needed, gives way to a page that wants a newer version, and is then opened anew. */
export function lazyDatabase<Schema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): UseDatabase<Schema> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;

  async function open(): Promise<IDBPDatabase<Schema>> {
    try {
      // Many pages have a store and nothing to keep yet.
      const { openDB } = await import('idb');
      return await openDB<Schema>(name, version, {
        upgrade,
        blocking: (_current, _blocked, event) => {
          if (event.target instanceof IDBDatabase) event.target.close();
          opening = undefined;
        },
        terminated: () => (opening = undefined),
      });
    } catch (error) {
      opening = undefined;
      throw error;
    }
  }

  return async (work) => {
    try {
      return await work(await (opening ??= open()));
    } catch {
      return undefined;
    }
  };
}
