/** In a page of its own: where `origin` was read many times before, WebKit goes on with what it read. */
import { assert } from 'chai';
import { diagnose } from '@mcp-web/client/doctor';

describe('a diagnosis', () => {
  it('advises no origin null to a file or a sandboxed frame, but to allow all or to serve the page', async () => {
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      if (init?.mode === 'no-cors') return new Response();
      throw new TypeError('Failed to fetch');
    };
    const own = Object.getOwnPropertyDescriptor(globalThis, 'origin');
    Object.defineProperty(globalThis, 'origin', { value: 'null', configurable: true });
    try {
      const { cause, message, fix, recipes } = await diagnose('https://mcp.example/mcp', { fetch });
      assert.equal(cause, 'cors-origin');
      assert.deepEqual(fix, ['Access-Control-Allow-Origin: *']);
      assert.match(message, /with \*, because the origin of this page is null.* serve the page from an address/);
      assert.isNotEmpty(recipes);
      assert.isEmpty(recipes.filter(({ code }) => /["']null["']/.test(code) || !/["']\*["']/.test(code)));
    } finally {
      if (own) Object.defineProperty(globalThis, 'origin', own);
    }
  });
});
