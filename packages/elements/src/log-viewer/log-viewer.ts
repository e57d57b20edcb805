import type { HostCall, LogEntries, LogEntry, McpHost } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { jsonTreeStyles } from '../internal/text/json-tree.ts';
import { Arrivals } from './list/arrivals.ts';
import { emptyList } from './list/empty.ts';
import { callRow } from './list/call-row.ts';
import { knownCall } from './list/call-outcome.ts';
import { isOfCall } from './list/calls.ts';
import { row } from './list/row.ts';
import { sentence, wordsOf } from './list/sentence.ts';
import { RowFocus } from '../internal/lists/row-focus.ts';
import { VirtualList } from '../internal/lists/virtual-list.ts';
import { rowListStyles } from '../internal/lists/row-list.styles.ts';
import { styles } from './log-viewer.styles.ts';
import { english, type LogViewerMessages } from './messages.ts';
import { callDetails } from './panel/call-details.ts';
import { details } from './panel/details.ts';
import { copyEntries, saveRows } from './panel/export.ts';
import { foot } from './panel/foot.ts';
import { MoreMenu, moreMenu, requestLevel } from './panel/more-menu.ts';
import { notStored, Storing } from './panel/storing.ts';
import { toolbar } from './panel/toolbar.ts';
import { isFiltering, NO_FILTER } from './search/filter.ts';
import { findBar } from './search/find-bar.ts';
import { LogSearch } from './search/log-search.ts';
import type { Rows } from './search/matches.ts';

const newestId = (entries: LogEntries | undefined): number => entries?.at(-1)?.id ?? 0;

/**
 * @summary The log of a host: what its servers log, and what the page does with them. Users can filter, search, pause and save it.
 *
 * The page stays responsive with a million entries, and with ten thousand more each second: only the rows on the screen are
 * rendered, a flood of entries is drawn ten times a second, and the filter and the search work for a few milliseconds at a time,
 * starting where the user is. While the log follows its end, screen readers read out new entries, unless too many arrive at once.
 * Scrolling up, finding or opening an entry pauses the log. While it is paused, the entries stay in place and in memory, even if
 * the host's log drops them. Ctrl+F (Cmd+F on a Mac) searches the data of all entries, up to 4,000 characters and four levels in
 * each. Anything that looks like a secret is left out of what is copied, saved or stored.
 *
 * Keyboard: ↑, ↓, Page Up, Page Down, Home and End lead from row to row. Enter, Space or → opens a row, and ← closes it (reversed
 * where text runs from right to left). In the search, Enter leads to the next match, Shift+Enter to the one before, and Escape
 * closes the search.
 *
 * All entries about a tool call are one row, with the state of the call and how long it took; the row changes while the call runs.
 * When it is opened, it shows what was decided and the arguments. It shows the progress and the result as long as the host knows
 * the call (`McpHost.calls`), because the log has neither. A call is shown if each part of the filter matches one of its entries.
 * Saving it saves all its entries. Where the element is narrow, a server is named by its initials.
 *
 * The list is 320 pixels high unless the page gives the element a height.
 *
 * The element says how many older entries the log dropped. To keep more, set `max-entries`; users can do so under *More*. The limit
 * of the host in bytes (`maxLogBytes`) applies as well.
 *
 * @slot header - a title of the page, above everything
 * @slot actions - controls of the page, after the buttons
 * @csspart log - the list of entries
 * @csspart entry - one entry, or one call
 * @csspart details - the entry or call that was opened
 * @csspart more - the menu with levels, saving, storing and how much to keep
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-log-viewer></mcp-log-viewer>
 * </mcp-host>
 * ```
 */
export class McpLogViewerElement extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, jsonTreeStyles, rowListStyles, styles];

  /** Stores the log in this browser, as if the user had asked for it. The value is the name of the database; leave it empty for the default. */
  @property() store: string | undefined;

  /** How many entries the log keeps, instead of `maxLogEntries` of the host. Users can choose another number, for all tabs and later visits. */
  @property({ type: Number, attribute: 'max-entries' }) maxEntries: number | undefined;

  readonly #list = new VirtualList(this);
  readonly #storing = new Storing(this);
  readonly #search = new LogSearch(this, this.#list, (entry) => wordsOf(this.#messages, entry));
  readonly #focus = new RowFocus<LogEntry>(this, {
    rows: () => this.#search.rows,
    reveal: (index) => this.#search.reveal(index, false),
  });
  readonly #menu = new MoreMenu(this);
  readonly #arrivals = new Arrivals(() => this.requestUpdate());
  #messages: LogViewerMessages = english;
  /** What was rendered last. It does not change while the log is paused, even if the host's log drops entries. */
  #entries: LogEntries | undefined;
  /** The log of these entries: a move in the page does not change it. */
  #log: McpHost['log'] | undefined;
  /** The entry whose details are shown. */
  #opened: LogEntry | undefined;
  /** All entries about the call that is opened: they stay even if the log drops them. */
  #openedParts: readonly LogEntry[] = [];
  #isFilterOpen = false;
  /** What happened, for screen readers too. */
  #status = '';

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    // Capturing: before anything is rendered because of the event.
    for (const type of ['click', 'input', 'change', 'keydown', 'focusin'])
      root.addEventListener(type, () => this.#arrivals.silence(), { capture: true });
    return root;
  }

  protected override onHost({ log, calls }: McpHost, signal: AbortSignal): void {
    if (log !== this.#log) {
      this.#log = log;
      this.#list.follow();
      this.#arrivals.reset();
      this.#opened = undefined;
      this.#entries = log.getSnapshot();
      this.#search.reset(this.#entries);
    }
    let known: HostCall | undefined;
    const unsubscribeCalls = calls.subscribe(() => {
      // Progress is in no log.
      if (known !== (known = this.#opened && knownCall(calls, this.#opened))) this.requestUpdate();
    });
    const unsubscribe = log.subscribe(() => {
      if (this.#arrivals.isDue(newestId(log.getSnapshot()))) this.requestUpdate();
    });
    signal.addEventListener('abort', () => {
      unsubscribe();
      unsubscribeCalls();
      this.#arrivals.stop();
    });
  }

  override render(): TemplateResult {
    const messages = (this.#messages = this.messagesFor('log-viewer', english));
    const host = this.currentHost;
    if (!host) return html`<p class="notice">${this.shared.noHost}</p>`;
    const { servers } = host.getSnapshot();
    const all = host.log.getSnapshot();
    const list = this.#list;
    const entries = (this.#entries = list.isFollowing ? all : (this.#entries ?? all));
    const rows = this.#search.update(entries, all);
    const { filter, setFilter, find, filteredShare, missedCount } = this.#search;
    return html`<div class="card ${list.isLow ? 'low' : ''}" part="card" @keydown=${this.#onkeydown}>
      ${toolbar(messages, {
        filter,
        servers,
        loggers: [...host.log.loggers],
        isFollowing: list.isFollowing,
        isFindOpen: find !== undefined,
        isFilterOpen: this.#isFilterOpen,
        isMoreOpen: this.#menu.isOpen,
        isEmpty: all.length === 0,
        onfilter: setFilter,
        ontogglefilter: this.#toggleFilter,
        ontogglefollow: () => this.#setFollowing(!list.isFollowing),
        ontogglefind: this.#toggleFind,
        onclear: this.#clear,
      })}
      ${moreMenu(messages, this.#menu, {
        servers,
        isEmpty: rows.length === 0,
        isStored: this.#storing.isActive,
        maxEntries: host.log.maxEntries,
        storedEntries: this.#storing.storedEntries,
        onlevel: (server, level) => void requestLevel(messages, host, server, level).then(this.#say),
        onsave: () => void this.#save(rows),
        onstore: (isWanted) => void this.#store(isWanted),
        onkeep: (count) => this.#storing.keep(count),
      })}
      ${
        find
          ? findBar(messages, find, {
              oninput: (text) => this.#search.findText(text),
              onstep: (step) => this.#search.findNext(step),
              onclose: this.#toggleFind,
            })
          : nothing
      }
      ${this.#storing.isFailing ? notStored(messages, () => void this.#store(true)) : nothing}
      <div class="panes">
        ${this.#renderList(messages, host, rows)} ${this.#opened ? this.#renderDetails(messages, host, this.#opened) : nothing}
      </div>
      ${foot(messages, {
        shown: rows.length,
        all: this.#search.rowCount,
        dropped: list.isFollowing ? host.log.dropped : 0,
        share: filteredShare,
        status: this.#status,
        unseen: missedCount,
        onlatest: () => this.#setFollowing(true),
      })}
    </div>`;
  }

  #renderList(messages: LogViewerMessages, host: McpHost, rows: Rows): TemplateResult {
    const list = this.#list;
    const all = host.log.getSnapshot();
    list.count = rows.length;
    const { first, end } = list.layout();
    const shown = rows.slice(first, end);
    const lineOf = list.assignLines(shown);
    this.#arrivals.take(newestId(all), list.hasNewRows);
    const isQuiet = this.#arrivals.isQuiet || !list.isFollowing;
    const { find } = this.#search;
    const tabStop = this.#focus.tabStopOf(shown);
    const { calls } = host;
    const toRow = (entry: LogEntry): TemplateResult => {
      const options = {
        isOpen: entry === this.#opened,
        isTabStop: entry === tabStop,
        isFound: entry.id === find?.currentId,
        mark: find?.mark,
      };
      return isOfCall(entry)
        ? callRow(messages, entry, {
            ...options,
            parts: this.#search.partsOf(entry),
            known: knownCall(calls, entry),
          })
        : row(messages, entry, { ...options, sentence: sentence(messages, entry) });
    };
    return html`<div class="frame">
      <div class="scroller" part="log" role="log" tabindex="0" aria-label=${messages.log} aria-live=${isQuiet ? 'off' : 'polite'} @scroll=${list.onscroll} @click=${this.#onrowclick} @keydown=${this.#onlistkeydown} @focusin=${this.#focus.onfocusin}>
        <div class="entry ruler"></div>
        <div class="sizer"><div class="window">${repeat(shown, lineOf, toRow)}</div></div>
      </div>
      ${
        rows.length === 0
          ? emptyList(messages, {
              isFiltered: isFiltering(this.#search.filter),
              servers: host.getSnapshot().servers,
              onclear: this.#clearFilter,
              onmore: () => this.#menu.open(),
            })
          : nothing
      }
    </div>`;
  }

  #renderDetails(messages: LogViewerMessages, host: McpHost, opened: LogEntry): TemplateResult {
    const { filter, setFilter, partsOf } = this.#search;
    const options = {
      isOnlyRequest: filter.sameRequest !== undefined,
      ontogglerequest: () => setFilter({ sameRequest: filter.sameRequest ? undefined : opened }),
      oncopy: () => void this.#copy(),
      onclose: this.#close,
    };
    if (!isOfCall(opened)) return details(this, messages, opened, options);
    const parts = partsOf(opened);
    if (parts.length >= this.#openedParts.length) this.#openedParts = parts;
    const known = knownCall(host.calls, opened);
    return callDetails(this, messages, opened, { ...options, parts: this.#openedParts, known });
  }

  /** The browser's own search sees only the rows on the screen. Pressed again, Ctrl+F is the browser's. */
  readonly #onkeydown = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key !== 'f' || ctrlKey === metaKey || altKey || shiftKey || this.#search.find) return;
    event.preventDefault();
    this.#toggleFind();
  };

  readonly #onrowclick = (event: Event): void => {
    const entry = this.#focus.rowOf(event);
    if (entry) this.#open(entry === this.#opened ? undefined : entry);
  };

  /** As in a tree: one arrow key opens a row, the other one closes what is open. */
  readonly #onlistkeydown = (event: KeyboardEvent): void => {
    const isRtl = getComputedStyle(this).direction === 'rtl';
    const entry = this.#focus.rowOf(event);
    if (!entry || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return this.#focus.onkeydown(event);
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.#open((event.key === 'ArrowRight') !== isRtl ? entry : undefined);
  };

  readonly #toggleFind = (): void => {
    this.#search.toggleFind();
    void this.updateComplete.then(() => this.#focus.focus(this.#search.find ? '.find input' : '.scroller'));
  };

  readonly #toggleFilter = (): void => {
    this.#isFilterOpen = !this.#isFilterOpen;
    this.requestUpdate();
  };

  readonly #clearFilter = (): void => {
    this.#search.setFilter(NO_FILTER);
    this.#focus.focus('input');
  };

  readonly #clear = (): void => {
    this.#open(undefined);
    this.#setFollowing(true);
    this.currentHost?.log.clear();
  };

  readonly #close = (): void => {
    if (this.#opened) void this.#focus.focusRow(this.#opened);
    // After the row was brought into view, which stops following.
    this.#open(undefined);
  };

  #open(entry: LogEntry | undefined): void {
    this.#opened = entry;
    this.#openedParts = entry ? this.#search.partsOf(entry) : [];
    this.#list.hold(entry !== undefined);
    void this.#focus.showDetails();
  }

  #setFollowing(isFollowing: boolean): void {
    this.#list.follow(isFollowing);
    this.requestUpdate();
  }

  readonly #say = (status: string): void => {
    this.#status = status;
    this.requestUpdate();
  };

  async #copy(): Promise<void> {
    const opened = this.#opened;
    if (opened) this.#say(await copyEntries(this.#messages, isOfCall(opened) ? this.#openedParts : [opened]));
  }

  async #save(rows: Rows): Promise<void> {
    const onprogress = (status: string): boolean => {
      this.#say(status);
      return this.isConnected;
    };
    const saving = saveRows(this.#messages, rows, this.#search.partsOf, onprogress);
    const said = await saving.catch(() => this.shared.notLoaded);
    if (said) this.#say(said);
  }

  async #store(isWanted: boolean): Promise<void> {
    if (isWanted) return this.#storing.start();
    const isRemoved = await this.#storing.remove();
    if (isRemoved !== undefined) this.#say(isRemoved ? this.#messages.deleted : this.#messages.notDeleted);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-log-viewer': McpLogViewerElement;
  }
}
