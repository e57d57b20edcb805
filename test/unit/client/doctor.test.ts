import { assert } from 'chai';
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
