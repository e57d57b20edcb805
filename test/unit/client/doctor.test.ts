import { assert } from 'chai';
import { McpError } from '@mcp-web/client';
import { diagnose } from '@mcp-web/client/doctor';

interface Sent {
  readonly url: URL;
  readonly init: RequestInit;
  readonly request: Request;
}

/** A `fetch` that notes what is asked of it, and a server. */
function server(answer: (sent: Sent) => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const asked: typeof fetch = async (input, init = {}) => {
    const request = new Request(input, init);
    const one = { url: new URL(request.url), init, request };
    sent.push(one);
    return await answer(one);
  };
  return { sent, fetch: asked };
}

const methodsIn = (sent: readonly Sent[]): unknown[] =>
  sent.flatMap(({ init: { body } }) => {
    const message: unknown = typeof body === 'string' && body.startsWith('{') ? JSON.parse(body) : undefined;
    return typeof message === 'object' && message !== null ? [Reflect.get(message, 'method')] : [];
  });

const json = (value: unknown, init?: ResponseInit): Response => Response.json(value, init);

describe('a diagnosis', () => {
  it('carries no cookies, calls no tool, and takes the headers of the page to the server’s own address only', async () => {
    const { sent, fetch } = server(({ url }) => {
      if (url.pathname === '/mcp') return json({}, { status: 401 });
      if (url.pathname.startsWith('/.well-known/oauth-protected-resource'))
        return json({ resource: 'https://mcp.example/mcp', authorization_servers: ['https://issuer.example'] });
      if (url.pathname.startsWith('/.well-known/'))
        return json({
          token_endpoint: 'https://issuer.example/token',
          registration_endpoint: 'https://issuer.example/register',
        });
      return json({ error: 'invalid_request' }, { status: 400 });
    });
    const { cause } = await diagnose('https://mcp.example/mcp', { fetch, headers: { 'X-Api-Key': 'secret' } });
    assert.equal(cause, 'sign-in-required');
    assert.deepEqual([...new Set(sent.map(({ init }) => init.credentials))], ['omit']);
    assert.includeMembers(methodsIn(sent), ['server/discover']);
    assert.isEmpty(
      methodsIn(sent).filter(
        (method) => !['server/discover', 'initialize', 'notifications/initialized', 'ping'].includes(String(method)),
      ),
    );
    const elsewhere = sent.filter(({ url }) => url.href !== 'https://mcp.example/mcp');
    assert.deepEqual(
      elsewhere.filter(({ request }) => request.method === 'POST').map(({ url, init }) => [url.href, init.body]),
      [
        ['https://issuer.example/token', ''],
        ['https://issuer.example/register', ''],
      ],
    );
    assert.isEmpty(elsewhere.filter(({ request }) => request.headers.has('x-api-key')));
    assert.isNotEmpty(sent.filter(({ request }) => request.headers.has('x-api-key')));
    assert.deepEqual([...new Set(sent.map(({ init }) => init.redirect))], ['manual']);
  });

  it('takes a key in the address neither to the http port nor into what it says', async () => {
    const { sent, fetch } = server(({ url }) => {
      if (url.protocol === 'https:') throw new TypeError('Failed to fetch');
      return new Response();
    });
    const diagnosis = await diagnose('https://mcp.example/s/secret-path/mcp?key=secret-query', { fetch });
    assert.equal(diagnosis.cause, 'wrong-scheme');
    assert.equal(diagnosis.problems[0]?.suggestion, 'http://mcp.example/s/secret-path/mcp');
    assert.notInclude(JSON.stringify(diagnosis), 'secret-query');
    const inTheClear = sent.filter(({ url }) => url.protocol === 'http:');
    assert.deepEqual(
      inTheClear.map(({ url }) => url.href),
      ['http://mcp.example/'],
    );
  });

  for (const [title, answer, cause, suggestion] of [
    ['redirects', () => new Response(null, { status: 307 }), 'redirect', 'https://mcp.example/api/'],
    ['has another path', () => new Response('', { status: 404 }), 'not-found', 'https://mcp.example/mcp'],
  ] as const)
    it(`keeps a key in the address out of what it suggests when the server ${title}`, async () => {
      const { sent, fetch } = server(({ url }) =>
        url.pathname === '/api' ? answer() : new Response('', { status: 405 }),
      );
      const diagnosis = await diagnose('https://mcp.example/api?key=secret', { fetch });
      assert.deepEqual([diagnosis.cause, diagnosis.problems[0]?.suggestion], [cause, suggestion]);
      assert.include(diagnosis.message, suggestion);
      assert.notInclude(JSON.stringify(diagnosis), 'secret');
      const elsewhere = sent.filter(({ url }) => url.pathname !== '/api');
      assert.isNotEmpty(elsewhere);
      assert.isEmpty(elsewhere.filter(({ url }) => url.search !== ''));
    });

  for (const [path, endpoint, probable] of [
    ['/archive/sse', '/messages', '/archive/messages'],
    ['/archive/sse/', '/messages', '/archive/messages'],
    ['/gateway/mcp/sse', '/mcp/messages', '/gateway/mcp/messages'],
  ] as const)
    it(`writes out the address of messages that a router has moved: ${path}, ${endpoint}`, async () => {
      const { fetch } = server(({ url, request }) => {
        if (url.pathname === path && request.method === 'GET')
          return new Response(`event: endpoint\ndata: ${endpoint}?sessionId=1\n\n`, {
            headers: { 'Content-Type': 'text/event-stream' },
          });
        return new Response('', { status: 404 });
      });
      const { cause, message } = await diagnose(`https://mcp.example${path}`, { fetch });
      assert.equal(cause, 'messages-refused');
      assert.isTrue(message.endsWith(` adds: probably https://mcp.example${probable}.`), message);
    });

  for (const said of [
    // The SDKs for TypeScript, Python, Go and Rust.
    'Invalid Host header: evil.example:3000',
    'Invalid Host: evil.example',
    'Missing Host header',
    'Forbidden: invalid Host header',
    'Forbidden: Host header is not allowed',
    // Starlette, Django, Rails, Symfony, Vite, and what people write.
    'Invalid host header',
    "Invalid HTTP_HOST header: 'evil.example'. You may need to add 'evil.example' to ALLOWED_HOSTS.",
    'Blocked hosts: evil.example',
    'Untrusted Host "evil.example".',
    'Blocked request. This host ("evil.example") is not allowed.',
    'Host not allowed',
    'Host evil.example is not allowed',
    'The hostname evil.example is not permitted',
  ])
    it(`takes these words for a refusal of the host in the address: ${said}`, async () => {
      for (const status of [400, 403]) {
        const { fetch } = server(() => new Response(said, { status }));
        assert.equal((await diagnose('https://evil.example/mcp', { fetch })).cause, 'host-refused', String(status));
      }
    });

  for (const [status, said, cause] of [
    [400, 'The host of the database is not set', 'http-status'],
    [400, 'Missing parameter: host', 'http-status'],
    [400, 'Invalid host parameter', 'http-status'],
    [403, 'Connections from this host are not allowed', 'forbidden'],
    [403, 'Access from your host is not allowed', 'forbidden'],
    [403, 'Not allowed: ask the host of the meeting', 'forbidden'],
    [406, 'Host header accepted, content type not allowed', 'http-status'],
    [418, 'Invalid Host header', 'http-status'],
    [429, 'Invalid Host header: too many requests', 'rate-limited'],
  ] as const)
    it(`takes these for another cause: status ${status}, ${said}`, async () => {
      const { fetch } = server(() => new Response(said, { status }));
      assert.equal((await diagnose('https://mcp.example/mcp', { fetch })).cause, cause);
    });

  it('rejects headers that cannot be sent as an invalid argument, without their values, and sends nothing', async () => {
    const { sent, fetch } = server(() => new Response());
    const error: unknown = await diagnose('https://mcp.example/mcp', {
      fetch,
      headers: { Authorization: 'Bearer secret\u{1F511}' },
    }).catch((reason: unknown) => reason);
    assert.instanceOf(error, McpError);
    assert.equal(error.code, 'invalid-argument');
    assert.notInclude(error.message, 'secret');
    assert.instanceOf(error.cause, TypeError);
    assert.isEmpty(sent);
  });

  it('is led into no private network by a server on the internet', async () => {
    const inward = 'https://192.168.1.1/metadata';
    const { sent, fetch } = server(({ url }) => {
      if (url.pathname === '/mcp')
        return json({}, { status: 401, headers: { 'WWW-Authenticate': `Bearer resource_metadata="${inward}"` } });
      if (url.pathname === '/.well-known/oauth-protected-resource/mcp')
        return json({ resource: 'https://mcp.example/mcp', authorization_servers: ['http://localhost:8080'] });
      return json({}, { status: 404 });
    });
    const { cause } = await diagnose('https://mcp.example/mcp', { fetch });
    assert.equal(cause, 'sign-in-metadata');
    assert.deepEqual([...new Set(sent.map(({ url }) => url.host))], ['mcp.example']);
  });

  it('takes a bounded time, and leaves no request behind', async () => {
    const { sent, fetch } = server(
      ({ request }) =>
        new Promise((_resolve, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason));
        }),
    );
    const { cause } = await diagnose('https://mcp.example/mcp', { fetch, timeoutMs: 20 });
    assert.equal(cause, 'no-answer');
    assert.isTrue(sent.every(({ request }) => request.signal.aborted));
  });

  it('ends with its signal', async () => {
    const controller = new AbortController();
    const { sent, fetch } = server(() => {
      controller.abort(new Error('enough'));
      return new Promise(() => {});
    });
    const error: unknown = await diagnose('https://mcp.example/mcp', { fetch, signal: controller.signal }).catch(
      (reason: unknown) => reason,
    );
    assert.equal(String(error), 'Error: enough');
    assert.isTrue(sent.every(({ request }) => request.signal.aborted));
  });

  it('is frozen', async () => {
    const { fetch } = server(() => json({}, { status: 500 }));
    const diagnosis = await diagnose('https://mcp.example/mcp', { fetch });
    assert.equal(diagnosis.cause, 'server-error');
    for (const part of [diagnosis, diagnosis.problems, diagnosis.problems[0], diagnosis.fix, diagnosis.recipes])
      assert.isFrozen(part);
  });
});
