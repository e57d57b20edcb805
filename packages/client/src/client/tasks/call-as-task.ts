/** Calls that servers may answer later, of both kinds. Loaded on demand. */
import type { JsonObject } from '../../protocol/types.ts';
import { callCoreTask, resumeCoreTask } from './core-tasks.ts';
import { callExtensionTask, resumeExtensionTask } from './extension-tasks.ts';
import type { TaskContext, TaskOptions, ToolCallOptions } from './task.ts';

/** Calls a tool and resolves with its result, whether it comes at once or from a task. */
export function callTool(
  context: TaskContext,
  name: string,
  args: JsonObject,
  options: ToolCallOptions,
  headers: Record<string, string> | undefined,
): Promise<JsonObject> {
  return context.session.era === 'legacy'
    ? callCoreTask(context, name, args, options)
    : callExtensionTask(context, name, args, options, headers);
}

/** Resolves with the result of a task that was created before. */
export function resumeTask(context: TaskContext, taskId: string, options: TaskOptions): Promise<JsonObject> {
  return context.session.era === 'legacy'
    ? resumeCoreTask(context, taskId, options)
    : resumeExtensionTask(context, taskId, options);
}
