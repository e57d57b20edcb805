import { assert } from 'chai';
import { connect } from '@mcp-web/client';
import { type ActivityEntry, ActivityRecorder } from '@mcp-web/client/activity';
import { errorOf } from '../support/errors.ts';
import { faultUrl, relayUrl, serverUrl } from '../support/servers.ts';
import { textOf, uniqueLabel } from './support.ts';

async function until(recorder: ActivityRecorder, isIt: (entry: ActivityEntry) => boolean): Promise<ActivityEntry> {
  for (;;) {
    const found = recorder.getSnapshot().entries.find(isIt);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const isCall = (entry: ActivityEntry): boolean => entry.method === 'tools/call' && entry.state !== 'pending';

for (const name of ['modern', 'legacy', 'everything-sse']) {
  describe(`a recording of ${name}`, () => {
    it('has each request with its answer and its HTTP exchange, whatever carried it', async () => {
      const recorder = new ActivityRecorder();
      const client = await connect(await serverUrl(name), { recorder });
      const result = await client.callTool('echo', { message: 'hello' });
      const call = await until(recorder, isCall);
      assert.equal(call.state, 'done');
      assert.equal(call.name, 'echo');
      assert.include(call.message, 'hello');
      assert.include(call.answer, JSON.stringify(textOf(result)).slice(1, -1));
      assert.include([200, 202], call.exchange?.status);
      assert.equal(
        (call.answerExchange ?? call.exchange)?.events.some(({ entryId }) => entryId === call.id) ||
          call.exchange?.responseHeaders.some(([, value]) => value.startsWith('application/json')),
        true,
      );
      await client.close();
      // Nobody waits for an answer when all is closed.
      const isWaiting = ({ kind, state }: ActivityEntry): boolean => kind === 'request' && state === 'pending';
      while (recorder.getSnapshot().entries.some(isWaiting)) await new Promise((resolve) => setTimeout(resolve, 10));
    });
  });
}

describe('a recording', () => {
  it('says which call the page cancelled', async () => {
    const recorder = new ActivityRecorder();
    const client = await connect(await serverUrl('modern'), { recorder });
    const abort = new AbortController();
    const label = uniqueLabel();
    const call = client
      .callTool('countdown', { steps: 60, delayMs: 1_000, label }, { signal: abort.signal })
      .catch(() => {});
    const outcome = async (): Promise<string> => textOf(await client.callTool('outcome', { label }));
    while (!(await outcome()).includes('running'));
    abort.abort();
    await call;
    assert.equal((await until(recorder, (entry) => entry.name === 'countdown' && isCall(entry))).state, 'cancelled');
    // The connection is closed as it is without a recorder: the server notices.
    while (!(await outcome()).includes('cancelled'));
    await client.close();
  });

  it('has what the browser says of an answer without CORS headers', async () => {
    const recorder = new ActivityRecorder();
    await errorOf(connect(await serverUrl('cors-none'), { recorder }), 'network');
    const entry = await until(recorder, ({ state }) => state === 'failed');
    assert.isUndefined(entry.exchange?.status);
    assert.isNotEmpty(entry.exchange?.error);
  });

  it('has the address of the server, and the relay that sent the request', async () => {
    const recorder = new ActivityRecorder();
    const url = await serverUrl('legacy');
    const relay = await relayUrl();
    const client = await connect(url, { recorder, relay });
    await client.callTool('echo', { message: 'by relay' });
    const call = await until(recorder, isCall);
    assert.equal(call.exchange?.url, new URL(url).href);
    assert.equal(call.exchange?.relay, new URL(relay).href);
    await client.close();
  });

  it('has the status of a server that refuses', async () => {
    const recorder = new ActivityRecorder();
    await connect(await faultUrl('no-such-fault'), { recorder }).catch(() => {});
    const entry = await until(recorder, ({ state }) => state === 'failed');
    assert.isAtLeast(entry.exchange?.status ?? 0, 400);
  });
});
