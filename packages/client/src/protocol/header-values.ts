/** How a header repeats a value of a message (2026-07-28, streamable HTTP, request metadata). */
import { McpError } from '../errors.ts';

const PLAIN = /^[\x20-\x7e]*$/;
const PADDED = /^[ \t]|[ \t]$/;
const SENTINEL = /^=\?base64\?.*\?=$/s;
// "=?base64?=" is too short for SENTINEL, yet its prefix and suffix overlap.
const OVERLAPPING = '=?base64?=';

/**
 * Writes a string as a header value: printable ASCII as it is, and everything else, also what looks encoded, as
 * `=?base64?…?=`.
 *
 * @throws {McpError} `invalid-argument` when the text has half a surrogate pair: header and body could not agree on it.
 */
export function encodeHeaderValue(text: string): string {
  if (!text.isWellFormed()) {
    throw new McpError(
      'invalid-argument',
      'A name or URI has half a surrogate pair and cannot be sent: check how the text was cut.',
    );
  }
  if (PLAIN.test(text) && !PADDED.test(text) && !SENTINEL.test(text) && text !== OVERLAPPING) return text;
  return `=?base64?${btoa(toByteString(text))}?=`;
}

/** The UTF-8 bytes of a text, each as one character: `fetch` takes headers in this form. */
export function toByteString(text: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}
