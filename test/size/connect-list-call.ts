// The code that a page ships to connect to a server, list its tools and call one.
import { connect } from '@mcp-web/client';

const client = await connect(new URL(location.hash.slice(1)));
for await (const tool of client.tools()) {
  document.body.append(tool.title ?? tool.name);
}
const result = await client.callTool('echo', { message: 'hello' });
document.body.append(JSON.stringify(result.content));
await client.close();
