import {
  displayName,
  type HostServer,
  type McpHost,
  type PendingRequest,
  type RequestPlace,
  type SamplingModel,
} from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { pageHead } from '../internal/base/page-head.ts';
import { isInSight } from '../internal/dialog/in-sight.ts';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { shortText } from '../internal/text/text.ts';
import { english, type RequestsMessages } from './messages.ts';
import { styles } from './requests.styles.ts';

/** How often the element checks whether it can be seen while something waits, in ms. */
const VISIBILITY_MS = 500;

/**
 * @summary What waits for the user's answer, by server: an inbox whose requests open in place.
 *
 * While it is on the page and can be seen, requests wait in it instead of opening dialogs: calls that need consent, requests for
 * more access, forms and visits, and, with an `<mcp-roots>` on the page, questions for folders. Those of a call that has an `<mcp-tool-call>` open there. A server's request for a model waits
 * here if the element has a `model`. The rules of the dialogs hold for the buttons of an open request. What the user has entered in
 * one is still there when they open it again, here or where else the request is shown.
 *
 * If it is hidden, the dialogs of `<mcp-tool-consent>`, `<mcp-elicitation-form>` and `<mcp-sampling-review>` open, if the page has
 * them.
 *
 * Keyboard: Tab moves through the requests, Enter opens and closes one. After an answer, the focus moves to the next.
 *
 * @slot header - replaces the title; while nothing waits, it is above what says so
 * @slot actions - controls of the page, beside the title
 * @slot empty - what is shown when nothing waits for the user
 * @csspart count - how many requests wait
 * @csspart server - the requests of one server
 * @csspart line - one request, a button
 * @csspart request - the open request
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-tools></mcp-tools>
 *   <mcp-requests></mcp-requests>
 * </mcp-host>
 * ```
 */
export class McpRequestsElement extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, styles];

  /** The page's model. With it, servers' requests for a model wait here. */
  @property({ attribute: false }) model: SamplingModel | undefined;

  /** How long buttons that answer a request stay off after it appears, in ms. 500 by default. */
  @property({ attribute: false }) armDelay = 500;

  readonly #view = new OnDemand(this, async () => (await import('./inline-request.ts')).inlineRequests);
  readonly #place: RequestPlace = {
    shows: ({ kind }) => (kind !== 'sampling' || this.model !== undefined) && isInSight(this),
  };
  #open: PendingRequest | undefined;
  /** What was open and still waits. While it is closed, it is hidden, with all that the user has entered. */
  readonly #opened = new Set<PendingRequest>();
  #waiting: readonly PendingRequest[] = [];
  /** How its model is registered with the host. */
  #reviewer:
    | { readonly host: McpHost; readonly supportsTools: boolean | undefined; readonly remove: (() => void) | undefined }
    | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  protected override onHost(host: McpHost, signal: AbortSignal): void {
    this.#open = undefined;
    this.#opened.clear();
    for (const end of [
      host.places.add(this.#place),
      host.addResponder('consent'),
      host.addResponder('step-up'),
      host.addResponder('skill'),
      host.addResponder('elicitation'),
      () => this.#unregister(),
      () => clearTimeout(this.#timer),
    ])
      signal.addEventListener('abort', end, { once: true });
    this.#register(host);
  }

  /** The model may come later, or be another. */
  protected override willUpdate(_changed: PropertyValues<this>): void {
    if (this.currentHost && this.isConnected) this.#register(this.currentHost);
  }

  #register(host: McpHost): void {
    const supportsTools = this.model && this.model.supportsTools === true;
    if (this.#reviewer?.host === host && this.#reviewer.supportsTools === supportsTools) return;
    // Adds the new responder first: a waiting request must always have one.
    const remove = supportsTools === undefined ? undefined : host.addResponder('sampling', { supportsTools });
    this.#unregister();
    this.#reviewer = { host, supportsTools, remove };
  }

  #unregister(): void {
    this.#reviewer?.remove?.();
    this.#reviewer = undefined;
  }

  protected override update(changed: PropertyValues<this>): void {
    const host = this.currentHost;
    const before = this.#waiting;
    const all = host?.getSnapshot().requests ?? [];
    this.#waiting = all.filter((request) => host?.places.of(request) === this.#place);
    const isOver = this.#open !== undefined && !this.#waiting.includes(this.#open);
    const hadFocus = this.renderRoot.querySelector('.request:not([hidden])')?.matches(':focus-within') === true;
    if (isOver) this.#open = undefined;
    for (const request of this.#opened) if (!this.#waiting.includes(request)) this.#opened.delete(request);
    super.update(changed);
    if (isOver && hadFocus) this.renderRoot.querySelector<HTMLElement>('.line, .empty')?.focus();
    this.#watch(host, before);
  }

  /** When it is hidden, dialogs take over. */
  #watch(host: McpHost | undefined, before: readonly PendingRequest[]): void {
    clearTimeout(this.#timer);
    const all = host?.getSnapshot().requests;
    const isDropped = before.some((request) => !this.#waiting.includes(request) && all?.includes(request));
    if (isDropped) this.#timer = setTimeout(() => host?.places.refresh());
    else if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.requestUpdate(), VISIBILITY_MS);
  }

  override render(): TemplateResult {
    if (!this.snapshot) return html`<p class="notice">${this.shared.noHost}</p>`;
    const messages = this.messagesFor('requests', english);
    const waiting = this.#waiting;
    const count = messages.count(waiting.length);
    return html`<div class="card" part="card">
      <p class="visually-hidden" role="status">${waiting.length > 0 ? count : nothing}</p>
      ${
        waiting.length === 0
          ? html`${pageHead()}<div class="empty" tabindex="-1"><slot name="empty"><b>${messages.empty}</b><span>${messages.emptyHint}</span></slot></div>`
          : html`<div class="row head"><slot name="header"><h3>${messages.title}</h3></slot><span class="badge accent" part="count badge">${count}</span><slot name="actions"></slot></div>
            ${repeat(
              Map.groupBy(waiting, ({ request }) => request.server.id),
              ([id]) => id,
              ([, own], index) => this.#server(messages, own, `server-${index}`),
            )}`
      }
      ${this.#view.notice()}
    </div>`;
  }

  #server(messages: RequestsMessages, requests: readonly PendingRequest[], id: string): TemplateResult {
    const server: HostServer | undefined = requests[0]?.request.server;
    return html`<section class="group" part="server" aria-labelledby=${id}>
      <p class="who small" id=${id}>${server ? html`<bdi>${shortText(serverName(server), 60)}</bdi> <bdi class="mono" dir="ltr">${serverAddress(server)}</bdi>` : nothing}</p>
      <ul>${repeat(
        requests,
        (request) => request,
        (request) => this.#request(messages, request),
      )}</ul>
    </section>`;
  }

  #request(messages: RequestsMessages, request: PendingRequest): TemplateResult {
    const isOpen = request === this.#open;
    const view = this.#opened.has(request) ? this.#view.need() : undefined;
    const { currentHost: host, model, armDelay } = this;
    return html`<li>
      <button type="button" class="line" part="line item" aria-expanded=${isOpen} @click=${() => this.#toggle(request)}>
        <bdi>${titleOf(messages, request)}</bdi>
        <svg class="chevron" viewBox="0 0 20 20" aria-hidden="true"><path d="m5 7.5 5 5 5-5" /></svg>
      </button>
      ${view && host ? html`<div class="request" part="request" ?hidden=${!isOpen}>${view.inlineRequest({ host, request, model, armDelay })}</div>` : nothing}
    </li>`;
  }

  #toggle(request: PendingRequest): void {
    this.#open = request === this.#open ? undefined : request;
    this.#opened.add(request);
    this.requestUpdate();
  }
}

function titleOf(messages: RequestsMessages, { kind, request }: PendingRequest): string {
  switch (kind) {
    case 'consent':
      return messages.consent(shortText(displayName(request.tool), 80));
    case 'step-up':
      return messages.stepUp;
    case 'skill':
      return messages.skill(shortText(request.skill.frontmatter.name, 80));
    case 'sampling':
      return messages.sampling;
    case 'roots':
      return messages.roots;
    default:
      return request.params.mode === 'url' ? messages.visit : messages.elicitation;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-requests': McpRequestsElement;
  }
}
