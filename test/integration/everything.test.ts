import { assert } from 'chai';
import { connect, type McpClient } from '@mcp-web/client';
import { serverUrl } from '../support/servers.ts';
import { textOf } from './support.ts';

describe('the official server-everything', () => {
  let client: McpClient;
  before(async () => void (client = await connect(await serverUrl('everything'))));
  after(() => client.close());

  it('is on another origin than this page', async () => {
    assert.notEqual(new URL(await serverUrl('everything')).origin, location.origin);
  });

  it('shows every kind of content', async () => {
    const { content: image } = await client.callTool('get-tiny-image');
    assert.includeMembers(
      image.map(({ type }) => type),
      ['text', 'image'],
    );
    const { content: links } = await client.callTool('get-resource-links', { count: 2 });
    assert.includeMembers(
      links.map(({ type }) => type),
      ['resource_link'],
    );
    const { content: embedded } = await client.callTool('get-resource-reference', {
      resourceType: 'Text',
      resourceId: 1,
    });
    assert.includeMembers(
      embedded.map(({ type }) => type),
      ['resource'],
    );
    const { structuredContent } = await client.callTool('get-structured-content', { location: 'Chicago' });
    assert.containsAllKeys(structuredContent, ['temperature', 'conditions', 'humidity']);
  });

  it('refuses wrong arguments with a message', async () => {
    const outcome = await client.callTool('get-sum', { a: 'two' }).catch((error: unknown) => error);
    assert.isTrue(
      outcome instanceof Error
        ? /invalid|expected/i.test(outcome.message)
        : JSON.stringify(outcome).includes('isError'),
    );
    assert.equal(textOf(await client.callTool('echo', { message: 'still here' })), 'Echo: still here');
  });
});
