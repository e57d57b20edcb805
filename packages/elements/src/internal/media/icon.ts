/** The icon of a server, tool, prompt or resource, beside its name. The code that draws icons is loaded with the first one. */
import type { Icon } from '@mcp-web/client';
import { noChange, nothing } from 'lit';
import { type ChildPart, Directive, directive } from 'lit/directive.js';
import { load } from '../base/on-demand.ts';

/** A server, tool, prompt or resource. */
interface Named {
  readonly icons?: readonly Icon[];
}

interface IconOwner {
  readonly iconSignal?: AbortSignal | undefined;
}

class ServerIcon extends Directive {
  #srcs: string | undefined;
  #signal: AbortSignal | undefined;

  override update({ options }: ChildPart, [{ icons }, url]: [Named, string]): unknown {
    const { iconSignal }: IconOwner = options?.host ?? {};
    // Each snapshot has a new list, mostly with the same icons.
    const srcs = icons?.map(({ src }) => src).join();
    if (srcs && srcs === this.#srcs && iconSignal === this.#signal) return noChange;
    this.#srcs = srcs;
    this.#signal = iconSignal;
    if (!icons?.some(({ src }) => (iconSignal ? /^data:|^https:/i : /^data:/i).test(src))) return nothing;
    const canvas = document.createElement('canvas');
    canvas.className = 'icon';
    // The name is beside it.
    canvas.ariaHidden = 'true';
    load(() => import('./draw-icon.ts'))
      .then(({ drawIcon }) => drawIcon(canvas, icons, url, iconSignal))
      .catch(() => {
        canvas.remove();
        this.#srcs = '';
      });
    return canvas;
  }

  override render(_named: Named, _url: string): unknown {
    return noChange;
  }
}

/**
 * Renders the best of an item's `icons` as pixels. It chooses among `data:` icons and, where the element may fetch icons, those at
 * the origin of the server at `url`. Renders nothing when there is none.
 */
export const serverIcon = directive(ServerIcon);
