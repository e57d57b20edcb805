/** The header that streams are resumed by, which a server's CORS answer may not allow. */
import { addressOf } from '../wire/refusal.ts';
import { leaveOutRefused } from '../wire/refused-headers.ts';
import type { Endpoint } from '../wire/http.ts';
import { isUnreachable } from './handshake.ts';
import { HeaderRefusedError } from './transport.ts';

export const EVENT_HEADER = 'Last-Event-ID';

/** What is known about it at one server. */
export class Resumption {
  readonly #endpoint: Endpoint;
  /** How many requests with the header have failed in a row. */
  #failures = 0;
  #isProven = false;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  get isHeaderRefused(): boolean {
    return this.#endpoint.contact?.refusedHeaders.has(EVENT_HEADER.toLowerCase()) === true;
  }

  /** @throws {HeaderRefusedError} when the header is left out */
  requireHeader(): void {
    if (!this.isHeaderRefused) return;
    const message = `The connection broke before the answer was complete, and the page cannot ask for the rest of it: the CORS answer of ${addressOf(this.#endpoint.url)} does not list ${EVENT_HEADER} in Access-Control-Allow-Headers.`;
    throw new HeaderRefusedError(message, { names: [EVENT_HEADER], isNeeded: true, cause: undefined });
  }

  /**
   * Learns from a request with the header. One failure alone is nothing unusual: the stream before it has just broken.
   *
   * @throws {HeaderRefusedError} when the header turns out to be refused, and `isNeeded`
   */
  async watch<T>(opening: Promise<T>, isNeeded: boolean): Promise<T> {
    try {
      const answer = await opening;
      this.#isProven ||= !this.isHeaderRefused;
      this.#failures = 0;
      return answer;
    } catch (error) {
      if (isUnreachable(error) && !this.#isProven && ++this.#failures % 2 === 0)
        await leaveOutRefused(this.#endpoint, [EVENT_HEADER]);
      if (isNeeded) this.requireHeader();
      throw error;
    }
  }
}
