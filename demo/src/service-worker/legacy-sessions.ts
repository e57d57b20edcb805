import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

/** More tabs than anyone has. With one more, the oldest session ends. */
const MAX_SESSIONS = 50;

/**
 * Serves the revisions before 2026-07-28 with sessions: without them, such a server cannot send requests to the user. Sessions
 * end with the worker. Clients then get a 404, as these revisions say, and start a new session.
 */
export class LegacySessions {
  readonly #createServer: () => McpServer;
  readonly #transports = new Map<string, WebStandardStreamableHTTPServerTransport>();

  constructor(createServer: () => McpServer) {
    this.#createServer = createServer;
  }

  readonly fetch = async (request: Request, options?: { parsedBody?: unknown }): Promise<Response> => {
    // All messages of this server belong to a call. A stream that stays open would only keep the worker busy.
    if (request.method === 'GET') return new Response(null, { status: 405, headers: { Allow: 'POST, DELETE' } });
    const id = request.headers.get('mcp-session-id');
    const transport = id === null ? await this.#open() : this.#transports.get(id);
    return (
      transport?.handleRequest(request, options) ??
      Response.json(
        { jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } },
        { status: 404 },
      )
    );
  };

  async #open(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => {
        this.#transports.set(id, transport);
        const [oldest] = this.#transports;
        if (oldest && this.#transports.size > MAX_SESSIONS) void oldest[1].close();
      },
    });
    const server = this.#createServer();
    await server.connect(transport);
    server.server.onclose = () => void (transport.sessionId && this.#transports.delete(transport.sessionId));
    return transport;
  }
}
