/** What the parts of the lab's page share. */
import type { CallToolResult, JsonObject, Progress } from '@mcp-web/client';

export interface PlannedCall {
  nonce: string;
  tool: string;
  cancelAfterMs?: number;
}

/** Anything that the page tells the driver. */
export type LabReport = Record<string, unknown>;

export interface Seen {
  /** The newest versions that the page has heard of. */
  tools: number | undefined;
  resource: number | undefined;
  /** Whether the page listens for changes of the resource. */
  hasResource: boolean;
  /** Why the host says that a list may be out of date. */
  listError?: string | undefined;
}

/** A client or a host, with what the page has heard from it. */
export interface Caller {
  call(
    tool: string,
    args: JsonObject,
    options: { signal: AbortSignal; onprogress: (progress: Progress) => void },
  ): Promise<CallToolResult>;
  seen(): Seen;
  close(): Promise<void>;
}

export interface CallerOptions {
  timeoutMs: number;
  say: (report: LabReport) => void;
}

export const RESOURCE = 'lab://version';
const RETRY_MS = 300;

export function pause(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, RETRY_MS);
  });
}

/** Does the work until it succeeds, as long as somebody wants it. A run that is asked for meanwhile comes after. */
export function repeatable(work: () => Promise<void>, isWanted: () => boolean): () => void {
  let isRunning = false;
  let isAskedFor = false;
  return () => {
    isAskedFor = true;
    if (!isRunning) void run();
  };
  async function run(): Promise<void> {
    isRunning = true;
    while (isAskedFor && isWanted()) {
      isAskedFor = false;
      try {
        await work();
      } catch {
        isAskedFor = true;
        await pause();
      }
    }
    isRunning = false;
  }
}
