import { assert } from 'chai';
import { connect, type McpClient } from '@mcp-web/client';
import { withoutTimersFrom } from '../../support/clock.ts';
import {
  done,
  event,
  legacyServer,
  type LiveStream,
  liveStream,
  modernServer,
  rejection,
  result,
  stream,
  until,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

/** How long a stream may take to end, in ms. */
const END_MS = 50;

const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

/** Whether it is within a second or so. */
async function isSoonLetGo(stream: LiveStream): Promise<boolean> {
  for (let count = 0; count < 200 && !stream.isLetGo(); count++) await new Promise((resolve) => setTimeout(resolve, 5));
  return stream.isLetGo();
}

for (const [era, make] of [
  ['modern', modernServer],
  ['legacy', legacyServer],
] as const) {
  describe(`a stream of the ${era} era that has brought its answer`, () => {
    /** Each call is answered on a stream that does not end by itself. */
    async function connected(): Promise<{
      client: McpClient;
      call: () => Promise<LiveStream>;
      isWaitedFor: () => Promise<boolean>;
    }> {
      const streams: LiveStream[] = [];
      const server = make(({ id, method }) => {
        if (method !== 'tools/call') return undefined;
        const stream = liveStream();
        streams.push(stream);
        stream.send(event(result(id, done)));
        return stream.response;
      });
      const client = await connect(URL_OF_SCRIPT, server);
      const call = async (): Promise<LiveStream> => {
        assert.deepEqual(await client.callTool('x'), done);
        return streams.at(-1) ?? assert.fail();
      };
      /** Whether the end of the next one is, which then ends. */
      const isWaitedFor = (): Promise<boolean> =>
        withoutTimersFrom(END_MS, async () => {
          const stream = await call();
          await aMoment();
          const isLetGo = stream.isLetGo();
          if (!isLetGo) stream.end();
          await aMoment();
          return !isLetGo;
        });
      return { client, call, isWaitedFor };
    }

    it('is read until the server ends it', async () => {
      const { client, call } = await connected();
      await withoutTimersFrom(END_MS, async () => {
        const stream = await call();
        stream.send(': goodbye\n\n');
        await aMoment();
        assert.isTrue(stream.isRead());
        stream.end();
        await aMoment();
        assert.isFalse(stream.isLetGo());
      });
      await client.close();
    });

    it('is let go if it does not end soon, and at once after three of them in a row', async () => {
      const { client, call, isWaitedFor } = await connected();
      for (const late of [2, 2, 3]) {
        for (let count = 0; count < late; count++) assert.isTrue(await isSoonLetGo(await call()));
        assert.equal(await isWaitedFor(), late < 3);
      }
      await client.close();
    });

    for (const busyMs of [1.5 * END_MS, 3 * END_MS])
      it(`is waited for again where it was the page that was busy, for ${busyMs} ms`, async () => {
        const { client, call } = await connected();
        const stream = await call();
        const busyUntil = performance.now() + busyMs;
        while (performance.now() < busyUntil);
        // What was due earlier comes first.
        await new Promise((resolve) => setTimeout(resolve));
        assert.isFalse(stream.isLetGo());
        stream.end();
        await client.close();
      });

    it('is let go if more and more comes', async () => {
      const { client, call } = await connected();
      await withoutTimersFrom(END_MS, async () => {
        const stream = await call();
        const sending = setInterval(() => stream.isLetGo() || stream.send(': more\n\n'), 1);
        const isLetGo = await isSoonLetGo(stream);
        clearInterval(sending);
        assert.isTrue(isLetGo);
      });
      await client.close();
    });
  });
}

describe('a stream of the legacy era that was opened again', () => {
  /** Each call is answered on a stream that breaks, and goes on in another one. */
  async function connected(): Promise<{
    client: McpClient;
    call: (signal?: AbortSignal) => Promise<{ answer: Promise<unknown>; bring: () => void; rest: LiveStream }>;
    /** Of the request that opened the last one. */
    signal: () => AbortSignal | undefined;
  }> {
    let called: unknown;
    const opened: { rest: LiveStream; signal: AbortSignal | undefined }[] = [];
    const server = legacyServer(({ httpMethod, headers, signal, id, method }) => {
      if (method === 'tools/call') {
        called = id;
        return stream('id: 1\nretry: 1\ndata:\n\n');
      }
      if (httpMethod !== 'GET' || !headers.has('last-event-id')) return undefined;
      const rest = liveStream();
      opened.push({ rest, signal });
      return rest.response;
    });
    const client = await connect(URL_OF_SCRIPT, server);
    return {
      client,
      signal: () => opened.at(-1)?.signal,
      call: async (signal) => {
        const before = opened.length;
        const answer = client.callTool('x', {}, { signal });
        await until(() => opened[before]?.rest.isRead() === true);
        const { rest } = opened[before] ?? assert.fail();
        return { answer, rest, bring: () => rest.send(event(result(called, done))) };
      },
    };
  }

  it('is read until the server ends it', async () => {
    const { client, call, signal } = await connected();
    const { answer, bring, rest } = await call();
    await withoutTimersFrom(END_MS, async () => {
      bring();
      assert.deepEqual(await answer, done);
      rest.send(': goodbye\n\n');
      await aMoment();
      assert.isTrue(rest.isRead());
      rest.end();
      await aMoment();
      assert.isFalse(rest.isLetGo());
      assert.isFalse(signal()?.aborted);
    });
    await client.close();
  });

  it('is waited for each time, though earlier ones did not end', async () => {
    const { client, call } = await connected();
    for (let count = 0; count < 4; count++) {
      const { answer, bring, rest } = await call();
      bring();
      await answer;
      assert.isTrue(await isSoonLetGo(rest));
    }
    const { answer, bring, rest } = await call();
    await withoutTimersFrom(END_MS, async () => {
      bring();
      await answer;
      await aMoment();
      assert.isFalse(rest.isLetGo());
      rest.end();
      await aMoment();
    });
    await client.close();
  });

  it('is given up with its call', async () => {
    const { client, call, signal } = await connected();
    const caller = new AbortController();
    const { answer } = await call(caller.signal);
    assert.isFalse(signal()?.aborted);
    caller.abort();
    assert.equal(await rejection(answer), caller.signal.reason);
    assert.isTrue(signal()?.aborted);
    await client.close();
  });
});
