/** What can be a root: a `file://` URI that names a place, and nothing more. */
import { McpError } from '../../errors.ts';
import type { Root } from '../../protocol/request-types.ts';

/** `.` or `..` as a segment of a path, however it is written. */
const DOTS = /(?:[\\/]|%2f|%5c)(?:\.|%2e){1,2}(?:[\\/]|%2f|%5c|$)/i;
/** Parsers drop some of these, so that what is read is not what was written. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * Returns a root that servers can be told of.
 *
 * @throws {McpError} `invalid-argument` when its URI is not one of a file, or leaves open which one
 */
export function requireRoot<R extends Root>(root: R): R {
  const { uri } = root;
  if (typeof uri !== 'string' || !/^file:\/\//i.test(uri) || INVISIBLE.test(uri) || !URL.canParse(uri))
    throw refused(uri, 'is not a file:// URI.');
  if (DOTS.test(uri)) throw refused(uri, 'contains "." or ".." as a part of its path: write it without them.');
  if (/[?#]|^file:\/\/[^/]*@/i.test(uri))
    throw refused(uri, 'has a query, a fragment or credentials: a root is only a path.');
  return root;
}

function refused(uri: unknown, why: string): McpError {
  return new McpError('invalid-argument', `The root ${JSON.stringify(uri)} ${why}`);
}

/**
 * The URI of an absolute path, as file managers copy it: of Linux and macOS, or of Windows. A `file://` URI stays as it is.
 *
 * @throws {McpError} `invalid-argument` when it is neither
 *
 * @example
 * ```ts
 * import { fileUriOf } from '@mcp-web/client';
 *
 * fileUriOf('/home/ada/my notes'); // file:///home/ada/my%20notes
 * fileUriOf('C:\\Users\\ada'); // file:///C:/Users/ada
 * ```
 */
export function fileUriOf(path: string): string {
  // Windows puts copied paths in quotes.
  const text = path.trim().replace(/^"(.*)"$/, '$1');
  if (/^file:/i.test(text)) return requireRoot({ uri: text }).uri;
  const isOfWindows = /^[a-z]:[\\/]|^\\\\[^\\]/i.test(text);
  if (!isOfWindows && !/^\/(?!\/)/.test(text)) throw refused(text, 'is neither an absolute path nor a file:// URI.');
  const segments = (isOfWindows ? text.replaceAll('\\', '/') : text).split('/');
  const encoded = segments.map((segment, at) =>
    at === 0 && isOfWindows ? segment : encodeURIComponent(segment.toWellFormed()),
  );
  const start = text.startsWith('\\\\') ? 'file:' : isOfWindows ? 'file:///' : 'file://';
  return requireRoot({ uri: `${start}${encoded.join('/')}` }).uri;
}
