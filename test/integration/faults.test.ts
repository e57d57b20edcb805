import { assert } from 'chai';
import { connect, type McpErrorCode } from '@mcp-web/client';
import { errorOf } from '../support/errors.ts';
import { faultUrl } from '../support/servers.ts';
import { collect, textOf, uniqueLabel } from './support.ts';

interface Fault {
  name: string;
  code: McpErrorCode;
  /** What the error tells a developer to check. */
  says: RegExp;
}

/** The error for each fault of test/servers/faults.mjs, if it is the answer to a call. */
const FAULTS: Fault[] = [
  { name: 'html', code: 'not-mcp', says: /text\/html.*web page/ },
  { name: '404', code: 'http', says: /status 404.*path/ },
  { name: '500', code: 'http', says: /status 500.*log/ },
  { name: '503', code: 'http', says: /status 503/ },
  { name: 'teapot-json-error', code: 'rpc', says: /I am a teapot/ },
  { name: 'empty', code: 'stream-ended', says: /tools\/list.*before the result/ },
  { name: 'no-content', code: 'stream-ended', says: /tools\/list.*before the result/ },
  { name: 'accepted', code: 'stream-ended', says: /tools\/list.*before the result/ },
  { name: 'plain-text', code: 'not-mcp', says: /text\/plain/ },
  { name: 'redirect', code: 'http', says: /redirects/ },
  { name: 'redirect-kept', code: 'http', says: /redirects.*final address/ },
  { name: 'hang-up', code: 'network', says: /has answered this page before/ },
  { name: 'slow', code: 'timeout', says: /tools\/list within \d+ ms/ },
  { name: 'slow-stream', code: 'timeout', says: /tools\/list within \d+ ms/ },
  { name: 'ends', code: 'stream-ended', says: /tools\/list before the result/ },
  { name: 'ends-after-progress', code: 'stream-ended', says: /tools\/list before the result/ },
  { name: 'breaks-off', code: 'stream-ended', says: /tools\/list before the result/ },
  { name: 'bad-json', code: 'invalid-message', says: /not JSON.*jsonrpc/ },
  { name: 'bad-json-body', code: 'invalid-message', says: /not JSON.*jsonrpc/ },
  { name: 'not-json-rpc', code: 'invalid-message', says: /not a JSON-RPC message.*hello/ },
  { name: 'json-string', code: 'invalid-message', says: /not a JSON-RPC message.*hello/ },
  { name: 'no-result', code: 'invalid-message', says: /not a JSON-RPC message/ },
  { name: 'result-and-error', code: 'invalid-message', says: /not a JSON-RPC message/ },
  { name: 'unknown-id', code: 'stream-ended', says: /another id.*nobody asked/ },
  { name: 'unknown-id-body', code: 'stream-ended', says: /another id.*nobody asked/ },
  { name: 'wrong-shape', code: 'invalid-result', says: /tools\/list.*nextCursor.*string/ },
  { name: 'rpc-error', code: 'rpc', says: /Not with these parameters/ },
  { name: 'rpc-error-stream', code: 'rpc', says: /Not with these parameters/ },
];

for (const era of ['legacy', 'modern'] as const) {
  const prefix = era === 'modern' ? 'modern/' : '';

  describe(`a call to a faulty server of the ${era} era`, () => {
    for (const { name, code, says } of FAULTS) {
      it(`fails with "${code}" for ${name}, and the next call works`, async () => {
        const client = await connect(await faultUrl(`${prefix}tools-list/${name}`), { timeoutMs: 15_000 });
        assert.equal(client.era, era);
        const error = await errorOf(client.listTools({ timeoutMs: name.startsWith('slow') ? 300 : 15_000 }), code);
        assert.match(error.message, says);
        assert.equal(
          textOf(await client.callTool('echo', { message: 'still here' }, { timeoutMs: 15_000 })),
          'Echo: still here',
        );
        await client.close();
      });
    }

    it('tolerates what it does not know [BP-43]', async () => {
      const client = await connect(await faultUrl(`${prefix}tools-list/unknown-things`));
      assert.deepEqual(
        (await collect(client.tools())).map(({ name }) => name),
        ['echo'],
      );
      await client.close();
    });

    for (const name of ['odd-type', 'odd-stream-type', 'type-twice']) {
      it(`takes no offence at ${name} [HD-06, TR-05]`, async () => {
        const client = await connect(await faultUrl(`${prefix}tools-list/${name}`));
        assert.deepEqual(
          (await collect(client.tools())).map((tool) => tool.name),
          ['echo'],
        );
        await client.close();
      });
    }

    it('follows no redirect to another origin, with a key or without', async () => {
      const label = uniqueLabel();
      const client = await connect(`${await faultUrl(`${prefix}tools-list/redirect-elsewhere`)}?${label}`, {
        headers: { Authorization: 'Bearer secret' },
      });
      const { message } = await errorOf(client.listTools(), 'http');
      assert.match(message, /redirects.*not followed/);
      assert.notInclude(message, label);
      const comers = async (): Promise<unknown> => (await fetch(`${await faultUrl('witnessed')}?${label}`)).json();
      assert.deepEqual(await comers(), []);
      await fetch(`${await faultUrl('witness')}?${label}`);
      assert.deepEqual(await comers(), ['GET']);
      await client.close();
    });

    it('reads an answer that comes byte by byte, after a comment [TR-39]', async () => {
      const client = await connect(await faultUrl(`${prefix}tools-list/byte-by-byte`));
      assert.deepEqual(
        (await collect(client.tools())).map(({ name }) => name),
        ['echo'],
      );
      await client.close();
    });
  });
}

/** The same faults, if they are all that the server ever sends. */
const CONNECT_FAULTS: Fault[] = [
  { name: 'html', code: 'not-mcp', says: /text\/html.*web page/ },
  { name: '404', code: 'http', says: /status 404.*path/ },
  { name: '500', code: 'http', says: /status 500.*log/ },
  { name: 'teapot-json-error', code: 'rpc', says: /I am a teapot/ },
  { name: 'empty', code: 'stream-ended', says: /before the result/ },
  { name: 'plain-text', code: 'not-mcp', says: /text\/plain/ },
  { name: 'redirect', code: 'http', says: /redirects/ },
  { name: 'hang-up', code: 'network', says: /could not be reached/ },
  { name: 'slow', code: 'timeout', says: /within \d+ ms/ },
  { name: 'ends', code: 'stream-ended', says: /before the result/ },
  { name: 'bad-json', code: 'invalid-message', says: /not JSON.*jsonrpc/ },
  { name: 'bad-json-body', code: 'invalid-message', says: /not JSON.*jsonrpc/ },
  { name: 'not-json-rpc', code: 'invalid-message', says: /not a JSON-RPC message.*hello/ },
  { name: 'unknown-id', code: 'stream-ended', says: /another id.*nobody asked/ },
  { name: 'rpc-error', code: 'rpc', says: /Not with these parameters/ },
];

describe('connecting to something that is no MCP server', () => {
  for (const { name, code, says } of CONNECT_FAULTS) {
    it(`fails with "${code}" for ${name}`, async () => {
      const error = await errorOf(
        connect(await faultUrl(`connect/${name}`), { timeoutMs: name === 'slow' ? 300 : 15_000 }),
        code,
      );
      assert.match(error.message, says);
    });
  }

  it('fails for answers of the wrong shape in either handshake', async () => {
    const modern = await errorOf(connect(await faultUrl('modern/server-discover/wrong-shape')), 'invalid-result');
    assert.match(modern.message, /server\/discover/);
    const legacy = await errorOf(connect(await faultUrl('initialize/no-identity')), 'invalid-result');
    assert.match(legacy.message, /initialize.*serverInfo/);
  });

  it('leaves a server that chooses a revision this client does not know [LC-05]', async () => {
    const error = await errorOf(connect(await faultUrl('initialize/unknown-revision')), 'unsupported-revision');
    assert.include(error.message, '1999-12-31');
  });
});
