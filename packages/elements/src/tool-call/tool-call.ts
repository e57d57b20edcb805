import {
  type HostCall,
  type McpHost,
  type PendingRequest,
  type RequestPlace,
  type SamplingModel,
} from '@mcp-web/client';
import { type CSSResultGroup, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { HostedElement } from '../internal/base/hosted-element.ts';
import { OnDemand } from '../internal/base/on-demand.ts';
import { FocusWish } from '../internal/dialog/focus-wish.ts';
import { heightAround, isInSight } from '../internal/dialog/in-sight.ts';
import { shortText } from '../internal/text/text.ts';
import { McpToolResultEvent } from '../tools/events.ts';
import {
  hasEnded,
  isRepeatable,
  previewOf,
  shownState,
  type ShownState,
  signOf,
  timeOf,
  callTitle,
} from './call-state.ts';
import { english, type ToolCallMessages } from './messages.ts';
import { OwnAnswer } from './own-answer.ts';
import { styles } from './tool-call.styles.ts';

/** How often the time of a running call changes, in ms. */
const TICK_MS = 1_000;
/** How often the card checks whether it can be seen while something waits in it, in ms. */
const VISIBILITY_MS = 500;
/** Of the box around the card, in px: a request does not fit into less. */
const MIN_HEIGHT = 180;
/** The same for a request that is there already, while the user writes and other things grow. */
const MIN_HEIGHT_SHOWN = 90;

/** What shows several cards, such as a chat. */
export interface CardOwner {
  /** The page's model, for servers that ask for one. */
  readonly model: SamplingModel | undefined;
  /** Whether the request of this call is open. Otherwise the card only says that something waits. */
  isOpen(callId: string): boolean;
  /** The user wants to see the request of this call. */
  choose(callId: string): void;
  /** The user has answered a request that had the focus, in its card. */
  onanswered(): void;
}

/** What is open below the line. */
type Below = { readonly asked: PendingRequest | undefined; readonly hasDetails: boolean };

/**
 * @summary One tool call as a card in a conversation: a line that opens to its arguments, progress and result.
 *
 * Shows a call by the id that its caller gave it: see `callId` of `McpHost.callTool`, or the `call` parts of `converse`. It can be
 * in the page before the call begins, and is invisible until then. What waits for the user during the call, such as consent or a
 * form, opens in the card under the same rules as in a dialog; the page also needs `<mcp-tool-consent>` and
 * `<mcp-elicitation-form>`, whose dialogs show the request if the card is hidden or gone, or the box
 * around it is too low.
 *
 * A running call can be cancelled. One that failed can run again, with the same arguments and after consent; if the tool may have
 * run, the card says so.
 *
 * @csspart call - the card
 * @csspart line - the line, a button
 * @csspart state - the state, in words
 * @csspart request - what waits for the user
 * @csspart arguments - the arguments
 * @csspart progress - the progress
 * @csspart result - the result, an `<mcp-content>`
 * @csspart error - what went wrong
 * @fires {McpToolResultEvent} mcp-tool-result - the user ran the tool again, and it returned a result
 *
 * @example
 * ```html
 * <mcp-host>
 *   <mcp-server src="https://example.com/mcp"></mcp-server>
 *   <mcp-tool-call call-id="my-call"></mcp-tool-call>
 *   <mcp-tool-consent></mcp-tool-consent>
 * </mcp-host>
 * ```
 */
export class McpToolCallElement extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, styles];

  /** The id of the call. */
  @property({ attribute: 'call-id' }) callId: string | undefined;

  /** A call to show that the host does not know, such as one of a stored conversation. */
  @property({ attribute: false }) call: HostCall | undefined;

  /** Whether the card is open. The user can open and close it. */
  @property({ type: Boolean, reflect: true }) open = false;

  /** Shows text in results as Markdown. */
  @property({ type: Boolean }) markdown = false;

  /** The page's model. With it, a server's request for a model during the call is reviewed in the card. */
  @property({ attribute: false }) model: SamplingModel | undefined;

  /** How long buttons that answer a request stay off after it appears, in ms. 500 by default. */
  @property({ attribute: false }) armDelay = 500;

  /** @internal What shows this card among others. Its calls cannot run again from here, because their model would not know. */
  @state() owner: CardOwner | undefined;

  readonly #body = new OnDemand(this, async () => (await import('./call-body.ts')).callBody);
  readonly #place: RequestPlace = {
    rank: 2,
    shows: (request) =>
      this.#isOwn(request) &&
      isInSight(this) &&
      heightAround(this) >= (request.id === this.#shown?.id ? MIN_HEIGHT_SHOWN : MIN_HEIGHT),
  };
  #leavePlace: (() => void) | undefined;
  #wasKnown = false;
  #wasLost = false;
  /** When the button that runs the call again appeared, by `performance.now()`. */
  #retrySince: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  /** What waited for the user in this card when it was last drawn. */
  #shown: PendingRequest | undefined;
  /** What was open in this card last. While another card is open, it is hidden, with all that the user has entered. */
  #opened: PendingRequest | undefined;
  readonly #focusWish = new FocusWish();
  readonly #ownAnswer = new OwnAnswer(this, () => this.#request);

  protected override onHost(host: McpHost, signal: AbortSignal): void {
    let before: HostCall | undefined;
    const look = (): void => {
      const call = this.#known;
      if (call !== before) this.requestUpdate();
      before = call;
    };
    signal.addEventListener('abort', host.calls.subscribe(look), { once: true });
    signal.addEventListener('abort', () => this.#stop(), { once: true });
    this.#wasKnown = false;
    this.#takePlace(host);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#watch);
    this.#focusWish.end();
    this.#leavePlace?.();
    this.#leavePlace = this.#shown = undefined;
  }

  /** @internal What waits for the user in this card, open or not. */
  get asked(): PendingRequest | undefined {
    return this.#request;
  }

  get #call(): HostCall | undefined {
    return this.#known ?? this.call;
  }

  /** The call as the host knows it, if the card has its id. */
  get #known(): HostCall | undefined {
    return this.callId ? this.currentHost?.calls.get(this.callId) : undefined;
  }

  /** What waits for the user in this card. */
  get #request(): PendingRequest | undefined {
    const host = this.#leavePlace && this.currentHost;
    return host
      ?.getSnapshot()
      .requests.find((request) => this.#isOwn(request) && host.places.of(request) === this.#place);
  }

  get #model(): SamplingModel | undefined {
    return this.owner?.model ?? this.model;
  }

  #isOwn({ kind, request }: PendingRequest): boolean {
    if (!this.callId || request.callId !== this.callId || this.#body.isLost) return false;
    return kind !== 'sampling' || this.#model !== undefined;
  }

  /** Until the call has ended, something may wait for the user. */
  #takePlace(host: McpHost): void {
    const call = this.#known;
    if (!this.callId || (call && hasEnded(call))) {
      this.#leavePlace?.();
      this.#leavePlace = undefined;
    } else this.#leavePlace ??= host.places.add(this.#place);
  }

  protected override update(changed: PropertyValues<this>): void {
    const { currentHost: host } = this;
    if (changed.has('callId')) this.#wasKnown = false;
    if (host) this.#takePlace(host);
    // What could not be loaded here opens in a dialog, in a task of its own.
    const { isLost } = this.#body;
    if (isLost && !this.#wasLost) setTimeout(() => host?.places.refresh());
    this.#wasLost = isLost;
    this.#wasKnown ||= this.#call !== undefined;
    const hadFocus = this.#openRequest?.matches(':focus-within') === true;
    const isAnswered = this.#ownAnswer.isOf(this.#shown);
    super.update(changed);
    this.#tellPlaces();
    const request = this.#openRequest;
    if (hadFocus && !request?.matches(':focus-within')) this.#moveFocus(isAnswered);
    if (request) this.#giveFocus();
    this.#watchPlace();
    if (this.renderRoot.querySelector('.retry')) this.#retrySince ??= performance.now();
    else this.#retrySince = undefined;
    this.#tick();
  }

  /** What had the focus is over. If the user did not answer it, they may still be writing, which must not get elsewhere. */
  #moveFocus(isAnswered: boolean): void {
    if (isAnswered && this.#openRequest) return this.focusRequest();
    this.renderRoot.querySelector<HTMLElement>('.line')?.focus();
    if (isAnswered) this.owner?.onanswered();
  }

  /** @internal Moves the focus to what waits for the user, once it is there. */
  focusRequest(): void {
    this.#focusWish.make();
    this.requestUpdate();
  }

  get #openRequest(): HTMLElement | null {
    return this.renderRoot.querySelector('.request:not([hidden])');
  }

  #giveFocus(): void {
    const shown = this.#openRequest?.firstElementChild;
    if (!this.#focusWish.isOpen || !shown || !this.#body.loaded) return;
    this.#focusWish.end();
    this.#body.loaded.focusInline(shown);
  }

  /** What waits has come from a dialog, or goes there: whoever shows it has to know, in a task of its own. */
  #tellPlaces(): void {
    const { currentHost: host } = this;
    const request = this.#request;
    const before = this.#shown;
    this.#shown = request;
    if (request?.id === before?.id) return;
    const waits = host?.getSnapshot().requests.some(({ id }) => id === before?.id) === true;
    if (request || waits) setTimeout(() => host?.places.refresh());
  }

  /** When it is hidden, dialogs take over. */
  #watchPlace(): void {
    clearTimeout(this.#watch);
    const request = this.#request;
    if (!request || !this.isConnected) return;
    this.#watch = setTimeout(() => {
      if (this.#place.shows(request)) this.#watchPlace();
      else this.currentHost?.places.refresh();
    }, VISIBILITY_MS);
  }

  #tick(): void {
    clearTimeout(this.#timer);
    if (this.#call?.state === 'running' && this.isConnected)
      this.#timer = setTimeout(() => this.requestUpdate(), TICK_MS);
  }

  override render(): TemplateResult | typeof nothing {
    const messages = this.messagesFor('tool-call', english);
    const call = this.#call;
    if (!call) return this.#wasKnown ? html`<p class="call line soft small">${messages.forgotten}</p>` : nothing;
    const request = this.#request;
    const state = call.result?.isError ? 'failed' : shownState(call, request);
    const isOpen = request !== undefined && this.owner?.isOpen(call.id) !== false;
    if (isOpen || request !== this.#opened) this.#opened = isOpen ? request : undefined;
    const body = this.open || request ? this.#body.need() : this.#body.loaded;
    const hasDetails = this.open && request?.kind !== 'consent';
    return html`<div class="call ${request ? 'asks' : ''}" part="call" role="group" aria-labelledby="tool">
      ${this.#line(messages, call, state, { asked: isOpen ? request : undefined, hasDetails })}
      <p class="visually-hidden" role="status">${messages.state[state]}</p>
      ${this.#body.notice()}
      ${
        body && hasDetails
          ? html`<div class="body" id="details">${body.detailsView(messages, this.shared, { call, server: this.#server(call), markdown: this.markdown })}${this.#actions(messages, call)}</div>`
          : nothing
      }
      ${body && request && request === this.#opened && this.currentHost ? html`<div class="request" id="request" part="request" ?hidden=${!isOpen}>${keyed(request, body.inlineRequest({ host: this.currentHost, request, model: this.#model, armDelay: this.armDelay }))}</div>` : nothing}
    </div>`;
  }

  #line(messages: ToolCallMessages, call: HostCall, state: ShownState, { asked, hasDetails }: Below): TemplateResult {
    const controls = this.#body.loaded && [asked ? 'request' : [], hasDetails ? 'details' : []].flat().join(' ');
    return html`<button type="button" class="line" part="line item" aria-expanded=${asked !== undefined || hasDetails} aria-controls=${controls || nothing} aria-disabled=${asked?.kind === 'consent'} @click=${this.#toggle}>
      ${signOf(state)}
      <span class="what"><bdi class="tool" id="tool">${callTitle(call)}</bdi> <bdi class="server soft small">${shortText(call.serverName, 60)}</bdi> <bdi class="preview soft" dir="ltr" aria-hidden="true">${previewOf(call)}</bdi></span>
      <span class="state ${state}" part="state">${messages.state[state]}</span>
      <span class="time soft">${timeOf(messages, call)}</span>
      <svg class="chevron" viewBox="0 0 20 20" aria-hidden="true"><path d="m5 7.5 5 5 5-5" /></svg>
    </button>`;
  }

  #actions(messages: ToolCallMessages, call: HostCall): TemplateResult | typeof nothing {
    const name = callTitle(call);
    if (!hasEnded(call))
      return html`<div class="actions"><button type="button" class="button small" part="button secondary small" aria-label=${messages.cancelNamed(name)} @click=${this.#cancel}>${messages.cancel}</button></div>`;
    // A call that the host does not know could run again unseen. Of one that an earlier page made, nobody knows the arguments.
    if (!['failed', 'cancelled'].includes(call.state) || !this.#known || !this.#server(call)) return nothing;
    if (call.isResumed || this.owner) return nothing;
    return html`<div class="actions"><button type="button" class="button small retry" part="button secondary small" aria-label=${messages.retryNamed(name)} @click=${this.#retry}>${messages.retry}</button>${call.result && !isRepeatable(call) ? html`<span class="soft small">${messages.hasRun}</span>` : nothing}</div>`;
  }

  #server({ serverId }: HostCall) {
    return this.snapshot?.servers.find(({ id }) => id === serverId);
  }

  readonly #toggle = (): void => {
    const call = this.#call;
    const request = this.#request;
    if (call && request && this.owner?.isOpen(call.id) === false) this.owner.choose(call.id);
    // There is nothing else to show before it is answered.
    else if (request?.kind !== 'consent') this.open = !this.open;
  };

  readonly #cancel = (): void => {
    this.renderRoot.querySelector<HTMLElement>('.line')?.focus();
    const call = this.#call;
    if (call) this.currentHost?.calls.cancel(call.id);
  };

  readonly #retry = async (event: MouseEvent): Promise<void> => {
    const { currentHost: host, callId } = this;
    const call = this.#known;
    if (!host || !call || !callId) return;
    // It takes the place of the button that cancels: impatient people press twice.
    if (event.detail > 1 || performance.now() - (this.#retrySince ?? Infinity) < this.armDelay) return;
    this.renderRoot.querySelector<HTMLElement>('.line')?.focus();
    const { serverId, name, arguments: args } = call;
    // The card shows what went wrong.
    const result = await host.callTool(serverId, name, args, { callId, by: 'user' }).catch(() => undefined);
    const server = this.#server(call);
    const { tool, arguments: sent } = host.calls.get(callId) ?? call;
    if (result && server && tool) this.dispatchEvent(new McpToolResultEvent(server, tool, result, sent));
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'mcp-tool-call': McpToolCallElement;
  }
}
