/** What docs/testing.md does in a page. */
import '@mcp-web/elements/define';
import { fakeServer } from '@mcp-web/client/testing';
import { assert } from 'chai';

describe('a test of a page', () => {
  it('waits for the server, answers for the user, and reads the result', async () => {
    const server = fakeServer({ tools: [{ name: 'greet', run: () => 'Hello' }] });
    const element = document.createElement('mcp-host');
    element.addEventListener('mcp-consent-request', (event) => event.respondWith({ action: 'allow' }));
    document.body.append(element);
    const id = element.host.add('https://greetings.test/mcp', { fetch: server.fetch });
    await element.host.ready(id);
    const { content } = await element.host.callTool(id, 'greet');
    assert.deepEqual(content, [{ type: 'text', text: 'Hello' }]);
    element.remove();
  });
});
