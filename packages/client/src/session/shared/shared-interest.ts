/** What the leading tab does: it listens on one stream for what any of the tabs wants to hear of. */
import type { Interest } from '../session.ts';

/** Hears of changes at a server. */
export interface Listener {
  /** Rejects when the server does not announce these changes. It then goes on as before. */
  setInterest(interest: Interest): Promise<void>;
  close(): void;
}

export const NOTHING: Interest = { lists: false, uris: [] };

export const isNothing = ({ lists, uris }: Interest): boolean => !lists && uris.length === 0;

export class SharedInterest {
  readonly #listener: Listener;
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
  return { lists: all.some(({ lists }) => lists), uris: [...new Set(all.flatMap(({ uris }) => uris))].toSorted() };
}
