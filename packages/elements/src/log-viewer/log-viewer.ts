import type { LogEntries, McpHost } from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { styles } from './log-viewer.styles.ts';
import { english } from './messages.ts';
import { levelLabel, row } from './rows.ts';
import { Slots } from './slots.ts';
import { Tail } from './tail.ts';

/** More new entries than this at once are not read out. */
const MAX_ANNOUNCED = 5;
/** More than this at once are a flood, which nobody can read: it is drawn so often, in ms. */
const FLOOD = 50;
const FLOOD_MS = 100;
const newestId = (entries: LogEntries): number => entries.at(-1)?.id ?? 0;

/**
 * @summary What the servers of a host log, and what the page does with them: filter it, search it, pause it, save it.
 *
 * Only the lines on the screen are rendered, a flood is drawn ten times a second, and a filter or search works a few milliseconds at
 * a time, beginning with what the user looks at: a million entries at ten thousand a second do not freeze the page. While the end is followed, new entries are read out by screen readers unless too many come at once.
 * Scrolling up, finding or opening an entry pauses: what is read then stays where it is, whatever the log forgets meanwhile, and
 * is held in memory beside the log until the end is followed again. How much the log holds is an option of the host. Ctrl+F
 * (on a Mac, Cmd+F) searches all entries, of the data of each the first 4,000 characters and four levels. What is copied, saved or kept has no text in it that looks like a secret.
 *
 * @csspart log - the list of entries
 * @csspart entry - one entry
 * @csspart details - the entry that was opened
 * @csspart more - levels, saving and keeping
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
  static override styles: CSSResultGroup = [HostedElement.styles, styles];

  /** Keeps the log in this browser over visits, as if the user had asked for it. The value names the database, where the default will not do. */
  @property() keep: string | undefined;

  readonly #tail = new Tail(this);
  readonly #slots = new Slots();
  /** What does what the user asks for. */
  readonly #reader = new OnDemand(
    this,
    async () =>
      new (await import('./reader.ts')).Reader({
        element: this,
        tail: this.#tail,
        entries: () => this.#entries,
        levelLabel,
      }),
  );
  #isAsked = false;
  /** What was rendered last. While paused it stays as it is, whatever the log forgets meanwhile. */
  #entries: LogEntries | undefined;
  /** Whose entries these are: the same again when the element was moved. */
  #log: McpHost['log'] | undefined;
  #announcedId = 0;
  #isQuiet = true;
  #flooded: ReturnType<typeof setTimeout> | undefined;

  protected override onHost(host: McpHost, signal: AbortSignal): void {
    if (host.log !== this.#log) {
      this.#log = host.log;
      this.#tail.isFollowing = true;
      this.#announcedId = 0;
      this.#entries = host.log.getSnapshot();
      this.#reader.part?.reset();
    }
    const unsubscribe = host.log.subscribe(() => {
      if (!this.#flooded || newestId(host.log.getSnapshot()) - this.#announcedId <= FLOOD) this.requestUpdate();
    });
    signal.addEventListener('abort', () => {
      unsubscribe();
      clearTimeout(this.#flooded);
      this.#flooded = undefined;
    });
  }

  override render(): TemplateResult {
    const words = this.words('log-viewer', english);
    const host = this.currentHost;
    if (!host) return html`<p class="notice">${this.shared.noHost}</p>`;
    const all = host.log.getSnapshot();
    const tail = this.#tail;
    const parts = this.#reader;
    const entries = (this.#entries = tail.isFollowing ? all : (this.#entries ?? all));
    const isNeeded = this.#isAsked || !tail.isFollowing || entries.length === 0 || typeof this.keep === 'string';
    if (isNeeded) parts.need();
    else parts.warmUp();
    const reader = parts.part;
    const rows = reader?.rows() ?? entries;
    tail.count = rows.length;
    const { first, end } = tail.layout();
    const shown = rows.slice(first, end);
    const stop = reader?.stopIn(shown) ?? shown.at(-1);
    const added = newestId(all) - this.#announcedId;
    this.#announcedId += added;
    if (added > FLOOD) {
      this.#flooded ??= setTimeout(() => {
        this.#flooded = undefined;
        this.requestUpdate();
      }, FLOOD_MS);
    }
    const slotOf = this.#slots.assign(shown);
    // Drawn again without a new line, it goes on with what it reads out.
    if (this.#slots.hasNew) this.#isQuiet = !added || added > MAX_ANNOUNCED;
    const on = this.#on;
    const toggle = (what: 'find' | 'more', isOpen: unknown): TemplateResult =>
      html`<button type="button" class="button small" data-do=${what} aria-expanded=${!!isOpen}>${words[what]}</button>`;
    return html`<div class="card" @click=${on} @input=${on} @change=${on} @keydown=${on} @focusin=${on}>
      <div class="bar row" role="group" aria-label=${words.search}>
        <input class="field" type="search" name="text" aria-label=${words.search} placeholder=${words.search} autocomplete="off" spellcheck="false" .value=${reader?.filter.text ?? ''} />
        ${reader?.choices(words.kinds) ?? [0, 0, ...host.getSnapshot().servers.slice(1, 2), ...[...host.log.loggers].slice(1, 2)].map(() => html`<span class="field"></span>`)}
        <span class="actions row">
          <button type="button" class="button small" @click=${this.#onfollow}>${tail.isFollowing ? words.pause : words.follow}</button>
          ${toggle('find', reader?.find)}
          <button type="button" class="button small" data-do="clear" ?disabled=${!all.length}>${words.clear}</button>
          ${toggle('more', reader?.isMore)}
        </span>
      </div>
      ${isNeeded ? parts.notice() : nothing}
      ${reader?.above()}
      <div class="frame">
        <div class="scroller" part="log" role="log" tabindex="0" aria-label=${words.log} aria-live=${this.#isQuiet || !tail.isFollowing ? 'off' : 'polite'} @scroll=${tail.scrolled}>
          <div class="entry ruler"></div>
          <div class="sizer"><div class="window">
            ${repeat(shown, slotOf, (entry) => row(words, entry, entry === stop, reader))}
          </div></div>
        </div>
        ${reader?.over()}
      </div>
      ${reader?.below()}
      <div class="bar row small bottom">
        <span class="soft">${words.shown(rows.length, entries.length)}</span>
        ${reader?.foot()}
      </div>
    </div>`;
  }

  /** Everything that the user does. What they do first waits until what does it is loaded. */
  readonly #on = (event: Event): void => {
    // What the user brings about is not read out.
    this.#isQuiet = true;
    // Later the event no longer tells.
    const { target } = event;
    const { part } = this.#reader;
    if (part) part.handle(event, target);
    else {
      this.#isAsked = true;
      this.#reader.load().then(
        (loaded) => loaded.handle(event, target),
        () => {},
      );
    }
  };

  readonly #onfollow = (): void => {
    this.#tail.isFollowing = !this.#tail.isFollowing;
    this.requestUpdate();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-log-viewer': McpLogViewerElement;
  }
}
