/** Where the user writes: the text, what is attached to it, the `/` menu, and the button that sends and stops. */
import { html, nothing, svg, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { focusBefore, isComposing } from '../internal/base/keyboard.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { shortText } from '../internal/text/text.ts';
import type { McpPromptPickEvent } from '../prompt-picker/events.ts';
import { declaresSkills } from '../internal/server/declared-skills.ts';
import { PARTS } from '../internal/style/shared-parts.ts';
import type { LoadedSkill } from '@mcp-web/client/skills';
import type { McpSkillPickEvent } from '../skill-picker/events.ts';
import type { AttachDialog } from './attach-dialog.ts';
import { type Attachment, attachedMedia, attachedSkill } from './attachments.ts';
import { ChatSkills } from './chat-skills.ts';
import { GrowingFields } from './growing-fields.ts';
import type { ChatMessages } from './messages.ts';
import { hostIn } from './timeline.ts';

export interface ComposerActions {
  /** @param prompts the URLs of the servers whose prompts the user picked for it */
  readonly send: (text: string, attachments: readonly Attachment[], prompts: readonly string[]) => void;
  readonly stop: () => void;
  /** The user wants to edit what they sent last. */
  readonly editLast: () => void;
  /** Tells screen readers. */
  readonly say: (text: string) => void;
}

export interface ComposerState {
  readonly isAnswering: boolean;
  readonly canSend: boolean;
  readonly placeholder: string | undefined;
  /** The choice of the model. */
  readonly model: unknown;
}

export class Composer {
  /** Those that the model may use. */
  readonly skills: ChatSkills;
  readonly #element: HostedElement;
  readonly #actions: ComposerActions;
  /** The `/` menu, for users who write. */
  readonly #prompts: OnDemand<object>;
  readonly #attach: OnDemand<AttachDialog>;
  #text = '';
  #attachments: readonly Attachment[] = [];
  /** The skills among them. */
  readonly #picked = new WeakMap<Attachment, LoadedSkill>();
  /** The URLs of servers whose prompts the user picked since the last message. */
  readonly #prompted = new Set<string>();
  #messages: ChatMessages | undefined;
  #isAnswering = false;
  /** When the button became another one. */
  #turnedAt = -Infinity;
  /** Whether there is anything for the `/` menu. */
  #hasMenu = false;

  constructor(element: HostedElement, actions: ComposerActions) {
    this.skills = new ChatSkills(element);
    new GrowingFields(element);
    this.#element = element;
    this.#actions = actions;
    this.#prompts = new OnDemand(element, async () => {
      await import('../prompt-picker/define.ts');
      return {};
    });
    this.#attach = new OnDemand(element, async () => {
      const { AttachDialog } = await import('./attach-dialog.ts');
      return new AttachDialog(element, (attachment) => this.add(attachment));
    });
  }

  get isEmpty(): boolean {
    return this.#text.trim() === '' && this.#attachments.length === 0;
  }

  /** Resolves when nothing is being loaded. */
  async settle(): Promise<void> {
    await this.#prompts.settle();
    await this.#attach.settle();
  }

  focus(options?: FocusOptions): void {
    this.#field?.focus(options);
  }

  write(text: string): void {
    this.#text = text;
    this.#element.requestUpdate();
  }

  add(attachment: Attachment): void {
    this.#attachments = [...this.#attachments, attachment];
    if (this.#messages) this.#actions.say(this.#messages.attached(shortText(attachment.name, 60)));
    this.#element.requestUpdate();
    this.focus();
  }

  /** Drops what the user has from this server: their text, if they picked a prompt for it, and what they attached. */
  forget(url: string): void {
    this.skills.leave();
    if (this.#prompted.delete(url)) this.#text = '';
    this.#attachments = this.#attachments.filter(({ server }) => server !== url);
  }

  render(messages: ChatMessages, { isAnswering, canSend, placeholder, model }: ComposerState): TemplateResult {
    this.#messages = messages;
    if (isAnswering !== this.#isAnswering) this.#turnedAt = performance.now();
    this.#isAnswering = isAnswering;
    const { currentHost: host, snapshot } = this.#element;
    const servers = snapshot?.servers ?? [];
    this.#hasMenu = servers.some((server) => server.prompts.length > 0 || declaresSkills(server));
    const hasResources = servers.some((server) => server.resources.length + server.resourceTemplates.length > 0);
    const isOff = !isAnswering && (!canSend || this.isEmpty);
    return html`<form class="composer" part="composer" @submit=${this.#submit} @click=${this.#onclick} @focusin=${this.#onfocus}>
      ${this.#attachments.length === 0 ? nothing : this.#chips(messages)}
      <textarea class="grow" id="input" part="input" dir="auto" rows="1" aria-label=${messages.message} placeholder=${placeholder ?? (this.#hasMenu ? messages.placeholder : messages.placeholderPlain)} enterkeyhint="send" .value=${this.#text} @input=${this.#oninput} @keydown=${this.#onkeydown}></textarea>
      <div class="tools">
        ${hasResources ? html`<button type="button" class="button quiet icon-button" part="button quiet icon" aria-label=${messages.attach} title=${messages.attach} @click=${this.#openAttach}><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 4v12M4 10h12" /></svg></button>` : nothing}
        <slot name="composer-start"></slot>
        ${model}
        <slot name="composer-end"></slot>
        <button type="submit" class="button primary icon-button send" part="send button primary icon" aria-label=${isAnswering ? messages.stop : messages.send} title=${isAnswering ? messages.stop : messages.send} aria-disabled=${isOff} @click=${this.#onpress}><svg viewBox="0 0 20 20" aria-hidden="true">${isAnswering ? STOP : SEND}</svg></button>
      </div>
      ${this.#hasMenu ? html`<mcp-prompt-picker exportparts=${PARTS} for-input="input" skills .host=${host} @mcp-prompt-pick=${this.#onprompt} @mcp-skill-pick=${this.#onskill}></mcp-prompt-picker>` : nothing}
    </form>
    ${this.#prompts.notice()}${this.#attach.notice()}${this.#attach.loaded?.render(messages) ?? nothing}`;
  }

  get #field(): HTMLTextAreaElement | null {
    return this.#element.renderRoot.querySelector('#input');
  }

  #chips(messages: ChatMessages): TemplateResult {
    return html`<ul class="row chips" aria-label=${messages.attachments}>${repeat(
      this.#attachments,
      (one) => one,
      (one) => {
        const name = shortText(one.name, 60);
        return html`<li class="chip" part="chip"><bdi>${name}</bdi> <bdi class="soft" dir="ltr">${shortText(hostIn(one.server), 60)}</bdi><button type="button" class="button quiet remove" part="button quiet icon" aria-label=${messages.removeNamed(name)} @click=${(event: Event) => this.#remove(event, one, messages)}><svg viewBox="0 0 20 20" aria-hidden="true"><path d="m6 6 8 8M14 6l-8 8" /></svg></button></li>`;
      },
    )}</ul>`;
  }

  #remove({ currentTarget }: Event, attachment: Attachment, messages: ChatMessages): void {
    this.#attachments = this.#attachments.filter((one) => one !== attachment);
    this.#actions.say(messages.removed(shortText(attachment.name, 60)));
    if (currentTarget instanceof HTMLElement) focusBefore(currentTarget);
    this.focus();
    this.#element.requestUpdate();
  }

  readonly #openAttach = (): void =>
    void this.#attach.load().then(
      (dialog) => dialog.open(),
      () => {},
    );

  readonly #onfocus = (): void => void (this.#hasMenu && this.#prompts.need());

  readonly #onprompt = (event: McpPromptPickEvent): void => {
    this.#prompted.add(event.server.url);
    const media = attachedMedia(event);
    if (media) this.add(media);
  };

  readonly #onskill = (event: McpSkillPickEvent): void => {
    // The page's own model gets only what the user picks for it.
    event.stopPropagation();
    const attachment = attachedSkill(event);
    this.#picked.set(attachment, event.skill);
    this.add(attachment);
  };

  readonly #oninput = (): void => {
    this.#text = this.#field?.value ?? '';
    this.#element.requestUpdate();
  };

  /** The whole box leads to the field in it. */
  readonly #onclick = ({ target, currentTarget }: Event): void => {
    if (target === currentTarget || (target instanceof Element && target.matches('.tools'))) this.focus();
  };

  readonly #onkeydown = (event: KeyboardEvent): void => {
    // The `/` menu handles its keys first.
    if (event.defaultPrevented || isComposing(event)) return;
    const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      this.#send();
    } else if (event.key === 'ArrowUp' && isPlain && this.#text === '') {
      event.preventDefault();
      this.#actions.editLast();
    }
  };

  /** The second press of a double click, or one that comes too late, must not do the opposite. */
  readonly #onpress = (event: MouseEvent): void => {
    if (event.detail > 1 || event.timeStamp - this.#turnedAt < SETTLES_MS) event.preventDefault();
  };

  readonly #submit = (event: Event): void => {
    event.preventDefault();
    // While the model answers, the button stops it, and Enter does nothing.
    if (this.#isAnswering) this.#actions.stop();
    else this.#send();
  };

  #send(): void {
    const text = this.#text.trim();
    if (this.isEmpty) return;
    for (const attachment of this.#attachments) {
      const skill = this.#picked.get(attachment);
      if (skill) this.skills.add(skill);
    }
    this.#actions.send(text, this.#attachments, [...this.#prompted]);
  }

  /** Called when the message is sent, or is not for the next user. */
  clear(): void {
    this.#text = '';
    this.#prompted.clear();
    this.#attachments = [];
    this.#element.requestUpdate();
  }
}

/** How soon after the button became another one a press is meant for the former. */
const SETTLES_MS = 500;

const SEND = svg`<path d="M10 16V4M4.5 9.5 10 4l5.5 5.5" />`;
const STOP = svg`<rect x="5" y="5" width="10" height="10" rx="1.5" />`;
