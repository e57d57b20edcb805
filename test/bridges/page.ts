/** A page of another origin that knows only the address of a server. */
import { connect, type ConnectOptions } from '@mcp-web/client';

Object.assign(globalThis, {
  async visit(url: string, tool: string, args: Record<string, unknown>, options: ConnectOptions = {}) {
    const client = await connect(url, options);
    const tools: string[] = [];
    for await (const { name } of client.tools()) tools.push(name);
    const { content } = await client.callTool(tool, args);
    const { revision } = client;
    await client.close();
    return { tools, text: content.map((block) => ('text' in block ? block.text : '')).join(''), revision };
  },
});
