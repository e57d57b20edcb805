/** What opens below the field or in a box of the page, and what comes of a choice. Loaded when somebody is about to choose. */
import { displayName, type KeyValueStore, type Prompt } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { ComboboxField } from '../internal/lists/combobox-field.ts';
import { isComposing } from '../internal/base/keyboard.ts';
import { dialogStyles } from '../internal/dialog/dialog.styles.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { Listbox } from '../internal/lists/listbox.ts';
import { listboxStyles } from '../internal/lists/listbox.styles.ts';
import { hasAnchors, placeAt } from './popup.ts';
import { Search } from '../internal/lists/search.ts';
import { groupsByServer, type Offer } from '../internal/lists/server-groups.ts';
import { serverName, serverOrigin } from '../internal/server/identity.ts';
import { serverNotes } from '../internal/server/notes.ts';
import { shortText } from '../internal/text/text.ts';
import type { McpPromptPickEvent } from './events.ts';
import { english as inField } from './field-messages.ts';
import { english, type PromptPickerMessages } from './messages.ts';
import type { PromptPanel } from './prompt-dialog.ts';
import { styles } from './prompt-picker.styles.ts';
import { RecentPrompts } from './recent.ts';
import type { SlashMenu } from './slash.ts';

interface Item extends Offer<Prompt> {
  readonly isRecent?: boolean;
}

/** The element that it is in. */
interface PromptPickerElement extends HostedElement {
  readonly label: string | undefined;
  readonly store: KeyValueStore | undefined;
  readonly isAttached: boolean;
  readonly box: HTMLElement | undefined;
}

export class PromptMenu {
  readonly styles = [listboxStyles, dialogStyles, styles];
  readonly #element: PromptPickerElement;
  readonly #search = new Search<Prompt>((prompt) => [displayName(prompt), prompt.name, prompt.description]);
  readonly #list: Listbox<Item>;
  /** The servers and the query that the list was filled from. */
  #filled: readonly unknown[] = [];
  #slash: SlashMenu | undefined;
  #attached: HTMLElement | undefined;
  #panel: PromptPanel | undefined;
  #recents: RecentPrompts | undefined;
  #query = '';
  #isOpen = false;
  #problem: unknown;
  /** Ends with the stay of the element in the page. */
  #stay: AbortController | undefined;

  constructor(element: PromptPickerElement) {
    this.#element = element;
    // What was written before this was there stays.
    this.#query = element.renderRoot.querySelector('input')?.value ?? '';
    this.#list = new Listbox<Item>(element, {
      keyOf: ({ server, entry, isRecent }) => JSON.stringify([isRecent, server.id, entry.name]),
      option: (item) => option(item),
      onchoose: (item) => void this.#choose(item),
    });
  }

  /** Another host, or none; or another place, where its dialog would be no modal one any more. */
  leave(): void {
    this.#isOpen = false;
    this.#dialog?.close();
  }

  /** The element left the page. */
  detach(): void {
    this.#stay?.abort();
    this.#slash?.close();
    this.#stay = this.#slash = this.#attached = undefined;
  }

  willUpdate(): void {
    if (this.#isOpen) this.#fill();
  }

  /** Handles what happened before this was there. */
  catchUp(event: Event, field: HTMLInputElement | null): void {
    if (!field?.matches(':focus')) return;
    this.#query = field.value;
    if (event.type === 'input') this.#open();
    else this.handle(event);
    this.#changed();
  }

  handle(event: Event): void {
    if (event.type === 'click') this.#open();
    else if (event.type === 'input') this.#oninput(event);
    else if (event instanceof FocusEvent) this.#onfocusout(event);
    else if (event instanceof KeyboardEvent && !isComposing(event) && this.#onkey(event)) event.preventDefault();
    this.#changed();
  }

  field(model: Omit<ComboboxField, 'value'>): TemplateResult {
    return this.#list.field({ ...model, value: this.#query, isOpen: this.#isShown });
  }

  render(): TemplateResult {
    const text = this.#element.words('prompt-picker', english);
    const isShown = this.#isShown;
    return html`${this.#problem === undefined ? nothing : errorNotice(this.#element.shared, this.#problem)}
      <div class="popup ${this.#isFree ? 'free' : ''}" part="popup" .popover=${'manual'} @focusout=${this.#onfocusout}>${isShown ? this.#popup(text) : nothing}</div>
      <p class="visually-hidden" role="status">${isShown ? this.#news(text) : ''}</p>
      <dialog part="dialog" tabindex="-1" aria-labelledby="title" @close=${this.#onclose}>${this.#panel?.template(text, this.#element.isAttached)}</dialog>`;
  }

  updated(): void {
    const popup = this.#popover;
    if (!popup || !this.#element.isConnected) return;
    this.attach();
    if (popup.matches(':popover-open') !== this.#isShown) popup.togglePopover(this.#isShown);
    this.#place();
  }

  /** Whether the popup is placed by numbers. */
  get #isFree(): boolean {
    return this.#element.isAttached || !hasAnchors();
  }

  get #isShown(): boolean {
    // Who writes a path, say, is not in need of a menu.
    return this.#isOpen && !(this.#element.isAttached && this.#list.count === 0 && this.#query !== '');
  }

  get #popover(): HTMLElement | null {
    return this.#element.renderRoot.querySelector<HTMLElement>('.popup');
  }

  get #dialog(): HTMLDialogElement | null {
    return this.#element.renderRoot.querySelector('dialog');
  }

  #popup(text: PromptPickerMessages): TemplateResult {
    const { currentHost: host } = this.#element;
    if (!host) return html`<p class="empty">${this.#element.shared.noHost}</p>`;
    const { servers } = host.getSnapshot();
    const isWaiting = servers.some(({ status, isListing }) => status === 'connecting' || isListing);
    return html`${
      this.#list.count > 0
        ? this.#list.template(this.#element.label || this.#element.words('prompt-picker', inField).label)
        : servers.length === 0
          ? html`<p class="empty"><b>${text.noServers}</b> ${text.noServersHint}</p>`
          : this.#query !== ''
            ? html`<p class="empty">${text.noMatch}</p>`
            : isWaiting
              ? nothing
              : html`<p class="empty">${text.noPrompts}</p>`
    }
      ${serverNotes(this.#element.shared, host)}`;
  }

  /** What a screen reader says, besides what the field says itself. A box of the page cannot point at an option in here. */
  #news(text: PromptPickerMessages): string {
    const { active, count, position } = this.#list;
    if (this.#element.isAttached && active)
      return text.active(
        shortText(displayName(active.entry)),
        shortText(serverName(active.server), 60),
        position,
        count,
      );
    return count === 0 && this.#query !== '' ? text.noMatch : text.shown(count);
  }

  #fill(): void {
    const servers = this.#element.snapshot?.servers ?? [];
    const query = this.#query;
    const [formerServers, formerQuery] = this.#filled;
    if (servers === formerServers && query === formerQuery) return;
    const recent = query === '' ? (this.#recents?.findIn(servers) ?? []) : [];
    this.#list.fill(
      [
        ...(recent.length > 0
          ? [
              {
                id: 'recent',
                head: () => html`<b>${this.#element.words('prompt-picker', english).recent}</b>`,
                items: recent.map((item) => ({ ...item, isRecent: true })),
              },
            ]
          : []),
        ...groupsByServer(servers, this.#search, query, ({ prompts }) => prompts),
      ],
      query !== formerQuery,
      query !== '' || this.#element.isAttached,
    );
    this.#filled = [servers, query];
  }

  /** Holds on to the box of the page, and to its place. */
  attach(): void {
    if (!this.#stay) {
      const { signal } = (this.#stay = new AbortController());
      const onmove = (): void => this.#place();
      window.addEventListener('scroll', onmove, { signal, capture: true, passive: true });
      window.addEventListener('resize', onmove, { signal });
    }
    const { box } = this.#element;
    if (box === this.#attached) return;
    this.#slash?.close();
    this.#slash = undefined;
    this.#attached = box;
    // The next focus tries again.
    if (box) this.#watch(box).catch(() => (this.#attached = undefined));
  }

  async #watch(box: HTMLElement): Promise<void> {
    const { SlashMenu } = await import('./slash.ts');
    if (box === this.#attached && !this.#slash)
      this.#slash = new SlashMenu(box, {
        onword: (query) => this.#onword(query),
        onkey: (event) => this.#onslashkey(event),
      });
  }

  #place(): void {
    const popup = this.#popover;
    if (!popup || !this.#isOpen || !this.#isFree || !this.#isShown) return;
    const box = this.#attached ?? this.#element.renderRoot.querySelector('input');
    const place = this.#slash?.place ?? box?.getBoundingClientRect();
    if (box && place) placeAt(popup, place, getComputedStyle(box).direction === 'rtl');
  }

  #open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#filled = [];
    this.#list.deactivate();
    void this.#remember();
    this.#changed();
  }

  #close(): void {
    this.#isOpen = false;
    this.#changed();
  }

  #changed(): void {
    this.#element.requestUpdate();
  }

  /** Reads what was chosen before. */
  async #remember(): Promise<void> {
    this.#recents ??= new RecentPrompts(this.#element.store);
    await this.#recents.read();
    this.#filled = [undefined, this.#query];
    this.#changed();
  }

  #oninput({ target }: Event): void {
    if (!(target instanceof HTMLInputElement)) return;
    this.#open();
    this.#query = target.value;
  }

  readonly #onfocusout = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node) || !this.#element.renderRoot.contains(relatedTarget)) this.#close();
  };

  /** Whether the key did something. */
  #onkey(event: KeyboardEvent): boolean {
    const { key, altKey } = event;
    if (key === 'Escape') {
      if (!this.#isOpen && this.#query === '') return false;
      if (this.#isOpen) this.#close();
      else this.#query = '';
      event.stopPropagation();
      return true;
    }
    if (altKey && (key === 'ArrowDown' || key === 'ArrowUp')) {
      if (key === 'ArrowDown') this.#open();
      else this.#close();
      return true;
    }
    if (!this.#isOpen && (key === 'ArrowDown' || key === 'ArrowUp')) {
      this.#open();
      this.#fill();
    }
    return this.#onlistkey(event);
  }

  #onlistkey(event: KeyboardEvent): boolean {
    if (!this.#isOpen) return false;
    const { active } = this.#list;
    if (event.key !== 'Enter' || !active) return this.#list.handle(event);
    if (!event.repeat) void this.#choose(active);
    return true;
  }

  #onword(query: string | undefined): void {
    if (query === undefined) return this.#close();
    this.#open();
    this.#query = query;
    this.#changed();
  }

  #onslashkey(event: KeyboardEvent): boolean {
    if (!this.#isShown) return false;
    const isClosing = event.key === 'Escape' || (event.altKey && event.key === 'ArrowUp');
    if (isClosing) this.#slash?.dismiss();
    return isClosing || (!event.shiftKey && !event.ctrlKey && !event.metaKey && this.#onlistkey(event));
  }

  async #choose({ server, entry }: Item): Promise<void> {
    const host = this.#element.currentHost;
    if (!host) return;
    this.#problem = undefined;
    this.#close();
    try {
      const { PromptPanel } = await import('./prompt-dialog.ts');
      if (!this.#element.isConnected || this.#element.currentHost !== host) return;
      this.#panel = new PromptPanel(this.#element, this.#onuse, host, server, entry);
    } catch (error) {
      this.#problem = error;
      return this.#changed();
    }
    this.#changed();
    await this.#element.updateComplete;
    this.#slash?.dismiss();
    await this.#panel?.open();
  }

  readonly #onclose = (): void => {
    this.#panel?.leave();
    this.#panel = undefined;
    this.#changed();
  };

  readonly #onuse = (event: McpPromptPickEvent): void => {
    this.#query = '';
    this.#changed();
    void this.#recents?.add(event.server.url, event.prompt.name);
    const isOurs = this.#element.dispatchEvent(event);
    this.#slash?.replace(isOurs ? event.text : '');
  };
}

function option({ server, entry, isRecent }: Item): TemplateResult {
  const { name, description } = entry;
  const title = displayName(entry);
  return html`<b dir="auto">${shortText(title)}</b>${title === name ? html`<span></span>` : html`<code>${shortText(name, 40)}</code>`}
    ${
      isRecent
        ? html`<span class="second"><bdi>${shortText(serverName(server), 60)}</bdi> <bdi class="mono" dir="ltr">${serverOrigin(server)}</bdi></span>`
        : description
          ? html`<span class="second" dir="auto">${shortText(description, 160)}</span>`
          : nothing
    }`;
}
