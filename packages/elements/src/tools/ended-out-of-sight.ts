/** Says that a call has ended whose outcome is not on the screen, and leads to it. */
import { html, type LitElement, nothing, type ReactiveController, type TemplateResult } from 'lit';
import { shortText } from '../internal/text/text.ts';
import type { ToolsMessages } from './messages.ts';
import type { RunStatus, ToolRun } from './tool-run.ts';

interface Ended {
  readonly key: string;
  /** The name of the tool. */
  readonly title: string;
  readonly status: RunStatus;
}

/** The element renders the outcome that is shown as `.panel:not([hidden]) .outcome`. */
export class EndedOutOfSight implements ReactiveController {
  readonly #element: LitElement;
  #ended: Ended | undefined;
  /** The tool whose call has ended, from then until it is forgotten. */
  #noted: string | undefined;
  #observer: IntersectionObserver | undefined;

  constructor(element: LitElement) {
    this.#element = element;
    element.addController(this);
  }

  noteRun(key: string, { status, result }: ToolRun, title: string, isShown: () => boolean): Promise<void> {
    return this.note({ key, title: shortText(title, 40), status: result?.isError ? 'failed' : status }, isShown);
  }

  /** A call has ended. It is mentioned unless its outcome is on the screen, or is about to scroll into it. */
  async note(ended: Ended, isShown: () => boolean): Promise<void> {
    this.forget();
    this.#noted = ended.key;
    await this.#element.updateComplete;
    // The panel scrolls in the next frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    if (!this.#element.isConnected || this.#noted !== ended.key) return;
    const outcome = isShown() ? this.#outcome : undefined;
    if (!outcome) return this.#mention(ended);
    this.#observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) this.forget();
      else if (!this.#ended) this.#mention(ended);
    });
    this.#observer.observe(outcome.querySelector('.status') ?? outcome);
  }

  /** The user has signed out of the server of these tools. */
  forgetIf(isMeant: (key: string) => boolean): void {
    if (this.#noted !== undefined && isMeant(this.#noted)) this.forget();
  }

  /** The user has seen it, or calls again. */
  forget(): void {
    this.#noted = undefined;
    this.#observer?.disconnect();
    this.#observer = undefined;
    if (!this.#ended) return;
    this.#ended = undefined;
    this.#element.requestUpdate();
  }

  /**
   * @param hasPanel whether there is something to show for this tool: its server may be gone
   * @param onshow shows the panel of this tool, and resolves once it is drawn
   */
  view(
    messages: ToolsMessages,
    hasPanel: (key: string) => boolean,
    onshow: (key: string) => Promise<void>,
  ): TemplateResult {
    const ended = this.#ended && hasPanel(this.#ended.key) ? this.#ended : undefined;
    const show = async (): Promise<void> => {
      if (!ended) return;
      this.forget();
      await onshow(ended.key);
      const outcome = this.#outcome;
      outcome?.scrollIntoView({ block: 'nearest' });
      outcome?.focus({ preventScroll: true });
    };
    return html`<div class="ended-place"><div class="ended row" part="ended" ?hidden=${!ended}>
      <span role="status">${ended ? messages.ended(ended.title, messages.status[ended.status]) : nothing}</span>
      ${ended ? html`<button type="button" class="button small" part="button secondary small" aria-label=${messages.showOutcomeNamed(ended.title)} @click=${show}>${messages.showOutcome}</button>` : nothing}
    </div></div>`;
  }

  hostDisconnected(): void {
    this.forget();
  }

  get #outcome(): HTMLElement | undefined {
    return this.#element.renderRoot.querySelector<HTMLElement>('.panel:not([hidden]) .outcome') ?? undefined;
  }

  #mention(ended: Ended): void {
    this.#ended = ended;
    this.#element.requestUpdate();
  }
}
