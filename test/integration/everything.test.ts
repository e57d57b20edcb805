import { assert } from 'chai';
import { connect, type McpClient, type Progress } from '@mcp-web/client';
import { serverUrl } from '../support/servers.ts';
import { collect, rpcErrorOf, textOf } from './support.ts';

describe('the official server-everything', () => {
  let client: McpClient;
  before(async () => void (client = await connect(await serverUrl('everything'))));
  after(() => client.close());

  it('is on another origin than this page', async () => {
    assert.notEqual(new URL(await serverUrl('everything')).origin, location.origin);
  });

  it('introduces itself', () => {
    assert.equal(client.server.identity?.name, 'mcp-servers/everything');
    assert.equal(client.era, 'legacy');
    assert.equal(client.revision, '2025-11-25');
    assert.isNotEmpty(client.server.instructions);
  });

  it('echoes and adds', async () => {
    const names = (await collect(client.tools())).map(({ name }) => name);
    assert.includeMembers(names, ['echo', 'get-sum', 'trigger-long-running-operation']);
    assert.equal(textOf(await client.callTool('echo', { message: 'hi' })), 'Echo: hi');
    assert.include(textOf(await client.callTool('get-sum', { a: 2, b: 3 })), '5');
  });

  it('runs a long operation and reports its progress', async () => {
    const steps: Progress[] = [];
    const result = await client.callTool('trigger-long-running-operation', { duration: 0.4, steps: 4 }, { onprogress: (step) => steps.push(step) });
    assert.include(textOf(result), 'completed');
    assert.deepEqual(steps.map(({ progress, total }) => [progress, total]), [[1, 4], [2, 4], [3, 4], [4, 4]]);
  });

  it('lets go of a long operation that the page cancels', async () => {
    const controller = new AbortController();
    const options = { signal: controller.signal, onprogress: () => controller.abort() };
    const error = await client.callTool('trigger-long-running-operation', { duration: 4, steps: 40 }, options).catch((reason: unknown) => reason);
    assert.propertyVal(error, 'name', 'AbortError');
    assert.equal(textOf(await client.callTool('echo', { message: 'still here' })), 'Echo: still here');
  });

  it('shows every kind of content', async () => {
    const { content: image } = await client.callTool('get-tiny-image');
    assert.includeMembers(image.map(({ type }) => type), ['text', 'image']);
    const { content: links } = await client.callTool('get-resource-links', { count: 2 });
    assert.includeMembers(links.map(({ type }) => type), ['resource_link']);
    const { content: embedded } = await client.callTool('get-resource-reference', { resourceType: 'Text', resourceId: 1 });
    assert.includeMembers(embedded.map(({ type }) => type), ['resource']);
    const { structuredContent } = await client.callTool('get-structured-content', { location: 'Chicago' });
    assert.containsAllKeys(structuredContent, ['temperature', 'conditions', 'humidity']);
  });

  it('has prompts and resources', async () => {
    const prompts = await collect(client.prompts());
    assert.isNotEmpty(prompts);
    const simple = prompts.find((prompt) => !prompt.arguments?.some(({ required }) => required));
    assert.isNotEmpty((await client.getPrompt(simple?.name ?? '')).messages);
    const [resource] = await collect(client.resources());
    assert.isNotEmpty((await client.readResource(resource?.uri ?? '')).contents);
    assert.isNotEmpty(await collect(client.resourceTemplates()));
  });

  it('refuses wrong arguments in words', async () => {
    const outcome = await client.callTool('get-sum', { a: 'two' }).catch((error: unknown) => error);
    assert.isTrue(outcome instanceof Error ? /invalid|expected/i.test(outcome.message) : JSON.stringify(outcome).includes('isError'));
    assert.equal(textOf(await client.callTool('echo', { message: 'still here' })), 'Echo: still here');
    await rpcErrorOf(client.readResource('demo://no/such/thing'));
  });
});
