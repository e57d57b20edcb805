import { html, noChange } from 'lit';
import { AsyncDirective } from 'lit/async-directive.js';
import { directive } from 'lit/directive.js';
import { imageHeader } from '../internal/media/image-header.ts';
import { decodeMedia } from '../internal/media/media.ts';
import type { ContentMessages } from './messages.ts';

/** Decoding takes memory for all pixels of an image; a smaller copy stays. */
const MAX_PIXELS = 50_000_000;
const MAX_DRAWN_PIXELS = 4_000_000;
/** A photograph may have a lot of metadata before its size. */
const HEADER_BYTES = 1_000_000;
/** What is not decoded after this time never will be, in ms. */
const DECODE_MS = 10_000;

/** Runs tasks one after the other. */
export type InTurn = (work: () => Promise<void>) => Promise<void>;

/**
 * Draws an image onto a canvas. Unlike an `<img>`, this works under every content security policy, and the bytes can become
 * nothing but pixels.
 */
class Image extends AsyncDirective {
  #base64 = '';
  #mimeType = '';
  /** Starts to draw the image; undefined once it is drawn. */
  #begin: (() => void) | undefined;

  override render(
    messages: ContentMessages,
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
        // By now there may be another image to draw, or the element may have left the page.
        if (this.#begin !== begin || !this.isConnected) return;
        const drawn =
          (await inTime(draw(base64, mimeType, description))) ??
          html`<p class="notice">${description}. ${messages.notShown}</p>`;
        if (this.#begin !== begin) return;
        this.#begin = undefined;
        this.setValue(drawn);
      });
    this.#begin = begin;
    begin();
    return html`<p class="soft">${messages.loadingImage}</p>`;
  }

  protected override reconnected(): void {
    this.#begin?.();
  }
}

/** Undefined if the work takes too long, because others wait for their turn. */
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

/** Undefined for data that is not an image, and for images that are too large: one megabyte of data can decode to gigabytes. */
async function draw(base64: string, mimeType: string, description: string): Promise<HTMLCanvasElement | undefined> {
  try {
    const blob = decodeMedia(base64, mimeType);
    const header = blob && imageHeader(new Uint8Array(await blob.slice(0, HEADER_BYTES).arrayBuffer()));
    if (!header || header.width * header.height > MAX_PIXELS) return undefined;
    const bitmap = await createImageBitmap(new Blob([blob], { type: header.type }));
    const { width, height } = bitmap;
    const scale = Math.min(1, Math.sqrt(MAX_DRAWN_PIXELS / (width * height)));
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

/** Renders a base64 image of an allowed type when its turn comes. `description` is its text alternative. */
export const image = directive(Image);

/** Runs one task at a time in the whole page, however many elements there are. The lock belongs to this visit of the page, so that tabs do not wait for each other. */
export async function oneInPage(work: () => Promise<void>): Promise<void> {
  let hasBegun = false;
  const begin = (): Promise<void> => {
    hasBegun = true;
    return work();
  };
  try {
    await navigator.locks.request(`mcp-image ${performance.timeOrigin}`, begin);
  } catch {
    // There are no locks in a page that was not loaded over https, or is sandboxed. Then each element runs one at a time.
    if (!hasBegun) await work();
  }
}
