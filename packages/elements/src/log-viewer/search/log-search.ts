/** What the user does with the log: loaded with the first thing they do. */
import { LOG_LEVELS, type LogEntry, type LogKind } from '@mcp-web/client';
import { html, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { choices, KINDS } from './choices.ts';
import { details, detailsStyles } from './details.ts';
import { empty, emptyStyles } from './empty.ts';
import { filterMatcher, isFiltering, type LogFilter, NO_FILTER } from './filter.ts';
import { FindBar, findStyles } from './find-bar.ts';
import { Keeping } from './keeping.ts';
import { latest, latestStyles } from './latest.ts';
import { indexOfId, Matches, type Rows } from './matches.ts';
import { Menu, menuStyles } from './menu.ts';
import { more, moreStyles } from './more.ts';
import { firstVisible, moveBy, reveal, settle } from './place.ts';
import { english } from './rare-messages.ts';
import { sentence } from './sentence.ts';
import { turn } from './turn.ts';
import { uncover } from './uncover.ts';
import type { LogView, Reading } from './view.ts';

/** For so long at a time it is searched, in ms. */
const SLICE_MS = 6;
/** What was found meanwhile is shown so often, in ms. */
const SHOWN_EVERY_MS = 60;
const SETTLE_MS = 200;

export class Reader implements ReactiveController {
  readonly styles = [...detailsStyles, emptyStyles, latestStyles, findStyles, menuStyles, moreStyles];
  readonly keeping: Keeping;
  readonly #view: LogView;
  readonly #reading: Reading;
  filter = NO_FILTER;
  picked: LogEntry | undefined;
  find: FindBar | undefined;
  readonly #menu: Menu;
  /** What came of it, for screen readers too. */
  said = '';
  /** The entry that the Tab key leads to. */
  #stopId: number | undefined;
  #matches: Matches | undefined;
  #rows: Rows;
  /** What the user reads while the filter changes around it. */
  #readId: number | undefined;
  /** How many rows were found above the first one when the place on the screen was last put right. */
  #above = 0;
  #isWorking = false;
  /** The part of a line that was scrolled to what was found. */
  #uncovered: Element | undefined;
  #leadFocus: (() => void) | undefined;
  #settling: ReturnType<typeof setTimeout> | undefined;

  constructor(view: LogView) {
    this.#view = view;
    this.#rows = view.entries() ?? [];
    this.keeping = new Keeping(view.element);
    this.#menu = new Menu(view.element);
    view.element.addController(this);
    view.element.renderRoot.addEventListener('scroll', () => this.#settle(), { capture: true });
    const rows = (): Rows => this.#rows;
    const filter = (): LogFilter => this.filter;
    this.#reading = {
      ...view,
      keeping: this.keeping,
      get host() {
        return view.element.currentHost;
      },
      get text() {
        return view.element.words('log-viewer', english);
      },
      get rows() {
        return rows();
      },
      get filter() {
        return filter();
      },
      setFilter: this.#setFilter,
      say: (what) => {
        this.said = what;
        view.element.requestUpdate();
      },
      show: this.#show,
      sentence: this.sentence,
    };
  }

  get isMore(): boolean {
    return this.#menu.isOpen;
  }

  /** The host is another one. */
  reset(): void {
    this.picked = this.#matches = undefined;
    // Its `server-1` is another server.
    this.#setFilter(NO_FILTER);
  }

  hostUpdate(): void {
    this.keeping.sync();
    const root = this.#view.element.shadowRoot;
    const held = root?.activeElement?.closest<HTMLElement>('[data-id], .latest, .notice');
    const id = held?.dataset['id'];
    this.#leadFocus = () => {
      // What had the focus may have left the screen, and another entry have its line.
      if (held && (!root?.activeElement || held.dataset['id'] !== id)) this.#focus('.scroller');
      if (root && (this.find || this.#uncovered)) this.#uncovered = uncover(root, this.#uncovered);
    };
  }

  hostUpdated(): void {
    this.#leadFocus?.();
  }

  hostDisconnected(): void {
    clearTimeout(this.#settling);
  }

  /** The rows to show of the log. */
  rows(): Rows {
    if (!this.#search()) void this.#work();
    this.#keepPlace();
    return this.#rows;
  }

  /** That one of these which the Tab key leads to, where the user was at one. */
  stopIn(shown: readonly LogEntry[]): LogEntry | undefined {
    return shown.find(({ id }) => id === this.#stopId);
  }

  /** What stands for the data of an entry of the page's own. */
  readonly sentence = (entry: LogEntry): string | undefined =>
    entry.kind === 'log' ? undefined : sentence(entry, this.#reading.text);

  /** What stands between the toolbar and the entries. */
  above(): TemplateResult {
    const { text } = this.#reading;
    return html`${this.#menu.template(() => more(this.#reading))}${this.find?.template() ?? nothing}
      ${this.keeping.isFailing ? html`<div class="notice warning row kept" role="alert"><span>${text.notKept}</span><button type="button" class="button small" data-do="keep">${text.keepAgain}</button></div>` : nothing}`;
  }

  /** What stands below the entries. */
  below(): unknown {
    return this.picked ? details(this.#reading, this.picked) : nothing;
  }

  /** What stands where entries would be, or over them. */
  over(): unknown {
    return this.#rows.length === 0 ? empty(this.#reading) : latest(this.#reading);
  }

  /** What may be chosen to filter by. */
  choices(kinds: Readonly<Record<LogKind, string>>): unknown {
    return choices(this.#reading, kinds);
  }

  /** What stands beside the number of entries. */
  foot(): TemplateResult {
    return html`${this.#matches?.isDone === false ? html`<span class="soft">${this.#reading.text.filtering(Math.floor(this.#matches.share * 100))}</span>` : nothing}
      <span role="status" class="soft">${this.said}</span>`;
  }

  handle(event: Event, target: EventTarget | null): void {
    const element = target instanceof Element ? target : undefined;
    const entry = this.#entryOf(element);
    if (event.type === 'click') {
      const action = element?.closest<HTMLElement>('[data-do]')?.dataset['do'];
      // The browser opens and closes the menu for its button, but not for a click that had to wait for it.
      if (action === 'more') {
        if (element !== this.#menu.button || event.eventPhase === Event.NONE) this.#menu.open();
      } else if (action) this.#do(action);
      else if (entry) this.#pick(entry);
    } else if (event instanceof KeyboardEvent) this.#onkey(event, entry, element);
    else if (event.type === 'focusin') this.#stopId = entry?.id ?? this.#stopId;
    else if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement)
      this.#filterBy(element.name, element.value);
    this.#view.element.requestUpdate();
  }

  /** After so long without a scroll, the scrollbar of a very long log is put right. */
  #settle(): void {
    clearTimeout(this.#settling);
    const { tail, element } = this.#view;
    this.#settling = setTimeout(() => {
      if (settle(tail)) element.requestUpdate();
    }, SETTLE_MS);
  }

  /** Looks on for a moment. Returns whether everything was looked at. */
  #search(): boolean {
    const until = performance.now() + SLICE_MS;
    const entries = this.#view.entries() ?? [];
    this.#matches?.update(entries, until);
    this.#rows = this.#matches ?? entries;
    const isFiltered = this.#matches?.isDone !== false;
    return this.find?.update(this.#rows, isFiltered, until) !== false && isFiltered;
  }

  /** Looks on until everything was looked at, and lets the page do its own in between. */
  async #work(): Promise<void> {
    if (this.#isWorking) return;
    this.#isWorking = true;
    const { element } = this.#view;
    let shownAt = performance.now();
    do {
      await turn();
      if (performance.now() - shownAt > SHOWN_EVERY_MS) {
        element.requestUpdate();
        shownAt = performance.now();
      }
    } while (element.isConnected && !this.#search());
    this.#isWorking = false;
    element.requestUpdate();
  }

  /** What is read stays where it is, however much is found above it. */
  #keepPlace(): void {
    const { tail } = this.#view;
    const above = this.#matches?.above ?? 0;
    tail.count = this.#rows.length;
    if (this.#readId !== undefined) moveBy(tail, indexOfId(this.#rows, this.#readId) - firstVisible(tail));
    else if (!tail.isFollowing) moveBy(tail, above - this.#above);
    this.#above = above;
    this.#readId = undefined;
  }

  readonly #setFilter = (change: Partial<LogFilter>): void => {
    const { tail, entries } = this.#view;
    this.#keepPlace();
    const read = this.#rows.at(firstVisible(tail)) ?? this.#rows.at(-1);
    this.#readId = tail.isFollowing ? undefined : read?.id;
    this.filter = { ...this.filter, ...change };
    this.#matches = isFiltering(this.filter)
      ? new Matches(filterMatcher(this.filter, this.sentence), (read ?? entries()?.at(-1))?.id ?? 0)
      : undefined;
    this.#above = 0;
    this.find?.restart();
    this.#view.element.requestUpdate();
  };

  #filterBy(name: string, value: string): void {
    const level = LOG_LEVELS.find((one) => one === value);
    // A choice is told of twice.
    if (Reflect.get(this.filter, name) === value) return;
    if (name === 'level' && level) this.#setFilter({ level });
    else if (name === 'kind') this.#setFilter({ kind: KINDS.find((one) => one === value) ?? '' });
    else if (name === 'serverId' || name === 'logger' || name === 'text') this.#setFilter({ [name]: value });
  }

  #do(action: string): void {
    const { tail, element } = this.#view;
    if (action === 'find') void this.#toggleFind();
    else if (action === 'follow') tail.isFollowing = true;
    else if (action === 'all') {
      this.#setFilter(NO_FILTER);
      this.#focus('input');
    } else if (action === 'close') this.#close();
    else if (action === 'keep') void this.keeping.ask(true);
    else if (action === 'clear') {
      this.picked = undefined;
      tail.isFollowing = true;
      element.currentHost?.log.clear();
    }
    element.requestUpdate();
  }

  #onkey(event: KeyboardEvent, entry: LogEntry | undefined, target: Element | undefined): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    // The browser's own search sees only what is on the screen. Pressed again, it is the browser's; and so it is where this was not there yet.
    if (
      event.key === 'f' &&
      event.ctrlKey !== event.metaKey &&
      !event.altKey &&
      !event.shiftKey &&
      !this.find &&
      event.eventPhase !== Event.NONE
    ) {
      event.preventDefault();
      void this.#toggleFind();
    } else if (event.key === 'Escape' && target?.closest('.find')) {
      event.preventDefault();
      void this.#toggleFind();
    } else if (entry && step !== 0) {
      event.preventDefault();
      void this.#focusRow(indexOfId(this.#rows, entry.id) + step);
    }
  }

  #pick(entry: LogEntry): void {
    this.picked = entry === this.picked ? undefined : entry;
    if (this.picked) this.#view.tail.isFollowing = false;
  }

  async #toggleFind(): Promise<void> {
    this.find = this.find ? undefined : new FindBar(this.#reading);
    this.#view.element.requestUpdate();
    await this.#view.element.updateComplete;
    this.#focus(this.find ? '.find input' : '.scroller');
  }

  readonly #show = (index: number): void => {
    this.#keepPlace();
    reveal(this.#view.tail, index, true);
    this.#view.element.requestUpdate();
  };

  #close(): void {
    const { picked } = this;
    this.picked = undefined;
    const index = picked ? indexOfId(this.#rows, picked.id) : -1;
    if (index >= 0 && this.#rows.at(index) === picked) void this.#focusRow(index);
  }

  async #focusRow(index: number): Promise<void> {
    const entry = index < 0 ? undefined : this.#rows.at(index);
    if (!entry) return;
    const { tail, element } = this.#view;
    tail.isFollowing = false;
    this.#stopId = entry.id;
    this.#keepPlace();
    reveal(tail, index, false);
    element.requestUpdate();
    await element.updateComplete;
    this.#focus(`[data-id="${entry.id}"]`);
  }

  #focus(selector: string): void {
    this.#view.element.renderRoot.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  }

  #entryOf(element: Element | undefined): LogEntry | undefined {
    const id = Number(element?.closest<HTMLElement>('[data-id]')?.dataset['id'] ?? NaN);
    const entry = this.#rows.at(indexOfId(this.#rows, id));
    return entry?.id === id ? entry : undefined;
  }
}
