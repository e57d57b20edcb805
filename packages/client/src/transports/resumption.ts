/** The header that streams are resumed by, which a server's CORS answer may not allow. */
import { addressOf } from '../wire/refusal.ts';
import { leaveOutRefused } from '../wire/refused-headers.ts';
import type { Endpoint } from '../wire/http.ts';
import { isUnreachable } from './handshake.ts';
import { HeaderRefusedError } from './transport.ts';

export const EVENT_HEADER = 'Last-Event-ID';

/** When to look again whether it is refused, in ms. It may have been the network that failed. */
const RECHECK_MS = 60_000;

/** What is known about it at one server. */
export class Resumption {
  readonly #endpoint: Endpoint;
  /** How many requests with the header have failed in a row. */
  #failures = 0;
  #isProven = false;
  /** When it was last found that the header is refused, by `performance.now()`. */
  #foundAt = -Infinity;

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint;
  }

  get isHeaderRefused(): boolean {
    return this.#endpoint.contact?.refusedHeaders.has(EVENT_HEADER.toLowerCase()) === true;
  }

  /**
   * Before a request with the header: looks whether it is refused still, if it was found some time ago.
   *
   * @throws {HeaderRefusedError} when the header is left out, and `isNeeded`
   */
  async prepare(isNeeded: boolean): Promise<void> {
    if (this.isHeaderRefused && performance.now() - this.#foundAt >= RECHECK_MS) {
      this.#endpoint.contact?.refusedHeaders.delete(EVENT_HEADER.toLowerCase());
      await this.#find();
    }
    if (isNeeded) this.#requireHeader();
  }

  async #find(): Promise<void> {
    await leaveOutRefused(this.#endpoint, [EVENT_HEADER]);
    this.#foundAt = performance.now();
  }

  /** @throws {HeaderRefusedError} when the header is left out */
  #requireHeader(): void {
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
      if (isUnreachable(error) && !this.#isProven && ++this.#failures % 2 === 0) await this.#find();
      if (isNeeded) this.#requireHeader();
      throw error;
    }
  }
}
