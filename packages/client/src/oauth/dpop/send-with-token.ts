import type { Dpop } from './dpop.ts';
import type { AuthorizationTarget, Grant } from '../model.ts';
import type { TokenOptions } from '../endpoints/tokens.ts';
import type { Vault } from '../store/vault.ts';

/** What requests are sent with, and the keys that tokens are bound to. */
export class Requests {
  readonly #vault: Vault;
  readonly #fetch: typeof fetch;
  /** By issuer: a key keeps the nonces that servers gave it. */
  readonly #dpop = new Map<string, Promise<Dpop>>();

  constructor(vault: Vault, ownFetch: typeof fetch | undefined) {
    this.#vault = vault;
    this.#fetch = ownFetch ?? ((input, init) => fetch(input, init));
  }

  async to(target: AuthorizationTarget, signal?: AbortSignal): Promise<TokenOptions> {
    return { fetch: this.#fetch, signal, dpop: await this.dpop(target) };
  }

  /** For what is asked before anything is known about a key. */
  plain(signal: AbortSignal): { fetch: typeof fetch; signal: AbortSignal } {
    return { fetch: this.#fetch, signal };
  }

  /** Sends a request to an MCP server with the token of a grant, and a proof of the key that it is bound to. */
  async send(
    send: typeof fetch,
    input: RequestInfo | URL,
    init: RequestInit,
    grant: Grant | undefined,
  ): Promise<Response> {
    if (!grant) return send(input, init);
    const { tokens, target } = grant;
    const dpop = tokens.tokenType === 'dpop' ? await this.dpop(target) : undefined;
    if (dpop) return dpop.fetch(send, input, init, tokens.accessToken);
    const headers = new Headers(init.headers);
    headers.set('Authorization', `Bearer ${tokens.accessToken}`);
    return send(input, { ...init, headers });
  }

  /** Nothing where the servers do not bind tokens to keys. */
  async dpop({ dpop, issuer }: AuthorizationTarget): Promise<Dpop | undefined> {
    if (dpop === 'none') return undefined;
    let made = this.#dpop.get(issuer);
    if (!made) {
      made = this.#make(issuer);
      this.#dpop.set(issuer, made);
      made.catch(() => this.#dpop.delete(issuer));
    }
    return made;
  }

  /** The vault has other keys from now on. */
  forgetKeys(): void {
    this.#dpop.clear();
  }

  async #make(issuer: string): Promise<Dpop> {
    const { createDpop } = await import('./dpop.ts');
    return createDpop(await this.#vault.keyPair(`dpop ${issuer}`));
  }
}
