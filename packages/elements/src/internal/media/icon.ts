/** The icon of a server, tool, prompt or resource, beside its name. The code that draws icons is loaded with the first one. */
import type { HostSnapshot, Icon } from '@mcp-web/client';
import { noChange, nothing } from 'lit';
import { type ChildPart, Directive, directive } from 'lit/directive.js';
import type { HostedElement } from '../base/hosted-element.ts';
import { OnDemand } from '../base/on-demand.ts';
import type { drawIcon } from './draw-icon.ts';

/** A server, tool, prompt or resource. */
interface Named {
  readonly icons?: readonly Icon[];
}

/** Renders the icons of one element. */
export class Icons {
  readonly #element: HostedElement;
  readonly #drawing: OnDemand<typeof drawIcon>;
  #snapshot: HostSnapshot | undefined;

  constructor(element: HostedElement) {
    this.#element = element;
    this.#drawing = new OnDemand(element, async () => (await import('./draw-icon.ts')).drawIcon);
  }

  /**
   * Renders the best of an item's `icons` as pixels. It chooses among `data:` icons and, where the element may fetch icons, those
   * at the origin of the server at `url`. Renders nothing when there is none.
   */
  template({ icons = [] }: Named, url: string): unknown {
    const { iconSignal, snapshot } = this.#element;
    if (!icons.some(({ src }) => (iconSignal ? /^data:|^https:/i : /^data:/i).test(src))) return nothing;
    // If the code could not be loaded, each new snapshot is a reason to try again.
    if (snapshot !== this.#snapshot) this.#drawing.forgive();
    this.#snapshot = snapshot;
    const draw = this.#drawing.need();
    return draw ? drawnIcon(draw, icons, url, iconSignal) : nothing;
  }
}

class DrawnIcon extends Directive {
  #srcs: string | undefined;
  #signal: AbortSignal | undefined;

  override update(_part: ChildPart, [draw, icons, url, signal]: Parameters<this['render']>): unknown {
    // Each snapshot has a new list, mostly with the same icons.
    const srcs = icons.map(({ src }) => src).join();
    if (srcs === this.#srcs && signal === this.#signal) return noChange;
    this.#srcs = srcs;
    this.#signal = signal;
    const canvas = document.createElement('canvas');
    canvas.className = 'icon';
    // The name is beside it.
    canvas.ariaHidden = 'true';
    // Later, when the canvas is in the document: its color scheme decides which icon is drawn.
    queueMicrotask(() => void draw(canvas, icons, url, signal).catch(() => canvas.remove()));
    return canvas;
  }

  override render(
    _draw: typeof drawIcon,
    _icons: readonly Icon[],
    _url: string,
    _signal: AbortSignal | undefined,
  ): unknown {
    return noChange;
  }
}

const drawnIcon = directive(DrawnIcon);
