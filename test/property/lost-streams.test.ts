/** Streams that no revision lets a client resume: what did not arrive is lost, and the page learns that once, at once. */
import { assert } from 'chai';
import { connect, type McpClient } from '@mcp-web/client';
import { serverUrl } from '../support/servers.ts';
import { Course, planFor } from './cut-stream.ts';
import { codeOf } from './speaker.ts';
import { every, inParallel } from './volume.ts';

const TIMEOUT_MS = 30_000;
const WORKERS = 4;
const minutes = (count: number): number => (globalThis.isLongRun ? 180 : count) * 60_000;

interface Message {
  method?: string;
  id?: unknown;
  params?: { level?: string; progress?: number };
  result?: object;
}

/** The messages that arrived completely. */
const messagesOf = (course: Course): Message[] =>
  course.events().flatMap(({ data }) => (data.startsWith('{') ? [JSON.parse(data)] : []));
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

describe('the stream of a call in 2026-07-28', () => {
  it('cut anywhere fails the call at once, which is not sent again, and nothing comes twice [TR-37][TR-38]', async function () {
    this.timeout(minutes(6));
    const url = await serverUrl('modern');
    const idle: ((run: number, cut: number) => Promise<{ course: Course; complaint: string | undefined }>)[] = [];
    for (let worker = 0; worker < WORKERS; worker++) {
      let course = new Course(planFor(0, []));
      const client = await connect(url, {
        revision: '2026-07-28',
        fetch: (input, init = {}) =>
          typeof init.body === 'string' && init.body.includes('"tools/call"')
            ? course.request(fetch, input, init)
            : fetch(input, init),
      });
      await client.setLogLevel('debug');
      let logged: string[] = [];
      client.addEventListener('log', ({ message }) => logged.push(message.level));
      idle.push(async (run, cut) => {
        course = new Course(planFor(run, [cut]));
        logged = [];
        const outcome = await client
          .callTool('log', { levels: ['info', 'warning', 'error'] }, { timeoutMs: TIMEOUT_MS })
          .then(() => 'answered', codeOf);
        const messages = messagesOf(course);
        const expected = messages.some(({ result }) => result) ? 'answered' : 'stream-ended';
        const told = messages.flatMap(({ params }) => params?.level ?? []);
        const isRight =
          outcome === expected &&
          isSame(logged, told) &&
          course.requests.length === 1 &&
          (outcome === 'stream-ended' || told.length === 3);
        return {
          course,
          complaint: isRight
            ? undefined
            : JSON.stringify({ outcome, expected, logged, told, plan: course.plan, requests: course.requests }),
        };
      });
    }
    const attempt = async (run: number, cut: number): Promise<{ course: Course; complaint: string | undefined }> => {
      const call = idle.pop();
      assert.exists(call);
      const outcome = await call(run, cut);
      idle.push(call);
      return outcome;
    };
    const { course } = await attempt(1, Infinity);
    assert.isAbove(course.length, 500);
    const step = every(2);
    const complaints = await inParallel(
      Math.ceil(course.length / step) + 1,
      WORKERS,
      async (index) => (await attempt(index, index * step)).complaint,
    );
    assert.deepEqual(complaints.slice(0, 3), [], String(complaints.length));
  });
});

describe('the stream of a session over HTTP+SSE', () => {
  it('cut anywhere ends the session: what waits fails at once, is not sent again, and nothing comes twice', async function () {
    this.timeout(minutes(6));
    const url = await serverUrl('everything-sse');
    const { course, complaint } = await useOldest(url, 1, Infinity);
    assert.isUndefined(complaint);
    const step = every(Math.ceil(course.length / 150));
    const complaints = await inParallel(
      Math.ceil(course.length / step) + 1,
      2,
      async (run) => (await useOldest(url, run, run * step)).complaint,
    );
    assert.deepEqual(complaints.slice(0, 3), [], String(complaints.length));
  });
});

/** A whole session whose only stream ends after `cut` bytes. */
async function useOldest(
  url: string,
  run: number,
  cut: number,
): Promise<{ course: Course; complaint: string | undefined }> {
  const course = new Course(planFor(run, [cut]));
  const progress: number[] = [];
  let calls = 0;
  let client: McpClient | undefined;
  const send: typeof fetch = (input, init = {}) => {
    if (typeof init.body === 'string' && init.body.includes('"tools/call"')) calls++;
    return init.method === 'GET' ? course.request(fetch, input, init) : fetch(input, init);
  };
  const use = async (): Promise<string> => {
    client = await connect(url, { fetch: send, revision: '2024-11-05', timeoutMs: TIMEOUT_MS });
    await client.callTool(
      'trigger-long-running-operation',
      { duration: 0.02, steps: 2 },
      { onprogress: (step) => progress.push(step.progress) },
    );
    return 'answered';
  };
  const outcome = await use().catch(codeOf);
  await client?.close();
  const messages = messagesOf(course);
  const told = messages.flatMap(({ params }) => params?.progress ?? []);
  const answers = messages.filter(({ result }) => result).length;
  // A session that ended before the call does not accept it.
  const expected = answers === 0 ? ['stream-ended'] : answers === 1 ? ['stream-ended', 'closed'] : ['answered'];
  const isRight = expected.includes(outcome) && isSame(progress, told) && calls <= 1 && course.requests.length === 1;
  return {
    course,
    complaint: isRight
      ? undefined
      : JSON.stringify({ outcome, expected, progress, told, calls, plan: course.plan, requests: course.requests }),
  };
}
