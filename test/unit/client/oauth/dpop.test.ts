import { assert } from 'chai';
import { createDpop } from '../../../../packages/client/src/oauth/dpop.ts';
import { eventually, liveStream } from '../../../support/scripted-server.ts';
import { scriptedSites, type Said, type SeenRequest } from '../../../support/scripted-sites.ts';

const URL_WITH_QUERY = 'https://api.example/mcp?tenant=1#part';
const wantsNonce = (nonce: string, status = 401): Response =>
  status === 401
    ? new Response('', { status, headers: { 'WWW-Authenticate': 'DPoP error="use_dpop_nonce"', 'DPoP-Nonce': nonce } })
    : Response.json({ error: 'use_dpop_nonce' }, { status, headers: { 'DPoP-Nonce': nonce } });

const keyPair = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);

function decode(part = ''): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}

function readProof({ headers }: SeenRequest): {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  content: string;
  signature: Uint8Array<ArrayBuffer>;
} {
  const [header, claims, signature] = (headers.get('DPoP') ?? '').split('.');
  const parse = (part?: string): Record<string, unknown> => Object(JSON.parse(new TextDecoder().decode(decode(part))));
  return { header: parse(header), claims: parse(claims), content: `${header}.${claims}`, signature: decode(signature) };
}

const nonces = (sent: SeenRequest[]): unknown[] => sent.map((request) => readProof(request).claims['nonce']);

async function bind(
  said: Said,
  other: Said = 200,
): Promise<{
  ask: (url?: string, init?: RequestInit, token?: string) => Promise<Response>;
  send: (request: Request, init?: RequestInit) => Promise<Response>;
  sent: SeenRequest[];
  keys: CryptoKeyPair;
}> {
  const { fetch, sent } = scriptedSites({
    'https://api.example/mcp': said,
    'https://api.example/mcp?tenant=1#part': said,
    'https://as.example/token': other,
  });
  const keys = await keyPair();
  const dpop = createDpop(keys);
  return {
    sent,
    keys,
    send: (request, init) => dpop.fetch(fetch, request, init),
    ask: (url = 'https://api.example/mcp', init = {}, token?: string) => dpop.fetch(fetch, url, init, token),
  };
}

describe('a DPoP proof', () => {
  it('is signed with the key that it shows, for this request and this token [AX-15, AX-16, AX-21]', async () => {
    const { ask, sent, keys } = await bind(200);
    await ask(
      URL_WITH_QUERY,
      { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } },
      'the-token',
    );
    const [request] = sent;
    assert.exists(request);
    assert.equal(request.headers.get('Authorization'), 'DPoP the-token');
    assert.equal(request.headers.get('Content-Type'), 'application/json');
    const { header, claims, content, signature } = readProof(request);
    const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', keys.publicKey);
    assert.deepEqual(header, { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } });
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode('the-token')));
    assert.deepInclude(claims, { htm: 'POST', htu: 'https://api.example/mcp' });
    assert.deepEqual([...decode(String(claims['ath']))], [...digest]);
    assert.closeTo(Number(claims['iat']), Date.now() / 1000, 5);
    assert.isTrue(
      await crypto.subtle.verify(
        { name: 'ECDSA', hash: 'SHA-256' },
        keys.publicKey,
        signature,
        new TextEncoder().encode(content),
      ),
    );
  });

  it('is new for each request [AX-15, AX-16]', async () => {
    const { ask, sent } = await bind(200);
    await Promise.all(Array.from({ length: 20 }, () => ask()));
    // Also for a later request that says the same.
    for (let time = 0; time < 3; time++) await ask();
    assert.equal(new Set(sent.map((request) => readProof(request).claims['jti'])).size, 23);
    assert.equal(new Set(sent.map(({ headers }) => headers.get('DPoP'))).size, 23);
  });

  it('names the method with which the request is sent: that of the options, of the request, or else GET [AX-16]', async () => {
    const { ask, sent } = await bind(200);
    await ask('https://api.example/mcp', { method: 'DELETE' });
    await ask('https://api.example/mcp');
    assert.deepEqual(
      sent.map((request) => readProof(request).claims['htm']),
      ['DELETE', 'GET'],
    );
  });

  it('is added to the headers of a request, and is for its method [AX-16]', async () => {
    const { send, sent } = await bind(200);
    const headers = { 'X-Of-The-Page': 'yes' };
    await send(new Request('https://api.example/mcp', { method: 'PUT', headers }));
    await send(new Request('https://api.example/mcp', { method: 'PUT', headers }), { method: 'POST' });
    assert.deepEqual(
      sent.map((request) => [readProof(request).claims['htm'], request.headers.get('X-Of-The-Page')]),
      [
        ['PUT', 'yes'],
        ['POST', 'yes'],
      ],
    );
  });

  it('for a token endpoint names no token [AX-17]', async () => {
    const { ask, sent } = await bind(200);
    await ask('https://as.example/token', { method: 'POST' });
    const [request] = sent;
    assert.exists(request);
    assert.isFalse(request.headers.has('Authorization'));
    assert.notProperty(readProof(request).claims, 'ath');
  });

  it('is made with a key that cannot be exported [AX-18, AX-21]', async () => {
    const { ask, sent, keys } = await bind(200);
    await ask();
    assert.isFalse(keys.privateKey.extractable);
    assert.notProperty(readProof(sent[0] ?? assert.fail()).header['jwk'], 'd');
  });
});

describe('a nonce', () => {
  it('is put into the proof when a server wants one, and kept for its next requests [AX-17]', async () => {
    for (const status of [401, 400]) {
      const { ask, sent } = await bind((request) =>
        readProof(request).claims['nonce'] === 'n1' ? 200 : wantsNonce('n1', status),
      );
      assert.equal((await ask()).status, 200);
      assert.equal((await ask()).status, 200);
      assert.deepEqual(nonces(sent), [undefined, 'n1', 'n1'], `status ${status}`);
      assert.equal(new Set(sent.map((request) => readProof(request).claims['jti'])).size, 3);
    }
  });

  it('is read from the answer where the header does not name the error, in however many pieces', async () => {
    const text = JSON.stringify({ error: 'use_dpop_nonce', error_description: 'x'.repeat(1_000) });
    const inPieces = (): ReadableStream<Uint8Array> =>
      new ReadableStream({
        start: (controller) => {
          for (const part of [text.slice(0, 5), text.slice(5)]) controller.enqueue(new TextEncoder().encode(part));
          controller.close();
        },
      });
    for (const [status, tries] of [
      [400, 2],
      [401, 2],
      [403, 1],
      [500, 1],
    ] as const) {
      const { ask, sent } = await bind((request) =>
        readProof(request).claims['nonce'] === 'n1'
          ? 200
          : new Response(inPieces(), { status, headers: { 'DPoP-Nonce': 'n1' } }),
      );
      await ask();
      assert.lengthOf(sent, tries, String(status));
    }
  });

  it('is asked for by an answer that is let go', async () => {
    const { response, isLetGo } = liveStream({ 'WWW-Authenticate': 'DPoP error="use_dpop_nonce"', 'DPoP-Nonce': 'n1' });
    const refused = new Response(response.body, { status: 401, headers: response.headers });
    const dpop = createDpop(await keyPair());
    const answers = [refused, new Response('')];
    const answer = await dpop.fetch(async () => answers.shift() ?? assert.fail(), 'https://api.example/mcp');
    assert.equal(answer.status, 200);
    await eventually(isLetGo);
  });

  it('is replaced whenever a server sends another', async () => {
    let count = 0;
    const { ask, sent } = await bind(() => new Response('', { headers: { 'DPoP-Nonce': `n${++count}` } }));
    for (let index = 0; index < 3; index++) await ask();
    assert.deepEqual(nonces(sent), [undefined, 'n1', 'n2']);
  });

  it('of one server is not shown to another', async () => {
    const { ask, sent } = await bind(new Response('', { headers: { 'DPoP-Nonce': 'mine' } }));
    await ask();
    await ask('https://as.example/token');
    assert.deepEqual(nonces(sent), [undefined, undefined]);
  });

  it('is not given forever, nor for another reason than that it is missing', async () => {
    let count = 0;
    const endless = await bind(() => wantsNonce(`n${++count}`));
    assert.equal((await endless.ask()).status, 401);
    assert.lengthOf(endless.sent, 2);
    const refused = await bind(() =>
      Response.json({ error: 'invalid_grant' }, { status: 400, headers: { 'DPoP-Nonce': `n${++count}` } }),
    );
    const response = await refused.ask();
    assert.deepEqual(await response.json(), { error: 'invalid_grant' }, 'the body is still there to be read');
    assert.lengthOf(refused.sent, 1);
    const hidden = await bind(
      new Response('', { status: 401, headers: { 'WWW-Authenticate': 'DPoP error="use_dpop_nonce"' } }),
    );
    await hidden.ask();
    assert.lengthOf(hidden.sent, 1, 'one that CORS hides cannot be sent');
  });

  it('is not looked for in an answer without an end', async () => {
    let chunks = 0;
    const endless = () =>
      new Response(
        new ReadableStream(
          {
            pull: (controller) => {
              if (chunks++ > 100) throw new Error('read on and on');
              controller.enqueue(new Uint8Array(1024).fill(32));
            },
          },
          { highWaterMark: 0 },
        ),
        { status: 401, headers: { 'DPoP-Nonce': 'n1' } },
      );
    const { ask, sent } = await bind(() => endless());
    const response = await ask();
    assert.equal(response.status, 401);
    assert.isBelow(chunks, 20);
    assert.lengthOf(sent, 1);
  });
});
