import { assert } from 'chai';
import { connect, type Revision } from '@mcp-web/client';
import { resolveUrl } from '../../../packages/client/src/client/connect-options.ts';
import { errorOf } from '../../support/errors.ts';

const describeShape = (options: object): string =>
  JSON.stringify(options, (_key, value: unknown) => (typeof value === 'function' ? 'a function' : value));

describe('connect', () => {
  for (const url of [
    '',
    'my server',
    'example.com/mcp',
    'localhost:8080/mcp',
    'http://',
    'https://exa mple.com/mcp',
    'javascript:alert(1)',
    'data:text/plain,x',
    'ws://localhost/mcp',
    'https://user:secret@localhost/mcp',
  ]) {
    it(`refuses ${JSON.stringify(url)} before anything is sent`, async () => {
      await errorOf(connect(url, { fetch: () => assert.fail('nothing may be sent') }), 'invalid-argument');
    });
  }

  it('takes an address relative to the page', () => {
    assert.equal(resolveUrl('./mcp').href, new URL('./mcp', document.baseURI).href);
  });

  it('refuses an unknown revision', async () => {
    const revision: string = '2023-01-01';
    await errorOf(connect('https://localhost/mcp', { revision: revision as Revision }), 'invalid-argument');
  });

  const handler = (): void => {};
  for (const [options, says] of [
    [{ elicitation: handler }, 'elicitation'],
    [{ elicitation: {} }, 'elicitation'],
    [{ elicitation: { form: {} } }, 'elicitation.form'],
    [{ elicitation: { url: 'https://example.com/' } }, 'elicitation.url'],
    [{ sampling: handler }, 'sampling'],
    [{ sampling: {} }, 'sampling.createMessage'],
    [{ sampling: 'any' }, 'sampling'],
    [{ roots: [{ uri: 'file:///a' }] }, 'roots'],
  ] as const) {
    it(`refuses ${says} that answers nothing, before anything is sent: ${describeShape(options)}`, async () => {
      const unchecked: object = { ...options, fetch: () => assert.fail('nothing may be sent') };
      assert.include(
        (await errorOf(connect('https://localhost/mcp', unchecked), 'invalid-argument')).message,
        `\`${says}\``,
      );
    });
  }

  it('rejects with the reason of the caller’s own signal, untouched', async () => {
    const reason = new Error('changed my mind');
    const error: unknown = await connect('https://localhost/mcp', { signal: AbortSignal.abort(reason) }).catch(
      (caught: unknown) => caught,
    );
    assert.equal(error, reason);
  });
});
