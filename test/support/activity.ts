/** What the tests of recordings share. */
import { assert } from 'chai';
import type { Recorder } from '@mcp-web/client';
import { type ActivityEntry, type ActivityRecorder, recordingLines } from '@mcp-web/client/activity';
import { URL_OF_SCRIPT } from './scripted-server.ts';

export const RECORDED = { url: URL_OF_SCRIPT };

/** A busy machine may take long, in ms. */
const PATIENCE = 60_000;

/** Resolves with what `look` finds in the entries, as soon as it is neither undefined nor false. */
export function untilRecorded<T>(
  recorder: ActivityRecorder,
  look: (entries: readonly ActivityEntry[]) => T | undefined | false,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const tryIt = (): void => {
      const found = look(recorder.getSnapshot().entries);
      if (found === undefined || found === false) return;
      end();
      resolve(found);
    };
    const stop = recorder.subscribe(tryIt);
    const timer = setTimeout(() => {
      end();
      const seen = recorder.getSnapshot().entries.slice(-10);
      reject(
        new Error(`in vain: ${String(look)}\n${seen.map((entry) => `${entry.method} ${entry.state}`).join('\n')}`),
      );
    }, PATIENCE);
    const end = (): void => {
      stop();
      clearTimeout(timer);
    };
    tryIt();
  });
}

/** Resolves once all that was noted before is in the entries. */
export async function untilNoted(recorder: ActivityRecorder): Promise<void> {
  const method = `noted-${crypto.randomUUID()}`;
  recorder.message(RECORDED, 'received', { jsonrpc: '2.0', method });
  await untilRecorded(recorder, (entries) => entries.at(-1)?.method === method);
}

export const failureOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => assert.fail('It did not fail.'),
    (error: unknown) => (error instanceof TypeError ? error.message : String(error)),
  );

/** The file of what is recorded. */
export const fileOf = (recorder: ActivityRecorder): string => [...recordingLines(recorder.getSnapshot())].join('');

/** Sends a request through a recorder to a server that answers so. */
export async function exchange(
  recorder: Recorder,
  answer: () => Response | Promise<Response>,
  body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}}',
  signal?: AbortSignal,
): Promise<Response> {
  return recorder.fetch(RECORDED, async () => answer(), URL_OF_SCRIPT, {
    method: 'POST',
    body,
    ...(signal && { signal }),
  });
}

export const entryWith = (change: Partial<ActivityEntry>): ActivityEntry => ({
  id: 1,
  time: 0,
  server: URL_OF_SCRIPT,
  direction: 'sent',
  kind: 'request',
  method: 'tools/call',
  state: 'done',
  length: 0,
  ...change,
});
