/** Which pages may use the relay: those of its own site, or of the origins that its options name. */
import { McpError } from '../errors.ts';

export class PageOrigins {
  /** Absent: the relay's own. */
  readonly #allowed: readonly string[] | undefined;

  /** @throws {McpError} `invalid-argument` */
  constructor(allowed: readonly string[] | undefined) {
    const wrong = allowed?.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
    if (wrong !== undefined)
      throw new McpError(
        'invalid-argument',
        `${JSON.stringify(wrong)} in \`allowedOrigins\` of relay() is not an origin, such as https://app.example.com.`,
      );
    this.#allowed = allowed;
  }

  /**
   * Whether a page that may use the relay sent this request. Only browsers tell the truth about it, which keeps other
   * sites from using the relay from within the user's browser. Programs can send any `Origin`: for them, a listed server
   * in a private network is as public as the relay.
   */
  allows(request: Request): boolean {
    const { host } = new URL(request.url);
    const origin = request.headers.get('Origin');
    const site = request.headers.get('Sec-Fetch-Site');
    if (this.#allowed) {
      if (origin !== null) return this.#allowed.includes(origin);
      // A GET from the same origin has none. Its host is checked, because the name of another site may lead here.
      return isSameSite(site) && this.#allowed.some((one) => new URL(one).host === host);
    }
    // Behind a proxy, the relay may not know that it was reached over https.
    if (origin !== null) return URL.canParse(origin) && new URL(origin).host === host && isSameSite(site);
    return isSameSite(site);
  }

  /** The headers with which browsers let a page of another origin read the answer. */
  headersFor(request: Request): Record<string, string> {
    const origin = request.headers.get('Origin');
    return origin === null || !this.allows(request) ? {} : { 'Access-Control-Allow-Origin': origin };
  }
}

/** Browsers do not say it to addresses that are neither https nor on this device. */
const isSameSite = (site: string | null): boolean => site === null || site === 'same-origin';
