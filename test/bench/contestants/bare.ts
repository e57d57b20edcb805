/** The fewest requests with which each era can be spoken, for a client that knows the server. */
import type { Setting } from './contestant.ts';

const CLIENT_INFO = { name: 'bench', version: '1.0.0' };

export interface Bare {
  /** All pages. Resolves with the number of tools. */
  listTools: () => Promise<number>;
  /** Sends a request that carries a progress token: its own id. */
  send: (method: string, params: object) => Promise<Response>;
}

export async function openBare(url: URL, setting: Setting): Promise<Bare> {
  const isModern = setting.startsWith('modern');
  let lastId = 0;
  let session: Record<string, string> = {};

  const post = (message: object, headers: Record<string, string>): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });

  const send = (method: string, params: object): Promise<Response> => {
    const id = ++lastId;
    if (!isModern) return post({ id, method, params: { ...params, _meta: { progressToken: id } } }, session);
    const _meta = {
      progressToken: id,
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': CLIENT_INFO,
    };
    return post(
      { id, method, params: { ...params, _meta } },
      {
        'MCP-Protocol-Version': '2026-07-28',
        'Mcp-Method': method,
        ...('name' in params && { 'Mcp-Name': String(params.name) }),
      },
    );
  };

  if (!isModern) {
    const response = await send('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: CLIENT_INFO,
    });
    session = { 'Mcp-Session-Id': response.headers.get('Mcp-Session-Id') ?? '', 'MCP-Protocol-Version': '2025-11-25' };
    await response.json();
    void post({ method: 'notifications/initialized' }, session);
  }
  return {
    async listTools() {
      let count = 0;
      let cursor: string | undefined;
      do {
        const { result } = await (await send('tools/list', cursor === undefined ? {} : { cursor })).json();
        count += result.tools.length;
        cursor = result.nextCursor;
      } while (cursor !== undefined);
      return count;
    },
    send,
  };
}
