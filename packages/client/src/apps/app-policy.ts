/** The Content Security Policy of an app, from the domains that its server declared. Never looser than these. */
import { addressSpaceOf, isLessPublic } from '../protocol/address-space.ts';
import { isObject } from '../protocol/guards.ts';

/** The domains that an app declared and may use: origins such as `https://api.example.com`. */
export interface AppDomains {
  readonly connectDomains: readonly string[];
  readonly resourceDomains: readonly string[];
  readonly frameDomains: readonly string[];
  readonly baseUriDomains: readonly string[];
}

/** What a browser enforces for an app. */
export interface AppPolicy {
  /** The value of a `Content-Security-Policy`. */
  readonly policy: string;
  readonly domains: AppDomains;
  /** What the server declared that is no origin, or less public than the server. The app does not get it. */
  readonly refused: readonly string[];
}

const KINDS = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'] as const;
/** An app that needs more than these domains of a kind declares too much to look through. */
const MAX_DOMAINS = 50;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** One origin, or all subdomains of a domain. Nothing in it can end a source, a directive or a policy. */
const SOURCE = new RegExp(
  `^(?:(https?|wss?)://)?((?:\\*\\.${LABEL}\\.)?${LABEL}(?:\\.${LABEL})*)(:[0-9]{1,5})?/?$`,
  'i',
);

/**
 * Makes a policy of the `csp` that a server declared for an app.
 *
 * Unlike the builder in the specification, `connect-src` does not have `'self'`, and there is `form-action 'none'`: both
 * are stricter.
 *
 * A public server gets nothing of this device or of a private network, which its app could not reach without the user.
 *
 * @param csp the declared `csp`, unchecked
 * @param options.serverUrl where the app comes from. Without it, the app may use this device
 *
 * @example
 * ```ts
 * import { policyOf } from '@mcp-web/client/apps';
 *
 * console.log(policyOf({ connectDomains: ['https://api.example.com'] }).policy);
 * ```
 */
export function policyOf(csp: unknown, { serverUrl }: { readonly serverUrl?: string | undefined } = {}): AppPolicy {
  const refused: string[] = [];
  const space = serverUrl === undefined ? undefined : addressSpaceOf(new URL(serverUrl).hostname);
  const mayUse = (source: string): boolean => {
    const address = source.replace('*.', '');
    // Such as a port that does not exist.
    if (!URL.canParse(address)) return false;
    const { hostname } = new URL(address);
    return space === undefined || !isLessPublic(addressSpaceOf(hostname), space);
  };
  const read = (kind: string): readonly string[] => {
    const declared = isObject(csp) ? csp[kind] : undefined;
    if (!Array.isArray(declared)) return Object.freeze([]);
    const sources = declared.slice(0, MAX_DOMAINS).map((domain) => {
      const source = sourceOf(domain);
      return source !== undefined && mayUse(source) ? source : void refused.push(String(domain));
    });
    refused.push(...declared.slice(MAX_DOMAINS).map(String));
    return Object.freeze([...new Set(sources.filter((source) => source !== undefined))]);
  };
  const [connect, resource, frame, base] = KINDS.map(read);
  const from = (name: string, own: string, domains: readonly string[] = []): string =>
    [name, ...(own || domains.length > 0 ? [own] : ["'none'"]), ...domains].filter(Boolean).join(' ');
  const policy = [
    "default-src 'none'",
    from('script-src', "'self' 'unsafe-inline'", resource),
    from('style-src', "'self' 'unsafe-inline'", resource),
    from('img-src', "'self' data:", resource),
    from('font-src', "'self'", resource),
    from('media-src', "'self' data:", resource),
    from('connect-src', '', connect),
    from('frame-src', '', frame),
    "object-src 'none'",
    base?.length ? from('base-uri', '', base) : "base-uri 'self'",
    "form-action 'none'",
  ].join('; ');
  const domains = Object.freeze({
    connectDomains: connect ?? [],
    resourceDomains: resource ?? [],
    frameDomains: frame ?? [],
    baseUriDomains: base ?? [],
  });
  return Object.freeze({ policy, domains, refused: Object.freeze(refused) });
}

/** As a policy has it; undefined for everything that is not exactly one origin, or the subdomains of one domain. */
function sourceOf(domain: unknown): string | undefined {
  const parts = typeof domain === 'string' && domain.length <= 300 ? SOURCE.exec(domain) : null;
  if (!parts) return undefined;
  const [, scheme = 'https', host = '', port = ''] = parts;
  const isOnDevice = /^(?:127\.0\.0\.1|(?:.+\.)?localhost)$/i.test(host);
  if (!isOnDevice && !/^(?:https|wss)$/i.test(scheme)) return undefined;
  if (!isOnDevice && !host.includes('.')) return undefined;
  return `${scheme}://${host}${port}`.toLowerCase();
}
