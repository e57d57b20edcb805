// Servers that speak other revisions of the modern era than the official SDK does. These revisions are invented:
// they have another name than 2026-07-28, and differ from it in nothing else.
const SDK_REVISION = '2026-07-28';
const UNKNOWN_REVISION = '1999-01-01';
const META_REVISION = 'io.modelcontextprotocol/protocolVersion';

/**
 * A handler that speaks exactly these revisions, made of one that speaks 2026-07-28.
 * @param {{ fetch: (request: Request) => Promise<Response> }} handler
 * @param {readonly string[]} revisions
 */
export function speaking(handler, revisions) {
  return {
    async fetch(request) {
      const asked = request.headers.get('MCP-Protocol-Version');
      const revision = revisions.includes(asked) ? SDK_REVISION : UNKNOWN_REVISION;
      const isModern = request.headers.has('Mcp-Method');
      return answer(await handler.fetch(isModern ? await inRevision(request, revision) : request), revisions);
    },
  };
}

async function inRevision(request, revision) {
  const headers = new Headers(request.headers);
  headers.set('MCP-Protocol-Version', revision);
  const message = await request.json();
  const { _meta: meta } = message.params;
  return new Request(request.url, {
    method: request.method,
    headers,
    body: JSON.stringify({
      ...message,
      params: { ...message.params, _meta: { ...meta, [META_REVISION]: revision } },
    }),
    signal: request.signal,
  });
}

/** The answer, with these revisions where it lists those that the server speaks. */
async function answer(response, revisions) {
  const { status, headers } = response;
  if (!headers.get('Content-Type')?.startsWith('application/json')) return response;
  const { result, error, ...message } = await response.json();
  if (result?.supportedVersions) result.supportedVersions = revisions;
  if (error?.data?.supported) error.data.supported = revisions;
  return new Response(JSON.stringify({ ...message, ...(error ? { error } : { result }) }), { status, headers });
}
