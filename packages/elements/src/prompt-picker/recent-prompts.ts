/** The prompts that the user chose on this page. Only their names are stored, not the arguments. */
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
  /** The URL of the server. */
  readonly server: string;
  readonly name: string;
}

export class RecentPrompts {
  readonly #store: KeyValueStore;
  readonly #page = location.pathname;
  #own: readonly RecentPrompt[] = [];

  constructor(store: KeyValueStore = indexedDbStore()) {
    this.#store = store;
  }

  /** Reads the recent prompts of this page. */
  async read(): Promise<void> {
    this.#own = (await this.#all()).filter(({ page }) => page === this.#page).slice(0, MAX_SHOWN);
  }

  async add(server: string, name: string): Promise<void> {
    const page = this.#page;
    const others = (await this.#all()).filter((one) => one.page !== page || one.server !== server || one.name !== name);
    await this.#store.set(KEY, [{ page, server, name }, ...others].slice(0, MAX_STORED));
  }

  /** The recent prompts that these servers have, the latest first. */
  findIn(servers: readonly HostServer[]): Offer<Prompt>[] {
    return this.#own.flatMap(({ server: url, name }) => {
      const server = servers.find((one) => one.url === url);
      const entry = server?.prompts.find((one) => one.name === name);
      return server && entry ? [{ server, entry }] : [];
    });
  }

  async #all(): Promise<readonly RecentPrompt[]> {
    const value = await this.#store.get(KEY);
    return Array.isArray(value) ? value.filter(isRecentPrompt) : [];
  }
}

function isRecentPrompt(value: unknown): value is RecentPrompt {
  return (
    isJsonObject(value) &&
    typeof value['page'] === 'string' &&
    typeof value['server'] === 'string' &&
    typeof value['name'] === 'string'
  );
}
