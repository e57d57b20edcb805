/** DPoP (RFC 9449): tokens that are bound to a key, and the proofs that their sender has that key. */
import { isObject } from '../protocol/guards.ts';
import { readPieces } from '../wire/body.ts';
import { readChallenge } from './endpoints/challenge.ts';
import type { AuthorizationTarget } from './oauth-types.ts';
import { recordName } from './store/record-name.ts';
import type { Vault } from './store/vault.ts';

/** A key that tokens are bound to, with the nonces that servers require in its proofs. */
export interface Dpop {
  /**
   * Sends a request with a proof. Sends it a second time if the server refuses it because it requires a nonce.
   *
   * @param accessToken is sent too, and the proof names it. Without it, the proof is for a token endpoint.
   */
  fetch(
    send: typeof globalThis.fetch,
    input: RequestInfo | URL,
    init?: RequestInit,
    accessToken?: string,
  ): Promise<Response>;
}

/** The error is a short object. A longer body is something else. */
const MAX_ERROR_LENGTH = 16 * 1024;

const encoder = new TextEncoder();

/** The keys that tokens are bound to: one for each issuer, stored in the vault. */
export class DpopKeys {
  readonly #vault: Vault;
  /** By issuer, because a key keeps the nonces of its servers. */
  readonly #keys = new Map<string, Promise<Dpop>>();

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** Resolves with `undefined` when the servers do not bind tokens to keys. */
  async for({ dpop, issuer }: AuthorizationTarget): Promise<Dpop | undefined> {
    if (dpop === 'none') return undefined;
    let key = this.#keys.get(issuer);
    if (!key) {
      key = recordName('dpop', issuer)
        .then((name) => this.#vault.keyPair(name))
        .then(createDpop);
      this.#keys.set(issuer, key);
      key.catch(() => this.#keys.delete(issuer));
    }
    return key;
  }

  /** To be called when the keys in the vault have changed. */
  forget(): void {
    this.#keys.clear();
  }
}

/** @param keyPair for ECDSA with P-256. The private key need not be extractable. */
export function createDpop({ privateKey, publicKey }: CryptoKeyPair): Dpop {
  // By origin: each server has its own nonces.
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
      // Only once: a server that requires yet another nonce would go on forever. The refused request had no effect.
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
  // A copy: if the response is about something else, the caller still has to read it.
  const { body } = response.clone();
  let text = '';
  try {
    if (body) await readPieces(body, (piece) => (text += piece).length < MAX_ERROR_LENGTH);
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
