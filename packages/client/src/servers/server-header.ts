/** A header that a server of the list gets, such as a token. */

export interface ServerHeader {
  readonly name: string;
  /** Undefined while the user has to enter it. */
  readonly value?: string | undefined;
  /** What a file has in place of the value: a placeholder, which a word such as `Bearer` may precede. */
  readonly template?: string | undefined;
}

const MAX_NAME = 200;
const MAX_VALUE = 8_000;
/** `${env:TOKEN}`, `{token}` and `<your token>`. */
const PLACEHOLDER = /\$\{[^{}]+\}|\{[a-z_][\w.-]*\}|<[a-z][\w .'-]*>/gi;

/** Whether the user has to put something into a text of a file. */
export const hasPlaceholder = (text: string): boolean => text.search(PLACEHOLDER) >= 0;

/** A text of a file that can be stored and shown: nothing but a placeholder, after a word. Anything else may be a secret. */
export const templateOf = (text: string): string | undefined =>
  text.match(PLACEHOLDER)?.length === 1 && /^(?:[a-z][a-z-]{0,20} )?$/i.test(text.replace(PLACEHOLDER, ''))
    ? text
    : undefined;

/**
 * Returns what a header gets when the user fills in what its template leaves open. Who enters the whole value, with
 * `Bearer` before the token, means the same.
 *
 * @param header the header, with a template or without
 * @param typed what the user entered
 *
 * @example
 * ```ts
 * import { filledHeader } from '@mcp-web/client/servers';
 *
 * const header = filledHeader({ name: 'Authorization', template: 'Bearer ${env:TOKEN}' }, 'abc');
 * console.log(header.value === 'Bearer abc');
 * ```
 */
export function filledHeader(header: ServerHeader, typed: string): ServerHeader {
  const { name, template = '' } = header;
  const text = typed.trim();
  const [placeholder, ...others] = template.match(PLACEHOLDER) ?? [];
  if (placeholder === undefined || others.length > 0) return { ...header, name, value: text };
  const [before = '', after = ''] = template.split(placeholder);
  const isWhole = before.trim() !== '' && text.toLowerCase().startsWith(before.trim().toLowerCase());
  return { ...header, name, value: isWhole ? text : `${before}${text}${after}` };
}

/**
 * Whether a page can send this header. Browsers keep some for themselves, such as `Cookie`.
 *
 * @example
 * ```ts
 * import { isSendable } from '@mcp-web/client/servers';
 *
 * console.log(isSendable('X-Key', 'abc'), isSendable('X Key', 'abc'));
 * ```
 */
export function isSendable(name: string, value: string): boolean {
  if (!name || name.length > MAX_NAME || value.length > MAX_VALUE) return false;
  try {
    return new Request('https://example.com', { headers: [[name, value]] }).headers.has(name);
  } catch {
    return false;
  }
}
