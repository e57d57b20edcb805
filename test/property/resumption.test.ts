/**
 * Streams of real servers with an event store, cut at every byte, and cut again after they are resumed: nothing is lost and
 * nothing comes twice. Most cuts use the official server in the page, where one takes half a millisecond.
 */
import { assert } from 'chai';
import { connect, type Revision } from '@mcp-web/client';
import { serverUrl } from '../support/servers.ts';
import { Course, planFor } from './cut-stream.ts';
import { startPageServer } from './page-server.ts';
import { codeOf, openSpeaker, type Speaker } from './speaker.ts';
import { every, inParallel, LEAST_CUTS, sampleOf } from './volume.ts';

const PAGE_URL = 'https://in-the-page.example/mcp';
/** A browser has six connections to a server, and the session listens on one of them. */
const CONNECTIONS = 5;
const PATIENCE_MS = 60_000;
const minutes = (count: number): number => (globalThis.isLongRun ? 180 : count) * 60_000;
const overNetwork: typeof fetch = (input, init) => fetch(input, init);
let total = 0;

/** Cuts at every `step`-th byte, and again at the places that `secondCuts` gives for a stream with this many bytes left. */
async function cutEverywhere(
  speaker: Speaker,
  options: {
    step: number;
    secondCuts: (first: number, left: number) => number[];
    workers: number;
    retryMs?: number;
    args?: object;
  },
): Promise<void> {
  const { step, secondCuts, workers, retryMs, args } = options;
  const plans: number[][] = [];
  await speaker.say(planFor(1, [], retryMs), args); // CRLF: the longest.
  const { length } = speaker;
  for (let first = 0; first <= length; first += step)
    for (const second of secondCuts(first, length - first)) plans.push([first, second]);
  const complaints = await inParallel(plans.length, workers, (index) =>
    speaker.say(planFor(index, plans[index] ?? [], retryMs), args),
  );
  assert.deepEqual(complaints.slice(0, 3), [], `${complaints.length} of ${plans.length} calls`);
  total += speaker.cuts;
  await speaker.client.close();
}

/** `count` places among the next `left` bytes, different for each `first`. */
const spread =
  (count: number) =>
  (first: number, left: number): number[] =>
    globalThis.isLongRun
      ? Array.from({ length: Math.max(left, 1) }, (_, place) => place)
      : Array.from({ length: count }, (_, index) => Math.floor(((first * 0.618 + index / count) % 1) * left));

describe('the stream of a call', () => {
  it('cut at every byte, and again, loses nothing and brings nothing twice [TR-14][TR-15][TR-16][TR-17][TR-39]', async function () {
    this.timeout(minutes(8));
    const speaker = await openSpeaker(PAGE_URL, '2025-11-25', await startPageServer());
    await cutEverywhere(speaker, { step: every(1), secondCuts: spread(6), workers: 20 });
  });

  it('cut while the server still speaks is continued where it broke off', async function () {
    this.timeout(minutes(8));
    const speaker = await openSpeaker(PAGE_URL, '2025-11-25', await startPageServer());
    await cutEverywhere(speaker, { step: every(2), secondCuts: spread(1), workers: 40, args: { pauseMs: 3 } });
  });

  for (const { server, revision, step } of [
    { server: 'resumable-1', revision: '2025-11-25', step: 2 },
    { server: 'resumable-1', revision: '2025-06-18', step: 4 },
    { server: 'resumable-1', revision: '2025-03-26', step: 4 },
    { server: 'resumable-2', revision: '2025-11-25', step: 4 },
  ] satisfies { server: string; revision: Revision; step: number }[]) {
    it(`loses nothing and brings nothing twice over the network, ${revision} with ${server} [TR-14][TR-20][TR-32]`, async function () {
      this.timeout(minutes(8));
      const speaker = await openSpeaker(await serverUrl(server), revision, overNetwork);
      // The older revisions have no priming event, in which this server says how long to wait.
      await cutEverywhere(speaker, {
        step: every(step),
        secondCuts: spread(1),
        workers: CONNECTIONS,
        ...(revision < '2025-11-25' && { retryMs: 2 }),
      });
    });
  }
});

describe('the answer to initialize', () => {
  it('cut at every byte, and again, opens the session all the same', async function () {
    this.timeout(minutes(5));
    const complaints = await inParallel(Math.ceil(300 / every(1)), 5, async (run) => {
      const send = await startPageServer();
      const course = new Course(planFor(run, [run * every(1), run]));
      const cutting: typeof fetch = (input, init = {}) =>
        init.signal?.aborted === false && (isHandshake(init.body) || new Headers(init.headers).has('Last-Event-ID'))
          ? course.request(send, input, init)
          : send(input, init);
      const outcome = await connect(PAGE_URL, { fetch: cutting, revision: '2025-11-25' }).then(
        (client) => client.close().then(() => 'open'),
        codeOf,
      );
      total += course.cuts;
      const isRecoverable = course.events().some(({ id }) => id !== undefined);
      return outcome === (isRecoverable ? 'open' : 'stream-ended')
        ? undefined
        : JSON.stringify({ outcome, plan: course.plan, requests: course.requests });
    });
    assert.deepEqual(complaints.slice(0, 3), [], String(complaints.length));
  });
});

describe('the stream on which a server speaks by itself', () => {
  for (const { server, step, runs } of [
    { server: 'page', step: 1, runs: [0, 1, 2, 3, 4, 5] },
    { server: 'resumable-1', step: 3, runs: [0, 4] },
    { server: 'resumable-2', step: 3, runs: [0, 4] },
  ]) {
    it(`cut hundreds of times, after each number of bytes, loses nothing and brings nothing twice: ${server} [TR-14][TR-19]`, async function () {
      this.timeout(minutes(8));
      for (const run of sampleOf(runs)) total += await cutOwnStream(server, every(step), run);
    });
  }
});

describe('all of that', () => {
  it('is enough cuts', () => {
    assert.isAtLeast(total, LEAST_CUTS);
  });
});

/** One session, whose own stream is cut after 0, `step`, twice `step` … bytes while the server continues. Resolves with the number of cuts. */
async function cutOwnStream(server: string, step: number, run: number): Promise<number> {
  const send = server === 'page' ? await startPageServer() : overNetwork;
  // The first stream has to bring an id before it can be resumed. Three events are shorter than the last of these. Between
  // them there are streams that bring something: after those that bring nothing, the client takes its time.
  const cuts = [400, ...Array.from({ length: Math.ceil(600 / step) }, (_, index) => [index * step, 400]).flat()];
  const course = new Course(planFor(run, cuts, 1));
  const cutting: typeof fetch = (input, init = {}) =>
    init.method === 'GET' ? course.request(send, input, init) : send(input, init);
  const client = await connect(server === 'page' ? PAGE_URL : await serverUrl(server), {
    fetch: cutting,
    revision: '2025-11-25',
  });
  const heard: unknown[] = [];
  client.addEventListener('log', ({ message }) => heard.push(Object(message.data).label));
  let said = 0;
  const state = (): string =>
    JSON.stringify({ run, said, heard: heard.slice(-5), cuts: course.cuts, requests: course.requests.slice(-5) });
  // What is said before the stream is open reaches nobody.
  await until(() => course.requests[0]?.status === 200, state);
  while (course.cuts < cuts.length) {
    for (let thing = 0; thing < 5; thing++) await client.callTool('say', { label: said++, count: 1, isOwn: true });
    await until(() => heard.length === said || course.cuts === cuts.length, state);
  }
  await until(() => heard.length >= said, state);
  assert.deepEqual(
    heard,
    Array.from({ length: said }, (_, index) => index),
    state(),
  );
  assert.deepEqual(
    course.requests.filter(({ lastEventId, expected }) => lastEventId !== expected),
    [],
  );
  await client.close();
  return course.cuts;
}

async function until(isSo: () => boolean, state: () => string): Promise<void> {
  for (const startedAt = performance.now(); !isSo();) {
    if (performance.now() - startedAt > PATIENCE_MS) assert.fail(`hangs: ${state()}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

const isHandshake = (body: unknown): boolean => typeof body === 'string' && JSON.parse(body).method === 'initialize';
