/** How many entries the log keeps, and whether it is stored in this browser: as the page says, or the user, now or on an earlier visit. */
import type { McpHost } from '@mcp-web/client';
import { html, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import type { LogViewerMessages } from '../messages.ts';

/** Present in localStorage if the user wants the log to be stored. */
const WANTED_KEY = 'mcp-log-viewer-store';

/** How many entries the user wants the log to keep, in localStorage. */
const COUNT_KEY = 'mcp-log-viewer-entries';
/** A stored log has no fewer. */
const LEAST_STORED = 10_000;

interface StoringElement extends LitElement {
  readonly currentHost: McpHost | undefined;
  /** The name of the database, empty for the default; undefined if the log is not to be stored. */
  store: string | undefined;
  /** How many entries the log keeps; undefined for as many as the host says. */
  maxEntries: number | undefined;
}

export class Storing implements ReactiveController {
  readonly #element: StoringElement;
  #log: McpHost['log'] | undefined;
  #name: string | undefined;
  #maxEntries: number | undefined;
  /** How many entries the log kept before the element changed that. */
  #before: number | undefined;
  /** Whether the code that stores the log could not be loaded. */
  #isUnavailable = false;

  constructor(element: StoringElement) {
    this.#element = element;
    element.addController(this);
  }

  hostConnected(): void {
    addEventListener('storage', this.#onstorage);
  }

  hostDisconnected(): void {
    removeEventListener('storage', this.#onstorage);
  }

  get isActive(): boolean {
    return this.#log?.stored?.isActive === true;
  }

  /** Whether the log should be stored and is not. */
  get isFailing(): boolean {
    const stored = this.#log?.stored;
    return this.#isUnavailable || (stored?.isActive === true && stored.isFailing);
  }

  /** How many entries are stored, or would be. */
  get storedEntries(): number {
    const stored = this.#log?.stored;
    return stored?.isActive ? stored.maxEntries : this.#chosenEntries;
  }

  get #chosenEntries(): number {
    return Math.max(LEAST_STORED, this.#maxEntries ?? 0);
  }

  /** Starts or stops with another host or another value of an attribute. */
  hostUpdate(): void {
    const element = this.#element;
    const log = element.currentHost?.log;
    const isOther = log !== this.#log;
    if (isOther) {
      if (isWantedByUser()) element.store ??= '';
      element.maxEntries = countOfUser() ?? element.maxEntries;
      this.#maxEntries = this.#before = undefined;
    }
    const isOtherCount = this.#limit(log);
    // An attribute that was removed is null.
    const name = element.store ?? undefined;
    if (!isOther && !isOtherCount && name === this.#name) return;
    this.#log = log;
    this.#name = name;
    if (name !== undefined) void this.#start();
    else if (!isOther) this.#stop();
  }

  /** Keeps as many entries as the user wants, in all tabs and on later visits. */
  keep(count: number): void {
    this.#element.maxEntries = count;
    try {
      localStorage.setItem(COUNT_KEY, String(count));
    } catch {
      // The user has to choose again on the next visit.
    }
  }

  /** What the user chose last in any tab holds for all. The event may tell of an earlier choice. */
  readonly #onstorage = ({ key }: StorageEvent): void => {
    const count = key === COUNT_KEY ? countOfUser() : undefined;
    if (count) this.#element.maxEntries = count;
  };

  /** Stores the log because the user wants it, also on later visits. */
  async start(): Promise<void> {
    this.#element.store = this.#name ??= '';
    await this.#start();
    setWantedByUser(!this.#isUnavailable);
  }

  /** Stops because the user wants it, and deletes what is stored. Returns whether that was possible, if anything was stored. */
  async remove(): Promise<boolean | undefined> {
    this.#element.store = this.#name = undefined;
    const removing = this.#log?.stored?.delete();
    this.#stop();
    setWantedByUser(false);
    return removing;
  }

  /** Returns whether another number of entries is kept than before. */
  #limit(log: McpHost['log'] | undefined): boolean {
    const { maxEntries } = this.#element;
    // A number that is none, or an attribute that was removed, counts as none.
    const count = maxEntries && maxEntries > 0 ? maxEntries : undefined;
    if (!log || count === this.#maxEntries) return false;
    this.#before ??= log.maxEntries;
    this.#maxEntries = count;
    log.maxEntries = count ?? this.#before;
    return true;
  }

  #stop(): void {
    this.#isUnavailable = false;
    this.#log?.stored?.stop();
  }

  async #start(): Promise<void> {
    this.#isUnavailable = false;
    try {
      await this.#log?.store({ name: this.#name || undefined, maxEntries: this.#maxEntries && this.#chosenEntries });
    } catch {
      this.#isUnavailable = true;
      this.#element.requestUpdate();
    }
  }
}

/** Says that the log should be stored and is not. */
export const notStored = (messages: LogViewerMessages, onagain: () => void): TemplateResult =>
  html`<div class="notice warning row not-stored" role="alert"><span>${messages.notStored}</span><button type="button" class="button small" part="button secondary small" @click=${onagain}>${messages.storeAgain}</button></div>`;

function countOfUser(): number | undefined {
  try {
    return Number(localStorage.getItem(COUNT_KEY)) || undefined;
  } catch {
    return undefined;
  }
}

function isWantedByUser(): boolean {
  try {
    return localStorage.getItem(WANTED_KEY) !== null;
  } catch {
    return false;
  }
}

function setWantedByUser(isWanted: boolean): void {
  try {
    if (isWanted) localStorage.setItem(WANTED_KEY, '');
    else localStorage.removeItem(WANTED_KEY);
  } catch {
    // The user has to say so again on the next visit.
  }
}
