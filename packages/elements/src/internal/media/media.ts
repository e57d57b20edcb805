/** Images, sound and files that servers send as base64. Nothing of them is ever fetched from anywhere. */

/** Kinds of image that hold pixels and nothing else, and say first how many. SVG is a document that can run and load things. */
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

/** What a page may show of this type. */
export function mediaKind(mimeType: string): MediaKind {
  const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  return IMAGE_TYPES.includes(type) ? 'image' : AUDIO_TYPES.includes(type) ? 'audio' : 'file';
}

/** How many bytes the base64 text stands for. */
export function base64Size(base64: string): number {
  return Math.floor((base64.length * 3) / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
}

/** The bytes, or undefined when it is no base64, or more than 48 MB. Only types of the allow-list keep their name. */
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

/** A name for a file that a server's URI names: its last part, without anything that means something to a file system, or that nobody sees. */
export function fileName(uri: string, fallback: string): string {
  const last = uri.slice(0, 2000).split(/[?#]/)[0]?.split(/[/\\]/).at(-1) ?? '';
  const safe = last
    .replace(/[^\p{L}\p{N}._ -]|\p{DI}/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
    .slice(-100);
  return safe || fallback;
}

/** Hands the user a file. It is saved, never opened in the page's origin. */
export function saveFile(name: string, parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts, { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers begin to read it a little later.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
