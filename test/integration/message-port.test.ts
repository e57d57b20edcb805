import { assert } from 'chai';
import { connectMessagePort, type McpClient } from '@mcp-web/client';
import { McpServer } from '@modelcontextprotocol/server';
import { errorOf } from '../support/errors.ts';
import { PortTransport } from '../support/port-transport.ts';
import { collect, textOf } from './support.ts';

describe('a server at the other end of a port', () => {
  let client: McpClient;
  let server: McpServer;

  beforeEach(async () => {
    const { port1, port2 } = new MessageChannel();
    server = new McpServer({ name: 'in-page', version: '1.0.0' }, { capabilities: { logging: {} } });
    server.registerTool('greet', { title: 'Greet' }, () => ({ content: [{ type: 'text', text: 'Hello from this page' }] }));
    await server.connect(new PortTransport(port2));
    client = await connectMessagePort(port1, { timeoutMs: 5_000 });
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  it('is connected, listed and called like any other [TR-46]', async () => {
    assert.equal(client.server.identity?.name, 'in-page');
    assert.sameMembers((await collect(client.tools())).map(({ name }) => name), ['greet']);
    assert.equal(textOf(await client.callTool('greet')), 'Hello from this page');
  });

  it('is heard once, whatever was tried before the session opened', async () => {
    let logged = 0;
    client.addEventListener('log', () => logged++);
    await server.server.sendLoggingMessage({ level: 'info', data: 'once' });
    await client.callTool('greet');
    assert.equal(logged, 1);
  });

  it('may say other things on the same port', async () => {
    const { port1, port2 } = new MessageChannel();
    const connecting = connectMessagePort(port1, { timeoutMs: 5_000 });
    port2.postMessage('not JSON-RPC');
    port2.postMessage({ type: 'someone else’s' });
    const own = new McpServer({ name: 'noisy', version: '1.0.0' });
    await own.connect(new PortTransport(port2));
    const noisy = await connecting;
    assert.equal(noisy.server.identity?.name, 'noisy');
    await noisy.close();
    await own.close();
  });
});

describe('a port with nobody at the other end', () => {
  it('is given up after the time that the page allows', async () => {
    const { port1 } = new MessageChannel();
    await errorOf(connectMessagePort(port1, { timeoutMs: 100 }), 'timeout');
  });
});
