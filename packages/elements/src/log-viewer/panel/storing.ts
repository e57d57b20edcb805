/** Whether the log is kept in this browser: as the page says, or as the user said on this visit or an earlier one. */
import type { McpHost } from '@mcp-web/client';
import type { McpElement } from '../internal/base/element.ts';

/** Says that the user wants it. */
const KEEP = 'mcp-log-viewer-keep';

/** The element, as the reader sees it. */
export interface LogElement extends McpElement {
  readonly currentHost: McpHost | undefined;
  keep: string | undefined;
}

export class Keeping {
  readonly #element: LogElement;
  #log: McpHost['log'] | undefined;
  #name: string | undefined;
  /** Whether what keeps it could not be loaded. */
  #isLost = false;

  constructor(element: LogElement) {
    this.#element = element;
  }

  /** Whether it should be kept, and is not. */
  get isFailing(): boolean {
    const kept = this.#log?.stored;
    return this.#isLost || (kept?.isActive === true && kept.isFailing);
  }

  /** Keeps the log, or no longer, where that is not as it should be. */
  sync(): void {
    const element = this.#element;
    const log = element.currentHost?.log;
    const isOther = log !== this.#log;
    if (isOther && wasKept()) element.keep ??= '';
    // An attribute that was taken away is null.
    const name = element.keep ?? undefined;
    if (!isOther && name === this.#name) return;
    this.#log = log;
    this.#name = name;
    if (name !== undefined) void this.#start();
    else if (!isOther) this.#stop();
  }

  /** The user wants it, or no longer. */
  async ask(isWanted: boolean): Promise<void> {
    this.#element.keep = this.#name = isWanted ? (this.#name ?? '') : undefined;
    if (isWanted) await this.#start();
    else this.#stop();
    rememberKept(isWanted && !this.#isLost);
  }

  #stop(): void {
    this.#isLost = false;
    this.#log?.stored?.stop();
  }

  async #start(): Promise<void> {
    this.#isLost = false;
    try {
      await this.#log?.store({ name: this.#name || undefined });
    } catch {
      this.#isLost = true;
      this.#element.requestUpdate();
    }
  }
}

function wasKept(): boolean {
  try {
    return localStorage.getItem(KEEP) !== null;
  } catch {
    return false;
  }
}

function rememberKept(isKept: boolean): void {
  try {
    if (isKept) localStorage.setItem(KEEP, '');
    else localStorage.removeItem(KEEP);
  } catch {
    // Then the user has to say so again on the next visit.
  }
}
