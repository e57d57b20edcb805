import { assert } from 'chai';
import { connect, type McpClient } from '@mcp-web/client';
import { serverUrl } from '../support/servers.ts';

/** How often a call arrived at the server, and how often it ran. */
interface Entry {
  arrived: number;
  ran: number;
}

/** Enough for the browser to use a connection again that the server has already answered on. */
const ATTEMPTS = 10;

const wasRepeated = (entries: Entry[]): boolean => entries.some(({ arrived }) => arrived > 1);

describe('a call whose connection breaks after the server took it', () => {
  for (const revision of ['2026-07-28', '2025-11-25'] as const) {
    const path = revision === '2026-07-28' ? 'modern' : 'legacy';
    let client: McpClient;
    beforeEach(async () => {
      client = await connect(`${await serverUrl('payments')}/${path}`, { revision });
    });
    afterEach(() => client.close());

    /** Calls a tool until the browser has repeated a call by itself, and returns what became of each. */
    async function payUntilRepeated(tool: string): Promise<Entry[]> {
      const entries: Entry[] = [];
      while (entries.length < ATTEMPTS && !wasRepeated(entries)) {
        const nonce = crypto.randomUUID();
        const outcome = await client.callTool(tool, { nonce }).catch((error: unknown) => error);
        if (!(outcome instanceof Error)) assert.include(JSON.stringify(outcome), `Paid ${nonce}`);
        const answer = await fetch(`${await serverUrl('payments')}/ledger/${nonce}`, { cache: 'no-store' });
        const { arrived, ran }: Entry = await answer.json();
        entries.push({ arrived, ran });
      }
      if (/Chrome/.test(navigator.userAgent)) assert.isTrue(wasRepeated(entries), 'Chromium repeats it');
      return entries;
    }

    it(`runs once at a server that knows its key, although the browser repeats it (${revision})`, async function () {
      const entries = await payUntilRepeated('pay-once');
      for (const { ran } of entries) assert.equal(ran, 1);
      // Not every browser repeats a request.
      if (!wasRepeated(entries)) this.skip();
    });

    it(`runs as often as it arrives at any other server (${revision})`, async function () {
      const entries = await payUntilRepeated('pay');
      for (const { arrived, ran } of entries) assert.equal(ran, arrived);
      if (!wasRepeated(entries)) this.skip();
    });
  }
});
