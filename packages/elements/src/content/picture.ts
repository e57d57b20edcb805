import { html, noChange } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';
import { imageHeader } from '../internal/media/image-header.ts';
import { decodeMedia } from '../internal/media/media.ts';
import type { ContentMessages } from './messages.ts';

/** What it takes to decode one of them, for a moment, and what stays of each. */
const MAX_PIXELS = 50_000_000;
const MAX_KEPT_PIXELS = 4_000_000;
/** A photograph may have more about its making before its size. */
const HEADER_BYTES = 1_000_000;
/** What is not decoded after so long never will be, in ms. */
const DECODE_MS = 10_000;

/** Does one thing after another. */
export type InTurn = (work: () => Promise<void>) => Promise<void>;

/**
 * Draws an image onto a canvas: unlike an `<img>` that works under every content security policy, and whatever the bytes are,
 * only pixels come of them.
 */
class Picture extends AsyncDirective {
  #base64 = '';
  #mimeType = '';
  /** Draws the image; undefined when that is done. */
  #begin: (() => void) | undefined;

  override render(
    words: ContentMessages,
    inTurn: InTurn,
    base64: string,
    mimeType: string,
    description: string,
  ): unknown {
    if (base64 === this.#base64 && mimeType === this.#mimeType) return noChange;
    this.#base64 = base64;
    this.#mimeType = mimeType;
    const begin = (): void =>
      void inTurn(async () => {
        // Meanwhile there may be another image to draw, or nobody to see it.
        if (this.#begin !== begin || !this.isConnected) return;
        const drawn =
          (await inTime(draw(base64, mimeType, description))) ??
          html`<p class="notice">${description}. ${words.notShown}</p>`;
        if (this.#begin !== begin) return;
        this.#begin = undefined;
        this.setValue(drawn);
      });
    this.#begin = begin;
    begin();
    return html`<p class="soft">${words.loadingImage}</p>`;
  }

  protected override reconnected(): void {
    this.#begin?.();
  }
}

/** Nothing of what takes too long: others wait for their turn. */
async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), DECODE_MS);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}

/** Nothing for what is no image, or is larger than it says or may be: one of a megabyte can ask for gigabytes when it is decoded. */
async function draw(base64: string, mimeType: string, description: string): Promise<HTMLCanvasElement | undefined> {
  try {
    const blob = decodeMedia(base64, mimeType);
    const header = blob && imageHeader(new Uint8Array(await blob.slice(0, HEADER_BYTES).arrayBuffer()));
    if (!header || header.width * header.height > MAX_PIXELS) return undefined;
    const bitmap = await createImageBitmap(new Blob([blob], { type: header.type }));
    const { width, height } = bitmap;
    const scale = Math.min(1, Math.sqrt(MAX_KEPT_PIXELS / (width * height)));
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(width * scale);
    canvas.height = Math.ceil(height * scale);
    canvas.part.add('image');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `${description}, ${width} × ${height}`);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return canvas;
  } catch {
    return undefined;
  }
}

/** Renders a base64 image of an allowed type, when it is its turn; `description` is what is said of it in words. */
export const picture = directive(Picture);
