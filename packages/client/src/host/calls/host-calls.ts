/** What user interfaces see of the tool calls of a host. */
import type { TaskStatus } from '../../protocol/task-guards.ts';
import type { CallToolResult, JsonObject, Progress, Tool } from '../../protocol/types.ts';

/**
 * - `waiting`: for the connection, for a policy of the page, or for the user: see the snapshot's `requests`, whose
 *   `request.callId` names the call
 * - `running`: allowed and sent
 * - `done`: see `result`
 * - `failed`: see `error`, or a `result` with `isError`; both if the result does not match the tool's output schema
 * - `denied`: the user or the page did not allow it, or declined what it needed meanwhile
 * - `cancelled`: by its caller, or by `HostCalls.cancel`
 */
export type HostCallState = 'waiting' | 'running' | 'done' | 'failed' | 'denied' | 'cancelled';

/** What a server says about the task that a call has become. */
export interface HostCallTask {
  /** Undefined until the server has said it, which it has not yet done about a call of an earlier page. */
  readonly status?: TaskStatus | undefined;
  /** The server's words about the status. Show them as text only. */
  readonly statusMessage?: string | undefined;
  /** Until when the server keeps the task, by the clock of the page, in ms since 1970. Absent when that is not limited. */
  readonly expiresAt?: number | undefined;
}

/** A tool call of a host. A new frozen object after each change. */
export interface HostCall {
  /** As the caller named it: see `CallToolOptions.callId`. */
  readonly id: string;
  readonly serverId: string;
  /** What the server called itself, or else the host of its URL. */
  readonly serverName: string;
  /** The name of the tool. */
  readonly name: string;
  /** The tool as it was decided on. Absent until it is known. */
  readonly tool?: Tool | undefined;
  /** As the caller gave them; once the call is allowed, as the server gets them. Empty where `isResumed`. */
  readonly arguments: JsonObject;
  /** Present for a call of an earlier page, which recorded no arguments: see `HostSnapshot.unfinished`. */
  readonly isResumed?: true | undefined;
  readonly by: 'model' | 'user' | 'app';
  readonly state: HostCallState;
  /** When the call was made, in ms since 1970. */
  readonly startedAt: number;
  /** When it was sent, in ms since 1970. If it ended without, the tool did not run. */
  readonly sentAt?: number | undefined;
  /** When it ended, in ms since 1970. */
  readonly endedAt?: number | undefined;
  /** What the server reported last. */
  readonly progress?: Progress | undefined;
  /** Present once the call has become a task: see `McpHost.tasks`. */
  readonly task?: HostCallTask | undefined;
  readonly result?: CallToolResult | undefined;
  /** What `McpHost.callTool` rejected with. */
  readonly error?: unknown;
}

/**
 * The tool calls of a host: all that have not ended, and the latest that have. It keeps about 500 calls and 20 MB, and
 * forgets the calls of a server when its user signs out.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 *
 * const host = new McpHost();
 * host.calls.subscribe(() => {
 *   for (const { name, state } of host.calls.getSnapshot()) console.log(name, state);
 * });
 * ```
 */
export interface HostCalls {
  /** The calls, oldest first. Returns the same array until something changes. Bound. */
  readonly getSnapshot: () => readonly HostCall[];
  /** Calls `listener` after changes, once for all changes of one task. Returns a function that ends it. Bound. */
  readonly subscribe: (listener: () => void) => () => void;
  /** The call with this id, or undefined if the host does not know it, or no longer. */
  get(id: string): HostCall | undefined;
  /**
   * Cancels a call, and tells the server. `callTool` rejects with an `AbortError`. Returns false for a call that has
   * ended, or that the host does not know.
   */
  cancel(id: string): boolean;
}
