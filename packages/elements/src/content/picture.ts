import { html, noChange, type TemplateResult } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';
import { ref } from 'lit/directives/ref.js';
import { decodeMedia } from '../internal/media.ts';
import { text } from './text.ts';

const MAX_PIXELS = 50_000_000;

/**
 * Draws an image onto a canvas: unlike an `<img>` that works under every content security policy, and whatever the bytes are,
 * only pixels come of them.
 */
class Picture extends AsyncDirective {
  #base64 = '';
  #mimeType = '';

  override render(base64: string, mimeType: string, description: string): unknown {
    if (base64 === this.#base64 && mimeType === this.#mimeType) return noChange;
    this.#base64 = base64;
    this.#mimeType = mimeType;
    void this.#draw(base64, mimeType, description);
    return html`<p class="soft">${text.loadingImage}</p>`;
  }

  async #draw(base64: string, mimeType: string, description: string): Promise<void> {
    let drawn: TemplateResult;
    try {
      const blob = decodeMedia(base64, mimeType);
      drawn = blob ? canvas(await createImageBitmap(blob), description) : failed(description);
    } catch {
      drawn = failed(description);
    }
    // Meanwhile there may be another image to draw.
    if (base64 === this.#base64 && mimeType === this.#mimeType) this.setValue(drawn);
  }
}

function canvas(bitmap: ImageBitmap, description: string): TemplateResult {
  const { width, height } = bitmap;
  if (width * height > MAX_PIXELS) {
    bitmap.close();
    return failed(description);
  }
  const draw = (element: Element | undefined): void => {
    if (!(element instanceof HTMLCanvasElement)) return;
    element.getContext('2d')?.drawImage(bitmap, 0, 0);
    bitmap.close();
  };
  return html`<canvas part="image" role="img" aria-label=${`${description}, ${width} × ${height}`} width=${width} height=${height} ${ref(draw)}></canvas>`;
}

function failed(description: string): TemplateResult {
  return html`<p class="notice">${description}. ${text.notShown}</p>`;
}

/** Renders a base64 image of an allowed type; `description` is what is said of it in words. */
export const picture = directive(Picture);
