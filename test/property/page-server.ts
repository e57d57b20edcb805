/** An official server in the page itself: it says what it would say over the network, without the delay. */
import { Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { EventStore, say } from '../servers/say.mjs';

/** A `fetch` that reaches a server with an event store, for one session, and nothing else. */
export async function startPageServer(): Promise<typeof fetch> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
    eventStore: new EventStore(),
    retryInterval: 0,
  });
  const server = new Server({ name: 'in the page', version: '1.0.0' }, { capabilities: { tools: {}, logging: {} } });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    type Notification = Parameters<typeof mcpReq.notify>[0];
    const text = await say(
      params.arguments,
      mcpReq._meta?.progressToken,
      (notification: Notification) => mcpReq.notify(notification),
      (notification: Notification) => server.notification(notification),
    );
    return { content: [{ type: 'text', text }] };
  });
  await server.connect(transport);
  // In Firefox, a Request has no readable body.
  return (input, init) =>
    transport.handleRequest(
      new Request(input, init),
      typeof init?.body === 'string' ? { parsedBody: JSON.parse(init.body) } : {},
    );
}
