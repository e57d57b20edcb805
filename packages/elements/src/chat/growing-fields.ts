/** Text areas that are as high as their text, in whatever style the page gives them. For browsers where they do not grow by themselves. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';

const FIELDS = 'textarea.grow';

export class GrowingFields implements ReactiveController {
  readonly #element: ReactiveControllerHost & HTMLElement & { readonly renderRoot: ParentNode };
  #sizes: ResizeObserver | undefined;
  /** The values of the fields when they were measured. */
  readonly #measured = new WeakMap<HTMLTextAreaElement, string>();

  constructor(element: ReactiveControllerHost & HTMLElement & { readonly renderRoot: ParentNode }) {
    this.#element = element;
    if (!CSS.supports('field-sizing', 'content')) element.addController(this);
  }

  hostConnected(): void {
    this.#element.addEventListener('input', this.#measure);
    // Each line holds less when it gets narrower, and the style sheets of a page may come late.
    // In the next frame, because the element may get higher with its fields.
    this.#sizes = new ResizeObserver(() => requestAnimationFrame(this.#measure));
    this.#sizes.observe(this.#element);
  }

  hostDisconnected(): void {
    this.#element.removeEventListener('input', this.#measure);
    this.#sizes?.disconnect();
  }

  hostUpdated(): void {
    const fields = [...this.#element.renderRoot.querySelectorAll<HTMLTextAreaElement>(FIELDS)];
    // While an answer arrives, the element is drawn often, and measuring costs layout.
    if (fields.some((field) => this.#measured.get(field) !== field.value)) this.#measure();
  }

  readonly #measure = (): void => {
    for (const field of this.#element.renderRoot.querySelectorAll<HTMLTextAreaElement>(FIELDS)) {
      const { style, scrollTop } = field;
      style.removeProperty('--_grown');
      // Otherwise a scrollbar would make its lines shorter.
      style.setProperty('--_overflow', 'hidden');
      const height = parseFloat(getComputedStyle(field).blockSize) + field.scrollHeight - field.clientHeight;
      if (height > 0) style.setProperty('--_grown', `${Math.ceil(height)}px`);
      style.removeProperty('--_overflow');
      field.scrollTop = scrollTop;
      this.#measured.set(field, field.value);
    }
  };
}
