/** The inside of the dialog: one review after another. Loaded before the first request. */
import type { PendingRequest, SamplingAnswer, SamplingDecision, SamplingModel, SamplingRequest } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import '../content/define.ts';
import { Armed } from '../internal/dialog/armed.ts';
import type { Question, RequestDialog } from '../internal/dialog/asking-element.ts';
import { footStyles } from '../internal/dialog/foot.styles.ts';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { jsonTreeStyles } from '../internal/text/json-tree.ts';
import { questionStyles } from '../internal/dialog/question.styles.ts';
import { queueBadge } from '../internal/dialog/queue-badge.ts';
import { McpSamplingRequestEvent } from './events.ts';
import { english } from './messages.ts';
import { Review, type ReviewOwner } from './review.ts';
import { styles } from './sampling-review.styles.ts';

/** The element that the dialog is in. */
interface SamplingElement extends HostedElement {
  readonly armDelay: number;
  readonly model: SamplingModel | undefined;
}

export class SamplingDialog implements RequestDialog<'sampling'> {
  readonly styles = [jsonTreeStyles, questionStyles, footStyles, styles];
  readonly #element: SamplingElement;
  readonly #armed: Armed;
  #shown: Question<'sampling'> | undefined;
  #review: Review | undefined;

  constructor(element: SamplingElement) {
    this.#element = element;
    this.#armed = new Armed(element);
  }

  turnTo(question: Question<'sampling'> | undefined): void {
    this.#review?.end();
    this.#shown = question;
    this.#review = question && new Review(this.#owner(), question.request);
    this.#armed.disarm();
  }

  render(_question: Question<'sampling'>, waiting: readonly PendingRequest[]): TemplateResult {
    return html`${queueBadge(this.#element.shared, waiting)}${keyed(this.#review, this.#review?.render(this.#element.words('sampling-review', english)))}`;
  }

  /** What just appeared is read from its beginning, and nothing in it can be let out by mistake. */
  begin(dialog: HTMLDialogElement): void {
    const stage = this.#review?.stage;
    this.#armed.arm();
    dialog.querySelector('.body')?.scrollTo(0, 0);
    dialog
      .querySelector<HTMLElement>(stage === 'request' ? '.deny' : stage === 'write' ? '.answer textarea' : '#question')
      ?.focus();
  }

  dismiss(): void {
    this.#review?.reject();
  }

  async #onstage(): Promise<void> {
    const { stage } = this.#review ?? {};
    this.#armed.arm();
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    const dialog = this.#element.renderRoot.querySelector('dialog');
    if (dialog && this.#review?.stage === stage) this.begin(dialog);
  }

  #owner(): ReviewOwner {
    const { model } = this.#element;
    return {
      element: this.#element,
      modelTitle: model?.title,
      hasModel: model !== undefined,
      isArmed: () => this.#armed.isArmed,
      accepts: (event) => this.#armed.accepts(event),
      ask: (request, signal) => this.#ask(request, signal),
      decide: (decision) => this.#decide(decision),
      onstage: () => void this.#onstage(),
    };
  }

  #ask(request: SamplingRequest, signal: AbortSignal): ReturnType<ReviewOwner['ask']> {
    const event = new McpSamplingRequestEvent(request, signal);
    const isOpen = this.#element.dispatchEvent(event);
    const byModel = (): SamplingAnswer | Promise<SamplingAnswer> | undefined =>
      this.#element.model?.(request.params, { signal, server: request.server });
    // A listener that comes to have no opinion leaves it to the model.
    return event.response?.then((answer) => answer ?? byModel()) ?? (isOpen ? byModel() : false);
  }

  #decide(decision: SamplingDecision): void {
    const shown = this.#shown;
    // Another host may have a question with the same id.
    if (shown && this.#element.snapshot?.requests.includes(shown))
      this.#element.currentHost?.respond(shown.id, decision);
  }
}
