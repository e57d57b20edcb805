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
/** These repeat names and arguments of calls, which are in the message too. */
const REPEATING_HEADER = /^mcp-(?:name|param-)/;
const SECRET_HEADERS: ReadonlySet<string> = new Set(['dpop', 'dpop-nonce', 'mcp-session-id', 'set-cookie']);

export function textWithoutSecrets(text: string): string {
  const shown = redactSecrets(text);
  return typeof shown === 'string' ? shown : HIDDEN;
}

/**
 * An address as recorders keep it: with neither a user, a fragment, nor the values of its query. By it, the entries of a
 * server are found.
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
    return textWithoutSecrets(String(address));
  }
  url.username = url.password = url.hash = '';
  const query = [...url.searchParams.keys()].map((name) => `${encodeURIComponent(name)}=${HIDDEN}`).join('&');
  url.search = '';
  return textWithoutSecrets(url.href) + (query && `?${query}`);
}

export function requestHeadersOf(input: RequestInfo | URL, init: RequestInit | undefined): RecordedHeader[] {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
  return [...headers].map(([name, value]) => [
    name,
    PUBLIC_HEADERS.has(name) || REPEATING_HEADER.test(name) ? headerText(name, value) : HIDDEN,
  ]);
}

export const responseHeadersOf = (headers: Headers): RecordedHeader[] =>
  [...headers].map(([name, value]) => [name, headerText(name, value)]);

function headerText(name: string, value: string): string {
  if (SECRET_HEADERS.has(name)) return HIDDEN;
  if (name === 'location') return addressWithoutSecrets(value);
  const shown = redactSecrets({ [name]: value });
  return String(Reflect.get(Object(shown), name));
}
