/** A server that asks for roots, by the official SDK in the page. */
import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';

export function rootsServer(): typeof fetch {
  const { fetch: answer } = createMcpHandler(() => {
    const server = new McpServer({ name: 'search', title: 'Code search', version: '1.0.0' });
    server.registerTool('search_code', { title: 'Search the code' }, ({ mcpReq: { inputResponses } }) =>
      inputResponses?.['roots']
        ? { content: [{ type: 'text', text: 'Found nothing.' }] }
        : inputRequired({ inputRequests: { roots: inputRequired.listRoots() } }),
    );
    return server;
  });
  return (input, init) => answer(new Request(input, init));
}
