/** Consent as a host has it from the start: nothing but policies, until a tool is called or a store has to be read. */
import { McpError } from '../../errors.ts';
import type { Tool } from '../../protocol/types.ts';
import type { ConsentPolicy } from './consent.ts';
import type { PermissionStore } from './permission-store.ts';
import type { Log } from '../log/log.ts';
import type { HostConsent } from '../snapshot.ts';
import type { ToolCalls } from '../calls/run-call.ts';

export class LazyConsent {
  readonly #store: PermissionStore | undefined;
  readonly #log: Log;
  readonly #onchange: () => void;
  readonly #policies = new Set<ConsentPolicy>();
  #loading: Promise<ToolCalls> | undefined;
  #calls: ToolCalls | undefined;
  #isLost = false;
  /** Whether the store is to be read, and watched. */
  #isOpen = false;

  /** @param onchange called when the snapshot, or what is switched on, is another */
  constructor(store: PermissionStore | undefined, log: Log, onchange: () => void) {
    this.#store = store;
    this.#log = log;
    this.#onchange = onchange;
  }

  addPolicy(policy: ConsentPolicy): () => void {
    const own: ConsentPolicy = (request, options) => policy(request, options);
    this.#policies.add(own);
    return () => void this.#policies.delete(own);
  }

  get snapshot(): HostConsent {
    if (this.#calls) return this.#calls.permissions.snapshot;
    const always = !this.#store
      ? 'off'
      : !globalThis.crypto?.subtle
        ? 'insecure'
        : this.#isLost
          ? 'failed'
          : 'available';
    return Object.freeze({ always, permissions: Object.freeze([]), isKnown: !this.#store });
  }

  /** The tools that a model may see; none while it is not known what the user switched off. */
  enabledOf(serverUrl: string, tools: readonly Tool[]): readonly Tool[] {
    if (this.#calls) return this.#calls.permissions.enabledOf(serverUrl, tools);
    return this.#store ? [] : tools;
  }

  /** Reads the store, and again whenever a page changed it. */
  open(): void {
    this.#isOpen = true;
    if (this.#calls) this.#calls.permissions.open();
    else if (this.#store) this.load().catch(() => {});
  }

  close(): void {
    this.#isOpen = false;
    this.#calls?.permissions.close();
  }

  /** @throws {McpError} `network` when it could not be loaded; the next call tries again. */
  load(): Promise<ToolCalls> {
    return (this.#loading ??= this.#attempt());
  }

  async #attempt(): Promise<ToolCalls> {
    try {
      const { ToolCalls } = await import('../calls/run-call.ts');
      const calls = (this.#calls = new ToolCalls(this.#store, this.#policies, this.#log, this.#onchange));
      if (this.#isOpen) calls.permissions.open();
      return calls;
    } catch (cause) {
      this.#loading = undefined;
      this.#isLost = true;
      this.#onchange();
      throw new McpError(
        'network',
        'The part of this page that asks whether a tool may run could not be loaded, so nothing ran. Is the page still online?',
        { cause },
      );
    }
  }
}
