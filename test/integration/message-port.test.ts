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
    server.registerTool('greet', { title: 'Greet' }, () => ({
      content: [{ type: 'text', text: 'Hello from this page' }],
    }));
    await server.connect(new PortTransport(port2));
    client = await connectMessagePort(port1, { timeoutMs: 5_000 });
  });
  afterEach(async () => {
    await client.close();
    await server.close();
  });

  it('is connected, listed and called like any other [TR-46]', async () => {
    assert.equal(client.server.identity?.name, 'in-page');
    assert.sameMembers(
      (await collect(client.tools())).map(({ name }) => name),
      ['greet'],
    );
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

describe('a port that says that its other end is gone', () => {
  /** Answers `server/discover`, or `initialize`, and nothing else. */
  const servers: Record<string, object> = {
    modern: { resultType: 'complete', supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
    legacy: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } },
  };
  // No engine does so by itself today, but a page's own port can.
  const close = (port: MessagePort): void => void port.dispatchEvent(new Event('close'));

  for (const [era, answer] of Object.entries(servers)) {
    it(`ends the calls that wait, and the page hears of it (${era})`, async () => {
      const { port1, port2 } = new MessageChannel();
      port2.onmessage = ({ data: { id, method } }: MessageEvent<{ id?: number; method: string }>) => {
        if (method === (era === 'modern' ? 'server/discover' : 'initialize'))
          port2.postMessage({ jsonrpc: '2.0', id, result: answer });
        else if (method === 'server/discover')
          port2.postMessage({ jsonrpc: '2.0', id, error: { code: -32601, message: 'no' } });
        else if (method === 'tools/call') close(port1);
      };
      const lossy = await connectMessagePort(port1, { timeoutMs: 5_000 });
      assert.equal(lossy.era, era);
      const lost: string[] = [];
      lossy.addEventListener('connectionlost', ({ error }) => lost.push(error.code));
      await errorOf(lossy.callTool('x'), 'closed');
      await errorOf(lossy.callTool('x'), 'closed');
      close(port1);
      assert.deepEqual(lost, ['closed']);
      await lossy.close();
    });
  }

  it('is given up at once while it is being connected', async () => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => close(port1);
    // If it were given up because of its timeout, the error would be "timeout".
    await errorOf(connectMessagePort(port1, { timeoutMs: 10_000 }), 'closed');
  });
});

describe('a server at the other end of a port', () => {
  it('has no headers, so that what its tools say of them means nothing [HD-27]', async () => {
    const { port1, port2 } = new MessageChannel();
    const tools = [
      {
        name: 'odd',
        inputSchema: { type: 'object', properties: { a: { type: 'number', 'x-mcp-header': 'not valid' } } },
      },
    ];
    const answers: Record<string, object> = {
      'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { tools: {} } },
      'tools/list': { tools },
      'tools/call': { content: [] },
    };
    port2.onmessage = ({ data: { id, method } }: MessageEvent<{ id?: number; method: string }>) =>
      port2.postMessage({ jsonrpc: '2.0', id, result: answers[method] });
    const portClient = await connectMessagePort(port1);
    assert.deepEqual(
      (await portClient.listTools()).tools.map(({ name }) => name),
      ['odd'],
    );
    assert.deepEqual(await portClient.callTool('odd', { a: 1 }), { content: [] });
    await portClient.close();
  });
});
