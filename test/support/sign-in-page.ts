/** A page where a user clicks, windows open, and authorization servers answer: for tests of sign-in without real windows. */
import { announce } from '../../packages/client/src/oauth/store/announcements.ts';
import { type BrowserOAuth, browserOAuth } from '../../packages/client/src/oauth/browser/browser-oauth.ts';
import { storeGrant } from '../../packages/client/src/oauth/store/grants.ts';
import type { Grant } from '../../packages/client/src/oauth/oauth-types.ts';
import type { BrowserOAuthOptions } from '../../packages/client/src/oauth/browser/context.ts';
import { memoryVault, type Vault } from '../../packages/client/src/oauth/store/vault.ts';
// The tested code loads this on demand. Loaded here, so that no test waits for it.
import '../../packages/client/src/oauth/browser/run-sign-in.ts';
import { issuerMetadata, type Said, scriptedSites, type SeenRequest } from './scripted-sites.ts';

/** A window that a sign-in opened. */
export interface OpenedWindow {
  /** Its current address. */
  location: { href: string };
  isClosed: boolean;
}

const saved = { open: globalThis.open, activation: Object.getOwnPropertyDescriptor(navigator, 'userActivation') };
let windows: OpenedWindow[] = [];
let auths: BrowserOAuth[] = [];
let count = 0;

/** Sets whether the user has just clicked. Windows open only then. */
export function click(isActive = true): void {
  Object.defineProperty(navigator, 'userActivation', { configurable: true, value: { isActive, hasBeenActive: true } });
}

/** To be called before each test: the user has not clicked yet. @returns the windows that the test opens */
export function openPage(): OpenedWindow[] {
  const opened: OpenedWindow[] = [];
  windows = opened;
  click(false);
  globalThis.open = () => {
    if (!navigator.userActivation.isActive) return null;
    const window = {
      location: { href: 'about:blank' },
      isClosed: false,
      document: document.implementation.createHTMLDocument(),
      opener: null,
      closed: false,
      close: () => (window.isClosed = true),
    };
    opened.push(window);
    return Object(window);
  };
  return opened;
}

/** To be called after each test. */
export function closePage(): void {
  for (const auth of auths) auth.close();
  auths = [];
  globalThis.open = saved.open;
  if (saved.activation) Object.defineProperty(navigator, 'userActivation', saved.activation);
  else Reflect.deleteProperty(navigator, 'userActivation');
}

/** A server and its authorization server, which no other test uses. */
export class Place {
  readonly server: URL;
  readonly issuer: string;
  readonly sites: ReturnType<typeof scriptedSites>;
  /** The requests that the server received. */
  readonly received: SeenRequest[];
  readonly send: typeof fetch;

  constructor(answer: (request: SeenRequest) => Response, sites: Record<string, Said> = {}, query = '') {
    const host = `s${Date.now()}-${count++}.example`;
    this.server = new URL(`https://${host}/mcp${query}`);
    this.issuer = `https://as.${host}`;
    this.sites = scriptedSites({
      [`https://${host}/.well-known/oauth-protected-resource/mcp`]: {
        resource: `https://${host}/mcp${query}`,
        authorization_servers: [this.issuer],
      },
      [`${this.issuer}/.well-known/oauth-authorization-server`]: issuerMetadata(this.issuer),
      [`${this.issuer}/revoke`]: 200,
      ...Object.fromEntries(Object.entries(sites).map(([path, said]) => [this.issuer + path, said])),
    });
    const server = scriptedSites({ [this.server.href]: answer });
    this.received = server.sent;
    this.send = server.fetch;
  }

  /** Creates what a page creates, by default with its own vault. */
  auth(options: Partial<BrowserOAuthOptions> = {}): BrowserOAuth {
    const auth = browserOAuth({
      redirectUri: '/signed-in.html',
      clientId: 'us',
      vault: memoryVault(),
      fetch: this.sites.fetch,
      ...options,
    });
    auths.push(auth);
    return auth;
  }

  grant(tokens: Partial<Grant['tokens']> = {}): Omit<Grant, 'version'> {
    const {
      issuer,
      server: { href },
    } = this;
    return {
      server: href,
      target: { resource: href, issuer, authorizationServer: issuerMetadata(issuer), hasMetadata: true, dpop: 'none' },
      client: { issuer, clientId: 'us', authMethod: 'none', source: 'configured' },
      tokens: { accessToken: 'first', tokenType: 'bearer', refreshToken: 'r1', scope: ['read'], ...tokens },
      requested: ['read'],
    };
  }

  async store(vault: Vault, tokens?: Partial<Grant['tokens']>): ReturnType<Vault['write']> {
    return storeGrant(vault, this.grant(tokens));
  }

  /** The tokens that were revoked. */
  get revoked(): unknown[] {
    return this.sites.sent.filter(({ url }) => url === `${this.issuer}/revoke`).map(({ body }) => body['token']);
  }
}

export const refusal = (header = 'Bearer'): Response =>
  new Response('', { status: 401, headers: { 'WWW-Authenticate': header } });
export const tokenOf = ({ headers }: SeenRequest): string => headers.get('Authorization')?.replace('Bearer ', '') ?? '';

/** Waits until something is true. */
export async function until(isTrue: () => unknown): Promise<void> {
  for (let waitedMs = 0; !isTrue(); waitedMs += 5) {
    if (waitedMs > 15_000) throw new Error(`Waited in vain until ${String(isTrue)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/**
 * The user signs in, and the window comes back with a code.
 *
 * @param more other fields of the answer, such as `iss`
 */
export async function signInAtWindow(index = 0, more: Record<string, string> = {}): Promise<void> {
  await answerAtWindow(index, { code: 'c', ...more });
}

/** The window comes back with what the authorization server says. */
export async function answerAtWindow(index: number, said: Record<string, string>): Promise<void> {
  await until(() => windows[index]?.location.href.startsWith('https:'));
  const state = new URL(windows[index]?.location.href ?? '').searchParams.get('state') ?? '';
  announce({ type: 'answered', state, answer: String(new URLSearchParams({ state, ...said })) });
}
