/** A height limit that the user lifts with a button, or by opening something in what it limits. */
import { html, type LitElement, nothing, type ReactiveController, type TemplateResult } from 'lit';

/** A few more pixels are not worth a button: the limit is lower by so many once there is one. As in the styles. */
const SLACK = 80;
/** Nobody has found anything in new content so soon, in ms. */
const NEW_MS = 1_000;

/** The element renders what is limited as `.body`, with one child. */
export class Fold implements ReactiveController {
  readonly #element: LitElement;
  #body: Element | undefined;
  #observer: ResizeObserver | undefined;
  #isOver = false;
  #isWhole = false;
  /** When the content was new, by `performance.now()`. */
  #newSince = 0;

  constructor(element: LitElement) {
    this.#element = element;
    element.addController(this);
  }

  /** Classes of the body. */
  get classes(): string {
    return this.#isWhole ? 'body' : this.#isOver ? 'body limited cut' : 'body limited';
  }

  /** Puts the limit back, for other content. The button stays, with its focus, until that is measured. */
  reset(): void {
    this.#isWhole = false;
    // An observer only tells a size that changed, unless it is new.
    this.#unobserve();
  }

  button(labels: { readonly showAll: string; readonly showLess: string }): TemplateResult | typeof nothing {
    return this.#isOver
      ? html`<p><button type="button" class="button small show-all" part="button secondary small" aria-expanded=${this.#isWhole} @click=${this.#toggle}>${this.#isWhole ? labels.showLess : labels.showAll}</button></p>`
      : nothing;
  }

  /** For clicks in the body: whoever opens something wants to see what comes of it. */
  readonly onclick = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('summary, .link')) this.#showAll();
  };

  /** The focus went, or the browser found a text, below the limit. */
  readonly onscroll = ({ currentTarget }: Event): void => {
    if (!(currentTarget instanceof Element) || currentTarget.scrollTop === 0) return;
    // Firefox gives a new box the position of one that was removed.
    if (performance.now() - this.#newSince < NEW_MS && !currentTarget.matches(':focus-within')) {
      currentTarget.scrollTop = 0;
      return;
    }
    this.#showAll();
  };

  hostConnected(): void {
    this.#element.requestUpdate();
  }

  hostUpdated(): void {
    const body = this.#element.renderRoot.querySelector('.body') ?? undefined;
    if (body === this.#body) return;
    this.#unobserve();
    this.#body = body;
    this.#newSince = performance.now();
    const content = body?.firstElementChild;
    if (!content) return;
    // In the next frame: the button changes the size of what is around the content, which an observer must not cause.
    this.#observer = new ResizeObserver(() => requestAnimationFrame(this.#measure));
    this.#observer.observe(content);
  }

  hostDisconnected(): void {
    this.#unobserve();
  }

  #unobserve(): void {
    this.#observer?.disconnect();
    this.#body = this.#observer = undefined;
  }

  readonly #measure = (): void => {
    const body = this.#body;
    // Whole, nothing is over the limit any more. The button stays, to put it back.
    if (!body || this.#isWhole) return;
    const isOver = body.scrollHeight > body.clientHeight + (this.#isOver ? SLACK : 1);
    if (isOver === this.#isOver) return;
    this.#isOver = isOver;
    this.#element.requestUpdate();
  };

  #showAll(): void {
    if (this.#isWhole) return;
    this.#isWhole = true;
    this.#element.requestUpdate();
  }

  readonly #toggle = (): void => {
    this.#isWhole = !this.#isWhole;
    this.#element.requestUpdate();
    // The button may be far below now.
    if (!this.#isWhole)
      void this.#element.updateComplete.then(() => this.#element.scrollIntoView({ block: 'nearest' }));
  };
}
