/** Whether the log is stored in this browser: because the page says so, or because the user did, now or on an earlier visit. */
import type { McpHost } from '@mcp-web/client';
import type { LitElement, ReactiveController } from 'lit';

/** Present in localStorage if the user wants the log to be stored. */
const WANTED_KEY = 'mcp-log-viewer-store';

interface StoringElement extends LitElement {
  readonly currentHost: McpHost | undefined;
  /** The name of the database, empty for the default; undefined if the log is not to be stored. */
  store: string | undefined;
}

export class Storing implements ReactiveController {
  readonly #element: StoringElement;
  #log: McpHost['log'] | undefined;
  #name: string | undefined;
  /** Whether the code that stores the log could not be loaded. */
  #isUnavailable = false;

  constructor(element: StoringElement) {
    this.#element = element;
    element.addController(this);
  }

  get isActive(): boolean {
    return this.#log?.stored?.isActive === true;
  }

  /** Whether the log should be stored and is not. */
  get isFailing(): boolean {
    const stored = this.#log?.stored;
    return this.#isUnavailable || (stored?.isActive === true && stored.isFailing);
  }

  /** Starts or stops with another host or another value of the attribute. */
  hostUpdate(): void {
    const element = this.#element;
    const log = element.currentHost?.log;
    const isOther = log !== this.#log;
    if (isOther && isWantedByUser()) element.store ??= '';
    // An attribute that was removed is null.
    const name = element.store ?? undefined;
    if (!isOther && name === this.#name) return;
    this.#log = log;
    this.#name = name;
    if (name !== undefined) void this.#start();
    else if (!isOther) this.#stop();
  }

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

  #stop(): void {
    this.#isUnavailable = false;
    this.#log?.stored?.stop();
  }

  async #start(): Promise<void> {
    this.#isUnavailable = false;
    try {
      await this.#log?.store({ name: this.#name || undefined });
    } catch {
      this.#isUnavailable = true;
      this.#element.requestUpdate();
    }
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
