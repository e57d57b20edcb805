/** Tasks as servers describe them: the core ones of 2025-11-25 and those of the extension, read into one form. Loaded on demand. */
import { anything, type Guard, isObject, literal, number, object, optional, parse, shape, string } from './guards.ts';
import type { JsonObject } from './types.ts';

/** `working` and `input_required` go on; the others are final. */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** What a server said of a task. */
export interface TaskState {
  taskId: string;
  status: TaskStatus;
  statusMessage: string | undefined;
  createdAt: string;
  lastUpdatedAt: string;
  ttlMs: number | null;
  pollIntervalMs: number | undefined;
  immediateResponse: string | undefined;
  /** In the extension: what the server needs to know, what came of the call, or what it failed with. */
  inputRequests: JsonObject | undefined;
  result: JsonObject | undefined;
  error: TaskError | undefined;
}

/** The JSON-RPC error with which a call failed. */
interface TaskError {
  code: number;
  message: string;
  data?: unknown;
}

/** Both ways to write it: `ttl` and `pollInterval` are core, `ttlMs` and `pollIntervalMs` the extension. */
interface WireTask {
  taskId: string;
  status: TaskStatus;
  statusMessage?: string;
  createdAt: string;
  lastUpdatedAt: string;
  ttl?: number;
  ttlMs?: number;
  pollInterval?: number;
  pollIntervalMs?: number;
  inputRequests?: JsonObject;
  result?: JsonObject;
  error?: TaskError;
}

const wireTask: Guard<WireTask> = shape<WireTask>({
  taskId: string,
  status: literal('working', 'input_required', 'completed', 'failed', 'cancelled'),
  statusMessage: optional(string),
  createdAt: string,
  lastUpdatedAt: string,
  ttl: optional(number),
  ttlMs: optional(number),
  pollInterval: optional(number),
  pollIntervalMs: optional(number),
  inputRequests: optional(object),
  result: optional(object),
  error: optional(shape<TaskError>({ code: number, message: string, data: anything })),
});

/**
 * Reads the answer to `method` as a task. A nested `task` is the form of 2025-11-25 for a task that was just created.
 *
 * @throws {McpError} `invalid-result`
 */
export function readTask(answer: JsonObject, method: string): TaskState {
  const { _meta: meta, task } = answer;
  const said = parse(isObject(task) ? task : answer, wireTask, `answer to ${method} (a task)`);
  const immediate = isObject(meta) ? meta['io.modelcontextprotocol/model-immediate-response'] : undefined;
  return {
    taskId: said.taskId,
    status: said.status,
    statusMessage: said.statusMessage,
    createdAt: said.createdAt,
    lastUpdatedAt: said.lastUpdatedAt,
    ttlMs: said.ttlMs ?? said.ttl ?? null,
    pollIntervalMs: said.pollIntervalMs ?? said.pollInterval,
    immediateResponse: typeof immediate === 'string' ? immediate : undefined,
    inputRequests: said.inputRequests,
    result: said.result,
    error: said.error,
  };
}
