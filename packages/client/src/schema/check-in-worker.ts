/**
 * Checks in a worker what takes too long for the page's thread. Each check starts a worker, and ends it with the answer: it
 * is rare, and what is left of a hostile check goes with it.
 */
import type { SchemaProblem } from '../errors.ts';
import { check } from '../protocol/guards.ts';
import type { JsonSchema } from '../protocol/types.ts';
import { inSlices } from '../wire/slices.ts';
import { writeJson } from '../wire/write-json.ts';
import { checkAnswer, type CheckRequest, STARTED } from './check-messages.ts';
import { startCheckWorker } from './check-worker.ts';

/** The script has to be loaded first. */
const MAX_START_MS = 10_000;

/** The worker gives up after a second each for schema and value. If it cannot even do that, it is ended. */
const MAX_ANSWER_MS = 4_000;

interface CheckOptions {
  readonly signal?: AbortSignal | undefined;
}

/**
 * @param value nothing, to find out whether the schema can be used
 * @throws {Error} when nobody can tell, with the reason; the signal's reason when it aborts.
 */
export async function checkInWorker(
  schema: JsonSchema,
  value: { readonly value: unknown } | undefined,
  { signal }: CheckOptions = {},
): Promise<readonly SchemaProblem[]> {
  const request: CheckRequest = {
    schema: await inSlices(writeJson(schema)),
    value: value && (await inSlices(writeJson(value.value))),
  };
  signal?.throwIfAborted();
  const worker = startCheckWorker();
  try {
    const { problems, reason } = check(
      await answerOf(worker, request, signal),
      checkAnswer,
      (problem) => new TypeError(`the worker answered with something else${problem}`),
    );
    if (!problems) throw new Error(reason);
    return problems;
  } finally {
    worker.terminate();
  }
}

async function answerOf(worker: Worker, request: CheckRequest, signal: AbortSignal | undefined): Promise<unknown> {
  const settled = new AbortController();
  const listening = { signal: settled.signal };
  try {
    return await new Promise<unknown>((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout>;
      const wait = (maxMs: number, what: string): void => {
        clearTimeout(timer);
        timer = setTimeout(() => reject(new Error(`the worker that checks it ${what} within ${maxMs} ms`)), maxMs);
      };
      settled.signal.addEventListener('abort', () => clearTimeout(timer));
      signal?.addEventListener('abort', () => reject(signal.reason), listening);
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<unknown>) => {
          if (data === STARTED) wait(MAX_ANSWER_MS, 'did not answer');
          else resolve(data);
        },
        listening,
      );
      worker.addEventListener('error', ({ message }) => reject(noWorker(message)), listening);
      wait(MAX_START_MS, 'did not start');
      worker.postMessage(request);
    });
  } finally {
    settled.abort();
  }
}

/** @param said what the browser says about it */
function noWorker(said: string): Error {
  return new Error(
    `it takes too long for the page's own thread, and the script of the worker that would check it could not be loaded. Check that the page's bundler emitted it, and that the Content Security Policy allows it (\`worker-src\`)${said ? `. The browser says: ${said}` : ''}`,
  );
}
