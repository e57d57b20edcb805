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
  result,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

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
    async function connected(): Promise<{ client: McpClient; call: () => Promise<LiveStream> }> {
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
      return { client, call };
    }

    it('is read until the server ends it', async () => {
      const { client, call } = await connected();
      for (let count = 0; count < 3; count++) {
        await withoutTimersFrom(100, async () => {
          const stream = await call();
          stream.send(': goodbye\n\n');
          stream.end();
          await new Promise((resolve) => setTimeout(resolve, 50));
          assert.isFalse(stream.isLetGo());
        });
      }
      await client.close();
    });

    it('is let go if it does not end soon, and from then on at once', async () => {
      const { client, call } = await connected();
      const first = await call();
      assert.isFalse(first.isLetGo());
      assert.isTrue(await isSoonLetGo(first));
      await withoutTimersFrom(100, async () => assert.isTrue(await isSoonLetGo(await call())));
      await client.close();
    });

    it('is let go if more and more comes', async () => {
      const { client, call } = await connected();
      await withoutTimersFrom(100, async () => {
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
