/** A task that has ended in an earlier page or in another tab. Its result is at its server. */
import type { CallToolResult } from '../../protocol/types.ts';
import type { HostTask } from './host-tasks.ts';

export interface KeptTask {
  /** What its record tells. */
  readonly task: Omit<HostTask, 'serverName' | 'tool'>;
  /** At its server. */
  readonly taskId: string;
  /** Its server, as long as the host has it. */
  readonly server: object;
  /** Asks the server for the result. From then on, the task is among the calls of this page. */
  readonly fetch: () => Promise<CallToolResult>;
}
