/** What the leading tab does: it listens on one stream for what any of the tabs wants to hear of. */
import { TASK_STATUS } from '../../protocol/methods.ts';
import type { JsonObject } from '../../protocol/types.ts';
import type { Interest } from '../session.ts';

/** Hears of changes at a server. */
export interface Listener {
  /** Rejects when the server does not announce these changes. It then goes on as before. */
  setInterest(interest: Interest): Promise<void>;
  close(): void;
}

const followsTask = ({ taskIds = [] }: Interest, id: unknown): boolean => taskIds.some((wanted) => wanted === id);

/**
 * Whether a notification is for a tab with this interest.
 *
 * @param isWanted whether some tab subscribed to exactly the resource that it names
 */
export function isFor(interest: Interest, method: string, params: JsonObject, isWanted: boolean): boolean {
  if (method === TASK_STATUS) return followsTask(interest, params['taskId']);
  const { uri } = params;
  if (method !== 'notifications/resources/updated' || typeof uri !== 'string') return true;
  const { uris } = interest;
  // A server may name a part of what a tab subscribed to.
  return isWanted ? uris.some((wanted) => uri.startsWith(wanted)) : uris.length > 0;
}

export class SharedInterest {
  readonly #listener: Listener;
  /** The tasks, of any tab, whose status comes on the stream. */
  tasksHeard: readonly string[] = [];
  /** By tab. */
  #interests: ReadonlyMap<string, Interest> = new Map();
  /** What the listener listens for, as text. */
  #heard: string | undefined;
  #lastChange: Promise<void> = Promise.resolve();

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  /** Whether the server announces what this tab wants to hear of. */
  has(tab: string): boolean {
    return this.#interests.has(tab);
  }

  /** Whether a tab subscribed to exactly this resource. */
  wants(uri: unknown): boolean {
    return [...this.#interests.values()].some(({ uris }) => uris.some((wanted) => wanted === uri));
  }

  /** Whether another tab than this one follows the task. */
  isFollowedBeside(tab: string, taskId: unknown): boolean {
    return [...this.#interests].some(([other, interest]) => other !== tab && followsTask(interest, taskId));
  }

  /** Listens for what these tabs want, too. Rejects when the server refuses; their earlier interest then counts. */
  add(interests: ReadonlyMap<string, Interest>): Promise<void> {
    return this.#change((before) => new Map([...before, ...interests]));
  }

  remove(tab: string): Promise<void> {
    return this.#change((before) => new Map([...before].filter(([other]) => other !== tab)));
  }

  /** The server no longer announces changes. The next change asks again. */
  forget(): void {
    this.#heard = undefined;
  }

  close(): void {
    this.#listener.close();
  }

  /** Changes run one after the other, so that it is known which one the server refuses. */
  #change(change: (before: ReadonlyMap<string, Interest>) => ReadonlyMap<string, Interest>): Promise<void> {
    const done = this.#lastChange.then(async () => {
      const next = change(this.#interests);
      const interest = unionOf(next.values());
      const wanted = JSON.stringify(interest);
      if (wanted !== this.#heard) await this.#listener.setInterest(interest);
      this.#heard = wanted;
      this.#interests = next;
    });
    this.#lastChange = done.catch(() => {});
    return done;
  }
}

function unionOf(interests: Iterable<Interest>): Interest {
  const all = [...interests];
  const taskIds = [...new Set(all.flatMap((interest) => interest.taskIds ?? []))].toSorted();
  return {
    lists: all.some(({ lists }) => lists),
    uris: [...new Set(all.flatMap(({ uris }) => uris))].toSorted(),
    ...(taskIds.length > 0 && { taskIds }),
  };
}
