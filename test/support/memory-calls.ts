/** Records of calls, as an earlier page may have left them. */
import type { CallStore, StoredCall, StoredStream } from '@mcp-web/client';
import { URL_OF_SCRIPT } from './scripted-server.ts';

export async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A store in memory. */
export class MemoryCalls implements CallStore {
  readonly calls = new Map<string, StoredCall>();
  /** How often it was read. */
  reads = 0;
  readonly #listeners = new Set<() => void>();

  get only(): StoredCall | undefined {
    return [...this.calls.values()][0];
  }

  async read(): Promise<readonly unknown[]> {
    this.reads++;
    return structuredClone([...this.calls.values()]);
  }
  async write(call: StoredCall): Promise<void> {
    this.calls.set(call.id, structuredClone(call));
    this.#tell();
  }
  async update(call: StoredCall): Promise<void> {
    if (this.calls.has(call.id)) this.calls.set(call.id, structuredClone(call));
  }
  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.calls.delete(id);
    this.#tell();
  }
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const STREAM: StoredStream = {
  sessionId: 'earlier',
  revision: '2025-11-25',
  requestId: 7,
  lastEventId: 'e5',
  answered: [],
};

/** What an earlier page recorded. */
export async function leave(store: MemoryCalls, change: Partial<StoredCall> = {}, owner = 'everybody'): Promise<void> {
  await store.write({
    id: crypto.randomUUID(),
    server: await digestOf(URL_OF_SCRIPT),
    owner: await digestOf(owner),
    tool: 'slow',
    arguments: await digestOf('{}'),
    time: Date.now(),
    stream: STREAM,
    ...change,
  });
}
