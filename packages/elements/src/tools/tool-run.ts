import {
  type CallToolOptions,
  type CallToolResult,
  type HostUnfinishedCall,
  type JsonObject,
  McpError,
  type McpHost,
  OutputError,
  type Progress,
} from '@mcp-web/client';
import { isDeclined } from '../internal/text/error-notice.ts';
import { LinkedResource } from './linked-resource.ts';

/**
 * - `idle`: never run
 * - `waiting`: waits for consent
 * - `running`: allowed and sent
 * - `done`: see `result`
 * - `declined`: by the user, see `error`
 * - `denied`, `failed`: see `error`; `result` is set if it does not match the tool's output schema
 * - `cancelled`: the user cancelled the call
 */
export type RunStatus = 'idle' | 'waiting' | 'running' | 'done' | 'declined' | 'denied' | 'failed' | 'cancelled';

/** The latest call of one tool. */
export class ToolRun {
  readonly #onchange: () => void;
  #call: AbortController | undefined;
  status: RunStatus = 'idle';
  progress: Progress | undefined;
  result: CallToolResult | undefined;
  error: unknown;
  /** How long the server took, in ms. */
  duration = 0;
  /** Whether the server got the call. */
  wasSent = false;
  /** The linked resource of the result that the user opened. */
  readonly linked: LinkedResource;
  #started = 0;
  /** What the server got. The user may have changed it when they allowed the call. */
  arguments: JsonObject = {};

  constructor(onchange: () => void) {
    this.#onchange = onchange;
    this.linked = new LinkedResource(onchange);
  }

  /** How long the server has been at work, in whole seconds. */
  get elapsed(): number {
    return Math.max(0, Math.floor((performance.now() - this.#started) / 1_000));
  }

  get isActive(): boolean {
    return this.status === 'waiting' || this.status === 'running';
  }

  /** Calls the tool, unless a call is active. Resolves to the result, or to undefined if there is none: see `status`. */
  start(host: McpHost, serverId: string, name: string, args: JsonObject): Promise<CallToolResult | undefined> {
    const callId = `tools-${crypto.getRandomValues(new Uint32Array(3)).join('-')}`;
    return this.#run('waiting', async (options) => {
      const result = await host.callTool(serverId, name, args, { ...options, callId, by: 'user' });
      this.arguments = host.calls.get(callId)?.arguments ?? args;
      return result;
    });
  }

  /** Goes on with a call that an earlier page sent, unless a call is active. */
  resume(call: HostUnfinishedCall): Promise<CallToolResult | undefined> {
    return this.#run('running', (options) => call.resume(options));
  }

  async #run(
    status: 'waiting' | 'running',
    call: (options: CallToolOptions) => Promise<CallToolResult>,
  ): Promise<CallToolResult | undefined> {
    if (this.isActive) return undefined;
    const { signal } = (this.#call = new AbortController());
    this.linked.close();
    this.#started = performance.now();
    const ticking = setInterval(() => {
      if (this.status === 'running') this.#onchange();
    }, 1_000);
    this.result = this.error = this.progress = undefined;
    this.wasSent = status === 'running';
    this.#become(status);
    try {
      this.result = await call({
        signal,
        onconsent: () => {
          this.wasSent = true;
          this.#started = performance.now();
          this.#become('running');
        },
        onprogress: (progress) => {
          this.progress = progress;
          this.#onchange();
        },
      });
      this.duration = performance.now() - this.#started;
      this.#become('done');
      return this.result;
    } catch (error) {
      this.error = error;
      if (error instanceof OutputError) this.result = error.result;
      this.#become(
        signal.aborted
          ? 'cancelled'
          : isDeclined(error)
            ? 'declined'
            : error instanceof McpError && error.code === 'denied'
              ? 'denied'
              : 'failed',
      );
    } finally {
      clearInterval(ticking);
    }
    return undefined;
  }

  /** Cancels the call, and tells the server. */
  cancel(): void {
    this.#call?.abort();
  }

  /** Cancels what is under way, and drops what the user opened. */
  drop(): void {
    this.cancel();
    this.linked.close();
  }

  #become(status: RunStatus): void {
    this.status = status;
    this.#onchange();
  }
}
