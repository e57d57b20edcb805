/** What "More" opens: asking servers for other levels, saving, storing. Over the page, so that no log is too small for it. */
import { type HostServer, LOG_LEVELS, type LogLevel, type McpHost } from '@mcp-web/client';
import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import { filterChoice } from '../../internal/lists/filter-choice.ts';
import { serverAddress, serverName } from '../../internal/server/identity.ts';
import { shortText } from '../../internal/text/text.ts';
import type { LogViewerMessages } from '../messages.ts';

/** From the edges of the window, and twice the distance from its button, in px. */
const GAP = 8;
const MIN_HEIGHT = 120;
/** How many entries a user can choose to keep. */
const COUNTS = [10_000, 50_000, 100_000];

/** Opens and closes the menu, and puts it where its button is. */
export class MoreMenu implements ReactiveController {
  readonly #element: LitElement;
  #isOpen = false;
  /** Aborted when the menu closes. */
  #use: AbortController | undefined;

  constructor(element: LitElement) {
    this.#element = element;
    element.addController(this);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Opens it from somewhere else than its button. The focus moves to the button: the menu comes next. */
  open(): void {
    this.#button?.focus();
    if (!this.#isOpen) this.#popover?.showPopover();
  }

  readonly onbeforetoggle = (event: Event): void =>
    this.#setOpen(event instanceof ToggleEvent && event.newState === 'open');

  hostUpdated(): void {
    const button = this.#button;
    // The browser opens and closes it for its button, and does not take a click there for one beside the menu.
    if (button) button.popoverTargetElement = this.#popover;
    this.#place();
  }

  hostDisconnected(): void {
    this.#setOpen(false);
  }

  get #button(): HTMLButtonElement | null {
    return this.#element.renderRoot.querySelector<HTMLButtonElement>('.more-button');
  }

  get #popover(): HTMLElement | null {
    return this.#element.renderRoot.querySelector<HTMLElement>('.more');
  }

  #setOpen(isOpen: boolean): void {
    if (isOpen === this.#isOpen) return;
    this.#isOpen = isOpen;
    this.#use?.abort();
    this.#use = undefined;
    if (isOpen) {
      this.#use = new AbortController();
      const options = { capture: true, passive: true, signal: this.#use.signal };
      for (const type of ['scroll', 'resize']) addEventListener(type, this.#onmove, options);
      // It has no size before this event, and needs its place before the next paint.
      requestAnimationFrame(() => this.#place());
    }
    this.#element.requestUpdate();
  }

  readonly #onmove = ({ target }: Event): void => {
    // Scrolling inside the element does not move its button.
    if (target !== this.#element) this.#place();
  };

  #place(): void {
    const popover = this.#popover;
    if (!this.#isOpen || !popover?.matches(':popover-open')) return;
    const place = this.#button?.getBoundingClientRect();
    if (!place) return;
    const below = innerHeight - place.bottom;
    const isAbove = below < place.top && below < popover.scrollHeight + 2 * GAP;
    const { style, offsetWidth: width } = popover;
    style.maxHeight = `${Math.max(MIN_HEIGHT, (isAbove ? place.top : below) - 2 * GAP)}px`;
    style.top = isAbove ? 'auto' : `${place.bottom + GAP / 2}px`;
    style.bottom = isAbove ? `${innerHeight - place.top + GAP / 2}px` : 'auto';
    // It ends where its button ends, if there is room.
    const left = getComputedStyle(this.#element).direction === 'rtl' ? place.left : place.right - width;
    style.left = `${Math.max(GAP, Math.min(left, document.documentElement.clientWidth - GAP - width))}px`;
  }
}

/** Its button. `MoreMenu` connects it with the menu. */
export function moreButton(messages: LogViewerMessages, isOpen: boolean): TemplateResult {
  return html`<button type="button" class="button small more-button" part="button secondary small" aria-expanded=${isOpen}>${messages.more}</button>`;
}

/** Whether the server can be asked for a level. In the modern era, a request carries it; in the legacy one, servers say whether they take it. */
export function takesLevel({ status, era, info }: HostServer): boolean {
  return status === 'ready' && (era === 'modern' || info?.capabilities.logging !== undefined);
}

export interface MoreMenuOptions {
  readonly servers: readonly HostServer[];
  /** Whether there is nothing to save. */
  readonly isEmpty: boolean;
  readonly isStored: boolean;
  /** How many entries the log keeps, and how many are stored. */
  readonly maxEntries: number;
  readonly storedEntries: number;
  readonly onlevel: (server: HostServer, level: LogLevel) => void;
  readonly onsave: () => void;
  readonly onstore: (isWanted: boolean) => void;
  readonly onkeep: (count: number) => void;
}

/** Only an open menu has content. */
export function moreMenu(
  messages: LogViewerMessages,
  { isOpen, onbeforetoggle }: MoreMenu,
  options: MoreMenuOptions,
): TemplateResult {
  return html`<div class="more" part="more" .popover=${'auto'} @beforetoggle=${onbeforetoggle}>${isOpen ? menuContent(messages, options) : nothing}</div>`;
}

function menuContent(messages: LogViewerMessages, options: MoreMenuOptions): TemplateResult {
  const { servers, isEmpty, isStored, maxEntries, storedEntries, onlevel, onsave, onstore, onkeep } = options;
  const counts = [...new Set([...COUNTS, maxEntries])].toSorted((a, b) => a - b);
  const withLevels = servers.filter(takesLevel);
  const onchange = ({ target }: Event): void => onstore(target instanceof HTMLInputElement && target.checked);
  return html`<fieldset><legend>${messages.levels}</legend>
      ${withLevels.length === 0 ? html`<p class="soft small">${messages.noLevels}</p>` : nothing}
      <ul>${withLevels.map((server) => levelChoice(messages, server, onlevel))}</ul>
    </fieldset>
    <div class="stack tight">
      <div><button type="button" class="button small" part="button secondary small" aria-describedby="save-hint" ?disabled=${isEmpty} @click=${onsave}>${messages.save}</button></div>
      <p class="soft small" id="save-hint">${messages.saveHint}</p>
    </div>
    <label class="row small keep">${messages.keep} ${filterChoice(
      messages.keep,
      'maxEntries',
      String(maxEntries),
      counts.map((count) => [String(count), messages.shown(count, count)]),
      (count) => onkeep(Number(count)),
    )}</label>
    <div class="stack tight">
      <label class="small"><input part="checkbox" type="checkbox" aria-describedby="store-hint" .checked=${isStored} @change=${onchange} /> ${messages.store}</label>
      <p class="soft small" id="store-hint">${messages.storeHint(storedEntries)}</p>
    </div>`;
}

function levelChoice(
  messages: LogViewerMessages,
  server: HostServer,
  onlevel: MoreMenuOptions['onlevel'],
): TemplateResult {
  const { logLevel } = server;
  const name = shortText(serverName(server), 40);
  const onchange = ({ target }: Event): void => {
    const level = LOG_LEVELS.find((one) => target instanceof HTMLSelectElement && one === target.value);
    if (level) onlevel(server, level);
  };
  return html`<li class="row"><span class="server"><bdi>${name}</bdi> <bdi class="soft small">${serverAddress(server)}</bdi></span>
    <select class="field" part="control select small" aria-label=${messages.levelOf(name)} @change=${onchange}>
      <option value="" .selected=${logLevel === undefined} ?disabled=${logLevel !== undefined}>${messages.theirDefault}</option>
      ${LOG_LEVELS.map((level) => html`<option value=${level} .selected=${logLevel === level}>${messages.levelNames[level]}</option>`)}
    </select></li>`;
}

/** Resolves with what is to be said about it. */
export async function requestLevel(
  messages: LogViewerMessages,
  host: McpHost,
  server: HostServer,
  level: LogLevel,
): Promise<string> {
  const name = shortText(serverName(server), 40);
  try {
    await host.setLogLevel(server.id, level);
    return messages.levelRequested(name, messages.levelNames[level]);
  } catch (error) {
    return messages.levelNotRequested(name, shortText(error instanceof Error ? error.message : String(error), 200));
  }
}
