// The relay runs on servers, so its tests do, too. What it does for a page is in test/integration/relay-servers.test.ts.
import assert from 'node:assert/strict';
import { createServer, request as sendRequest } from 'node:http';
import { after, afterEach, before, describe, test } from 'node:test';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { load } from '../fuzz/load.mjs';

const { relay } = await load('packages/client/src/relay/index.ts');

const PAGE = 'https://app.example.com';
const RELAY = `${PAGE}/relay`;
const FROM_PAGE = { Origin: PAGE, 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors', 'Mcp-Relay': '1' };

/** The relay waits for an hour until somebody reads an answer. */
const answers = [];
afterEach(async () => {
  for (const { body, bodyUsed } of answers.splice(0)) if (!bodyUsed) await body?.cancel();
});
const noted = async (answering) => {
  const answer = await answering;
  answers.push(answer);
  return answer;
};

/** A relay whose servers are functions: what reached them is in `sent`. */
function relayTo(options, answer = () => Response.json({})) {
  const sent = [];
  const handler = relay({
    ...options,
    fetch: async (url, init) => {
      sent.push({ url, ...init, headers: new Headers(init.headers) });
      return answer(init);
    },
  });
  return {
    sent,
    ask: (target, { method = 'POST', headers = {}, body = method === 'POST' ? '{}' : undefined, signal } = {}) =>
      noted(
        handler(
          new Request(typeof target === 'string' ? addressFor(target) : target, {
            method,
            headers: { ...FROM_PAGE, ...headers },
            body,
            signal,
          }),
        ),
      ),
  };
}

const addressFor = (target) => `${RELAY}?url=${encodeURIComponent(target)}`;
const saysOf = (response) => response.headers.get('Mcp-Relay');

describe('a relay is not made', () => {
  const refused = {
    'without a list': {},
    'with an empty list': { upstreams: [] },
    'with a wildcard': { upstreams: ['*'] },
    'with a wildcard for a host': { upstreams: ['https://*.example.com'] },
    'with an entry that is no URL': { upstreams: ['example.com'] },
    'with a scheme that is not HTTP': { upstreams: ['file:///etc'] },
    'with a password in an entry': { upstreams: ['https://a:b@example.com'] },
    'with a query in an entry': { upstreams: ['https://example.com/mcp?a=1'] },
    'with a fragment in an entry': { upstreams: ['https://example.com/mcp#a'] },
    'with a server on the internet that is not encrypted': { upstreams: ['http://example.com'] },
    'with an address in decimal': { upstreams: ['http://2130706433'], allowedOrigins: [PAGE] },
    'with an address in hexadecimal': { upstreams: ['http://0x7f.1'], allowedOrigins: [PAGE] },
    'with an address in octal': { upstreams: ['http://0177.0.0.1'], allowedOrigins: [PAGE] },
    'with dot segments in an entry': { upstreams: ['https://example.com/a/../mcp'] },
    'with encoded segments in an entry': { upstreams: ['https://example.com/a%2fb'] },
    'with the metadata of a cloud machine': { upstreams: ['http://169.254.169.254'], allowedOrigins: [PAGE] },
    'with the metadata inside an IPv6 address': {
      upstreams: ['http://[::ffff:a9fe:a9fe]'],
      allowedOrigins: [PAGE],
    },
    'with the metadata by name': { upstreams: ['http://metadata.google.internal'], allowedOrigins: [PAGE] },
    'with the metadata of AWS over IPv6': { upstreams: ['http://[fd00:ec2::254]'], allowedOrigins: [PAGE] },
    'with a link-local address': { upstreams: ['http://[fe80::1]'], allowedOrigins: [PAGE] },
    'with a server on this machine for whoever comes': { upstreams: ['http://127.0.0.1:8080'] },
    'with a server in a private network for whoever comes': { upstreams: ['https://10.0.0.5'] },
    'with a wildcard for an authorization server': {
      upstreams: ['https://example.com'],
      authorizationServers: ['https://*'],
    },
    'for a page that is no origin': { upstreams: ['https://example.com'], allowedOrigins: ['*'] },
    'for a page with a path': { upstreams: ['https://example.com'], allowedOrigins: ['https://example.com/app'] },
    'with the header Cookie': { upstreams: ['https://example.com'], requestHeaders: ['Cookie'] },
    'with a header of proxies': { upstreams: ['https://example.com'], requestHeaders: ['X-Forwarded-For'] },
    'without a limit': { upstreams: ['https://example.com'], maxAnswerBytes: Infinity },
  };
  for (const [what, options] of Object.entries(refused))
    test(what, () => assert.throws(() => relay(options), { name: 'McpError', code: 'invalid-argument' }));
});

describe('a relay refuses', () => {
  const options = {
    upstreams: ['https://mcp.example.com', 'https://shared.example.com/mcp'],
    authorizationServers: ['https://as.example.com'],
  };
  const refused = {
    'a server that is not on its list': { target: 'https://other.example.com/mcp', says: 'upstream-not-allowed' },
    'a server whose name begins alike': { target: 'https://mcp.example.com.evil.com/', says: 'upstream-not-allowed' },
    'another port': { target: 'https://mcp.example.com:8443/mcp', says: 'upstream-not-allowed' },
    'another scheme': { target: 'http://mcp.example.com/mcp', says: 'upstream-not-allowed' },
    'a host with a dot at the end': { target: 'https://mcp.example.com./mcp', says: 'upstream-not-allowed' },
    'this machine': { target: 'http://127.0.0.1:8080/mcp', says: 'upstream-not-allowed' },
    'this machine by name': { target: 'http://localhost:8080/mcp', says: 'upstream-not-allowed' },
    'this machine over IPv6': { target: 'http://[::1]:8080/mcp', says: 'upstream-not-allowed' },
    'this machine in decimal': { target: 'http://2130706433/', says: 'invalid-request' },
    'this machine in hexadecimal': { target: 'http://0x7f000001/', says: 'invalid-request' },
    'this machine, shortened': { target: 'http://127.1/', says: 'invalid-request' },
    'this machine inside an IPv6 address': { target: 'http://[::ffff:127.0.0.1]/', says: 'invalid-request' },
    'a private network': { target: 'http://192.168.1.1/', says: 'upstream-not-allowed' },
    'the metadata of a cloud machine': { target: 'http://169.254.169.254/latest/', says: 'upstream-not-allowed' },
    'a path beside that of an entry': { target: 'https://shared.example.com/admin', says: 'upstream-not-allowed' },
    'a path that begins like that of an entry': {
      target: 'https://shared.example.com/mcp-admin',
      says: 'upstream-not-allowed',
    },
    'a path that leads out of an entry': { target: 'https://shared.example.com/mcp/../admin', says: 'invalid-request' },
    'a path that leads out of an entry when it is decoded': {
      target: 'https://shared.example.com/mcp/%2e%2e%2fadmin',
      says: 'upstream-not-allowed',
    },
    'a path that leads out of an entry when it is decoded twice': {
      target: 'https://shared.example.com/mcp/%252e%252e/admin',
      says: 'upstream-not-allowed',
    },
    'a path that leads out of an entry by a slash that is encoded twice': {
      target: 'https://shared.example.com/mcp/..%252fadmin',
      says: 'upstream-not-allowed',
    },
    'a path that leads out of an entry by a backslash that is encoded twice': {
      target: 'https://shared.example.com/mcp/..%255cadmin',
      says: 'upstream-not-allowed',
    },
    'a path that leads out of an entry by a dot segment with a parameter': {
      target: 'https://shared.example.com/mcp/..;/admin',
      says: 'upstream-not-allowed',
    },
    'a path that leads out of an entry by a dot segment with an encoded parameter': {
      target: 'https://shared.example.com/mcp/..%3Ba=1/admin',
      says: 'upstream-not-allowed',
    },
    'a path that stays where it is by a dot segment with a parameter': {
      target: 'https://shared.example.com/mcp/.;/admin',
      says: 'upstream-not-allowed',
    },
    'a path that leads out of metadata when it is decoded': {
      target: 'https://shared.example.com/.well-known/oauth-protected-resource/..%2f..%2fadmin',
      method: 'GET',
      says: 'upstream-not-allowed',
    },
    'a path that leads out of metadata by dot segments with parameters': {
      target: 'https://shared.example.com/.well-known/oauth-protected-resource/..;/..;/admin',
      method: 'GET',
      says: 'upstream-not-allowed',
    },
    'a path that leads out of an authorization server when it is decoded': {
      target: 'https://as.example.com/tenant/..%2fadmin',
      says: 'upstream-not-allowed',
    },
    'a path with a backslash': { target: 'https://shared.example.com\\mcp', says: 'invalid-request' },
    'a user name in the address': { target: 'https://mcp.example.com@evil.com/', says: 'invalid-request' },
    'a password in the address': { target: 'https://a:b@mcp.example.com/', says: 'invalid-request' },
    'a fragment': { target: 'https://mcp.example.com/#a', says: 'invalid-request' },
    'white space in the address': { target: ' https://mcp.example.com/', says: 'invalid-request' },
    'a file': { target: 'file:///etc/passwd', says: 'invalid-request' },
    data: { target: 'data:text/html,hi', says: 'invalid-request' },
    'a relative address': { target: '/mcp', says: 'invalid-request' },
    'no address': { target: new URL(RELAY), says: 'invalid-request' },
    'two addresses': {
      target: new URL(`${addressFor('https://mcp.example.com/')}&url=https://evil.com/`),
      says: 'invalid-request',
    },
    'the sign-in page of an authorization server': {
      target: 'https://as.example.com/authorize',
      method: 'GET',
      says: 'method-not-allowed',
    },
    'to delete at an authorization server': {
      target: 'https://as.example.com/register/1',
      method: 'DELETE',
      says: 'method-not-allowed',
    },
    'to post to metadata beside an entry': {
      target: 'https://shared.example.com/.well-known/oauth-protected-resource/mcp',
      says: 'method-not-allowed',
    },
    'another method': { target: 'https://mcp.example.com/mcp', method: 'PUT', says: 'method-not-allowed' },
    'to look only': { target: 'https://mcp.example.com/mcp', method: 'HEAD', says: 'method-not-allowed' },
    'a page of another site': {
      headers: { Origin: 'https://evil.com', 'Sec-Fetch-Site': 'cross-site' },
      says: 'origin-not-allowed',
    },
    'a page of a sibling site': {
      headers: { Origin: 'https://evil.example.com', 'Sec-Fetch-Site': 'same-site' },
      says: 'origin-not-allowed',
    },
    'a sandboxed page': { headers: { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, says: 'origin-not-allowed' },
    'an image of another site': {
      method: 'GET',
      headers: { Origin: undefined, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' },
      says: 'origin-not-allowed',
    },
    'to be opened as a page': {
      method: 'GET',
      headers: { Origin: undefined, 'Sec-Fetch-Mode': 'navigate' },
      says: 'origin-not-allowed',
    },
    'a form of another site, which cannot have the header': {
      headers: { 'Mcp-Relay': undefined },
      says: 'invalid-request',
    },
    'a request that is too large': {
      body: 'x'.repeat(1001),
      limits: { maxRequestBytes: 1000 },
      says: 'request-too-large',
    },
    'a request that says that it is too large': {
      headers: { 'Content-Length': '5000' },
      limits: { maxRequestBytes: 1000 },
      says: 'request-too-large',
    },
  };
  for (const [what, { target = 'https://mcp.example.com/mcp', says, limits, headers = {}, ...init }] of Object.entries(
    refused,
  ))
    test(`${what}, and sends nothing`, async () => {
      const own = Object.fromEntries(
        Object.entries({ ...FROM_PAGE, ...headers }).filter(([, value]) => value !== undefined),
      );
      const handler = relay({ ...options, ...limits, fetch: async () => assert.fail('It was sent.') });
      const address = typeof target === 'string' ? addressFor(target) : target;
      const { method = 'POST', body = method === 'POST' ? '{}' : undefined } = init;
      const response = await handler(new Request(address, { method, body, headers: own }));
      assert.equal(saysOf(response), says);
      assert.ok(response.status >= 400);
    });

  test('an answer that says that it is too large', async () => {
    const { ask } = relayTo(
      { ...options, maxAnswerBytes: 10 },
      () => new Response('x'.repeat(11), { headers: { 'Content-Length': '11' } }),
    );
    assert.equal(saysOf(await ask('https://mcp.example.com/mcp')), 'answer-too-large');
  });

  test('the rest of an answer that gets too large', async () => {
    const { ask } = relayTo({ ...options, maxAnswerBytes: 10 }, () => new Response('x'.repeat(11)));
    const response = await ask('https://mcp.example.com/mcp');
    assert.equal(saysOf(response), 'forwarded');
    await assert.rejects(response.text(), /larger than 10 bytes/);
  });

  for (const status of [301, 302, 303, 307, 308])
    test(`a redirect with status ${status}, wherever it leads`, async () => {
      const { sent, ask } = relayTo(
        options,
        () => new Response(null, { status, headers: { Location: 'https://mcp.example.com/other' } }),
      );
      const response = await ask('https://mcp.example.com/mcp');
      assert.equal(saysOf(response), 'redirect');
      assert.equal(response.headers.get('Location'), null);
      assert.equal(sent.length, 1);
      assert.equal(sent[0].redirect, 'manual');
    });

  test('to wait longer than it may for an answer', async () => {
    const { ask } = relayTo(
      { ...options, timeoutMs: 20 },
      ({ signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    );
    assert.equal(saysOf(await ask('https://mcp.example.com/mcp')), 'timeout');
  });

  test('to wait longer than it may for a request, and leaves it', async () => {
    const handler = relay({ ...options, timeoutMs: 20, fetch: async () => assert.fail('It was sent.') });
    const left = withResolvers();
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('{')),
      cancel: left.resolve,
    });
    const address = addressFor('https://mcp.example.com/mcp');
    const response = await handler(new Request(address, { method: 'POST', body, duplex: 'half', headers: FROM_PAGE }));
    assert.equal(saysOf(response), 'timeout');
    await left.promise;
  });

  test('to read longer than it may', async () => {
    const { ask } = relayTo({ ...options, maxDurationMs: 20 }, ({ signal }) => {
      const body = new ReadableStream({
        start: (controller) => signal.addEventListener('abort', () => controller.error(signal.reason)),
      });
      return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    });
    const response = await ask('https://mcp.example.com/mcp');
    assert.equal(response.status, 200);
    await assert.rejects(response.text(), /took too long/);
  });

  test('to be reached by a name that is not its own, when its pages are listed', async () => {
    const handler = relay({ upstreams: ['http://127.0.0.1:9'], allowedOrigins: ['http://localhost:3000'] });
    const get = (host) =>
      handler(
        new Request(`http://${host}/relay?url=${encodeURIComponent('http://127.0.0.1:9/')}`, {
          headers: { 'Sec-Fetch-Site': 'same-origin', 'Mcp-Relay': '1' },
        }),
      );
    assert.equal(saysOf(await get('evil.com')), 'origin-not-allowed');
    assert.equal(saysOf(await get('localhost:3000')), 'unreachable');
  });
});

describe('a relay passes on', () => {
  const options = { upstreams: ['https://mcp.example.com'], authorizationServers: ['https://as.example.com/tenant'] };
  const ALL = {
    Accept: 'application/json',
    Authorization: 'Bearer 1',
    'Content-Type': 'application/json',
    DPoP: 'proof',
    'Last-Event-ID': '7',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': 'echo',
    'Mcp-Param-City': 'Bern',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Session-Id': 's',
    'X-API-Key': 'k',
    Cookie: 'session=1',
    Host: 'app.example.com',
    Referer: 'https://app.example.com/secret',
    Forwarded: 'for=1.2.3.4',
    'X-Forwarded-For': '1.2.3.4',
    'X-Real-IP': '1.2.3.4',
    'Accept-Language': 'de',
    Connection: 'keep-alive',
    'X-Anything': 'else',
  };

  test('of a request only the headers of MCP and the token', async () => {
    const { sent, ask } = relayTo(options);
    await ask('https://mcp.example.com/mcp?key=1', { headers: ALL, body: '{"id":1}' });
    const [{ url, method, headers, body }] = sent;
    assert.equal(url, 'https://mcp.example.com/mcp?key=1');
    assert.equal(method, 'POST');
    assert.equal(new TextDecoder().decode(body), '{"id":1}');
    assert.deepEqual(
      [...headers.keys()],
      [
        'accept',
        'authorization',
        'content-type',
        'dpop',
        'last-event-id',
        'mcp-method',
        'mcp-name',
        'mcp-param-city',
        'mcp-protocol-version',
        'mcp-session-id',
      ],
    );
  });

  test('the headers that its options name as well', async () => {
    const { sent, ask } = relayTo({ ...options, requestHeaders: ['X-API-Key'] });
    await ask('https://mcp.example.com/mcp', { headers: ALL });
    assert.equal(sent[0].headers.get('x-api-key'), 'k');
    assert.equal(sent[0].headers.has('x-anything'), false);
  });

  test('requests for metadata without any token', async () => {
    const { sent, ask } = relayTo(options);
    for (const url of [
      'https://mcp.example.com/.well-known/oauth-protected-resource/mcp',
      'https://as.example.com/.well-known/oauth-authorization-server/tenant',
      'https://as.example.com/tenant/.well-known/openid-configuration',
    ])
      assert.equal(saysOf(await ask(url, { method: 'GET', headers: ALL })), 'forwarded');
    assert.deepEqual(
      sent.map(({ headers }) => [...headers.keys()]),
      [['accept'], ['accept'], ['accept']],
    );
  });

  test('what is posted to an authorization server', async () => {
    const { sent, ask } = relayTo(options);
    await ask('https://as.example.com/tenant/token', { headers: ALL, body: 'grant_type=refresh_token' });
    assert.deepEqual([...sent[0].headers.keys()], ['accept', 'authorization', 'content-type', 'dpop']);
  });

  test('of an answer its status, its body and the headers of MCP, and no cookie', async () => {
    const { ask } = relayTo(
      options,
      () =>
        new Response('{"error":"x"}', {
          status: 401,
          headers: {
            'Content-Type': 'application/json; charset=utf-8',
            'Set-Cookie': 'a=b',
            'WWW-Authenticate': 'Bearer scope="a"',
            'Mcp-Session-Id': 's',
            'Retry-After': '3',
            'DPoP-Nonce': 'n',
            'Access-Control-Allow-Origin': '*',
            'Access-Control-Allow-Credentials': 'true',
            Server: 'nginx',
            'Service-Worker-Allowed': '/',
            'Mcp-Relay': 'unreachable',
          },
        }),
    );
    const { status, headers, ...response } = await ask('https://mcp.example.com/mcp').then(async (answer) => ({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text: await answer.text(),
    }));
    assert.equal(status, 401);
    assert.equal(response.text, '{"error":"x"}');
    assert.deepEqual(headers, {
      'access-control-allow-origin': PAGE,
      'access-control-expose-headers':
        'Mcp-Relay, dpop-nonce, mcp-protocol-version, mcp-session-id, retry-after, www-authenticate',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'content-type': 'application/json; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      'dpop-nonce': 'n',
      'mcp-relay': 'forwarded',
      'mcp-session-id': 's',
      'retry-after': '3',
      vary: 'Origin',
      'www-authenticate': 'Bearer scope="a"',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
  });

  for (const type of [
    'text/html',
    'text/javascript',
    'image/svg+xml',
    'application/xhtml+xml',
    'application/json-evil',
  ])
    test(`${type} as text only, because it would be of the page's own site`, async () => {
      const { ask } = relayTo(options, () => new Response('<script>', { headers: { 'Content-Type': type } }));
      const { headers } = await ask('https://mcp.example.com/mcp');
      assert.equal(headers.get('Content-Type'), 'text/plain;charset=utf-8');
      assert.equal(headers.get('X-Content-Type-Options'), 'nosniff');
    });

  test('answers to pages of other origins that it lists, with CORS headers', async () => {
    const { ask } = relayTo({ ...options, allowedOrigins: ['https://page.example.net'] });
    const headers = { Origin: 'https://page.example.net', 'Sec-Fetch-Site': 'cross-site' };
    const preflight = await ask('https://mcp.example.com/mcp', {
      method: 'OPTIONS',
      headers: {
        ...headers,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type,mcp-param-city,mcp-relay,x-anything',
      },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('Access-Control-Allow-Origin'), 'https://page.example.net');
    assert.equal(
      preflight.headers.get('Access-Control-Allow-Headers'),
      'authorization, content-type, mcp-param-city, mcp-relay',
    );
    assert.equal(preflight.headers.get('Access-Control-Allow-Methods'), 'GET, POST, DELETE');
    assert.equal(preflight.headers.get('Access-Control-Allow-Credentials'), null);
    const answer = await ask('https://mcp.example.com/mcp', { headers });
    assert.equal(answer.headers.get('Access-Control-Allow-Origin'), 'https://page.example.net');
    assert.equal(saysOf(await ask('https://mcp.example.com/mcp')), 'origin-not-allowed');
  });

  test('requests of its own pages behind a proxy that ends https', async () => {
    const handler = relay({ ...options, fetch: async () => Response.json({}) });
    const address = addressFor('https://mcp.example.com/mcp').replace('https://app', 'http://app');
    const response = await noted(handler(new Request(address, { method: 'POST', body: '{}', headers: FROM_PAGE })));
    assert.equal(saysOf(response), 'forwarded');
  });
});

describe('a relay on Node, in Hono', () => {
  let upstream;
  let server;
  let respond;
  let address;

  before(async () => {
    upstream = createServer((req, res) => respond(req, res));
    const origin = await originOf(upstream);
    const app = new Hono();
    const handler = relay({ upstreams: [origin], allowedOrigins: [PAGE] });
    app.all('/relay', (context) => handler(context.req.raw));
    server = createServer(getRequestListener(app.fetch));
    address = `${await originOf(server)}/relay?url=${encodeURIComponent(`${origin}/mcp`)}`;
  });
  after(() => {
    for (const one of [server, upstream]) {
      one.close();
      one.closeAllConnections();
    }
  });

  const ask = (init) =>
    fetch(address, { method: 'POST', body: '{}', ...init, headers: { Origin: PAGE, 'Mcp-Relay': '1' } });

  test('hands on each event of a stream when it comes', async () => {
    let send;
    respond = (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      send = (text) => res.write(text);
    };
    const leaving = new AbortController();
    const { body, headers } = await ask({ signal: leaving.signal });
    assert.equal(headers.get('Content-Type'), 'text/event-stream');
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    for (const event of ['data: 1\n\n', 'data: 2\n\n']) {
      send(event);
      assert.equal((await reader.read()).value, event);
    }
    leaving.abort();
  });

  const stages = {
    'before the answer begins': () => {},
    'while the answer streams': (res) => res.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders(),
  };
  for (const [when, begin] of Object.entries(stages))
    test(`leaves the server when the page leaves ${when}`, async () => {
      const arrived = withResolvers();
      const left = withResolvers();
      respond = (_req, res) => {
        res.on('close', left.resolve);
        begin(res);
        arrived.resolve();
      };
      const request = sendRequest(address, { method: 'POST', headers: { Origin: PAGE, 'Mcp-Relay': '1' } });
      request.on('error', () => {});
      request.end('{}');
      await arrived.promise;
      request.destroy();
      await left.promise;
    });

  test('says so when the server is not there', async () => {
    const handler = relay({ upstreams: ['http://127.0.0.1:1'], allowedOrigins: [PAGE] });
    const response = await handler(
      new Request(addressFor('http://127.0.0.1:1/mcp'), { method: 'POST', body: '{}', headers: FROM_PAGE }),
    );
    assert.equal(response.status, 502);
    assert.equal(saysOf(response), 'unreachable');
  });
});

async function originOf(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${server.address().port}`;
}

function withResolvers() {
  let resolve;
  const promise = new Promise((settle) => (resolve = settle));
  return { promise, resolve };
}
