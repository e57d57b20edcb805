/** Draws an icon that a server chose (2025-11-25, icons). It checks the bytes first, and shows nothing but pixels. Loaded with the first icon. */
import type { Icon } from '@mcp-web/client';
import { imageHeader } from './image-header.ts';

const MAX_BYTES = 128 * 1024;
const MAX_SIDE = 1024;
const MAX_TRIED = 3;
const MAX_SIZES = 100;
const TIMEOUT_MS = 10_000;
/** Side of the canvas in its own pixels. It is shown at 20 px, so it is sharp on screens with two pixels to one. */
const SIDE = 40;

/**
 * Draws the best icon that can be drawn. Removes the canvas when there is none.
 *
 * @param url the URL of the server
 * @param fetching present when icons may be fetched from that server's origin; aborts the requests
 */
export async function drawIcon(
  canvas: HTMLCanvasElement,
  icons: readonly Icon[],
  url: string,
  fetching: AbortSignal | undefined,
): Promise<void> {
  const isAllowed = ({ src }: Icon): boolean => /^data:/i.test(src) || (fetching !== undefined && isOf(src, url));
  for (const icon of inOrder(icons.filter(isAllowed), isOnDark(canvas)).slice(0, MAX_TRIED)) {
    try {
      const bitmap = await createImageBitmap(await imageOf(icon, fetching));
      const scale = SIDE / Math.max(bitmap.width, bitmap.height);
      const [width, height] = [bitmap.width * scale, bitmap.height * scale];
      canvas.width = canvas.height = SIDE;
      canvas.getContext('2d')?.drawImage(bitmap, (SIDE - width) / 2, (SIDE - height) / 2, width, height);
      bitmap.close();
      return;
    } catch {
      // Try the next one.
    }
  }
  canvas.remove();
}

/** Whether the icon comes over https from the server's own origin. */
function isOf(src: string, url: string): boolean {
  if (!URL.canParse(src)) return false;
  const { protocol, origin } = new URL(src);
  return protocol === 'https:' && origin === new URL(url).origin;
}

/** Icons for this background first, then those that are not smaller than the canvas. */
function inOrder(icons: readonly Icon[], isDark: boolean): readonly Icon[] {
  const cost = ({ theme, sizes }: Icon): number =>
    (theme && (theme === 'dark') !== isDark ? 1e6 : 0) +
    Math.min(...(sizes?.length ? sizes.slice(0, MAX_SIZES) : ['any']).map(costOf));
  return icons.toSorted((one, other) => cost(one) - cost(other));
}

/** An icon without a size fits every size. */
function costOf(size: string): number {
  const side = Number(/^\d{1,5}(?=x)/.exec(size)?.[0] ?? SIDE);
  return side >= SIDE ? side - SIDE : 1e5 - side;
}

function isOnDark(canvas: HTMLCanvasElement): boolean {
  const { colorScheme } = getComputedStyle(canvas);
  return (
    colorScheme.includes('dark') &&
    (!colorScheme.includes('light') || matchMedia('(prefers-color-scheme: dark)').matches)
  );
}

/** @throws when the image is too large, or not of the type that it claims */
async function imageOf({ src, mimeType }: Icon, fetching: AbortSignal | undefined): Promise<Blob> {
  const { bytes, types } = fetching && /^https:/i.test(src) ? await fetched(src, fetching) : included(src);
  const { type, width, height } = imageHeader(bytes) ?? {};
  const isHonest = [mimeType, ...types].every(
    (said) => !said || said === 'application/octet-stream' || said.replace('/jpg', '/jpeg') === type,
  );
  if (!type || !/png|jpeg|webp/.test(type) || !isHonest || !(Math.max(width ?? NaN, height ?? NaN) <= MAX_SIDE))
    throw new TypeError('No image of a known kind and size.');
  return new Blob([bytes], { type });
}

interface Bytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The types that the sender names. */
  readonly types: readonly (string | undefined)[];
}

function included(src: string): Bytes {
  const comma = src.indexOf(',');
  const [, type] =
    (src.length < MAX_BYTES * (4 / 3) + 100 &&
      /^data:([^;]*).*;base64$/is.exec(src.slice(0, Math.max(0, Math.min(comma, 200))))) ||
    [];
  return {
    bytes: Uint8Array.from(atob(type === undefined ? '' : src.slice(comma + 1)), (unit) => unit.charCodeAt(0)),
    types: [type?.toLowerCase()],
  };
}

/** Sends no credentials and no referrer, and follows no redirects. */
async function fetched(src: string, signal: AbortSignal): Promise<Bytes> {
  const response = await fetch(src, {
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
  });
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = response.body?.getReader();
  for (let size = 0; reader && response.ok;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    size += value.length;
    if (size <= MAX_BYTES) continue;
    await reader.cancel();
    throw new TypeError('Too many bytes for an icon.');
  }
  return {
    bytes: new Uint8Array(await new Blob(chunks).arrayBuffer()),
    types: [response.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase()],
  };
}
