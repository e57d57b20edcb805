/** What the dialog shows: one review after another. */
import type { PendingRequest, SamplingAnswer, SamplingDecision, SamplingModel, SamplingRequest } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import '../content/define.ts';
import type { HostedElement } from '../internal/base/hosted-element.ts';
import { Armed } from '../internal/dialog/armed.ts';
import { HeadHint } from '../internal/dialog/head-hint.ts';
import { queueBadge, type RequestDialog, type RequestOf } from '../internal/dialog/request-element.ts';
import { requestWorkOf } from '../internal/dialog/request-work.ts';
import { jsonTreeStyles } from '../internal/text/json-tree.ts';
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
  readonly styles = [jsonTreeStyles, styles];
  readonly #element: SamplingElement;
  readonly #armed: Armed;
  readonly #headHint: HeadHint;
  #shown: RequestOf<'sampling'> | undefined;
  #review: Review | undefined;
  /** Whether the request was shown elsewhere. */
  #isTakenOver = false;

  constructor(element: SamplingElement) {
    this.#element = element;
    this.#armed = new Armed(element);
    this.#headHint = new HeadHint(element, this.#armed);
  }

  turnTo(current: RequestOf<'sampling'> | undefined): void {
    const { currentHost: host, ownerDocument: page } = this.#element;
    this.#shown = current;
    this.#review = undefined;
    this.#armed.disarm();
    if (!current || !host) return;
    const owner = this.#owner(current);
    const works = requestWorkOf(page);
    this.#isTakenOver = works.has(current);
    this.#review = works.of(host, current, Review, () => new Review(owner, current.request));
    this.#review.moveTo(owner);
  }

  render(_current: RequestOf<'sampling'>, requests: readonly PendingRequest[]): TemplateResult {
    return html`${queueBadge(this.#element.shared, requests)}${keyed(this.#review, this.#review?.render(this.#element.messagesFor('sampling-review', english)))}`;
  }

  /** Shows the stage from its start, with the focus where no key lets anything out by mistake. */
  begin(frame: HTMLElement, takesFocus: boolean): void {
    const stage = this.#review?.stage;
    if (stage === 'request') this.#armed.armNew();
    else this.#armed.armAfterPress();
    frame.querySelector('.body')?.scrollTo(0, 0);
    if (!takesFocus) return;
    const isNew = stage === 'request' && !this.#isTakenOver;
    frame.querySelector<HTMLElement>(isNew ? '.deny' : stage === 'write' ? '.answer textarea' : '#heading')?.focus();
  }

  dismiss(): void {
    this.#review?.reject();
  }

  async #onstage(): Promise<void> {
    const { stage } = this.#review ?? {};
    const { renderRoot } = this.#element;
    const frame = renderRoot.querySelector<HTMLElement>('dialog, .frame');
    const hadFocus = frame?.matches(':focus-within') === true;
    this.#armed.armAfterPress();
    this.#element.requestUpdate();
    await this.#element.updateComplete;
    if (frame && this.#review?.stage === stage) this.begin(frame, frame instanceof HTMLDialogElement || hadFocus);
  }

  #owner(request: RequestOf<'sampling'>): ReviewOwner {
    const { model } = this.#element;
    return {
      element: this.#element,
      modelTitle: model?.title,
      hasModel: model !== undefined,
      isArmed: () => this.#armed.isArmed,
      headHint: this.#headHint,
      accepts: (event) => this.#armed.accepts(event),
      requestAnswer: (approved, signal) => this.#requestAnswer(approved, signal),
      respond: (decision) => this.#respond(decision),
      onstage: () => {
        // Meanwhile it may be shown elsewhere, or nowhere.
        if (this.#shown === request) void this.#onstage();
      },
    };
  }

  #requestAnswer(request: SamplingRequest, signal: AbortSignal): ReturnType<ReviewOwner['requestAnswer']> {
    const event = new McpSamplingRequestEvent(request, signal);
    const isOpen = this.#element.dispatchEvent(event);
    const byModel = (): SamplingAnswer | Promise<SamplingAnswer> | undefined =>
      this.#element.model?.(request.params, { signal, server: request.server });
    // A listener that answers with undefined leaves it to the model.
    return event.response?.then((answer) => answer ?? byModel()) ?? (isOpen ? byModel() : false);
  }

  #respond(decision: SamplingDecision): void {
    const shown = this.#shown;
    // Another host may have a request with the same id.
    if (shown && this.#element.snapshot?.requests.includes(shown))
      this.#element.currentHost?.respond(shown.id, decision);
  }
}
