import type { HostServer, McpHost, SamplingMessage, SamplingModel } from '@mcp-web/client';
import { readConversation, writeConversation } from '@mcp-web/client/tools';
import { type CSSResultGroup, html, nothing, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { isForWhatIsOpen, isComposing } from '../internal/base/keyboard.ts';
import { type Attachment, promptsIn, readUserMessage, userMessage } from './attachments.ts';
import { styles } from './chat.styles.ts';
import { conversationEnd, greeting, toEndButton } from './chat-status.ts';
import { chatToolbar } from './chat-toolbar.ts';
import { Composer } from './composer.ts';
import { Conversation } from './conversation.ts';
import { Editing } from './editing.ts';
import { McpChatChangeEvent } from './events.ts';
import { FollowEnd } from './follow-end.ts';
import { Frames } from './frames.ts';
import { Involved } from './involved.ts';
import { english, type ChatMessages } from './messages.ts';
import { ModelChoice } from './model-choice.ts';
import { Notices } from './notices.ts';
import { Spoken } from './spoken.ts';
import { Timeline } from './timeline.ts';
import { isForRequest, Waiting } from './waiting.ts';

/**
 * @summary A chat with a model that can use the tools, prompts, resources and skills of all servers.
 *
 * Set `model` to a model of `@mcp-web/client/models/…` or to a function of your own. Without one, the user chooses the model of
 * their browser or an endpoint of their own, whose key stays in memory unless they want it stored, encrypted. Messages go to
 * the model, calls to the servers, and nothing else leaves the page. Every call asks for consent. When a user signs out of a
 * server that took part, the conversation is closed.
 *
 * Give the element a height: the conversation scrolls in it.
 *
 * What waits for the user during a call, such as consent or a form, opens in the card of the call, one request at a time. The
 * conversation stays there until the user answers, and the rules of the dialogs hold for its buttons. The page also needs the
 * elements for requests, such as `<mcp-tool-consent>`: their dialogs open while the chat is hidden, or too low for a request.
 *
 * Keyboard: Enter sends, Shift+Enter starts a new line, Escape outside a request stops the model, Shift+Tab leads from the field to
 * what waits, Up in the empty field edits the last message, and `/` opens the prompts and skills.
 *
 * @slot empty - what is shown before the first message, in place of the greeting
 * @slot header - replaces the title
 * @slot toolbar - more buttons at the top, before those of the element
 * @slot actions - more buttons at the top, after those of the element
 * @slot composer-start - more controls before the choice of the model
 * @slot composer-end - more controls after it
 * @slot footer - a line below everything, such as a note about the model
 *
 * @fires {McpChatChangeEvent} mcp-chat-change - the conversation has changed
 *
 * @csspart toolbar - the line at the top
 * @csspart timeline - the conversation, which scrolls
 * @csspart message - one message of the user or the model
 * @csspart user-message - one message of the user
 * @csspart answer - one answer of the model
 * @csspart answer-text - its text
 * @csspart call - one call of a tool
 * @csspart editing - a message that the user edits
 * @csspart error - what went wrong
 * @csspart composer - the box in which the user writes
 * @csspart chip - one attachment in it
 * @csspart input - the field
 * @csspart model - the choice of the model
 * @csspart send - the button that sends and stops
 * @csspart actions - the buttons of the dialog for an endpoint
 *
 * @cssstate answering - the model answers
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-chat></mcp-chat>
 *   <mcp-tool-consent></mcp-tool-consent>
 * </mcp-host>
 * ```
 */
export class McpChatElement extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, styles];

  /** The model that answers: of `@mcp-web/client/models/…`, or a function of the page. */
  @property({ attribute: false }) model: SamplingModel | undefined;

  /** Several models, of which the user chooses one by its `title`. */
  @property({ attribute: false }) models: readonly SamplingModel[] | undefined;

  /** Whether users may also choose their own: the model of the browser, or an endpoint. Always so if the page gives none. */
  @property({ type: Boolean, attribute: 'own-models' }) ownModels = false;

  /** Tells the model how to behave. It is sent with each message. */
  @property({ attribute: 'system-prompt' }) systemPrompt: string | undefined;

  /** How many tokens one answer may have. 4,096 by default. */
  @property({ type: Number, attribute: 'max-tokens' }) maxTokens: number | undefined;

  /** How often the model may call tools before the user is asked to continue. 20 by default. */
  @property({ type: Number, attribute: 'max-rounds' }) maxRounds: number | undefined;

  /** The name of the chat, above it. */
  @property() label: string | undefined;

  /** The page's model for servers that ask for one during a call. With it, the user reviews such a request in the card of the call. */
  @property({ attribute: false }) samplingModel: SamplingModel | undefined;

  /** What stands in the empty field. */
  @property() placeholder: string | undefined;

  readonly #internals = this.attachInternals();
  /** Shows calls, results and attachments. */
  readonly #content = new OnDemand(this, async () => {
    await Promise.all([import('../content/define.ts'), import('../tool-call/define.ts')]);
    return {};
  });
  readonly #frames = new Frames(this);
  readonly #conversation = new Conversation(
    (isText) => this.#onchange(isText),
    (call) => this.#involved.note(call),
  );
  readonly #follow = new FollowEnd(this);
  readonly #waiting = new Waiting(this, this.#conversation, this.#follow);
  readonly #editing = new Editing(this, this.#conversation, (at, text) => this.#sendEdited(at, text));
  readonly #timeline: Timeline = new Timeline(this, this.#conversation, this.#editing, this.#waiting, {
    edit: (at) => this.#editing.start(at),
    again: (at) => {
      this.#cut(at);
      this.#composer.focus();
      void this.#go();
    },
  });
  readonly #choice = new ModelChoice(this);
  readonly #composer = new Composer(this, {
    send: (...message) => this.#send(...message),
    stop: () => this.stop(),
    editLast: () => this.#editing.startLast(),
    say: (text) => this.#spoken.say(text),
  });
  readonly #involved = new Involved((tool) => this.#timeline.urlOf(tool));
  readonly #spoken = new Spoken(this);
  readonly #notices = new Notices(this, (conversation) => (this.#replace(conversation), this.#composer.focus()));

  /** The conversation so far. Set it to continue another one: for JSON, see `open()`. */
  @property({ attribute: false, noAccessor: true })
  get conversation(): readonly SamplingMessage[] {
    return this.#conversation.messages;
  }
  set conversation(messages: readonly SamplingMessage[]) {
    this.#replace(messages);
  }

  /** Whether the model answers now. */
  get isAnswering(): boolean {
    return this.#conversation.isRunning;
  }

  /**
   * Sends a message, as the user would. Resolves when the model has answered, or with false if it cannot be sent.
   */
  async send(text: string): Promise<boolean> {
    if (!this.#canSend || text.trim() === '') return false;
    this.#conversation.add(userMessage(text.trim(), []));
    return this.#go();
  }

  /** Stops the model, and cancels its calls. What it has said stays. */
  stop(): void {
    this.#conversation.stop();
  }

  /** Lets the model continue, after it failed or was stopped. Resolves as `send()` does. */
  async resume(): Promise<boolean> {
    return this.#canSend && this.conversation.length > 0 && this.#go();
  }

  /** Begins a new conversation. The user can undo it. */
  clear(): void {
    this.#close([]);
    this.#composer.focus();
  }

  /** The conversation as JSON, for `open()`. */
  save(): string {
    return writeConversation(this.conversation);
  }

  /**
   * Goes on with a conversation that `save()` wrote. The user can undo it.
   *
   * @throws {McpError} `invalid-argument` when it is something else, or damaged. The conversation then stays as it is.
   */
  open(json: string): void {
    this.#close(readConversation(json));
  }

  override focus(options?: FocusOptions): void {
    this.#composer.focus(options);
  }

  protected override onHost(host: McpHost, signal: AbortSignal): void {
    const unsubscribe = host.calls.subscribe(() => this.requestUpdate());
    signal.addEventListener('abort', () => (unsubscribe(), this.stop(), this.#composer.skills.leave()), { once: true });
  }

  protected override onSignOut({ url }: HostServer): void {
    this.#composer.forget(url);
    // What was closed before may have been with this server.
    this.#notices.forgetUndo();
    if (!this.#involved.mayInclude(url, this.conversation, this.#conversation.round?.calls ?? [])) return;
    this.#replace([]);
    this.#composer.clear();
    this.#notices.tell(this.#messages.signedOut);
    this.#spoken.say(this.#messages.signedOut);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('keydown', this.#onkeydown, { signal: this.lifetime });
    this.lifetime.addEventListener('abort', () => this.#conversation.stop(), { once: true });
  }

  override render(): TemplateResult {
    const { snapshot } = this;
    const messages = this.#messages;
    if (!snapshot) return html`<p class="notice">${this.shared.noHost}</p>`;
    const isEmpty = this.conversation.length === 0 && !this.isAnswering;
    void (this.isAnswering ? this.#internals.states.add('answering') : this.#internals.states.delete('answering'));
    return html`<section class="card chat" part="card" aria-label=${this.label ?? messages.label}>
      ${chatToolbar(messages, { label: this.label, isEmpty, onclear: () => this.clear(), onsave: () => this.save(), onopen: (json) => this.open(json), onproblem: this.#notices.fail })}
      <div class="timeline" role="log" aria-live="off" aria-busy=${this.isAnswering} aria-label=${messages.conversation} tabindex="0" part="timeline" @scroll=${this.#follow.onscroll}>
        <div class="said-so-far">${isEmpty ? greeting(messages, this.snapshot, this.#choice) : this.#timeline.render(messages)}${conversationEnd(messages, this.shared, this.#conversation, this.#resume)}</div>
      </div>
      ${isEmpty ? nothing : toEndButton(messages, this.#follow, this.#waiting)}
      <div class="foot-of-chat">
        ${this.#notices.render(messages)}
        ${this.#composer.render(messages, { isAnswering: this.isAnswering, canSend: this.#canSend, placeholder: this.placeholder, model: this.#choice.field(messages) })}
        <slot name="footer"></slot>
      </div>
      <p class="visually-hidden" role="status">${this.#spoken.text}</p>
      ${this.#content.notice()}${this.#choice.dialog(messages)}
    </section>`;
  }

  protected override willUpdate(): void {
    if (this.conversation.length > 0) this.#content.need();
    this.#choice.restore();
  }

  protected override updated(): void {
    const timeline = this.renderRoot.querySelector<HTMLElement>('.timeline');
    if (timeline) this.#follow.watch(timeline);
    this.#waiting.updated();
  }

  /** Also waits for Markdown to load, and to be drawn. */
  protected override async getUpdateComplete(): Promise<boolean> {
    await super.getUpdateComplete();
    await this.#content.settle();
    await this.#timeline.settle();
    await this.#composer.settle();
    return super.getUpdateComplete();
  }

  get #messages(): ChatMessages {
    return this.messagesFor('chat', english);
  }

  get #canSend(): boolean {
    return !this.isAnswering && this.#choice.chosen !== undefined && this.currentHost !== undefined;
  }

  #send(text: string, attachments: readonly Attachment[], prompts: readonly string[]): void {
    if (!this.#canSend) return;
    this.#composer.clear();
    this.#conversation.add(userMessage(text, attachments, prompts));
    void this.#go();
  }

  #sendEdited(at: number, text: string): void {
    const former = this.conversation[at];
    if (!former) return;
    this.#cut(at);
    this.#conversation.add(userMessage(text, readUserMessage(former).attachments, promptsIn(former)));
    this.#composer.focus();
    void this.#go();
  }

  readonly #resume = (): void => {
    // The button goes away.
    this.#composer.focus();
    void this.resume();
  };

  async #go(): Promise<boolean> {
    const { currentHost: host, systemPrompt, maxTokens, maxRounds } = this;
    const model = this.#choice.chosen;
    if (!host || !model) return false;
    this.#notices.clear();
    this.#follow.toEnd();
    this.#spoken.say(this.#messages.answering);
    const skills = this.#composer.skills.tools();
    // Without its cards, what waits for the user would open in a dialog.
    const ready = this.#content.loaded ? undefined : this.#content.load().catch(() => {});
    await this.#conversation.go({ host, model, systemPrompt, maxTokens, maxRounds, skills, ready });
    await this.#spoken.sayEnd(this.#messages, this.#conversation, () => this.#timeline.lastText);
    return true;
  }

  #onchange(isText: boolean): void {
    // A model may say hundreds of words between two frames.
    if (isText) return this.#frames.requestUpdate();
    this.requestUpdate();
    this.dispatchEvent(new McpChatChangeEvent(this.conversation));
  }

  #cut(at: number): void {
    this.#editing.leave(at);
    this.#conversation.cut(at);
  }

  /** Replaces the conversation, so that the user can have it back. */
  #close(next: readonly SamplingMessage[]): void {
    const undo = this.conversation;
    this.#replace(next);
    if (undo.length === 0) return;
    this.#notices.tell(this.#messages.cleared, undo);
    this.#spoken.say(this.#messages.cleared);
  }

  #replace(messages: readonly SamplingMessage[]): void {
    this.#editing.leave();
    this.#notices.clear();
    this.#spoken.say('');
    this.#conversation.load(messages);
  }

  readonly #onkeydown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented || !this.isAnswering) return;
    if (isComposing(event) || isForWhatIsOpen(event) || isForRequest(event)) return;
    event.preventDefault();
    this.stop();
    this.#composer.focus();
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-chat': McpChatElement;
  }
}
