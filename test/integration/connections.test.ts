import { assert } from 'chai';
import { connect } from '@mcp-web/client';
import { withoutTimersFrom } from '../support/clock.ts';
import { engine } from '../support/engine.ts';
import { faultUrl } from '../support/servers.ts';
import { textOf } from './support.ts';

const CALLS = 20;

/** How many connections a browser has to a server over HTTP/1.1. */
const MAX_CONNECTIONS = 6;

/** WebKitGTK opens a connection for each POST, whatever the page does. */
async function areReused(url: string): Promise<boolean> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo' } });
  const answers = new Set<string>();
  for (let count = 0; count < 3; count++) {
    const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    answers.add(await response.text());
  }
  return answers.size < 3;
}

describe('the connection of an answer on a stream', () => {
  for (const [era, path] of [
    ['modern', 'modern/tools-call/ends-late'],
    ['legacy', 'tools-call/ends-late'],
  ] as const) {
    it(`is used again in the ${era} era, though the stream ends a little later`, async function () {
      const url = await faultUrl(path);
      if (!(await areReused(url))) {
        assert.equal(engine, 'webkit');
        // There is no connection to use again.
        this.skip();
      }
      const client = await connect(url);
      const connections = new Set<string>();
      // However busy the machine is, the end comes in time.
      await withoutTimersFrom(50, async () => {
        for (let count = 0; count < CALLS; count++) connections.add(textOf(await client.callTool('echo')));
      });
      assert.isAtMost(connections.size, MAX_CONNECTIONS);
      await client.close();
    });
  }
});
