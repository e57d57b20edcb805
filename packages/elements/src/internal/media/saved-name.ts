/** The names of files that users save for servers: opening such a file runs nothing. */
import { fileName } from './media.ts';

/** By extension. What is not listed is saved under an extension that is: programs, scripts, HTML, SVG, shortcuts. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  avif: 'image/avif',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  opus: 'audio/opus',
  wav: 'audio/wav',
  weba: 'audio/webm',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  webm: 'video/webm',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  json: 'application/json',
  jsonl: 'application/jsonl',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  zip: 'application/zip',
  gz: 'application/gzip',
};
/** Other names of these types. */
const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'jpg',
  'audio/mp3': 'mp3',
  'audio/x-wav': 'wav',
  'audio/wave': 'wav',
  'audio/x-flac': 'flac',
};
/** Names that Windows takes for devices, whatever the extension. */
const DEVICE = /^(con|prn|aux|nul|(com|lpt)[0-9¹²³])(?= |$)/i;
/** File systems take 255 bytes. */
const MAX_STEM = 60;

/**
 * The name under which a file is saved. It keeps the extension that the server gives it if that is a safe one.
 * Otherwise its type decides.
 *
 * @param fallback the name of a file without one, without an extension
 * @param isText whether the file holds text, which counts if its type is unknown
 */
export function savedName(uri: string, fallback: string, mimeType: string, isText: boolean): string {
  const name = fileName(uri, fallback);
  const dot = name.lastIndexOf('.');
  const given = dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
  const isKept = Object.hasOwn(EXTENSIONS, given);
  const extension = isKept ? given : (extensionOf(mimeType) ?? (isText ? 'txt' : 'bin'));
  // With dots in it, a name could look like one with another extension, as some systems hide the last one.
  const stem = (isKept ? name.slice(0, dot) : name).replaceAll('.', '_');
  return `${Array.from(stem).slice(0, MAX_STEM).join('').trim().replace(DEVICE, '_$&')}.${extension}`;
}

function extensionOf(mimeType: string): string | undefined {
  const type = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  if (Object.hasOwn(ALIASES, type)) return ALIASES[type];
  return Object.keys(EXTENSIONS).find((extension) => EXTENSIONS[extension] === type);
}
