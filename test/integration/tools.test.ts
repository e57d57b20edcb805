import { assert } from 'chai';
import { connect, type McpClient, type Progress } from '@mcp-web/client';
import { errorOf } from '../support/errors.ts';
import { serverUrl } from '../support/servers.ts';
import { collect, outcomeOf, REVISION_SERVERS, rpcErrorOf, textOf, uniqueLabel } from './support.ts';

for (const { name } of REVISION_SERVERS) {
  describe(`tools of ${name}`, () => {
    let client: McpClient;
    before(async () => void (client = await connect(await serverUrl(name))));
    after(() => client.close());

    it('are listed over all pages, which end where no cursor follows [PG-04][PG-06]', async () => {
      const first = await client.listTools();
      assert.lengthOf(first.tools, 5);
      assert.equal(first.nextCursor, '5');
      const tools = await collect(client.tools());
      assert.includeMembers(tools.map((tool) => tool.name), ['echo', 'add', 'countdown', 'log', 'fail', 'throw', 'image']);
      assert.isAbove(tools.length, 5);
      assert.deepInclude(tools[0], { name: 'echo', title: 'Echo', annotations: { readOnlyHint: true, idempotentHint: true } });
    });

    it('answer with text, structure and images [BP-11]', async () => {
      assert.equal(textOf(await client.callTool('echo', { message: 'Grüße 👋' })), 'Echo: Grüße 👋');
      const sum = await client.callTool('add', { a: 2, b: 0.5 });
      assert.equal(textOf(sum), '2.5');
      assert.deepEqual(sum.structuredContent, { sum: 2.5 });
      const { content } = await client.callTool('image');
      assert.deepInclude(content[0], { type: 'image', mimeType: 'image/png' });
    });

    it('fail with a result when the tool fails, with an error when the call does [TO-18]', async () => {
      const failed = await client.callTool('fail');
      assert.isTrue(failed.isError);
      assert.equal(textOf(failed), 'The tool did not work');
      const thrown = await rpcErrorOf(client.callTool('throw'));
      assert.include(thrown.message, 'not to my taste');
      assert.equal(thrown.rpcCode, -32602);
      assert.deepEqual(thrown.data, { hint: 'none would be' });
      assert.equal((await rpcErrorOf(client.callTool('no-such-tool'))).rpcCode, -32602);
    });

    it('report progress step by step to the call that asked [PR-03][PR-08]', async () => {
      const steps: Progress[] = [];
      const others: Progress[] = [];
      const counting = client.callTool('countdown', { steps: 3, delayMs: 20 }, { onprogress: (step) => steps.push(step) });
      await client.callTool('echo', { message: 'meanwhile' }, { onprogress: (step) => others.push(step) });
      assert.equal(textOf(await counting), 'Lift-off');
      assert.deepEqual(steps, [
        { progress: 1, total: 3, message: '2 to go' },
        { progress: 2, total: 3, message: '1 to go' },
        { progress: 3, total: 3, message: '0 to go' },
      ]);
      assert.isEmpty(others);
    });

    it('stop at the server when the page cancels the call, which rejects with the reason', async () => {
      const label = uniqueLabel();
      const reason = new Error('changed my mind');
      const controller = new AbortController();
      const options = { signal: controller.signal, onprogress: () => controller.abort(reason) };
      const rejection = await client.callTool('countdown', { steps: 200, delayMs: 50, label }, options).catch((error: unknown) => error);
      assert.equal(rejection, reason);
      assert.equal(await outcomeOf(client, label), 'cancelled');
    });

    it('stop at the server when they take longer than the call allows [LC-14][LC-17][LC-18][TO-10][CX-12]', async () => {
      const label = uniqueLabel();
      const error = await errorOf(client.callTool('countdown', { steps: 1, delayMs: 9_000, label }, { timeoutMs: 300 }), 'timeout');
      assert.include(error.message, 'tools/call');
      assert.equal(await outcomeOf(client, label), 'cancelled');
    });

    it('may take longer as long as there is progress, up to a limit [LC-19][LC-20]', async () => {
      const onprogress = (): void => {};
      const patient = await client.callTool('countdown', { steps: 4, delayMs: 200 }, { onprogress, timeoutMs: 600 });
      assert.equal(textOf(patient), 'Lift-off');
      const limited = client.callTool('countdown', { steps: 100, delayMs: 50 }, { onprogress, timeoutMs: 400, maxTimeoutMs: 500 });
      await errorOf(limited, 'timeout');
    });

    it('answer many calls at once, each to its caller', async () => {
      const calls = Array.from({ length: 20 }, (_, index) => client.callTool('echo', { message: String(index) }));
      const texts = (await Promise.all(calls)).map(textOf);
      assert.deepEqual(texts, calls.map((_, index) => `Echo: ${index}`));
    });
  });
}

describe('a closed client', () => {
  for (const name of ['modern', 'legacy']) {
    it(`rejects the calls that wait, and new ones (${name})`, async () => {
      const client = await connect(await serverUrl(name));
      const waiting = errorOf(client.callTool('countdown', { steps: 1, delayMs: 9_000 }), 'closed');
      await client.close();
      await waiting;
      await errorOf(client.callTool('echo', { message: 'hi' }), 'closed');
      await client.close();
    });
  }
});

describe('an answer', () => {
  it('is read from JSON and from an event stream, whichever the server sends [TR-05]', async () => {
    const types: (string | null)[] = [];
    const client = await connect(await serverUrl('modern'), {
      fetch: async (input, init) => {
        const response = await fetch(input, init);
        types.push(response.headers.get('Content-Type'));
        return response;
      },
    });
    types.length = 0;
    assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
    assert.equal(textOf(await client.callTool('countdown', { steps: 1 }, { onprogress: () => {} })), 'Lift-off');
    assert.deepEqual(types, ['application/json', 'text/event-stream']);
    await client.close();
  });
});
