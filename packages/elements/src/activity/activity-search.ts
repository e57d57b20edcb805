/** The rows that the filter leaves: searched a few milliseconds at a time, and again when entries have changed. */
import type { ActivityEntry, ActivitySnapshot, ActivityState } from '@mcp-web/client/activity';
import type { LitElement } from 'lit';
import { letPageWork } from '../internal/base/let-page-work.ts';
import { indexOfId, rowOfId } from '../internal/lists/list-rows.ts';
import { TextPattern } from '../internal/lists/text-pattern.ts';

export type ActivityKind = 'request' | 'notification' | 'received' | 'http';

export interface ActivityFilter {
  readonly text: string;
  /** Empty for all. So are the next three. */
  readonly kind: ActivityKind | '';
  readonly state: ActivityState | '';
  /** Its id in the host. */
  readonly server: string;
  /** Its address without secrets, for entries from a file. */
  readonly address: string;
}

export const NO_ACTIVITY_FILTER: ActivityFilter = { text: '', kind: '', state: '', server: '', address: '' };

/** It searches for this long at a time, in ms. */
const SLICE_MS = 6;
/** How many entries are searched between two looks at the clock. */
const AT_ONCE = 32;
/** What has changed is searched again at this interval, in ms. */
const AGAIN_MS = 300;
/** How far it has come is shown at this interval, in ms. */
const SHARE_MS = 100;
/** How much of a message is searched, in characters. */
const MAX_SEARCHED = 20_000;

export class ActivitySearch {
  readonly #element: LitElement;
  #filter = NO_ACTIVITY_FILTER;
  #isMatch: ((entry: ActivityEntry) => boolean) | undefined;
  #snapshot: ActivitySnapshot | undefined;
  #rows: readonly ActivityEntry[] = [];
  #removed = 0;
  /** The newest row that was on the screen. */
  #seenId = 0;
  #startedAt = -Infinity;
  #run = 0;
  #isSearching = false;
  /** How much was searched with this filter. */
  #share = 1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: LitElement) {
    this.#element = element;
  }

  get filter(): ActivityFilter {
    return this.#filter;
  }

  get rows(): readonly ActivityEntry[] {
    return this.#rows;
  }

  get isFiltering(): boolean {
    return this.#isMatch !== undefined;
  }

  /** How much of the entries was searched since the filter changed, between 0 and 1. */
  get share(): number {
    return this.#share;
  }

  /** How many rows are newer than what was on the screen. */
  get unseenCount(): number {
    return this.#rows.length - indexOfId(this.#rows, this.#seenId + 1);
  }

  /** Takes note that the row at this index is on the screen. */
  see(index: number): void {
    this.#seenId = Math.max(this.#seenId, this.#rows.at(index)?.id ?? 0);
  }

  readonly setFilter = (change: Partial<ActivityFilter>): void => {
    this.#filter = { ...this.#filter, ...change };
    this.#isMatch = matcherOf(this.#filter);
    this.#share = this.#isMatch ? 0 : 1;
    this.#again();
    this.#element.requestUpdate();
  };

  /** Other entries are shown, whose ids may be the same. */
  reset(): void {
    this.#rows = [];
    this.#removed = 0;
    this.#seenId = 0;
    this.#again();
  }

  /** The rows of a snapshot; at first, those that were found before. */
  update(snapshot: ActivitySnapshot): readonly ActivityEntry[] {
    if (snapshot === this.#snapshot) return this.#rows;
    if (snapshot.removed !== this.#removed) this.#remove(snapshot);
    if (!this.#isMatch) {
      this.#run++;
      this.#snapshot = snapshot;
      return (this.#rows = snapshot.entries);
    }
    if (this.#isSearching) return this.#rows;
    const wait = this.#startedAt + AGAIN_MS - performance.now();
    if (wait > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#element.requestUpdate();
      }, wait);
      return this.#rows;
    }
    this.#snapshot = snapshot;
    this.#isSearching = true;
    void this.#search(snapshot.entries, this.#isMatch, ++this.#run);
    return this.#rows;
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#again();
  }

  /** Searches from the beginning with the next update. */
  #again(): void {
    this.#run++;
    this.#isSearching = false;
    this.#startedAt = -Infinity;
    this.#snapshot = undefined;
  }

  /** What is not for the next user is gone at once, not after the next search. */
  #remove({ entries, removed }: ActivitySnapshot): void {
    this.#removed = removed;
    this.#rows = this.#rows.filter((row) => rowOfId(entries, row.id) === row);
    this.#again();
  }

  async #search(
    entries: readonly ActivityEntry[],
    isMatch: (entry: ActivityEntry) => boolean,
    run: number,
  ): Promise<void> {
    const found: ActivityEntry[] = [];
    let until = performance.now() + SLICE_MS;
    let shownAt = until;
    for (let index = 0; index < entries.length; index++) {
      const entry = entries[index];
      if (entry && isMatch(entry)) found.push(entry);
      if (index % AT_ONCE > 0 || performance.now() < until) continue;
      await letPageWork();
      if (run !== this.#run) return;
      until = performance.now() + SLICE_MS;
      if (this.#share === 1 || until < shownAt + SHARE_MS) continue;
      this.#share = index / entries.length;
      shownAt = until;
      this.#element.requestUpdate();
    }
    this.#rows = found;
    this.#share = 1;
    this.#isSearching = false;
    this.#startedAt = performance.now();
    // What is found at once is in this update.
    if (this.#element.isUpdatePending) await this.#element.updateComplete;
    this.#element.requestUpdate();
  }
}

function matcherOf({
  text,
  kind,
  state,
  server,
  address,
}: ActivityFilter): ((entry: ActivityEntry) => boolean) | undefined {
  const wanted = text.trim();
  if (wanted === '' && kind === '' && state === '' && server === '') return undefined;
  const pattern = wanted === '' ? undefined : new TextPattern(wanted);
  return (entry) =>
    (kind === '' || (kind === 'received' ? entry.direction === 'received' : entry.kind === kind)) &&
    (state === '' || entry.state === state) &&
    (server === '' || (entry.serverId === undefined ? entry.server === address : entry.serverId === server)) &&
    (!pattern ||
      pattern.isIn(`${entry.method} ${entry.name ?? ''} ${entry.server}`) ||
      pattern.isIn(entry.message?.slice(0, MAX_SEARCHED) ?? '') ||
      pattern.isIn(entry.answer?.slice(0, MAX_SEARCHED) ?? ''));
}
