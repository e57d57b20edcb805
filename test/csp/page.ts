/** Runs the client by itself, then leaves the elements to the test. `?server=` is the server's address. */
import { connect } from '@mcp-web/client';
import '@mcp-web/elements/define';

const url = new URLSearchParams(location.search).get('server') ?? '';

const server = document.createElement('mcp-server');
server.setAttribute('src', url);
document.getElementById('servers')?.append(server);

const client = await connect(url);
const names: string[] = [];
for await (const tool of client.tools()) names.push(tool.name);
await client.close();
const output = document.getElementById('client-result');
if (output) output.textContent = `${client.revision}: ${names.join(' ')}`;
