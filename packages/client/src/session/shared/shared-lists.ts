/**
 * Lists that tabs fetch once for all. The leading tab asks the server and gives the others its answer, for as long as the
 * server, which announces changes, has announced none.
 */
import { McpError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { settlesWithin, untilAborted } from '../../wire/abort.ts';
import { textUpTo } from '../../wire/answer-text.ts';
import type { CallOptions } from '../exchange.ts';
import { type ListMessage, MAX_LIST_LENGTH } from './tab-messages.ts';

/** A page of a list. */
interface Wanted {
  readonly method: string;
  /** Absent for the first page. */
  readonly cursor: string | undefined;
}

export interface ListRequest {
  readonly method: string;
  readonly params: JsonObject;
  readonly options: CallOptions;
  /** Asks the server. */
  readonly send: (options: CallOptions) => Promise<JsonObject>;
}

export interface SharedListsOptions {
  /** Names this client to the other tabs. */
  readonly id: string;
  readonly timeoutMs: number;
  readonly post: (message: ListMessage) => void;
  /** Asks the server for all tabs. */
  readonly fetchList: (method: string, params: JsonObject) => Promise<JsonObject>;
  /** Whether this tab shares anything: not while nobody knows who the user is. */
  readonly isMember: () => boolean;
  readonly owner: () => string | undefined;
  readonly isLeading: () => boolean;
  /** Settles when this tab, which leads, hears of changes. */
  readonly opened: () => Promise<unknown>;
}

/** An answer as text, so that each tab gets a copy of its own. */
interface Answer {
  readonly text: string;
  /** How long ago it came, in ms. */
  readonly ageMs: number;
}

/** What the leading tab fetched. */
interface Kept {
  readonly text: Promise<string | undefined>;
  /** In characters; 0 while it is under way. */
  length: number;
  receivedAt: number;
}

/** A question to the leading tab. */
interface Asked {
  /** Waits longer, because the leading tab is there. */
  readonly extend: () => void;
  readonly settle: (answer: Answer | 'again' | undefined) => void;
}

/** How long an answer is kept for tabs that are opened later, in ms. Not every server announces all changes. */
const KEPT_MS = 60_000;

/** So many answers are kept, and so many characters of them all. */
const MAX_KEPT = 100;
const MAX_KEPT_LENGTH = 4 * MAX_LIST_LENGTH;

/** How long the leading tab may take to hear of changes before it has no list for the others, in ms. */
const OPEN_MS = 300;

/** How long the leading tab may take to say that it is there, in ms. */
const ACCEPT_MS = 1_000;

/** How long it may then take to get the list, in ms. After that, a tab asks the server itself. */
const FETCH_MS = 10_000;

/** How often a list may change while it is fetched, or the leading tab while it is asked. */
const MAX_ATTEMPTS = 4;

export class SharedLists {
  readonly #options: SharedListsOptions;
  /** What this tab has got since it last changed. Who asks for it again wants a newer one. */
  readonly #got = new Set<string>();
  /** How often something changed. */
  #changes = 0;
  readonly #kept = new Map<string, Kept>();
  readonly #asked = new Map<number, Asked>();
  #turn = 0;
  /** Whether the leading tab did not answer in time: it may be of a version that cannot. */
  #isUnanswered = false;
  /** What the leading tab waited for in vain. */
  #late: Promise<unknown> | undefined;

  constructor(options: SharedListsOptions) {
    this.#options = options;
  }

  async request({ method, params, options, send }: ListRequest): Promise<JsonObject> {
    // Whoever asks next may be another user.
    if (!this.#options.isMember()) return send(options);
    const { cursor } = params;
    const wanted: Wanted = { method, cursor: typeof cursor === 'string' ? cursor : undefined };
    const key = keyOf(wanted);
    const changes = this.#changes;
    const owner = this.#options.owner();
    const shared = this.#got.has(key) ? undefined : await this.#share(wanted, options);
    if (!shared && owner !== this.#options.owner())
      throw new McpError('closed', 'The user changed before this list was fetched: list again.');
    const result =
      shared ??
      (this.#options.isLeading()
        ? await this.#sendForAll(wanted, send(options))
        : await this.#sendAlone(wanted, send(options)));
    if (changes === this.#changes) this.#got.add(key);
    return result;
  }

  /** The server changed this list: it begins with this word. Without one, any of them may have changed. */
  drop(list = ''): void {
    this.#changes++;
    for (const known of [this.#got, this.#kept])
      for (const key of known.keys()) if (key.startsWith(list)) known.delete(key);
  }

  /** Takes what another tab says. */
  hear(message: ListMessage): void {
    if (message.type === 'list') void this.#serve(message);
    else if (message.type === 'refetched') this.#kept.delete(keyOf(message));
    else if (message.to === this.#options.id) {
      const asked = this.#asked.get(message.turn);
      if (message.type === 'listing') asked?.extend();
      else {
        this.#isUnanswered = false;
        asked?.settle(message.text === undefined ? undefined : { text: message.text, ageMs: message.ageMs });
      }
    }
  }

  /** Another tab leads from now on, or this one; or this one is in no group anymore. */
  restart(): void {
    this.#kept.clear();
    this.#isUnanswered = false;
    for (const asked of this.#asked.values()) asked.settle('again');
  }

  /** Resolves with nothing when this tab has to ask the server. */
  async #share(
    wanted: Wanted,
    { signal, timeoutMs = this.#options.timeoutMs }: CallOptions,
  ): Promise<JsonObject | undefined> {
    const { isMember, isLeading, owner } = this.#options;
    const limitMs = Math.min(FETCH_MS, timeoutMs / 2);
    const user = owner();
    for (let attempt = 0; isMember() && owner() === user && attempt < MAX_ATTEMPTS; attempt++) {
      // The first tab asks for all.
      if (isLeading() ? !this.#current(keyOf(wanted)) : this.#isUnanswered) return undefined;
      const answer = await untilAborted(
        isLeading() ? atMost(limitMs, this.#fetchOnce(wanted)) : this.#ask(wanted, limitMs),
        signal,
      );
      if (answer !== 'again') return answer && read(answer);
    }
    return undefined;
  }

  /** Keeps what the server answers this tab for the others. */
  async #sendForAll(wanted: Wanted, sending: Promise<JsonObject>): Promise<JsonObject> {
    const { owner } = this.#options;
    const user = owner();
    const key = keyOf(wanted);
    const kept = this.#keep(key, sending);
    const result = await sending;
    // The page may change what it gets.
    await kept.text;
    if (this.#kept.get(key) === kept || owner() !== user) return result;
    // The list has changed meanwhile, and the page may have the new one already.
    const newer = await this.#fetchOnce(wanted);
    return (typeof newer === 'object' && read(newer)) || result;
  }

  async #sendAlone(wanted: Wanted, sending: Promise<JsonObject>): Promise<JsonObject> {
    const result = await sending;
    // What the leading tab has is older.
    this.#options.post({ type: 'refetched', ...wanted });
    return result;
  }

  #ask(wanted: Wanted, limitMs: number): Promise<Answer | 'again' | undefined> {
    const turn = ++this.#turn;
    return new Promise((resolve) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const settle: Asked['settle'] = (answer) => {
        clearTimeout(timer);
        this.#asked.delete(turn);
        resolve(answer);
      };
      const wait = (ms: number): void => {
        clearTimeout(timer);
        timer = setTimeout(
          () => {
            this.#isUnanswered = true;
            settle(undefined);
          },
          Math.min(ms, limitMs),
        );
      };
      let isExtended = false;
      const extend = (): void => {
        if (!isExtended) wait(FETCH_MS);
        isExtended = true;
      };
      this.#asked.set(turn, { extend, settle });
      wait(ACCEPT_MS);
      this.#options.post({ type: 'list', from: this.#options.id, turn, ...wanted });
    });
  }

  /** Answers another tab, if this one leads. */
  async #serve({ from, turn, ...wanted }: Extract<ListMessage, { type: 'list' }>): Promise<void> {
    const { isLeading, opened, post } = this.#options;
    if (!isLeading()) return;
    post({ type: 'listing', to: from, turn });
    // Before that, it would not be told of a change.
    const opening = opened();
    const isOpen = await settlesWithin(opening === this.#late ? 0 : OPEN_MS, opening);
    if (!isOpen) this.#late = opening;
    const answer = isOpen ? await this.#fetchOnce(wanted) : undefined;
    // The next leading tab is asked again.
    if (isLeading() && answer !== 'again')
      post({ type: 'listed', to: from, turn, text: answer?.text, ageMs: answer?.ageMs ?? 0 });
  }

  /** Resolves with nothing when there is no answer that can be shared. */
  async #fetchOnce({ method, cursor }: Wanted): Promise<Answer | 'again' | undefined> {
    const { isLeading, owner } = this.#options;
    const user = owner();
    const key = keyOf({ method, cursor });
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (!isLeading() || owner() !== user) return 'again';
      const before = this.#current(key);
      const kept = before ?? this.#keep(key, this.#options.fetchList(method, cursor === undefined ? {} : { cursor }));
      const text = await kept.text;
      // If the list has changed meanwhile, this may be the old one.
      if (this.#kept.get(key) !== kept) continue;
      if (text !== undefined) return { text, ageMs: performance.now() - kept.receivedAt };
      this.#kept.delete(key);
      // The page that asked may have given up.
      if (!before) return undefined;
    }
    return undefined;
  }

  /** What is kept, or under way. */
  #current(key: string): Kept | undefined {
    const kept = this.#kept.get(key);
    return kept && performance.now() - kept.receivedAt < KEPT_MS ? kept : undefined;
  }

  #keep(key: string, sending: Promise<JsonObject>): Kept {
    const write = async (): Promise<string | undefined> => {
      const result = await sending;
      kept.receivedAt = performance.now();
      if ((result['resultType'] ?? 'complete') !== 'complete') return undefined;
      const text = await textUpTo(MAX_LIST_LENGTH, result);
      kept.length = text?.length ?? 0;
      this.#limitKept(kept);
      return text;
    };
    const kept: Kept = {
      text: Promise.resolve()
        .then(write)
        .catch(() => undefined),
      length: 0,
      receivedAt: Infinity,
    };
    // The newest come last.
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return kept;
  }

  /** Drops what is out of date, and the oldest answers that are too many besides this one. */
  #limitKept(newest: Kept): void {
    let count = this.#kept.size;
    let length = 0;
    for (const kept of this.#kept.values()) length += kept.length;
    for (const [key, kept] of this.#kept) {
      // Somebody waits for what is under way.
      if (kept === newest || kept.receivedAt === Infinity) continue;
      const isOld = performance.now() - kept.receivedAt >= KEPT_MS;
      if (!isOld && count <= MAX_KEPT && length <= MAX_KEPT_LENGTH) continue;
      this.#kept.delete(key);
      count--;
      length -= kept.length;
    }
  }
}

/** Resolves like the promise, or with nothing after this time, in ms. */
async function atMost<T>(limitMs: number, promise: Promise<T>): Promise<T | undefined> {
  return (await settlesWithin(limitMs, promise)) ? promise : undefined;
}

const keyOf = ({ method, cursor }: Wanted): string => JSON.stringify([method, cursor]).slice(2);

function read({ text, ageMs }: Answer): JsonObject | undefined {
  let result: unknown;
  try {
    result = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(result)) return undefined;
  const { ttlMs } = result;
  // It is fresh since it came from the server.
  return typeof ttlMs === 'number' ? { ...result, ttlMs: Math.max(0, ttlMs - ageMs) } : result;
}
