/**
 * Sends one request to an authorization server, or for metadata: without cookies or redirects, limited in time and
 * length.
 */
import { allowInsecureRequests, customFetch } from 'oauth4webapi';
import { AuthError, McpError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { readPieces } from '../../wire/body.ts';
import { relayedFetch } from '../../wire/relayed-fetch.ts';
import { shorten, withoutQuery } from '../failures.ts';

/** What a request is sent with. */
export interface SendOptions {
  fetch: typeof fetch;
  signal?: AbortSignal | undefined;
  /** The relay to go through. What is not on its list, the browser sends itself. */
  relay?: string | undefined;
}

/** A JSON answer. */
export interface Answer {
  /** Where it came from, for error messages. */
  url: string;
  status: number;
  /** The body, if it is a JSON object. */
  json: JsonObject | undefined;
}

/** The options that the functions of oauth4webapi take. */
export interface LibraryOptions {
  [customFetch]: (
    url: string,
    init: { method: string; headers: Record<string, string>; body?: BodyInit | null; signal?: AbortSignal },
  ) => Promise<Response>;
  [allowInsecureRequests]: boolean;
  signal: AbortSignal;
}

const TIMEOUT_MS = 15_000;
const MAX_LENGTH = 256 * 1024;

/** @throws {McpError} `network`, `timeout`, `too-large`; {@link AuthError} `invalid-response` for a redirect. */
export function getJson(url: URL, sending: SendOptions): Promise<Answer> {
  // No header that needs a preflight: many servers do not answer one for their metadata.
  return requestEndpoint(sending, ({ [customFetch]: send, signal }) =>
    send(url.href, { method: 'GET', headers: { accept: 'application/json' }, signal }),
  );
}

/** What sends the requests: the browser, or the relay. */
export function senderOf({ fetch, relay }: SendOptions): typeof globalThis.fetch {
  return relay === undefined ? fetch : relayedFetch(new URL(relay), fetch, fetch);
}

/** @throws {McpError} like {@link getJson}, and whatever `request` throws. */
export async function requestEndpoint(
  options: SendOptions,
  request: (options: LibraryOptions) => Promise<Response>,
): Promise<Answer> {
  const { signal } = options;
  const send = senderOf(options);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  let url = '';
  try {
    const response = await request({
      [customFetch]: async (address, init) => {
        url = withoutQuery(address);
        return await send(address, {
          ...init,
          credentials: 'omit',
          redirect: 'manual',
          referrerPolicy: 'no-referrer',
        });
      },
      // checkAddress() has already decided which addresses may be http, and is stricter.
      [allowInsecureRequests]: true,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) {
      throw new AuthError('invalid-response', `${url} redirects to another address. Redirects are not followed.`);
    }
    return { url, status: response.status, json: await readJson(response, url) };
  } catch (cause) {
    signal?.throwIfAborted();
    if (timeout.aborted) throw new McpError('timeout', `${url} did not answer within ${TIMEOUT_MS} ms.`, { cause });
    // This is all that fetch tells about a network error, or about a body that breaks off.
    if (cause instanceof TypeError && !('code' in cause)) {
      throw new McpError(
        'network',
        `${url} could not be reached: it is down, or its CORS headers do not allow this page. The browser's console says which.`,
        { cause },
      );
    }
    throw cause;
  }
}

/** The error in an authorization server's answer: `error` is the code, `says` the text for a message. */
export function oauthErrorOf({ json }: Answer): { error: string; says: string } | undefined {
  if (typeof json?.['error'] !== 'string' || json['error'] === '') return undefined;
  const error = shorten(json['error']);
  const { error_description: description } = json;
  return { error, says: typeof description === 'string' && description ? `${error}: ${shorten(description)}` : error };
}

async function readJson(response: Response, url: string): Promise<JsonObject | undefined> {
  let text = '';
  if (response.body) {
    await readPieces(response.body, (piece) => {
      text += piece;
      if (text.length > MAX_LENGTH)
        throw new McpError('too-large', `${url} answered with more than ${MAX_LENGTH} characters.`);
      return true;
    });
  }
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
