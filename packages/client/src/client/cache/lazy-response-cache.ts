/** The response cache as a client has it from the start: nothing, until a server first lets an answer be kept. */
import type { Guard } from '../../protocol/guards.ts';
import type { JsonObject } from '../../protocol/types.ts';
import type { Session } from '../../session/session.ts';
import type { ConnectOptions } from '../options.ts';
import type { AnswerOptions, ResponseCache } from './response-cache.ts';

export class LazyResponseCache {
  readonly #session: Session;
  readonly #options: ConnectOptions;
  readonly #server: string | undefined;
  /** Nothing in it: it could not be loaded, which costs speed only. */
  #cache: Promise<ResponseCache | undefined> | undefined;
  #changes = 0;

  /** @param server names it in `options.store`; absent where nothing outlives the client. */
  constructor(session: Session, options: ConnectOptions, server: string | undefined) {
    this.#session = session;
    this.#options = options;
    this.#server = server;
    // An answer may be held from the visit before.
    if (options.store && options.principal !== undefined && session.era === 'modern') void this.#open();
  }

  /** Answers with what is held, else with what `ask` brings. */
  async answer<T extends object>(
    method: string,
    params: JsonObject,
    guard: Guard<T>,
    ask: () => Promise<T>,
    options?: AnswerOptions,
  ): Promise<T> {
    const cache = await this.#cache;
    if (cache) return cache.answer(method, params, guard, ask, options);
    const changes = this.#changes;
    const result = await ask();
    if ('ttlMs' in result && Number(result.ttlMs) > 0 && options?.cache !== 'no-store')
      this.#adopt(method, params, result, changes).catch(() => {});
    return result;
  }

  /** To be told of each event before anybody else hears of it: what they fetch then has to be new. */
  heed(event: Event): void {
    this.#changes++;
    void this.#cache?.then((cache) => cache?.heed(event));
  }

  /** Nothing is answered from what is held any more. */
  close(): void {
    this.#cache = undefined;
  }

  /** Keeps an answer that came before the cache was there, unless something changed after it was asked for. */
  async #adopt(method: string, params: JsonObject, result: object, changes: number): Promise<void> {
    // As it is now, and from now on: the caller may change it, and loading takes time.
    const text = JSON.stringify(result);
    const receivedAt = Date.now();
    const cache = await this.#open();
    if (changes === this.#changes) cache?.adopt(method, params, text, receivedAt);
  }

  #open(): Promise<ResponseCache | undefined> {
    return (this.#cache ??= import('./response-cache.ts').then(
      (loaded) => new loaded.ResponseCache(this.#session, this.#options, this.#server),
      () => undefined,
    ));
  }
}
