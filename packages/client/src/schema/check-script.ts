/**
 * The script of a worker that checks a value for a page which has no time for it. It does nothing when a page imports it.
 */
import { check } from '../protocol/guards.ts';
import { type CheckAnswer, checkRequest, STARTED } from './check-messages.ts';
import { readSchema } from './read-schema.ts';

/**
 * A worker keeps nobody waiting but the call. This is for slow devices: the fast ones are through with all steps by then.
 */
const MAX_MS = 1_000;

if ('WorkerGlobalScope' in globalThis) {
  globalThis.addEventListener('message', ({ data }: MessageEvent<unknown>) => globalThis.postMessage(answerTo(data)));
  globalThis.postMessage(STARTED);
}

function answerTo(message: unknown): CheckAnswer {
  try {
    const { schema, value } = check(message, checkRequest, (problem) => new TypeError(`The page asked for${problem}`));
    const { problemsOf } = readSchema(JSON.parse(schema), { maxMs: MAX_MS });
    return { problems: value === undefined ? [] : [...problemsOf(JSON.parse(value))] };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}
