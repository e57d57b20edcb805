// What a page ships to use a client in a worker; the worker loads the client.
import { connectInWorker } from '@mcp-web/client/worker';

const client = await connectInWorker(new URL(location.hash.slice(1)));
await client.callTool('echo', { message: 'hello' });
