import { assert } from 'chai';
import { connect, type McpClient } from '@mcp-web/client';
import { serverUrl } from '../support/servers.ts';
import { collect, REVISION_SERVERS, rpcErrorOf } from './support.ts';

for (const { name } of REVISION_SERVERS) {
  describe(`prompts and resources of ${name}`, () => {
    let client: McpClient;
    before(async () => void (client = await connect(await serverUrl(name))));
    after(() => client.close());

    it('lists prompts with their arguments and renders them [PM-01]', async () => {
      const prompts = await collect(client.prompts());
      assert.deepEqual(prompts.map((prompt) => prompt.name), ['greet', 'plain']);
      assert.deepInclude(prompts[0]?.arguments?.[0], { name: 'name', required: true });
      const greeting = await client.getPrompt('greet', { name: 'Bo', tone: 'dry' });
      assert.equal(greeting.description, 'A dry greeting');
      assert.deepEqual(greeting.messages, [{ role: 'user', content: { type: 'text', text: 'Greet Bo in a dry tone.' } }]);
      assert.equal((await client.getPrompt('plain')).messages[0]?.role, 'assistant');
    });

    it('says so when there is no such prompt [PM-05]', async () => {
      assert.equal((await rpcErrorOf(client.getPrompt('no-such-prompt'))).rpcCode, -32602);
    });

    it('lists resources and templates, and reads text and bytes [RE-05]', async () => {
      const resources = await collect(client.resources());
      assert.deepEqual(resources.map(({ uri }) => uri), ['test://notes/today', 'test://pixel']);
      assert.deepEqual((await collect(client.resourceTemplates())).map(({ uriTemplate }) => uriTemplate), ['test://notes/{day}']);
      const notes = await client.readResource('test://notes/today');
      assert.deepEqual(notes.contents, [{ uri: 'test://notes/today', mimeType: 'text/plain', text: 'Water the plants.' }]);
      const [pixel] = (await client.readResource('test://pixel')).contents;
      assert.isTrue(atob(pixel?.blob ?? '').startsWith('\x89PNG'));
    });

    it('says so when there is no such resource [RE-07]', async () => {
      assert.equal((await rpcErrorOf(client.readResource('test://nowhere'))).rpcCode, -32602);
    });

    it('passes on any other request', async () => {
      const { resources } = await client.request('resources/list');
      assert.lengthOf(Array.isArray(resources) ? resources : [], 2);
      assert.equal((await rpcErrorOf(client.request('example/unknown'))).rpcCode, -32601);
    });
  });
}
