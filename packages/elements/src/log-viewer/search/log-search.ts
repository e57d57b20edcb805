/** The rows that the filter leaves, and the matches of the find bar in them: searched a few milliseconds at a time. */
import type { LogEntry } from '@mcp-web/client';
import type { LitElement, ReactiveController } from 'lit';
import type { VirtualList } from '../../internal/lists/virtual-list.ts';
import { filterMatcher, isFiltering, type LogFilter, NO_FILTER, type WordsOf } from './filter.ts';
import { Find, revealMatch } from './find-bar.ts';
import { CallRows } from '../list/calls.ts';
import { letPageWork } from '../../internal/base/let-page-work.ts';
import { indexOfId } from '../../internal/lists/list-rows.ts';
import { Matches, type Rows } from './matches.ts';
import { Missed } from './missed.ts';

/** It searches for this long at a time, in ms. */
const SLICE_MS = 6;
/** What is found meanwhile is shown at this interval, in ms. */
const SHOWN_EVERY_MS = 60;

export class LogSearch implements ReactiveController {
  readonly #element: LitElement;
  readonly #list: VirtualList;
  readonly #wordsOf: WordsOf;
  #calls = new CallRows();
  #rows: Rows = [];
  #filter = NO_FILTER;
  /** The rows, while they are filtered. */
  #matches: Matches | undefined;
  #find: Find | undefined;
  /** What came since the list stands still. */
  #missed: Missed | undefined;
  #isWorking = false;
  /** The entry that stays in its place while the filter changes around it. */
  #anchorId: number | undefined;
  /** How many rows had been found above the first when the list was last put in place. */
  #above = 0;
  /** The cell that was scrolled to a match. */
  #scrolledCell: Element | undefined;

  constructor(element: LitElement, list: VirtualList, wordsOf: WordsOf) {
    this.#element = element;
    this.#list = list;
    this.#wordsOf = wordsOf;
    element.addController(this);
  }

  get filter(): LogFilter {
    return this.#filter;
  }

  get rows(): Rows {
    return this.#rows;
  }

  /** How many rows there are without a filter. */
  get rowCount(): number {
    return this.#calls.length;
  }

  /** All entries about the call of an entry, or only this one. */
  readonly partsOf = (entry: LogEntry): readonly LogEntry[] => this.#calls.partsOf(entry);

  /** The search of the find bar, while that is open. */
  get find(): Find | undefined {
    return this.#find;
  }

  /** How much of the log is filtered, between 0 and 1. */
  get filteredShare(): number {
    return this.#matches?.share ?? 1;
  }

  /** How many rows came since the list stands still, as far as they are counted. */
  get missedCount(): number {
    return this.#missed?.count ?? 0;
  }

  /**
   * Searches for a moment, and goes on after the update if that was not enough. Returns the rows to show.
   * @param all the entries with those that came since the list stands still
   */
  update(entries: Rows, all: Rows): Rows {
    this.#calls.update(entries);
    const changed = this.#calls.takeChanged();
    if (this.#matches) for (const entry of changed) this.#matches.lookAgainAt(entry);
    this.#find?.lookAgainAt(changed, this.#matches ?? this.#calls);
    this.#takeMissed(entries, all);
    if (!this.#search()) void this.#work();
    this.#keepPlace();
    return this.#rows;
  }

  /** Another log is shown: its `server-1` is another server. */
  reset(entries: Rows): void {
    this.#calls = new CallRows();
    this.#calls.update(entries);
    this.setFilter(NO_FILTER);
  }

  readonly setFilter = (change: Partial<LogFilter>): void => {
    const list = this.#list;
    this.#keepPlace();
    const anchor = this.#rows.at(list.firstVisible) ?? this.#rows.at(-1);
    this.#anchorId = list.isFollowing ? undefined : anchor?.id;
    this.#filter = { ...this.#filter, ...change };
    this.#matches = isFiltering(this.#filter)
      ? new Matches(filterMatcher(this.#filter, this.#wordsOf, this.partsOf), (anchor ?? this.#calls.at(-1))?.id ?? 0)
      : undefined;
    this.#above = 0;
    this.#missed = undefined;
    if (this.#find) this.findText(this.#find.text);
    this.#element.requestUpdate();
  };

  toggleFind(): void {
    this.#find = this.#find ? undefined : new Find(this.#wordsOf, this.partsOf);
    this.#element.requestUpdate();
  }

  findText(text: string): void {
    this.#find?.start(text, (this.#rows.at(this.#list.firstVisible) ?? this.#rows.at(-1))?.id ?? 0);
    this.#element.requestUpdate();
  }

  /** Goes to the next or the previous match. */
  findNext(step: 1 | -1): void {
    const found = this.#find?.go(step, this.#rows.at(this.#list.firstVisible)?.id ?? 0);
    if (found) this.reveal(indexOfId(this.#rows, found.id), true);
  }

  /** Stops following, and brings a row into view. */
  reveal(index: number, isCentered: boolean): void {
    this.#list.isFollowing = false;
    this.#keepPlace();
    this.#list.reveal(index, isCentered);
    this.#element.requestUpdate();
  }

  hostUpdated(): void {
    if (this.#find || this.#scrolledCell)
      this.#scrolledCell = revealMatch(this.#element.renderRoot, this.#scrolledCell);
  }

  /** Searches for a moment. Returns whether everything was searched. */
  #search(): boolean {
    const until = performance.now() + SLICE_MS;
    this.#matches?.update(this.#calls, until);
    this.#rows = this.#matches ?? this.#calls;
    const isFiltered = this.#matches?.isDone !== false;
    const isFound = this.#find?.update(this.#rows, isFiltered, until) !== false;
    return this.#missed?.update(until) !== false && isFound && isFiltered;
  }

  #takeMissed(entries: Rows, all: Rows): void {
    const lastId = entries.at(-1)?.id ?? 0;
    if (entries === all) this.#missed = undefined;
    else if (this.#missed?.lastId !== lastId)
      this.#missed = new Missed(lastId, {
        shown: this.#calls,
        rows: () => this.#rows,
        matcher: isFiltering(this.#filter)
          ? (partsOf) => filterMatcher(this.#filter, this.#wordsOf, partsOf)
          : undefined,
      });
    this.#missed?.take(all);
  }

  /** Searches until everything was searched, and lets the page work in between. */
  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    const element = this.#element;
    let shownAt = performance.now();
    do {
      await letPageWork();
      if (performance.now() - shownAt > SHOWN_EVERY_MS) {
        element.requestUpdate();
        shownAt = performance.now();
      }
    } while (element.isConnected && !this.#search());
    this.#isWorking = false;
    element.requestUpdate();
  }

  /** What the user reads stays where it is, however much is found above it. */
  #keepPlace(): void {
    const list = this.#list;
    const above = this.#matches?.above ?? 0;
    list.count = this.#rows.length;
    if (this.#anchorId !== undefined) list.moveBy(indexOfId(this.#rows, this.#anchorId) - list.firstVisible);
    else if (!list.isFollowing) list.moveBy(above - this.#above);
    this.#above = above;
    this.#anchorId = undefined;
  }
}
