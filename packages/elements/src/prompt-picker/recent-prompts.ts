/** The prompts that the user chose on this page. Only their names are stored, not the arguments, until the user signs out. */
import { type HostServer, indexedDbStore, type KeyValueStore, type Prompt } from '@mcp-web/client';
import { isJsonObject } from '../internal/text/text.ts';
import type { Offer } from '../internal/lists/listbox.ts';

const KEY = 'recent-prompts';
const MAX_SHOWN = 5;
/** For all pages of the site. */
const MAX_STORED = 100;

interface RecentPrompt {
  /** The path of the page. */
  readonly page: string;
  /** A digest of the server's URL, which may contain a key. */
  readonly server: string;
  readonly name: string;
}

export class RecentPrompts {
  readonly #store: KeyValueStore;
  readonly #page = location.pathname;
  readonly #onchange: () => void;
  /** By URL. */
  readonly #digests = new Map<string, string | undefined>();
  #own: readonly RecentPrompt[] = [];
  /** The last change of what is stored: one reads what the one before wrote. */
  #changed: Promise<unknown> = Promise.resolve();

  /** @param onchange called when `findIn` may find more */
  constructor(onchange: () => void, store: KeyValueStore = indexedDbStore()) {
    this.#store = store;
    this.#onchange = onchange;
  }

  /** Reads the recent prompts of this page. */
  async read(): Promise<void> {
    this.#own = (await this.#all()).filter(({ page }) => page === this.#page).slice(0, MAX_SHOWN);
  }

  async add(url: string, name: string): Promise<void> {
    const page = this.#page;
    const server = await digestOf(url);
    if (server === undefined) return;
    await this.#change((all) => {
      const others = all.filter((one) => one.page !== page || one.server !== server || one.name !== name);
      return [{ page, server, name }, ...others].slice(0, MAX_STORED);
    });
  }

  /** Forgets the prompts of a server, of all pages: its user has signed out. */
  async forget(url: string): Promise<void> {
    const server = await digestOf(url);
    this.#own = this.#own.filter((one) => one.server !== server);
    this.#onchange();
    await this.#change((all) => all.filter((one) => one.server !== server));
  }

  /** The recent prompts that these servers have, the latest first. */
  findIn(servers: readonly HostServer[]): Offer<Prompt>[] {
    const unknown = servers.filter(({ url }) => !this.#digests.has(url));
    if (this.#own.length > 0 && unknown.length > 0) void this.#learn(unknown);
    return this.#own.flatMap(({ server: digest, name }) => {
      const server = servers.find(({ url }) => this.#digests.get(url) === digest);
      const entry = server?.prompts.find((one) => one.name === name);
      return server && entry ? [{ server, entry }] : [];
    });
  }

  async #learn(servers: readonly HostServer[]): Promise<void> {
    for (const { url } of servers) this.#digests.set(url, await digestOf(url));
    this.#onchange();
  }

  #change(make: (all: readonly RecentPrompt[]) => readonly RecentPrompt[]): Promise<void> {
    const changed = this.#changeAfter(this.#changed, make);
    this.#changed = changed.catch(() => {});
    return changed;
  }

  async #changeAfter(
    before: Promise<unknown>,
    make: (all: readonly RecentPrompt[]) => readonly RecentPrompt[],
  ): Promise<void> {
    await before;
    const all = await this.#all();
    const next = make(all);
    if (JSON.stringify(next) !== JSON.stringify(all)) await this.#store.set(KEY, next);
  }

  async #all(): Promise<readonly RecentPrompt[]> {
    const value = await this.#store.get(KEY);
    return Array.isArray(value) ? value.filter(isRecentPrompt) : [];
  }
}

/** Undefined where browsers compute no digests, which is outside of secure contexts: there, nothing is stored. */
async function digestOf(url: string): Promise<string | undefined> {
  if (!isSecureContext) return undefined;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(url));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isRecentPrompt(value: unknown): value is RecentPrompt {
  return (
    isJsonObject(value) &&
    typeof value['page'] === 'string' &&
    typeof value['server'] === 'string' &&
    typeof value['name'] === 'string'
  );
}
