import { type HostServer, LOG_LEVELS, type LogEntry, type LogLevel, type McpHost } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { HostedElement } from '../internal/hosted-element.ts';
import { jsonTreeStyles } from '../internal/json-tree.ts';
import { saveFile } from '../internal/media.ts';
import { FilteredLog, isFiltering, type LogFilter, NO_FILTER } from './filter.ts';
import { jsonLine, jsonLines } from './json-lines.ts';
import { askForLevel, takesLevel } from './level-request.ts';
import { styles } from './log-viewer.styles.ts';
import { details, row, ruler } from './rows.ts';
import { Tail } from './tail.ts';
import { text } from './text.ts';
import { toolbar } from './toolbar.ts';

/** More new entries than this at once are not read out. */
const MAX_ANNOUNCED = 5;

/**
 * @summary What the servers of a host log, as it comes: filter it, pause it, look into an entry, save it.
 *
 * Only the lines on the screen are rendered, so a flood of entries does not freeze the page. While the end is followed, new entries
 * are read out by screen readers unless too many come at once. Scrolling up, or opening an entry, pauses; entries go on being kept.
 *
 * @csspart log - the list of entries
 * @csspart entry - one entry
 * @csspart details - the entry that was opened
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-log-viewer></mcp-log-viewer>
 * </mcp-host>
 * ```
 */
export class McpLogViewer extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, jsonTreeStyles, styles];

  @state() private filter: LogFilter = NO_FILTER;
  @state() private picked: LogEntry | undefined;
  @state() private notice = '';
  @state() private askedLevel: LogLevel | '' = '';

  readonly #tail = new Tail();
  #filtered = new FilteredLog();
  /** What is shown while paused: it stays as it is, whatever the log forgets meanwhile. */
  #paused: readonly LogEntry[] | undefined;
  #rows: readonly LogEntry[] = [];
  /** The entry that the Tab key leads to. */
  #stopId: number | undefined;
  #announcedId = 0;
  #observer: ResizeObserver | undefined;

  protected override onHost(host: McpHost, signal: AbortSignal): void {
    this.#filtered = new FilteredLog();
    this.#paused = undefined;
    this.#tail.isFollowing = true;
    this.picked = undefined;
    this.askedLevel = '';
    this.#announcedId = 0;
    signal.addEventListener('abort', host.log.subscribe(() => this.requestUpdate()), { once: true });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#observer = new ResizeObserver(() => {
      if (this.#measure()) this.requestUpdate();
    });
    // Observes again what `updated` finds.
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
  }

  override render(): TemplateResult {
    const host = this.currentHost;
    if (!host) return html`<p class="notice">${text.noHost}</p>`;
    const all = host.log.getSnapshot();
    if (this.#tail.isFollowing) this.#paused = undefined;
    else this.#paused ??= all;
    this.#rows = this.#filtered.update(this.#paused ?? all, this.filter);
    const { first, end } = this.#tail.slice(this.#rows.length);
    const shown = this.#rows.slice(first, end);
    const stop = shown.find(({ id }) => id === this.#stopId) ?? shown.at(-1);
    const missed = this.#paused ? (all.at(-1)?.id ?? 0) - (this.#paused.at(-1)?.id ?? 0) : 0;
    return html`<div class="card">
      ${toolbar({
        filter: this.filter,
        servers: this.snapshot?.servers ?? [],
        isFollowing: this.#tail.isFollowing,
        isEmpty: all.length === 0,
        onfilter: this.#onfilter,
        onfollow: this.#toggleFollowing,
        onsave: this.#save,
        onclear: this.#clear,
      })}
      <div class="frame">
        <div class="scroller" part="log" role="log" tabindex="0" aria-label=${text.log} aria-live=${this.#isQuiet(all) ? 'off' : 'polite'} @scroll=${this.#onscroll}>
          ${ruler()}
          <div class="sizer"><div class="window" @click=${this.#onpick} @keydown=${this.#onkeydown} @focusin=${this.#onfocus}>
            ${repeat(shown, ({ id }) => id, (entry, index) => row({ entry, index: first + index, isPicked: entry === this.picked, isStop: entry === stop }))}
          </div></div>
        </div>
        ${this.#rows.length === 0 ? this.#empty() : nothing}
        ${this.#tail.isFollowing || this.#rows.length === 0 ? nothing : html`<button type="button" class="button small primary latest" @click=${this.#follow}>${missed > 0 ? text.latestWith(missed) : text.latest}</button>`}
      </div>
      ${this.picked ? details(this.picked, this.#copy, this.#close) : nothing}
      <div class="bar bottom">
        <span class="soft">${text.shown(this.#rows.length, (this.#paused ?? all).length)}</span>
        <span role="status" class="soft">${this.notice}</span>
        ${this.#levelRequest()}
      </div>
    </div>`;
  }

  protected override willUpdate(): void {
    // A scroll is told of with the next frame. What was scrolled up since is not scrolled back.
    const scroller = this.#scroller;
    if (scroller && this.#tail.isFollowing) this.#tail.scrolled(scroller);
  }

  protected override update(changed: PropertyValues<this>): void {
    const hadFocus = this.#focusedRow() !== undefined;
    super.update(changed);
    // The entry that had the focus may have left the screen.
    if (hadFocus && !this.shadowRoot?.activeElement) this.#scroller?.focus({ preventScroll: true });
  }

  protected override updated(): void {
    const scroller = this.#scroller;
    const sizer = scroller?.querySelector<HTMLElement>('.sizer');
    const shown = scroller?.querySelector<HTMLElement>('.window');
    if (!scroller || !sizer || !shown) return;
    this.#observer?.observe(scroller);
    if (this.#measure()) this.requestUpdate();
    const { rowHeight } = this.#tail;
    sizer.style.blockSize = `${this.#rows.length * rowHeight}px`;
    // Not a transform: that would be one more layer to compose with each frame.
    shown.style.insetBlockStart = `${this.#tail.slice(this.#rows.length).first * rowHeight}px`;
    if (!this.#tail.isFollowing) return;
    scroller.scrollTop = this.#rows.length * rowHeight;
    this.#tail.moved(scroller.scrollTop);
  }

  get #scroller(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('.scroller');
  }

  #measure(): boolean {
    const scroller = this.#scroller;
    const height = scroller?.querySelector<HTMLElement>('.ruler')?.offsetHeight ?? 0;
    return scroller ? this.#tail.measure(scroller.clientHeight, height) : false;
  }

  /** Nothing is read out while paused, in a flood, and when lines only come back. */
  #isQuiet(all: readonly LogEntry[]): boolean {
    const newest = all.at(-1)?.id ?? 0;
    const added = newest - this.#announcedId;
    this.#announcedId = newest;
    return !this.#tail.isFollowing || added === 0 || added > MAX_ANNOUNCED;
  }

  #empty(): TemplateResult {
    return isFiltering(this.filter)
      ? html`<div class="empty"><p class="soft">${text.noMatch}</p><button type="button" class="link" @click=${this.#clearFilter}>${text.clearFilter}</button></div>`
      : html`<div class="empty"><b>${text.empty}</b><p class="soft small">${this.#asked().some(takesLevel) ? text.emptyAskHint : text.emptyHint}</p></div>`;
  }

  #levelRequest(): TemplateResult | typeof nothing {
    if (!this.#asked().some(takesLevel)) return nothing;
    return html`<label>${text.ask} <select class="field ask" @change=${this.#onask}>
      <option value="" .selected=${this.askedLevel === ''} ?disabled=${this.askedLevel !== ''}>${text.askDefault}</option>
      ${LOG_LEVELS.map((level) => html`<option value=${level} .selected=${this.askedLevel === level}>${text.levelFrom(level)}</option>`)}
    </select></label>`;
  }

  /** The servers that a chosen level is meant for: those that are shown. */
  #asked(): readonly HostServer[] {
    const { serverId } = this.filter;
    return (this.snapshot?.servers ?? []).filter(({ id }) => serverId === '' || id === serverId);
  }

  readonly #onask = ({ target }: Event): void => {
    const level = LOG_LEVELS.find((one) => target instanceof HTMLSelectElement && one === target.value);
    if (this.currentHost && level) void this.#ask(this.currentHost, level);
  };

  async #ask(host: McpHost, level: LogLevel): Promise<void> {
    this.askedLevel = level;
    this.notice = '';
    const problems = await askForLevel(host, this.#asked(), level);
    if (this.currentHost === host && this.askedLevel === level) this.notice = problems.length > 0 ? problems.join(' ') : text.asked(level);
  }

  readonly #onfilter = (change: Partial<LogFilter>): void => {
    this.filter = { ...this.filter, ...change };
    if (change.serverId !== undefined) this.askedLevel = '';
  };

  readonly #clearFilter = (): void => {
    this.filter = NO_FILTER;
    this.renderRoot.querySelector('input')?.focus();
  };

  readonly #onscroll = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLElement && this.#tail.scrolled(currentTarget)) this.requestUpdate();
  };

  readonly #toggleFollowing = (): void => {
    this.#tail.isFollowing = !this.#tail.isFollowing;
    this.requestUpdate();
  };

  readonly #follow = (): void => {
    this.#tail.isFollowing = true;
    this.requestUpdate();
    this.#scroller?.focus({ preventScroll: true });
  };

  readonly #onpick = (event: Event): void => {
    const entry = this.#rows[indexOf(event.target)];
    if (!entry) return;
    this.picked = entry === this.picked ? undefined : entry;
    if (this.picked) this.#tail.isFollowing = false;
  };

  readonly #onfocus = (event: Event): void => {
    this.#stopId = this.#rows[indexOf(event.target)]?.id;
    this.requestUpdate();
  };

  readonly #onkeydown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const index = indexOf(event.target) + step;
    if (step === 0 || !this.#rows[index]) return;
    event.preventDefault();
    void this.#focusRow(index);
  };

  async #focusRow(index: number): Promise<void> {
    const scroller = this.#scroller;
    this.#tail.isFollowing = false;
    this.#stopId = this.#rows[index]?.id;
    const top = this.#tail.scrollTopFor(index);
    if (scroller && top !== undefined) {
      scroller.scrollTop = top;
      this.#tail.scrolled(scroller);
    }
    this.requestUpdate();
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
  }

  #focusedRow(): Element | undefined {
    return this.shadowRoot?.activeElement?.closest('.window .entry') ?? undefined;
  }

  readonly #copy = (): void => {
    if (this.picked) void this.#write(jsonLine(this.picked));
  };

  async #write(line: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(line);
      this.notice = text.copied;
    } catch {
      this.notice = text.notCopied;
    }
  }

  readonly #close = (): void => {
    const { picked } = this;
    this.picked = undefined;
    const index = picked ? this.#rows.indexOf(picked) : -1;
    if (index >= 0) void this.#focusRow(index);
  };

  readonly #save = (): void => {
    saveFile(`mcp-log-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.jsonl`, [jsonLines(this.#rows)]);
  };

  readonly #clear = (): void => {
    this.picked = undefined;
    this.#tail.isFollowing = true;
    this.currentHost?.log.clear();
    this.requestUpdate();
  };
}

/** The number of the entry that an event came from; -1 when from none. */
function indexOf(target: EventTarget | null): number {
  const entry = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
  return Number(entry?.dataset['index'] ?? -1);
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-log-viewer': McpLogViewer;
  }
}
