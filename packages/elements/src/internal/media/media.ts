/** Images, audio and files that servers send as base64. Nothing is fetched. */

/** Image types that hold only pixels, and whose header tells their size. SVG is not one: it can run scripts and load files. */
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'];
const AUDIO_TYPES = [
  'audio/mpeg',
  'audio/mp3',
  'audio/mp4',
  'audio/aac',
  'audio/ogg',
  'audio/opus',
  'audio/wav',
  'audio/x-wav',
  'audio/wave',
  'audio/webm',
  'audio/flac',
  'audio/x-flac',
];
const MAX_BASE64_LENGTH = 64 * 1024 * 1024;

export type MediaKind = 'image' | 'audio' | 'file';

/** How a page may show this type. */
export function mediaKind(mimeType: string): MediaKind {
  const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  return IMAGE_TYPES.includes(type) ? 'image' : AUDIO_TYPES.includes(type) ? 'audio' : 'file';
}

/** The number of bytes that the base64 text encodes. */
export function base64Size(base64: string): number {
  return Math.floor((base64.length * 3) / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
}

/** Decodes base64. Returns undefined for anything else, and for more than 48 MB. Types outside the lists become `application/octet-stream`. */
export function decodeMedia(base64: string, mimeType: string): Blob | undefined {
  if (base64.length > MAX_BASE64_LENGTH) return undefined;
  try {
    const binary = atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
    return new Blob([bytes], { type: mediaKind(mimeType) === 'file' ? 'application/octet-stream' : mimeType });
  } catch {
    return undefined;
  }
}

/** `1.2 kB` */
export function formatSize(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1000 ** power);
}

/** The last segment of a URI as a file name, without invisible characters and those that mean something to a file system. */
export function fileName(uri: string, fallback: string): string {
  const last = uri.slice(0, 2000).split(/[?#]/)[0]?.split(/[/\\]/).at(-1) ?? '';
  const safe = last.replace(/[^\p{L}\p{N}._ -]|\p{DI}/gu, '_').replace(/^[. ]+|[. ]+$/g, '');
  return Array.from(safe).slice(-100).join('') || fallback;
}

/** Downloads a file. The browser saves it and never opens it in the page's origin. */
export function saveFile(name: string, parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers start reading the URL a little later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
