/** Proofs that whoever sends a token holds the key that it is bound to (RFC 9449). */
import { isObject } from '../../protocol/guards.ts';
import { readChunks } from '../../wire/body.ts';
import { readChallenge } from '../endpoints/challenge.ts';

/** A key, and the nonces that servers want in its proofs: kept as long as it is. */
export interface Dpop {
  /**
   * Sends a request with a proof of its own, and once more where it was refused for want of the server's nonce.
   *
   * @param accessToken sent along, and named in the proof; without it, the proof is for a token endpoint.
   */
  fetch(
    send: typeof globalThis.fetch,
    input: RequestInfo | URL,
    init?: RequestInit,
    accessToken?: string,
  ): Promise<Response>;
}

/** An error is a short object. Whoever sends more than this means something else, or no good. */
const MAX_ERROR_LENGTH = 16 * 1024;

const encoder = new TextEncoder();

/** @param keyPair for ECDSA with P-256; the private half need not be extractable. */
export function createDpop({ privateKey, publicKey }: CryptoKeyPair): Dpop {
  // Each server has nonces of its own.
  const nonces = new Map<string, string>();
  let publicJwk: Promise<JsonWebKey> | undefined;

  const sign = async (url: URL, method: string, accessToken: string | undefined): Promise<string> => {
    const { kty, crv, x, y } = await (publicJwk ??= crypto.subtle.exportKey('jwk', publicKey));
    const nonce = nonces.get(url.origin);
    const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } };
    const claims = {
      jti: crypto.randomUUID(),
      htm: method,
      htu: `${url.origin}${url.pathname}`,
      iat: Math.floor(Date.now() / 1000),
      ...(nonce !== undefined && { nonce }),
      ...(accessToken !== undefined && {
        ath: base64Url(await crypto.subtle.digest('SHA-256', encoder.encode(accessToken))),
      }),
    };
    const content = [header, claims].map((part) => base64Url(encoder.encode(JSON.stringify(part)))).join('.');
    return `${content}.${base64Url(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, encoder.encode(content)))}`;
  };

  return {
    async fetch(send, input, init, accessToken) {
      const request = input instanceof Request ? input : undefined;
      const url = new URL(input instanceof Request ? input.url : input, globalThis.location?.href);
      const attempt = async (): Promise<Response> => {
        const headers = new Headers(init?.headers ?? request?.headers);
        headers.set('DPoP', await sign(url, init?.method ?? request?.method ?? 'GET', accessToken));
        if (accessToken !== undefined) headers.set('Authorization', `DPoP ${accessToken}`);
        const response = await send(input, { ...init, headers });
        const nonce = response.headers.get('DPoP-Nonce');
        if (nonce !== null) nonces.set(url.origin, nonce);
        return response;
      };
      const used = nonces.get(url.origin);
      const response = await attempt();
      // Once: a server that wants yet another would want one for ever. What was refused like this was not carried out.
      if (nonces.get(url.origin) === used || !(await wantsNonce(response))) return response;
      response.body?.cancel().catch(() => {});
      return attempt();
    },
  };
}

async function wantsNonce(response: Response): Promise<boolean> {
  const wanted = 'use_dpop_nonce';
  if (response.status === 401 && readChallenge(response).error === wanted) return true;
  if (response.status !== 400 && response.status !== 401) return false;
  // A copy, because a response that is about something else is still to be read.
  const { body } = response.clone();
  let text = '';
  try {
    if (body) await readChunks(body, (chunk) => (text += chunk).length < MAX_ERROR_LENGTH);
    const said: unknown = JSON.parse(text);
    return isObject(said) && said['error'] === wanted;
  } catch {
    return false;
  }
}

function base64Url(data: ArrayBuffer | Uint8Array): string {
  return btoa(String.fromCharCode(...new Uint8Array(data)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}
