/** The base of the elements that show requests to the user, one at a time, in a modal dialog or in the flow of the page. What is in there is loaded on demand. */
import { type McpHost, McpError, type PendingRequest, type RequestPlace } from '@mcp-web/client';
import { type CSSResult, css, type CSSResultGroup, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { HostedElement } from '../base/hosted-element.ts';
import type { OnDemand } from '../base/on-demand.ts';
import { serverAddress, serverName } from '../server/identity.ts';
import type { SharedMessages } from '../text/shared-messages.ts';
import { shortText } from '../text/text.ts';
import { dialogStyles, frameStyles, requestStyles } from './dialog.styles.ts';
import { FocusWish } from './focus-wish.ts';
import { isInSight } from './in-sight.ts';
import { type RequestHolder, requestWorkOf } from './request-work.ts';

export type RequestOf<K extends PendingRequest['kind']> = Extract<PendingRequest, { kind: K }>;

/** What is in the dialog, or in the frame. */
export interface RequestDialog<K extends PendingRequest['kind']> {
  readonly styles: readonly CSSResult[];
  /** Turns to another request, or to none. */
  turnTo(current: RequestOf<K> | undefined): void;
  /** @param requests all that wait for the user here, the current one first */
  render(current: RequestOf<K>, requests: readonly PendingRequest[]): unknown;
  /** Renders next to it. */
  renderBeside?(): unknown;
  /**
   * Called once the request is shown.
   *
   * @param takesFocus whether to move the focus to it
   */
  begin(frame: HTMLElement, takesFocus: boolean): void;
  /** Gives the answer that closing the dialog means. */
  dismiss(): void;
}

/** How often the element checks whether what it shows can be seen, in ms. */
const VISIBILITY_MS = 500;

const styles = css`
  :host { display: contents; }
  :host([inline]) { display: block; }
`;

export abstract class RequestElement<K extends PendingRequest['kind']> extends HostedElement implements RequestHolder {
  static override styles: CSSResultGroup = [HostedElement.styles, dialogStyles, frameStyles, requestStyles, styles];

  /**
   * Shows requests where the element is, instead of in a dialog. While it cannot be seen, requests open in the dialog of another
   * element of this kind, if the page has one, with all that the user has entered.
   */
  @property({ type: Boolean, reflect: true }) inline = false;

  /** @internal The request to show, where another element decides that. It sets it before the first update, and has told the host that it shows requests. */
  request: RequestOf<K> | undefined;

  /** The kinds of requests that it shows. */
  protected abstract readonly kinds: readonly K[];
  protected abstract readonly dialog: OnDemand<RequestDialog<K>>;
  protected readonly dialogRole: 'dialog' | 'alertdialog' = 'dialog';

  #shown: RequestOf<K> | undefined;
  /** What draws the request. When that changes, the request begins anew. */
  #drawnBy: unknown;
  /** Whether the dialog should be open. If it should and is not, the browser closed it. */
  #isOpen = false;
  #wasMoved = false;
  readonly #focusWish = new FocusWish();
  #visibilityTimer: ReturnType<typeof setTimeout> | undefined;
  #wasReported = false;
  /** Whether another element has taken the request. */
  #isReleased = false;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  readonly #place: RequestPlace = {
    rank: 1,
    shows: (request) => this.#isOwn(request) && isInSight(this),
  };
  #leavePlace = (): void => {};

  protected override onHost(host: McpHost, signal: AbortSignal): void {
    // Whoever decides what it shows has told the host.
    if (this.request) return;
    this.#takePlace(host);
    signal.addEventListener('abort', () => this.#leavePlace(), { once: true });
    this.respondFor(host, signal);
  }

  /** Tells the host that this element shows requests, until the signal aborts. */
  protected respondFor(host: McpHost, signal: AbortSignal): void {
    for (const kind of this.kinds) signal.addEventListener('abort', host.addResponder(kind), { once: true });
  }

  #takePlace(host: McpHost): void {
    this.#leavePlace();
    if (this.inline) this.#leavePlace = host.places.add(this.#place);
  }

  /** Answers a request that could not be shown. */
  protected abstract refuse(host: McpHost, id: string): void;

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // Outside the page the dialog is no longer modal. Back in the page, it opens anew.
    this.#close();
    clearTimeout(this.#waiting);
    this.#focusWish.end();
    this.#wasMoved = true;
  }

  get #dialogElement(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  /** The requests that wait here, or in dialogs. */
  get #requests(): readonly PendingRequest[] {
    const host = this.currentHost;
    const all = host?.getSnapshot().requests ?? [];
    const { request } = this;
    if (request) return all.filter((one) => one === request);
    return all.filter((one) => host?.places.of(one) === (this.inline ? this.#place : undefined));
  }

  /** A host shows one request at a time in dialogs, in an element that is responsible for its kind. */
  get #first(): RequestOf<K> | undefined {
    const [first] = this.#requests;
    return first && this.#isOwn(first) ? first : undefined;
  }

  /** The page may have several dialogs of a kind. The first that can be seen shows the request. */
  #mayShow(request: RequestOf<K>): boolean {
    const holder = requestWorkOf(this.ownerDocument).holderOf(request);
    // Where the request is in the page, its host decides that.
    if (this.inline || this.request || !(holder instanceof RequestElement) || holder === this || holder.inline)
      return true;
    return holder.currentHost !== this.currentHost || (!holder.#canOpen && this.#canOpen);
  }

  get #canOpen(): boolean {
    const dialog = this.#dialogElement;
    return dialog?.isConnected === true && (dialog.open ? isSeen(dialog) : canBeSeen(dialog));
  }

  /** @internal */
  release(): void {
    this.#isReleased = true;
    this.requestUpdate();
  }

  #isOwn(request: PendingRequest): request is RequestOf<K> {
    return this.kinds.some((kind) => kind === request.kind);
  }

  protected override update(changed: PropertyValues<this>): void {
    const first = this.#first;
    const isWaiting = first !== undefined && (this.#isReleased || !this.#mayShow(first));
    const current = isWaiting ? undefined : first;
    if (this.snapshot?.servers.some(({ status }) => status === 'ready')) this.dialog.warmUp();
    // Compares the requests, not their ids: each host counts its requests from one.
    const isOther = current !== this.#shown;
    if (isOther) this.dialog.forgive();
    // Another place shows it now, and has to know, in a task of its own, because it may open a dialog.
    const { currentHost } = this;
    if (isOther && currentHost?.getSnapshot().requests.some((one) => one === this.#shown))
      setTimeout(() => currentHost.places.refresh());
    const loaded = current ? this.dialog.need() : this.dialog.loaded;
    const drawnBy = loaded ?? this.dialog.isLost;
    const isNew = isOther || drawnBy !== this.#drawnBy;
    this.#shown = current;
    this.#drawnBy = drawnBy;
    if (current) requestWorkOf(this.ownerDocument).hold(current, this);
    if (isNew) loaded?.turnTo(current);
    const frame = this.renderRoot.querySelector('.frame');
    const hadFocus = frame?.matches(':focus-within') === true;
    super.update(changed);
    if (changed.has('inline') && this.currentHost && !this.request) this.#takePlace(this.currentHost);
    clearTimeout(this.#waiting);
    // What another element shows may come back, or it may be hidden.
    if (isWaiting) this.#waiting = setTimeout(() => this.requestUpdate(), this.#isReleased ? 0 : VISIBILITY_MS);
    this.#isReleased = false;
    if ((!isNew && !this.#wasMoved) || !this.isConnected) return;
    if (this.inline) this.#showInPage(loaded, hadFocus);
    else this.#show(loaded);
  }

  /** @internal Moves the focus to the request in the page, once it is there. */
  focusRequest(): void {
    const frame = this.renderRoot.querySelector<HTMLElement>('.frame');
    const { loaded } = this.dialog;
    if (frame?.hidden === false && loaded) loaded.begin(frame, true);
    else this.#focusWish.make();
  }

  /** The page goes on around it: the focus moves to it only from the request before, or where it is wanted. */
  #showInPage(loaded: RequestDialog<K> | undefined, hadFocus: boolean): void {
    this.#wasMoved = false;
    clearTimeout(this.#visibilityTimer);
    const frame = this.renderRoot.querySelector<HTMLElement>('.frame');
    if (!frame) return;
    if (!this.#shown) {
      if (hadFocus) this.renderRoot.querySelector<HTMLElement>('.announcement')?.focus();
      return;
    }
    this.#watchPlace();
    if (!this.#drawnBy) return;
    frame.querySelector('.body')?.scrollTo(0, 0);
    loaded?.begin(frame, hadFocus || this.#focusWish.isOpen);
    this.#focusWish.end();
  }

  /** When it is hidden, another place shows the request. */
  #watchPlace(): void {
    this.#visibilityTimer = setTimeout(() => {
      if (!this.#shown) return;
      if (isInSight(this)) this.#watchPlace();
      else this.currentHost?.places.refresh();
    }, VISIBILITY_MS);
  }

  /** @param wasUnseen whether it could not be seen a moment ago, and no other element has taken the request since */
  #show(loaded: RequestDialog<K> | undefined, wasUnseen = false): void {
    const dialog = this.#dialogElement;
    this.#wasMoved = false;
    if (!dialog) return;
    // While it is loading there is nothing to see, and the page stays usable.
    if (!this.#shown || !this.#drawnBy) return this.#close();
    this.#watchVisibility();
    if (!dialog.open && !canBeSeen(dialog)) return wasUnseen ? this.#reportUnseen() : undefined;
    this.#isOpen = true;
    if (!dialog.open) dialog.showModal();
    dialog.querySelector('.body')?.scrollTo(0, 0);
    if (loaded) loaded.begin(dialog, true);
    else dialog.querySelector<HTMLElement>('.retry')?.focus();
  }

  /**
   * A modal dialog that nobody sees would block the page. So the dialog is open only while it can be seen; otherwise the
   * request waits.
   */
  #watchVisibility(): void {
    clearTimeout(this.#visibilityTimer);
    // No observer reports changes of `visibility`.
    this.#visibilityTimer = setTimeout(() => {
      const dialog = this.#dialogElement;
      // Closed but marked as open: the browser has closed it, and its close event is about to come.
      if (!dialog?.open && !this.#isOpen) return this.#show(this.dialog.loaded, true);
      this.#watchVisibility();
      if (!dialog?.open) return;
      if (isSeen(dialog)) return;
      this.#isOpen = false;
      dialog.close();
    }, VISIBILITY_MS);
  }

  /** Tells the developer, once. */
  #reportUnseen(): void {
    if (this.#wasReported) return;
    this.#wasReported = true;
    reportError(
      new McpError(
        'invalid-argument',
        `<${this.localName}> has a request for the user, but cannot be seen. Move it out of hidden content, or remove it: until then the request waits.`,
      ),
    );
  }

  #close(): void {
    clearTimeout(this.#visibilityTimer);
    this.#isOpen = false;
    this.#dialogElement?.close();
  }

  override render(): TemplateResult {
    const current = this.#shown;
    const { loaded, isLost } = this.dialog;
    const content = current && (loaded?.render(current, this.#requests) ?? (isLost ? this.#lost(current) : nothing));
    return html`${
      this.inline
        ? html`<p class="announcement visually-hidden" role="status" tabindex="-1">${current ? this.shared.waitsForYou(shortText(serverName(current.request.server), 60)) : nothing}</p>
          <div class="frame" part="dialog" role="group" aria-labelledby="heading" aria-describedby="about" ?hidden=${!current || !content}>${content}</div>`
        : html`<dialog part="dialog" role=${this.dialogRole} aria-labelledby="heading" aria-describedby="about" @cancel=${this.#oncancel} @close=${this.#onclose}>${content}</dialog>`
    }${loaded?.renderBeside?.()}`;
  }

  /** Nobody can decide about what they cannot see, so they choose between trying again and refusing. */
  #lost({ request: { server } }: RequestOf<K>): TemplateResult {
    const { shared } = this;
    return html`<div class="body stack" part="dialog-body">
        <h2 part="dialog-title" id="heading">${shared.notLoaded}</h2>
        <p id="about"><bdi>${shortText(serverName(server))}</bdi> <bdi class="mono" dir="ltr">${serverAddress(server)}</bdi></p>
      </div>
      <div class="foot" part="actions dialog-foot">
        <button type="button" class="button cancel" part="button secondary" @click=${this.#dismiss}>${shared.cancel}</button>
        <button type="button" class="button retry" part="button secondary" @click=${this.dialog.retry}>${shared.retry}</button>
      </div>`;
  }

  readonly #dismiss = (): void => {
    const { loaded } = this.dialog;
    if (loaded) loaded.dismiss();
    else if (this.#shown && this.currentHost) this.refuse(this.currentHost, this.#shown.id);
  };

  /** Keeps the dialog open in case another request waits. */
  readonly #oncancel = (event: Event): void => {
    // A browser may not allow this, for example the second time. Then it closes the dialog next.
    if (event.target !== event.currentTarget || !event.cancelable) return;
    event.preventDefault();
    this.#dismiss();
  };

  /** The browser closed the dialog, unless it is open again by now, with another request. */
  readonly #onclose = (event: Event): void => {
    if (event.target !== event.currentTarget || !this.#isOpen || this.#dialogElement?.open) return;
    this.#isOpen = false;
    this.#dismiss();
  };
}

/**
 * Says how many requests wait behind the current one, of whatever kind.
 *
 * @param requests all requests of the host, the current one first
 */
export function queueBadge(
  messages: SharedMessages,
  requests: readonly PendingRequest[],
): TemplateResult | typeof nothing {
  const others = requests.length - 1;
  // The live region stays, so that screen readers announce each change.
  return html`<p class="queue" part="queue" role="status">${others > 0 ? html`<span class="badge accent" part="badge">${messages.moreRequests(others)}</span>` : nothing}</p>`;
}

/** Opens the dialog for a moment without making it modal. */
function canBeSeen(dialog: HTMLDialogElement): boolean {
  dialog.open = true;
  const can = isSeen(dialog);
  dialog.open = false;
  return can;
}

function isSeen(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}
