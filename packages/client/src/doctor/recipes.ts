/** What to write in common servers so that a page may use them. */

export type RecipePlatform = 'express' | 'hono' | 'starlette' | 'go' | 'nginx' | 'cloudflare' | 'supergateway';

/** Code for one kind of server, to copy. */
export interface Recipe {
  readonly platform: RecipePlatform;
  /** Its name, for people. */
  readonly name: string;
  readonly code: string;
}

/** The request headers of all revisions, of sign-in, and of a stream that is resumed. */
export const REQUEST_HEADERS = [
  'Content-Type',
  'Authorization',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
  'Mcp-Method',
  'Mcp-Name',
  'Last-Event-ID',
] as const;

/** The response headers that pages read. */
export const RESPONSE_HEADERS = ['Mcp-Session-Id', 'WWW-Authenticate', 'Retry-After'] as const;

/** The methods of MCP that pages use. */
export const METHODS = ['GET', 'POST', 'DELETE'] as const;

/**
 * What a server may allow for pages of this origin. That of a file or a sandboxed frame is `null`, which any site can have:
 * to allow it is to allow all, and some servers refuse to.
 */
export const allowable = (origin: string | undefined): string =>
  origin === undefined || origin === 'null' ? '*' : origin;

const quoted = (names: readonly string[], mark: string): string =>
  names.map((name) => `${mark}${name}${mark}`).join(', ');

/**
 * The CORS settings for common servers.
 *
 * @param origin the page's, or `*`
 * @param ownHeaders further request headers that the page sends
 */
export function corsRecipes(origin: string, ownHeaders: readonly string[] = []): readonly Recipe[] {
  const headers = [...REQUEST_HEADERS, ...ownHeaders];
  const inQuotes = {
    headers: quoted(headers, "'"),
    exposed: quoted(RESPONSE_HEADERS, "'"),
    methods: quoted(METHODS, "'"),
  };
  const inDoubles = {
    headers: quoted(headers, '"'),
    exposed: quoted(RESPONSE_HEADERS, '"'),
    methods: quoted(METHODS, '"'),
  };
  return [
    {
      platform: 'express',
      name: 'Express',
      code: `import cors from 'cors';

// Before the routes, and before whatever checks tokens.
app.use(
  cors({
    origin: '${origin}',
    methods: [${inQuotes.methods}],
    allowedHeaders: [${inQuotes.headers}],
    exposedHeaders: [${inQuotes.exposed}],
  }),
);`,
    },
    {
      platform: 'hono',
      name: 'Hono',
      code: `import { cors } from 'hono/cors';

// Before the routes, and before whatever checks tokens.
app.use(
  '*',
  cors({
    origin: '${origin}',
    allowMethods: [${inQuotes.methods}],
    allowHeaders: [${inQuotes.headers}],
    exposeHeaders: [${inQuotes.exposed}],
  }),
);`,
    },
    {
      platform: 'starlette',
      name: 'FastAPI, Starlette',
      code: `from starlette.middleware.cors import CORSMiddleware

# Wraps everything, so that errors have these headers too. Serve this app.
app = CORSMiddleware(
    app,
    allow_origins=["${origin}"],
    allow_methods=[${inDoubles.methods}],
    allow_headers=[${inDoubles.headers}],
    expose_headers=[${inDoubles.exposed}],
)`,
    },
    {
      platform: 'go',
      name: 'Go',
      code: `import "github.com/rs/cors"

// Serve this handler instead of your own.
handler = cors.New(cors.Options{
	AllowedOrigins: []string{"${origin}"},
	AllowedMethods: []string{${inDoubles.methods}},
	AllowedHeaders: []string{${inDoubles.headers}},
	ExposedHeaders: []string{${inDoubles.exposed}},
}).Handler(handler)`,
    },
    {
      platform: 'nginx',
      name: 'nginx',
      code: `# Beside proxy_pass. If the server behind it sends CORS headers too, fix them there instead.
add_header Access-Control-Allow-Origin "${origin}" always;
add_header Access-Control-Expose-Headers "${RESPONSE_HEADERS.join(', ')}" always;
add_header Vary Origin always;
if ($request_method = OPTIONS) {
    # A block with an add_header has none of those around it.
    add_header Access-Control-Allow-Origin "${origin}" always;
    add_header Access-Control-Allow-Methods "${METHODS.join(', ')}" always;
    add_header Access-Control-Allow-Headers "${headers.join(', ')}" always;
    return 204;
}`,
    },
    {
      platform: 'cloudflare',
      name: 'Cloudflare Workers',
      code: `const allowed = {
  'Access-Control-Allow-Origin': '${origin}',
  'Access-Control-Allow-Methods': '${METHODS.join(', ')}',
  'Access-Control-Allow-Headers': '${headers.join(', ')}',
  'Access-Control-Expose-Headers': '${RESPONSE_HEADERS.join(', ')}',
};

export default {
  async fetch(request, env, ctx) {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: allowed });
    // \`server\` is what you export now.
    const answer = await server.fetch(request, env, ctx);
    const response = new Response(answer.body, answer);
    for (const [name, value] of Object.entries(allowed)) response.headers.set(name, value);
    return response;
  },
};`,
    },
    {
      platform: 'supergateway',
      name: 'supergateway (stdio)',
      code: `# Instead of "npx my-server", the command that starts your server.
npx supergateway --stdio "npx my-server" --outputTransport streamableHttp --stateful --cors "${origin}"`,
    },
  ];
}

/** How to send streams on at once, for servers and proxies that hold them back. */
export function streamRecipes(): readonly Recipe[] {
  return [
    {
      platform: 'express',
      name: 'Express',
      code: `// Without compression(), which waits for more, and with the headers sent at once.
res.setHeader('Content-Type', 'text/event-stream');
res.setHeader('Cache-Control', 'no-cache, no-transform');
res.setHeader('X-Accel-Buffering', 'no');
res.flushHeaders();`,
    },
    {
      platform: 'hono',
      name: 'Hono',
      code: `// On the answer that is a stream, and without compress() for it.
c.header('Cache-Control', 'no-cache, no-transform');
c.header('X-Accel-Buffering', 'no');`,
    },
    {
      platform: 'starlette',
      name: 'FastAPI, Starlette',
      code: `# Without GZipMiddleware for this path.
StreamingResponse(
    events,
    media_type="text/event-stream",
    headers={"Cache-Control": "no-cache, no-transform", "X-Accel-Buffering": "no"},
)`,
    },
    {
      platform: 'go',
      name: 'Go',
      code: `w.Header().Set("Content-Type", "text/event-stream")
w.Header().Set("Cache-Control", "no-cache, no-transform")
w.Header().Set("X-Accel-Buffering", "no")
// Now, and after each event. In Go before 1.20: w.(http.Flusher).Flush()
http.NewResponseController(w).Flush()`,
    },
    {
      platform: 'nginx',
      name: 'nginx',
      code: `# Beside proxy_pass.
proxy_http_version 1.1;
proxy_set_header Connection "";
proxy_buffering off;
proxy_read_timeout 1h;
gzip off;`,
    },
    {
      platform: 'cloudflare',
      name: 'Cloudflare Workers',
      code: `// Pass the body on as it is. Whatever reads it first (text(), json()) waits for its end.
return new Response(answer.body, {
  headers: { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache, no-transform' },
});`,
    },
  ];
}
