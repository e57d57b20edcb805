/** How much memory the exchanges take to which entries refer. Several entries may refer to one. */
import type { HttpExchange, RecordedHeader, RecordedStreamEvent } from './activity-entry.ts';

/** What an exchange takes in addition to its texts, in bytes. So does an event. */
const EXCHANGE_BYTES = 600;
const EVENT_BYTES = 150;

export class CountedExchanges {
  bytes = 0;
  #counts = new WeakMap<HttpExchange, { entries: number; bytes: number }>();

  /** An entry refers to it. */
  hold(exchange: HttpExchange | undefined): void {
    if (!exchange) return;
    const count = this.#counts.get(exchange);
    if (count) {
      count.entries++;
      return;
    }
    const bytes = bytesOf(exchange);
    this.#counts.set(exchange, { entries: 1, bytes });
    this.bytes += bytes;
  }

  /** An entry that referred to it is dropped. */
  release(exchange: HttpExchange | undefined): void {
    const count = exchange && this.#counts.get(exchange);
    if (!count || --count.entries > 0) return;
    this.bytes -= count.bytes;
    this.#counts.delete(exchange);
  }

  /** It has become longer, or shorter. */
  grow(exchange: HttpExchange, bytes: number): void {
    const count = this.#counts.get(exchange);
    if (!count) return;
    count.bytes += bytes;
    this.bytes += bytes;
  }

  clear(): void {
    this.bytes = 0;
    this.#counts = new WeakMap();
  }
}

export const bytesOfEvent = ({ data = '', type, eventId = '' }: RecordedStreamEvent): number =>
  EVENT_BYTES + 2 * (data.length + type.length + eventId.length);

export const bytesOfHeaders = (headers: readonly RecordedHeader[]): number =>
  headers.reduce((sum, [name, value]) => sum + 2 * (name.length + value.length), 0);

function bytesOf({ url, requestHeaders, responseHeaders, text = '', error = '', events }: HttpExchange): number {
  const texts = 2 * (url.length + text.length + error.length);
  const headers = bytesOfHeaders(requestHeaders) + bytesOfHeaders(responseHeaders);
  return EXCHANGE_BYTES + texts + headers + events.reduce((sum, event) => sum + bytesOfEvent(event), 0);
}
