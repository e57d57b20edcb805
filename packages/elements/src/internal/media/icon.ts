/** The icon of a server, or of what it offers, beside its name. What draws it is loaded with the first. */
import type { Icon } from '@mcp-web/client';
import { noChange, nothing } from 'lit';
import { type ChildPart, Directive, directive } from 'lit/directive.js';

/** What has icons. */
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
    // Each list is new, its icons mostly are not.
    const srcs = icons?.map(({ src }) => src).join();
    if (srcs && srcs === this.#srcs && iconSignal === this.#signal) return noChange;
    this.#srcs = srcs;
    this.#signal = iconSignal;
    if (!icons?.some(({ src }) => (iconSignal ? /^data:|^https:/i : /^data:/i).test(src))) return nothing;
    const canvas = document.createElement('canvas');
    canvas.className = 'icon';
    // The name stands beside it.
    canvas.ariaHidden = 'true';
    import('./draw-icon.ts')
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
 * Renders the best of the `icons` that something has, as pixels: of those that are in the data, and, where the element may fetch
 * icons, of those at the origin of the server at `url`. Nothing where none may be shown.
 */
export const serverIcon = directive(ServerIcon);
