import { assert } from 'chai';
import { ActivityRecorder } from '@mcp-web/client/activity';
import { exchange, RECORDED, untilRecorded } from '../../support/activity.ts';
import { liveStream, stream, URL_OF_SCRIPT } from '../../support/scripted-server.ts';

/** Requests that wait for an answer, and when they wait no longer. */
describe('requests that wait', () => {
  const call = (id: number): object => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'slow' } });
  const states = (recorder: ActivityRecorder): string[] => recorder.getSnapshot().entries.map(({ state }) => state);

  it('are settled when they are cancelled, and when their connection ends', async () => {
    const recorder = new ActivityRecorder();
    recorder.message(RECORDED, 'sent', call(1));
    recorder.message(RECORDED, 'sent', call(2));
    recorder.message(RECORDED, 'sent', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
    await untilRecorded(recorder, (entries) => entries.length === 3);
    assert.deepEqual(states(recorder), ['cancelled', 'pending', 'done']);
    recorder.end(RECORDED);
    await untilRecorded(recorder, (entries) => entries[1]?.state === 'cancelled');
  });

  it('are settled when the stream of HTTP+SSE ends', async () => {
    const recorder = new ActivityRecorder();
    const live = liveStream();
    const opened = await recorder.fetch(RECORDED, async () => live.response, URL_OF_SCRIPT, {});
    const reading = opened.text();
    live.send('event: endpoint\ndata: /messages\n\n');
    await exchange(recorder, () => new Response(null, { status: 202 }));
    await untilRecorded(recorder, (entries) => entries[1]?.exchange?.end === 'ended');
    assert.equal(states(recorder)[1], 'pending');
    live.end();
    await reading;
    await untilRecorded(recorder, (entries) => entries[1]?.state === 'cancelled');
  });

  it('are settled when the page ends the session, whether the server takes that or not', async () => {
    for (const status of [200, 405]) {
      const recorder = new ActivityRecorder();
      await exchange(recorder, () => new Response(null, { status: 202 }));
      await recorder.fetch(RECORDED, async () => new Response(null, { status }), URL_OF_SCRIPT, { method: 'DELETE' });
      const settled = await untilRecorded(
        recorder,
        ([call, end]) => end?.state !== 'pending' && call?.state !== 'pending' && [call, end],
      );
      assert.deepEqual(
        settled.map((entry) => entry?.state),
        ['cancelled', status === 200 ? 'done' : 'failed'],
      );
    }
  });

  it('have failed when HTTP ends without an answer, unless it may come on another stream', async () => {
    const events = (text: string): Response => new Response(text, { headers: { 'Content-Type': 'text/event-stream' } });
    const note = 'data: {"jsonrpc":"2.0","method":"x"}\n\n';
    const answers: [() => Response, string][] = [
      [() => new Response('<p>Hello</p>', { headers: { 'Content-Type': 'text/html' } }), 'failed'],
      [() => events(note), 'failed'],
      [() => events(`id: 1\n${note}`), 'pending'],
      [() => new Response(null, { status: 202 }), 'pending'],
      [() => new Response('Accepted', { status: 202 }), 'pending'],
    ];
    for (const [answer, state] of answers) {
      const recorder = new ActivityRecorder();
      await exchange(recorder, answer).then((response) => response.text());
      await untilRecorded(recorder, ([entry]) => entry?.exchange?.end === 'ended');
      assert.equal(states(recorder)[0], state);
    }
  });

  it('wait on when the page does not read that the server took them', async () => {
    const recorder = new ActivityRecorder();
    const live = liveStream();
    const opened = await recorder.fetch(RECORDED, async () => live.response, URL_OF_SCRIPT, {});
    const reading = opened.text();
    const taken = await exchange(recorder, () => new Response('Accepted', { status: 202 }));
    await taken.body?.cancel();
    await untilRecorded(recorder, (entries) => entries[1]?.exchange?.end === 'cancelled');
    assert.equal(states(recorder)[1], 'pending');
    live.send('data: {"jsonrpc":"2.0","id":1,"result":{}}\n\n');
    await untilRecorded(recorder, (entries) => entries[1]?.state === 'done');
    live.end();
    await reading;
  });

  it('find their answers after 10,000 that have none, and not after they are cleared', async () => {
    const recorder = new ActivityRecorder();
    for (let id = 0; id <= 10_001; id++) recorder.message(RECORDED, 'sent', call(id));
    recorder.message(RECORDED, 'received', { jsonrpc: '2.0', id: 0, result: {} });
    recorder.message(RECORDED, 'received', { jsonrpc: '2.0', id: 10_001, result: {} });
    await untilRecorded(recorder, (entries) => entries.at(-1)?.state === 'done');
    assert.equal(states(recorder)[0], 'pending');
    recorder.clear();
    recorder.message(RECORDED, 'received', { jsonrpc: '2.0', id: 5, result: {} });
    recorder.message(RECORDED, 'received', { jsonrpc: '2.0', method: 'after' });
    await untilRecorded(recorder, ([entry]) => entry?.method === 'after');
  });

  it('and exchanges count as memory', async () => {
    const recorder = new ActivityRecorder({ maxBytes: 200_000 });
    for (let count = 0; count < 20; count++) {
      const answer = (): Response => stream(`event: x\ndata: ${'x'.repeat(4_000)}\n\n`.repeat(10));
      await exchange(recorder, answer).then((response) => response.text());
    }
    recorder.message(RECORDED, 'received', { jsonrpc: '2.0', method: 'after' });
    await untilRecorded(recorder, (entries) => entries.at(-1)?.method === 'after');
    assert.isAbove(recorder.getSnapshot().dropped, 10);
  });
});
