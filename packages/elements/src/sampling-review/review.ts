/** The review of one request: from what the model would get to what the server would get. */
import type {
  HostServer,
  SamplingAnswer,
  SamplingDecision,
  SamplingParams,
  SamplingRequest,
  SamplingUpdate,
} from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { ref } from 'lit/directives/ref.js';
import { isComposing } from '../internal/base/keyboard.ts';
import type { McpElement } from '../internal/base/element.ts';
import type { HeadHint } from '../internal/dialog/head-hint.ts';
import { RefusalReason } from '../internal/dialog/refusal-reason.ts';
import type { Work } from '../internal/dialog/request-work.ts';
import { type Scrolled, SeenEnd } from '../internal/dialog/seen-end.ts';
import { errorNotice } from '../internal/text/error-notice.ts';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { shortText } from '../internal/text/text.ts';
import { AnswerDraft, answerView } from './answer.ts';
import { problemView, updateField } from './edited-fields.ts';
import { english, type SamplingReviewMessages } from './messages.ts';
import { isName, MAX_MODEL, readAnswer } from './read-answer.ts';
import { RequestDraft } from './request-draft.ts';
import { requestView } from './request-view.ts';
import type { ReviewContext } from './review-templates.ts';
import { spellAnswer } from './spelled-answer.ts';
import { StreamedText } from './streamed-text.ts';

/** The name of the model that a server gets when the user answers. */
const HUMAN = 'human';

export type Stage = 'request' | 'answering' | 'failed' | 'answer' | 'write';

/** What a review needs from the dialog that shows it. */
export interface ReviewOwner {
  readonly element: McpElement & Scrolled;
  /** The title of the model, if it is known. */
  readonly modelTitle: string | undefined;
  readonly hasModel: boolean;
  /** Whether the buttons that let something out work. */
  isArmed(): boolean;
  readonly headHint: HeadHint;
  accepts(event: Event): boolean;
  /** Asks the page. Undefined means that nobody answers, false that the page refuses. */
  requestAnswer(
    request: SamplingRequest,
    signal: AbortSignal,
  ): SamplingAnswer | PromiseLike<SamplingAnswer | undefined> | undefined | false;
  respond(decision: SamplingDecision): void;
  /** Called when another stage begins. */
  onstage(): void;
}

export class Review implements Work {
  #owner: ReviewOwner;
  readonly #server: HostServer;
  readonly #request: RequestDraft;
  #stage: Stage = 'request';
  /** The request as the user approved it. */
  #params: SamplingParams;
  #answer: AnswerDraft | undefined;
  #error: unknown;
  /** The answer so far, while it streams. */
  #streamed: StreamedText;
  #update: SamplingUpdate = {};
  #isStopped = false;
  #attempt: AbortController | undefined;
  /** The end of the answer. */
  #end: SeenEnd;
  readonly #reason = new RefusalReason();

  constructor(owner: ReviewOwner, { server, params }: SamplingRequest) {
    this.#owner = owner;
    this.#end = new SeenEnd(owner.element);
    this.#server = server;
    this.#request = new RequestDraft(params);
    this.#params = params;
    this.#streamed = new StreamedText(this.#changed);
  }

  get stage(): Stage {
    return this.#stage;
  }

  /** Another dialog goes on with it. A model that is answering is not asked again. */
  moveTo(owner: ReviewOwner): void {
    this.#owner = owner;
    this.#end.forget();
    this.#end = new SeenEnd(owner.element);
    this.#request.fields.moveIn();
    this.#answer?.fields.moveIn();
    this.#reason.moveIn();
  }

  /** Stops the model. */
  end(): void {
    this.#attempt?.abort();
  }

  #enter(stage: Stage): void {
    this.#stage = stage;
    this.#end.forget();
    this.#owner.onstage();
  }

  readonly #changed = (): void => this.#owner.element.requestUpdate();

  async #requestAnswer(): Promise<void> {
    const attempt = new AbortController();
    this.#attempt = attempt;
    const { signal } = attempt;
    const streamed = (this.#streamed = new StreamedText(this.#changed));
    this.#update = {};
    this.#isStopped = false;
    this.#error = undefined;
    try {
      // Called synchronously in the click: some models need the user activation to start a download.
      const answering = this.#owner.requestAnswer({ server: this.#server, params: this.#params }, signal);
      if (answering === false) return this.#owner.respond({ action: 'deny' });
      if (answering) this.#enter('answering');
      const answer = await answering;
      if (signal.aborted) return;
      if (!answer) return this.#write();
      const result = await readAnswer(
        answer,
        {
          ontext: (text) => streamed.add(text),
          onupdate: (update) => {
            this.#update = { ...this.#update, ...update };
            this.#changed();
          },
        },
        signal,
      );
      const spelled = await spellAnswer([result.content].flat(), signal);
      this.#answer = new AnswerDraft(result, { spelled });
      this.#enter('answer');
    } catch (error) {
      if (signal.aborted) return;
      this.#error = error;
      this.#enter('failed');
    } finally {
      if (this.#attempt === attempt) this.#attempt = undefined;
      // The model may still be streaming.
      attempt.abort();
    }
  }

  #write(): void {
    this.#answer = new AnswerDraft(
      { model: HUMAN, content: { type: 'text', text: '' }, stopReason: 'endTurn' },
      { isEditing: true },
    );
    this.#enter('write');
  }

  readonly #approve = (event: Event): void => {
    if (!this.#owner.accepts(event) || !this.#request.fields.isValid) return;
    this.#params = this.#request.params;
    this.#request.isEditing = false;
    void this.#requestAnswer();
  };

  readonly #writeInstead = (event: Event): void => {
    if (this.#stage === 'request' && !this.#owner.accepts(event)) return;
    this.#params = this.#request.params;
    this.#request.isEditing = false;
    this.end();
    this.#write();
  };

  readonly #retry = (event: Event): void => {
    if (this.#owner.accepts(event)) void this.#requestAnswer();
  };

  readonly #stop = async (): Promise<void> => {
    this.end();
    const { signal } = (this.#attempt = new AbortController());
    const content = { type: 'text' as const, text: this.#streamed.text };
    const spelled = await spellAnswer([content], signal).catch(() => undefined);
    if (!spelled || signal.aborted) return;
    this.#attempt = undefined;
    this.#isStopped = true;
    const { model } = this.#update;
    this.#answer = new AnswerDraft({ model: isName(model, MAX_MODEL) ? model : '', content }, { spelled });
    this.#enter('answer');
  };

  readonly #send = (event: Event): void => {
    if (!this.#maySend || !this.#answer || !this.#owner.accepts(event)) return;
    this.#owner.respond({ action: 'allow', result: this.#answer.result(this.#server) });
  };

  readonly #onanswerkey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    event.preventDefault();
    this.#send(event);
  };

  get #maySend(): boolean {
    return this.#owner.isArmed() && this.#isSeen && this.#answer?.problem(english, this.#server) === undefined;
  }

  /** Whether the user had the whole answer on the screen, or wrote it. Who edits it had it on the screen before. */
  get #isSeen(): boolean {
    return this.#stage === 'write' || this.#answer?.isEditing === true || this.#end.isSeen;
  }

  /** @returns the body of the dialog and its buttons */
  render(messages: SamplingReviewMessages): TemplateResult {
    const view: ReviewContext = { host: this.#owner.element, server: this.#server, messages, onchange: this.#changed };
    return html`<div class="main"><div class="body stack" part="dialog-body" tabindex="-1">${this.#body(view)}</div>${this.#more(messages)}</div>
      <div class="foot" part="actions dialog-foot" role="presentation">${this.#actions(messages)}</div>`;
  }

  /** Says why the answer cannot be sent yet. */
  #more(messages: SamplingReviewMessages): TemplateResult | typeof nothing {
    const { headHint } = this.#owner;
    const isAway = this.#stage === 'answer' && this.#end.isAway;
    return headHint.render() ?? (isAway ? this.#end.renderMore('unseen', messages.unseenHint) : nothing);
  }

  #body(view: ReviewContext): TemplateResult {
    const { messages } = view;
    const request = this.#request;
    const server = this.#server;
    const name = shortText(serverName(server));
    const titles = {
      request: messages.requestTitle(name),
      answering: messages.answering,
      failed: messages.failed,
      answer: messages.answerTitle(name),
      write: messages.write(name),
    };
    const toggle = (): void => {
      if (request.isEditing) request.discard();
      else request.isEditing = true;
      this.#changed();
    };
    const prompt = requestView(view, request);
    const isFirst = this.#stage === 'request';
    const hint = {
      request: messages.approveHint,
      answering: '',
      failed: '',
      answer: messages.sendHint,
      write: messages.sendHint,
    }[this.#stage];
    return html`<h2 part="dialog-title" id="heading" tabindex="-1">${titles[this.#stage]}</h2>
      <dl class="facts" id="about">
        <div><dt>${messages.server}</dt><dd><bdi>${name}</bdi><span class="origin"><bdi dir="ltr">${serverAddress(server)}</bdi></span></dd></div>
        ${this.#model(view)}
      </dl>
      ${isFirst || this.#stage === 'write' ? nothing : this.#outcome(view)}
      ${
        isFirst || this.#stage === 'write'
          ? html`<section class="stack">
            <div class="row head"><h3>${isFirst ? messages.prompt : messages.promptForYou}</h3>
              ${isFirst ? html`<button type="button" class="link small" part="link" @click=${toggle}>${request.isEditing ? messages.discard : messages.edit}</button>` : nothing}</div>
            ${prompt}
          </section>`
          : html`<details><summary part="summary">${messages.promptThen}</summary><div class="stack then">${prompt}</div></details>`
      }
      ${this.#stage === 'write' ? this.#outcome(view) : nothing}
      ${this.#reason.render(messages, this.reject)}
      ${hint ? html`<p class="soft small" id="hint">${hint}</p>` : nothing}`;
  }

  #model(view: ReviewContext): TemplateResult | typeof nothing {
    const { messages } = view;
    const answer = this.#answer;
    if (this.#stage === 'write' || (this.#stage === 'answer' && (answer?.isEditing || !answer?.model))) {
      const value = answer?.model ?? '';
      return html`<div><dt><label for="model">${messages.model}</label></dt><dd>
        <input class="field" part="control" id="model" required autocomplete="off" spellcheck="false" aria-describedby="model-hint" .value=${answer?.fields.first('model', value) ?? value} @input=${answer ? updateField(view, answer.fields, 'model') : nothing} />
        <span class="soft small" id="model-hint">${messages.modelHint}</span> ${answer ? problemView(answer.fields, 'model') : nothing}</dd></div>`;
    }
    const name = this.#stage === 'answer' ? answer?.model : (this.#update.model ?? this.#owner.modelTitle);
    return name
      ? html`<div><dt>${messages.model}</dt><dd><bdi>${shortText(name, MAX_MODEL)}</bdi></dd></div>`
      : nothing;
  }

  /** The answer so far, or why there is none. */
  #outcome(view: ReviewContext): TemplateResult {
    const { messages, host } = view;
    const answer = this.#answer;
    if (this.#stage === 'failed') return errorNotice(host.shared, this.#error);
    if (this.#stage === 'answering' || !answer) {
      const { progress } = this.#update;
      return html`${progress ? html`<p class="small soft">${shortText(progress.message ?? '', 120)}</p>` : nothing}
        <progress aria-label=${messages.answering} value=${ifDefined(progress?.total ? progress.progress / progress.total : undefined)}></progress>
        <div class="stream" tabindex="0" role="group" aria-label=${messages.answer} aria-busy="true">${this.#streamed.render()}</div>`;
    }
    const toggle = (): void => {
      if (answer.isEditing) answer.discard();
      else answer.isEditing = this.#isSeen;
      this.#changed();
    };
    const isWritten = this.#stage === 'write';
    return html`<section class="stack answer" @keydown=${this.#onanswerkey}>
      <div class="row head"><h3>${isWritten ? messages.yourAnswer : messages.answer}</h3>
        ${isWritten ? nothing : html`<button type="button" class="link small" part="link" aria-disabled=${!this.#isSeen} @click=${toggle}>${answer.isEditing ? messages.discard : messages.edit}</button>`}</div>
      ${this.#isStopped ? html`<p class="notice small">${messages.stopped}</p>` : answer.stopReason === 'maxTokens' ? html`<p class="notice small">${messages.cutOff}</p>` : nothing}
      <div class="stack" part="answer">${answerView(view, answer, this.#params.tools ?? [], this.#server)}${isWritten || answer.isEditing ? nothing : html`<i class="end" ${ref(this.#end.watch)}></i>`}</div>
    </section>`;
  }

  #actions(messages: SamplingReviewMessages): TemplateResult {
    const { hasModel } = this.#owner;
    const isArmed = this.#owner.isArmed();
    const reject = html`<button type="button" class="button cancel deny" part="button secondary" @click=${this.reject}>${messages.reject}</button>`;
    const mine = html`<button type="button" class="button" part="button secondary" aria-disabled=${this.#stage === 'request' && !isArmed} @click=${this.#writeInstead}>${messages.writeInstead}</button>`;
    const retry = (kind: string): TemplateResult =>
      html`<button type="button" class="button ${kind}" part="button ${kind || 'secondary'}" aria-disabled=${!isArmed} @click=${this.#retry}>${messages.retry}</button>`;
    switch (this.#stage) {
      case 'request': {
        const mayApprove = isArmed && this.#request.fields.isValid;
        return html`${reject}${hasModel ? mine : nothing}
          <button type="button" class="button primary" part="button primary" aria-disabled=${!mayApprove} aria-describedby=${this.#owner.headHint.describe('hint')} @click=${this.#approve}>${messages.approve}</button>`;
      }
      case 'answering':
        return html`${reject}<button type="button" class="button" part="button secondary" @click=${this.#stop}>${messages.stop}</button>`;
      case 'failed':
        return html`${reject}${mine}${retry('primary')}`;
      default:
        return html`${reject}${this.#stage === 'answer' ? retry('') : nothing}
          <button type="button" class="button primary" part="button primary" aria-disabled=${!this.#maySend} aria-describedby=${this.#owner.headHint.describe(this.#isSeen || this.#owner.headHint.id ? undefined : 'unseen', 'hint')} @click=${this.#send} @keydown=${this.#onanswerkey}>${messages.send}</button>`;
    }
  }

  readonly reject = (): void => {
    const reason = this.#reason.text;
    this.#owner.respond({ action: 'deny', ...(reason && { reason }) });
  };
}
