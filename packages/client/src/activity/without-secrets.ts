/** Takes secrets out of addresses, headers and texts before anything is kept. */
import { redactSecrets } from '../host/log/redact.ts';
import type { RecordedHeader } from './activity-entry.ts';

export const HIDDEN = '[redacted]';

/** Request headers of the specification and of the platform. Any other may be the page's own key. */
const PUBLIC_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-language',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-protocol-version',
  'traceparent',
  'tracestate',
]);
/** It repeats the name of a call, or the URI of a resource. `Mcp-Param-*` repeats arguments, under names that tell nothing. */
const NAME_HEADER = 'mcp-name';
const ENCODED = /^=\?base64\?(.*)\?=$/s;
const ADDRESS_HEADERS: ReadonlySet<string> = new Set(['location', 'content-location']);
const SECRET_HEADERS: ReadonlySet<string> = new Set(['dpop', 'dpop-nonce', 'mcp-session-id', 'set-cookie']);

export function textWithoutSecrets(text: string): string {
  const shown = redactSecrets(text);
  return typeof shown === 'string' ? shown : HIDDEN;
}

/** The name of a tool or prompt, or the URI of a resource. */
export const nameWithoutSecrets = (name: string): string =>
  /^[a-z][\w+.-]*:\/\//i.test(name) && /[?#@]/.test(name) ? addressWithoutSecrets(name) : textWithoutSecrets(name);

/**
 * An address as recorders keep it: with neither a user, a fragment, nor the values of its query.
 *
 * @example
 * ```ts
 * import { addressWithoutSecrets } from '@mcp-web/client/activity';
 *
 * console.log(addressWithoutSecrets('https://example.com/mcp?key=0123456789'));
 * ```
 */
export function addressWithoutSecrets(address: string | URL): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    // A relative one.
    const [path = '', ...query] = (String(address).split('#', 1)[0] ?? '').split('?');
    return textWithoutSecrets(path) + hiddenQuery(query.join('?'));
  }
  url.username = url.password = url.hash = '';
  const query = hiddenQuery(url.search.slice(1));
  url.search = '';
  return textWithoutSecrets(url.href) + query;
}

/** What a browser, or the page's own `fetch`, says of an error. It may name the address. */
export const errorWithoutSecrets = (text: string): string =>
  textWithoutSecrets(text.replace(/\bhttps?:\/\/[^\s"'<>]+/gi, addressWithoutSecrets));

/** The names in a query without their values. What has no name is a value. */
function hiddenQuery(query: string): string {
  const parts = query.split('&').filter((part) => part !== '');
  const hidden = parts.map((part) =>
    part.includes('=') ? `${textWithoutSecrets(part.slice(0, part.indexOf('=')))}=${HIDDEN}` : HIDDEN,
  );
  return hidden.length === 0 ? '' : `?${hidden.join('&')}`;
}

export function requestHeadersOf(input: RequestInfo | URL, init: RequestInit | undefined): RecordedHeader[] {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  return [...headers].map(([name, value]) => [
    name,
    PUBLIC_HEADERS.has(name) || name === NAME_HEADER ? headerText(name, value) : HIDDEN,
  ]);
}

export const responseHeadersOf = (headers: Headers): RecordedHeader[] =>
  [...headers].map(([name, value]) => [name, headerText(name, value)]);

function headerText(name: string, value: string): string {
  if (SECRET_HEADERS.has(name)) return HIDDEN;
  if (name === NAME_HEADER) return nameHeaderText(value);
  if (ADDRESS_HEADERS.has(name)) return addressWithoutSecrets(value);
  if (name === 'link') return textWithoutSecrets(value.replace(/[?#][^>]*/g, `?${HIDDEN}`));
  const shown = redactSecrets({ [name]: value });
  return String(Reflect.get(Object(shown), name));
}

/** As it was sent, if nothing is hidden in it. */
function nameHeaderText(value: string): string {
  const base64 = ENCODED.exec(value)?.[1];
  if (base64 === undefined) return nameWithoutSecrets(value);
  try {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const name = new TextDecoder(undefined, { fatal: true }).decode(bytes);
    return nameWithoutSecrets(name) === name ? value : HIDDEN;
  } catch {
    return HIDDEN;
  }
}
