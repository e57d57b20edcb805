import { type McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

/** More tabs than anybody has; then the oldest session ends. */
const MAX_SESSIONS = 50;

/**
 * Serves the revisions before 2026-07-28 with sessions, without which a server of these cannot ask the user anything. They are
 * lost with the worker: clients are answered 404 then, as the revisions say, and begin anew.
 */
export class LegacySessions {
  readonly #createServer: () => McpServer;
  readonly #transports = new Map<string, WebStandardStreamableHTTPServerTransport>();

  constructor(createServer: () => McpServer) {
    this.#createServer = createServer;
  }

  readonly fetch = async (request: Request, options?: { parsedBody?: unknown }): Promise<Response> => {
    // All that this server says belongs to a call: a stream that stays open would only keep the worker busy.
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
