/** Renders an element at most once in a frame, however often something changes. */
import type { ReactiveController } from 'lit';
import type { McpElement } from '../internal/base/element.ts';

/** Pages in the background have no frames, in ms. */
const WITHOUT_FRAMES = 200;

export class Frames implements ReactiveController {
  readonly #element: McpElement;
  #frame = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: McpElement) {
    this.#element = element;
    element.addController(this);
  }

  requestUpdate(): void {
    if (this.#timer !== undefined) return;
    this.#frame = requestAnimationFrame(this.#update);
    this.#timer = setTimeout(this.#update, WITHOUT_FRAMES);
  }

  hostDisconnected(): void {
    this.#clear();
  }

  readonly #update = (): void => {
    this.#clear();
    this.#element.requestUpdate();
  };

  #clear(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
