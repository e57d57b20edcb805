/** The menu of prompts and skills: below the field, or at a `/word` in a box of the page. Loaded when the user comes to either. */
import type { HostServer } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { isComposing } from '../internal/base/keyboard.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import type { ComboboxField } from '../internal/lists/combobox-field.ts';
import { declaresSkills } from '../internal/server/declared-skills.ts';
import type { McpPromptPickEvent } from './events.ts';
import type { MenuItem, PromptPickerElement } from './menu-items.ts';
import { english } from './messages.ts';
import { type Anchor, hasAnchors, Popup } from './popup.ts';
import { PromptDialog } from './prompt-dialog.ts';
import { PromptList } from './prompt-list.ts';
import type { SkillOptions } from './skill-options.ts';
import { SlashMenu } from './slash-menu.ts';

export class PromptMenu {
  readonly #element: PromptPickerElement;
  readonly #list: PromptList;
  readonly #popup = new Popup(() => this.#anchor);
  readonly #dialog: PromptDialog;
  readonly #skills: OnDemand<SkillOptions>;
  #slash: SlashMenu | undefined;
  #isOpen = false;

  constructor(element: PromptPickerElement) {
    this.#element = element;
    this.#skills = new OnDemand(element, async () => new (await import('./skill-options.ts')).SkillOptions(element));
    this.#list = new PromptList(
      element,
      () => {
        const hasSkills = element.skills && element.snapshot?.servers.some(declaresSkills);
        return hasSkills ? this.#skills.need() : undefined;
      },
      (item) => void this.#choose(item),
    );
    // Keeps what the user typed before this was loaded.
    this.#list.query = element.renderRoot.querySelector('input')?.value ?? '';
    this.#dialog = new PromptDialog(element, this.#onuse);
  }

  /** Called when the host changes, and when the element moves: a dialog that is moved is no longer modal. */
  leave(): void {
    this.#isOpen = false;
    this.#skills.loaded?.leave();
    this.#dialog.close();
  }

  /** Drops the prompt that the user chose, and what is stored of those chosen earlier, if they are of this server. */
  forget(server: HostServer): void {
    this.#skills.loaded?.leave();
    this.#dialog.forget(server);
    this.#list.forget(server);
  }

  /** Called when the element has left the page. */
  detach(): void {
    this.#popup.stop();
    this.#slash?.close();
    this.#slash = undefined;
  }

  /** Watches the box of the page for a `/word`. */
  attach(): void {
    const { box } = this.#element;
    if (box === this.#slash?.target) return;
    this.#slash?.close();
    this.#slash =
      box &&
      new SlashMenu(box, {
        onword: (query) => this.#onword(query),
        onkey: (event) => this.#onslashkey(event),
      });
  }

  willUpdate(): void {
    if (this.#isOpen) this.#list.fill();
  }

  updated(): void {
    const popover = this.#element.renderRoot.querySelector<HTMLElement>('.popup');
    if (!popover || !this.#element.isConnected) return;
    this.attach();
    this.#popup.update(popover, this.#isShown, this.#isFree);
  }

  /** Handles an event that came before this was loaded. */
  catchUp(event: Event, field: HTMLInputElement | null): void {
    if (!field?.matches(':focus')) return;
    this.#list.query = field.value;
    if (event.type === 'input') this.#open();
    else this.handle(event);
    this.#changed();
  }

  /** Handles an event of the field. */
  handle(event: Event): void {
    if (event.type === 'click') this.#open();
    else if (event.type === 'input') this.#oninput(event);
    else if (event instanceof FocusEvent) this.#onfocusout(event);
    else if (event instanceof KeyboardEvent && !isComposing(event) && this.#onkey(event)) event.preventDefault();
    this.#changed();
  }

  field(model: Omit<ComboboxField, 'value'>): TemplateResult {
    return this.#list.field({ ...model, isOpen: this.#isShown });
  }

  render(): TemplateResult {
    const messages = this.#element.messagesFor('prompt-picker', english);
    const isShown = this.#isShown;
    return html`<div class="popup ${this.#isFree ? 'free' : ''}" part="popup" .popover=${'manual'} @focusout=${this.#onfocusout}>${isShown ? this.#list.template() : nothing}</div>
      <p class="visually-hidden" role="status">${isShown ? this.#list.announcement() : ''}</p>
      ${this.#skills.notice()}${this.#skills.loaded?.notice(messages) ?? nothing}
      ${this.#dialog.template(messages, this.#element.isAttached)}`;
  }

  /** Whether the popup is placed by script. */
  get #isFree(): boolean {
    return this.#element.isAttached || !hasAnchors();
  }

  get #isShown(): boolean {
    // A `/word` that matches no prompt may be a path.
    return this.#isOpen && !(this.#element.isAttached && this.#list.count === 0 && this.#list.query !== '');
  }

  get #anchor(): Anchor | undefined {
    const box = this.#slash?.target ?? this.#element.renderRoot.querySelector('input');
    return box
      ? {
          rect: this.#slash?.rect ?? box.getBoundingClientRect(),
          isRightToLeft: getComputedStyle(box).direction === 'rtl',
        }
      : undefined;
  }

  #changed(): void {
    this.#element.requestUpdate();
  }

  #open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#skills.loaded?.forgetProblem();
    void this.#list.open();
    this.#changed();
  }

  #close(): void {
    this.#isOpen = false;
    this.#changed();
  }

  #oninput({ target }: Event): void {
    if (!(target instanceof HTMLInputElement)) return;
    this.#open();
    this.#list.query = target.value;
  }

  readonly #onfocusout = ({ relatedTarget }: FocusEvent): void => {
    if (!(relatedTarget instanceof Node) || !this.#element.renderRoot.contains(relatedTarget)) this.#close();
  };

  /** Returns whether the menu handled the key. */
  #onkey(event: KeyboardEvent): boolean {
    const { key, altKey } = event;
    if (key === 'Escape') {
      if (!this.#isOpen && this.#list.query === '') return false;
      if (this.#isOpen) this.#close();
      else this.#list.query = '';
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
      this.#list.fill();
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
    this.#list.query = query;
    this.#changed();
  }

  #onslashkey(event: KeyboardEvent): boolean {
    if (!this.#isShown) return false;
    const isClosing = event.key === 'Escape' || (event.altKey && event.key === 'ArrowUp');
    if (isClosing) this.#slash?.dismiss();
    return isClosing || (!event.shiftKey && !event.ctrlKey && !event.metaKey && this.#onlistkey(event));
  }

  async #choose(item: MenuItem): Promise<void> {
    const host = this.#element.currentHost;
    if (!host) return;
    this.#close();
    this.#slash?.dismiss();
    this.#skills.loaded?.forgetProblem();
    if (!('skill' in item)) return this.#dialog.open(host, item.server, item.entry);
    // Loading takes its time, and the user may go on writing.
    this.#list.query = '';
    this.#slash?.replace('');
    this.#changed();
    await this.#skills.loaded?.pick(item);
  }

  readonly #onuse = (event: McpPromptPickEvent): void => {
    this.#list.query = '';
    this.#changed();
    this.#list.storeUse(event.server, event.prompt);
    const isAllowed = this.#element.dispatchEvent(event);
    this.#slash?.replace(isAllowed ? event.text : '');
  };
}
