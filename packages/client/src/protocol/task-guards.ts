/** Reads tasks as servers describe them into one form: those of 2025-11-25, and those of the extension. Loaded on demand. */
import {
  anything,
  type Guard,
  isObject,
  literal,
  number,
  object,
  optional,
  parse,
  objectWith,
  string,
} from './guards.ts';
import type { JsonObject } from './types.ts';

/** A task with the status `working` or `input_required` goes on; the others are final. */
export type TaskStatus = 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';

/** What a server says about a task. */
export interface TaskState {
  taskId: string;
  status: TaskStatus;
  statusMessage: string | undefined;
  createdAt: string;
  lastUpdatedAt: string;
  ttlMs: number | null;
  pollIntervalMs: number | undefined;
  immediateResponse: string | undefined;
  /** Only in the extension: the input that the server needs, the result of the call, or the error that it failed with. */
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

/** A task in both forms: 2025-11-25 has `ttl` and `pollInterval`, the extension `ttlMs` and `pollIntervalMs`. */
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

const wireTask: Guard<WireTask> = objectWith<WireTask>({
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
  error: optional(objectWith<TaskError>({ code: number, message: string, data: anything })),
});

/**
 * Reads the answer to `method` as a task. In 2025-11-25, a new task is nested in a member `task`.
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
