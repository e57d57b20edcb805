/** What the browser says without asking the server: where the code runs, and what it may reach. */
import { addressSpaceOf, isLessPublic } from '../protocol/address-space.ts';
import { isMixedContent, localNetworkPermission } from '../wire/local-network.ts';
import type { DiagnosisCause } from './diagnosis.ts';

/** A page or worker of a browser has an origin. Other runtimes know no CORS. */
export function originHere(): string | undefined {
  // A worker that was made from a blob has the page's origin, but not its location.
  return globalThis.origin ?? globalThis.location?.origin;
}

/** Why no request can succeed, as far as that is known without one. */
export async function obstacleTo(url: URL): Promise<DiagnosisCause | undefined> {
  if (isMixedContent(url)) return 'mixed-content';
  if ((await localNetworkPermission(url)) === 'denied') return 'local-network-denied';
  if (globalThis.navigator?.onLine === false && addressSpaceOf(url.hostname) !== 'loopback') return 'offline';
  return undefined;
}

/** Whether the browser may be asking the user, while a request waits. */
export async function isUserAsked(url: URL): Promise<boolean> {
  return (await localNetworkPermission(url)) === 'prompt';
}

/** Whether one address must not lead to the other: from the internet into a private network, for example. */
export function leadsInward(from: URL, to: URL): boolean {
  return isLessPublic(addressSpaceOf(to.hostname), addressSpaceOf(from.hostname));
}

/** Notes what the page's Content Security Policy refuses while it listens. */
export class PolicyWatch {
  readonly #listening = new AbortController();
  readonly #blocked = new Set<string>();

  constructor() {
    globalThis.addEventListener?.(
      'securitypolicyviolation',
      (event) => {
        if (event.disposition === 'enforce' && event.effectiveDirective === 'connect-src')
          this.#blocked.add(event.blockedURI);
      },
      { signal: this.#listening.signal },
    );
  }

  /** The event may come after the request has failed. */
  async hasBlocked({ origin, href }: URL): Promise<boolean> {
    if (this.#blocked.size === 0) await new Promise((resolve) => setTimeout(resolve, 30));
    // Some browsers report the origin only.
    return [...this.#blocked].some((uri) => uri === href || uri === origin || uri.startsWith(`${origin}/`));
  }

  stop(): void {
    this.#listening.abort();
  }
}
