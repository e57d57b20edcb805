import { assert } from 'chai';
import { connect, type Revision } from '@mcp-web/client';
import { resolveUrl } from '../../../packages/client/src/client/options.ts';
import { errorOf } from '../../support/errors.ts';

describe('connect', () => {
  for (const url of ['', 'my server', 'example.com/mcp', 'localhost:8080/mcp', 'http://', 'https://exa mple.com/mcp', 'javascript:alert(1)', 'data:text/plain,x', 'ws://localhost/mcp', 'https://user:secret@localhost/mcp']) {
    it(`refuses ${JSON.stringify(url)} before anything is sent`, async () => {
      await errorOf(connect(url, { fetch: () => assert.fail('nothing may be sent') }), 'invalid-argument');
    });
  }

  it('takes an address relative to the page', () => {
    assert.equal(resolveUrl('./mcp').href, new URL('./mcp', document.baseURI).href);
  });

  it('refuses a revision that nobody published', async () => {
    const revision: string = '2023-01-01';
    await errorOf(connect('https://localhost/mcp', { revision: revision as Revision }), 'invalid-argument');
  });

  it('rejects with the reason of the caller’s own signal, untouched', async () => {
    const reason = new Error('changed my mind');
    const error: unknown = await connect('https://localhost/mcp', { signal: AbortSignal.abort(reason) }).catch((caught: unknown) => caught);
    assert.equal(error, reason);
  });
});
