/** What user interfaces see of the tasks of a host. */
import type { TaskStatus } from '../../protocol/task-guards.ts';
import type { CallToolResult } from '../../protocol/types.ts';
import type { HostCall } from '../calls/host-calls.ts';

/**
 * - `working`, `input_required`, `completed`, `failed`, `cancelled`: as the server says. A `completed` task without an
 *   `endedAt` still sends its result
 * - `input_required` without a request in the host: an earlier page left the task, and nothing in this page answers what it asks.
 *   The host goes on with it once there is a responder for that
 * - `unknown`: the call is of an earlier page, and the server has not said yet how the task is; or of another tab, which has
 *   not said it yet
 * - `lost`: the page no longer follows the task, see `error`: the server does not know it anymore, or was not reached. If an
 *   earlier page left it, the host goes on with it when it has connected to the server again
 */
export type HostTaskStatus = TaskStatus | 'unknown' | 'lost';

/** A tool call of a host that has become a task. A new frozen object after each change. */
export interface HostTask extends Pick<
  HostCall,
  'id' | 'serverId' | 'serverName' | 'name' | 'tool' | 'startedAt' | 'endedAt' | 'progress' | 'result' | 'error'
> {
  /** The id of the call: see `HostCalls.get`. For a task of an earlier page, or of another tab, that of its record. */
  readonly id: string;
  readonly status: HostTaskStatus;
  /** The server's words about the status. Show them as text only. */
  readonly statusMessage?: string | undefined;
  /** Until when the server keeps the task, by the clock of the page, in ms since 1970. Absent when that is not limited. */
  readonly expiresAt?: number | undefined;
  /** Present while another tab of this site follows the task. Cancel it there. */
  readonly isElsewhere?: true | undefined;
  /** Present when an earlier page, or another tab, has seen it end: call `fetchResult` to get its result from the server. */
  readonly isKept?: true | undefined;
}

/**
 * The tool calls of a host that have become tasks, of both kinds: those of this page, those that an earlier page left, and,
 * without their results, those of other tabs. One that has ended stays until it is dismissed, or `McpHost.calls` forgets it.
 * If the host has a `callStore`, it also stays over a reload, without its result.
 *
 * @example
 * ```ts
 * import { indexedDbCallStore, McpHost } from '@mcp-web/client';
 *
 * const host = new McpHost({ callStore: indexedDbCallStore() });
 * host.tasks.accept();
 * host.tasks.subscribe(() => {
 *   for (const { name, status, statusMessage } of host.tasks.getSnapshot()) console.log(name, status, statusMessage);
 * });
 * ```
 */
export interface HostTasks {
  /** The tasks, oldest first. Returns the same array until something changes. Bound. */
  readonly getSnapshot: () => readonly HostTask[];
  /** Calls `listener` after changes, once for all changes of one task. Returns a function that ends it. Bound. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Says that the page shows tasks. From now on, servers may answer any call with one, and the host goes on with the tasks
   * that earlier pages left, if it has a `callStore`. Returns a function that ends this; tasks that run go on.
   */
  accept(): () => void;
  /**
   * Asks the server to cancel a task, as soon as it is known how the task is. When the server has agreed, `callTool` rejects with `task-cancelled`. Does nothing for
   * a task that has ended, or that the host does not follow.
   *
   * @throws {McpError} `unsupported` when the server cannot cancel tasks: it goes on; and as every request does.
   */
  cancel(id: string): Promise<void>;
  /**
   * Asks the server for the result of a task with `isKept`. The task is listed as before until the server has answered, and
   * with the result from then on.
   *
   * @throws {McpError} `invalid-argument` when there is no such task, `task-lost` when the server does not have it anymore,
   *   and as `callTool` does.
   */
  fetchResult(id: string): Promise<CallToolResult>;
  /**
   * Takes a task off the list that has ended, or that an earlier page left and that does not go on here: that one runs on at
   * its server. Returns false for any other, and while its result is asked for.
   */
  dismiss(id: string): boolean;
}
