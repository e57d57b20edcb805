/** What the elements have in common that put questions to the user. Of their dialog only the frame is there before the first question. */
import type { McpHost, PendingRequest } from '@mcp-web/client';
import { type CSSResult, css, type CSSResultGroup, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { dialogStyles } from './dialog.styles.ts';
import { HostedElement } from '../base/hosted-element.ts';
import type { OnDemand } from '../base/on-demand.ts';
import { serverName, serverOrigin } from '../server/server-identity.ts';
import { shortText } from '../text/text.ts';

export type Question<K extends PendingRequest['kind']> = Extract<PendingRequest, { kind: K }>;

/** The inside of a dialog, loaded when it is needed. */
export interface RequestDialog<K extends PendingRequest['kind']> {
  readonly styles: readonly CSSResult[];
  /** Turns to another question, or to none. */
  turnTo(question: Question<K> | undefined): void;
  /** @param waiting all questions of the host, the one that is asked first */
  render(question: Question<K>, waiting: readonly PendingRequest[]): unknown;
  /** Stands beside the dialog. */
  renderBeside?(): unknown;
  /** The dialog shows the question from now on: leads the focus into it. */
  begin(dialog: HTMLDialogElement): void;
  /** The user closed the dialog, which is the least that they can say. */
  dismiss(): void;
}

/** How often it is looked whether the dialog can be seen, in ms. */
const LOOK_MS = 500;

const styles = css`
  :host { display: contents; }
`;

export abstract class AskingElement<K extends PendingRequest['kind']> extends HostedElement {
  static override styles: CSSResultGroup = [HostedElement.styles, dialogStyles, styles];

  /** The questions that it puts to the user. */
  protected abstract readonly kinds: readonly K[];
  protected abstract readonly dialog: OnDemand<RequestDialog<K>>;
  protected readonly dialogRole: 'dialog' | 'alertdialog' = 'dialog';

  #shown: Question<K> | undefined;
  /** What draws it: when that comes the question begins anew. */
  #drawnBy: unknown;
  /** Whether the dialog should be open: when it is not, the browser closed it. */
  #isOpen = false;
  #wasMoved = false;
  #look: ReturnType<typeof setTimeout> | undefined;
  #wasReported = false;

  protected override onHost(host: McpHost, signal: AbortSignal): void {
    for (const kind of this.kinds) signal.addEventListener('abort', host.addResponder(kind), { once: true });
  }

  /** What the question is answered with when it cannot even be shown. */
  protected abstract refuse(host: McpHost, id: string): void;

  override connectedCallback(): void {
    super.connectedCallback();
    this.requestUpdate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // Out of the page it is no modal dialog any more; back in it, it opens anew.
    this.#close();
    this.#wasMoved = true;
  }

  get #frame(): HTMLDialogElement | null {
    return this.renderRoot.querySelector('dialog');
  }

  /** One question of a host is asked at a time, by the element that it is for. */
  get #current(): Question<K> | undefined {
    const [first] = this.snapshot?.requests ?? [];
    return first && this.#isOwn(first) ? first : undefined;
  }

  #isOwn(pending: PendingRequest): pending is Question<K> {
    return this.kinds.some((kind) => kind === pending.kind);
  }

  protected override update(changed: PropertyValues<this>): void {
    const current = this.#current;
    if (this.snapshot?.servers.some(({ status }) => status === 'ready')) this.dialog.warmUp();
    // Itself, not its id: each host counts its questions from one.
    const isOther = current !== this.#shown;
    if (isOther) this.dialog.forgive();
    const part = current ? this.dialog.need() : this.dialog.part;
    const drawnBy = part ?? this.dialog.isLost;
    const isNew = isOther || drawnBy !== this.#drawnBy;
    this.#shown = current;
    this.#drawnBy = drawnBy;
    if (isNew) part?.turnTo(current);
    super.update(changed);
    if ((isNew || this.#wasMoved) && this.isConnected) this.#show(part);
  }

  #show(part: RequestDialog<K> | undefined): void {
    const frame = this.#frame;
    this.#wasMoved = false;
    if (!frame) return;
    // While it is on its way there is nothing to see, and the page can still be used.
    if (!this.#shown || !this.#drawnBy) return this.#close();
    this.#lookAgain();
    if (!frame.open && !canBeSeen(frame)) return this.#report();
    this.#isOpen = true;
    if (!frame.open) frame.showModal();
    frame.querySelector('.body')?.scrollTo(0, 0);
    if (part) part.begin(frame);
    else frame.querySelector<HTMLElement>('.retry')?.focus();
  }

  /** A modal dialog that nobody sees would take the page away from the user: it is open only while it can be seen, and the question waits. */
  #lookAgain(): void {
    clearTimeout(this.#look);
    // No observer tells of `visibility`.
    this.#look = setTimeout(() => {
      const frame = this.#frame;
      // The browser has closed it, and is about to say so.
      if (!frame?.open && !this.#isOpen) return this.#show(this.dialog.part);
      this.#lookAgain();
      if (!frame?.open) return;
      if (isSeen(frame)) return;
      this.#isOpen = false;
      frame.close();
      this.#report();
    }, LOOK_MS);
  }

  #report(): void {
    if (this.#wasReported) return;
    this.#wasReported = true;
    import('./unseen.ts').then(({ reportUnseen }) => reportUnseen(this)).catch(() => {});
  }

  #close(): void {
    clearTimeout(this.#look);
    this.#isOpen = false;
    this.#frame?.close();
  }

  override render(): TemplateResult {
    const current = this.#current;
    const { part, isLost } = this.dialog;
    return html`<dialog part="dialog" role=${this.dialogRole} aria-labelledby="question" aria-describedby="about" @cancel=${this.#oncancel} @close=${this.#onclose}>
      ${current ? (part?.render(current, this.snapshot?.requests ?? []) ?? (isLost ? this.#lost(current) : nothing)) : nothing}
    </dialog>${part?.renderBeside?.()}`;
  }

  /** Nobody can be asked what they cannot see; whether that is the end of it they say themselves. */
  #lost({ request: { server } }: Question<K>): TemplateResult {
    const { shared } = this;
    return html`<div class="body stack">
        <h2 id="question">${shared.notLoaded}</h2>
        <p id="about"><bdi>${shortText(serverName(server))}</bdi> <bdi class="mono" dir="ltr">${serverOrigin(server)}</bdi></p>
      </div>
      <div class="foot" part="actions">
        <button type="button" class="button cancel" @click=${this.#dismiss}>${shared.cancel}</button>
        <button type="button" class="button retry" @click=${this.dialog.retry}>${shared.retry}</button>
      </div>`;
  }

  readonly #dismiss = (): void => {
    const { part } = this.dialog;
    if (part) part.dismiss();
    else if (this.#shown && this.currentHost) this.refuse(this.currentHost, this.#shown.id);
  };

  /** The dialog stays open where another question waits. */
  readonly #oncancel = (event: Event): void => {
    // A browser may refuse to be stopped, the second time for instance: then it closes the dialog next.
    if (event.target !== event.currentTarget || !event.cancelable) return;
    event.preventDefault();
    this.#dismiss();
  };

  /** Closed by the browser; unless the dialog is open again by now, with another question. */
  readonly #onclose = (event: Event): void => {
    if (event.target !== event.currentTarget || !this.#isOpen || this.#frame?.open) return;
    this.#isOpen = false;
    this.#dismiss();
  };
}

/** Tried without making it modal. */
function canBeSeen(frame: HTMLDialogElement): boolean {
  frame.open = true;
  const can = isSeen(frame);
  frame.open = false;
  return can;
}

function isSeen(frame: HTMLDialogElement): boolean {
  return frame.checkVisibility({ visibilityProperty: true });
}
