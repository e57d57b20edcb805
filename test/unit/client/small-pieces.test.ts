import { assert } from 'chai';
import { HttpError, McpError } from '@mcp-web/client';
import { newKey, withIdempotencyKey } from '../../../packages/client/src/session/idempotency-key.ts';
import { announcesChanges } from '../../../packages/client/src/session/legacy/declared.ts';
import { ownerOf } from '../../../packages/client/src/session/principal.ts';
import { isNothing, withoutTasks } from '../../../packages/client/src/session/whole-interest.ts';
import { isUnknownSession, readSessionId } from '../../../packages/client/src/transports/session-id.ts';
import { digestOfText, sha256 } from '../../../packages/client/src/wire/digest.ts';
import { relayedFetch } from '../../../packages/client/src/wire/relayed-fetch.ts';
import { errorOf, thrownBy } from '../../support/errors.ts';
import { collectReports } from '../../support/reports.ts';

describe('a key of a call', () => {
  it('is 128 bits, each time others', () => {
    const keys = Array.from({ length: 500 }, newKey);
    for (const key of keys) assert.match(key, /^[0-9a-f]{32}$/);
    assert.equal(new Set(keys).size, 500);
  });

  it('is added to calls of tools only, beside what the page says there', () => {
    const [name] = Object.keys(Object(withIdempotencyKey('tools/call', {}, 'k')['_meta']));
    assert.isDefined(name);
    assert.deepEqual(withIdempotencyKey('tools/call', { a: 1, _meta: { b: 2 } }, 'k'), {
      a: 1,
      _meta: { b: 2, [name ?? '']: 'k' },
    });
    assert.deepEqual(withIdempotencyKey('tools/call', { _meta: { [name ?? '']: 'own' } }, 'k'), {
      _meta: { [name ?? '']: 'own' },
    });
    assert.deepEqual(withIdempotencyKey('tools/call', { _meta: 'odd' }, 'k'), { _meta: { [name ?? '']: 'k' } });
    assert.deepEqual(withIdempotencyKey('tools/list', { a: 1 }, 'k'), { a: 1 });
  });
});

describe('a digest', () => {
  it('is SHA-256, and the text itself where the browser computes none', async () => {
    const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    assert.equal(await digestOfText('abc'), digest);
    Object.defineProperty(crypto, 'subtle', { configurable: true, value: undefined });
    try {
      assert.equal(await digestOfText('abc'), 'abc');
      assert.isUndefined(await sha256(new Uint8Array([1])));
    } finally {
      Reflect.deleteProperty(crypto, 'subtle');
    }
  });
});

describe('the owner of a private answer', () => {
  it('is the principal, or everybody where nobody says who asks', () => {
    assert.equal(ownerOf({ principal: 'ada', isAnonymous: true }), 'ada');
    assert.equal(ownerOf({ principal: () => 'ada', isAnonymous: false }), 'ada');
    for (const principal of [undefined, '', () => undefined, () => '']) {
      assert.equal(ownerOf({ principal, isAnonymous: true }), '');
      assert.isUndefined(ownerOf({ principal, isAnonymous: false }));
    }
    const broken = (): never => {
      throw new Error('The page broke');
    };
    const { reports, restore } = collectReports();
    try {
      assert.isUndefined(ownerOf({ principal: broken, isAnonymous: false }));
    } finally {
      restore();
    }
    assert.lengthOf(reports, 1);
  });
});

describe('what a server announces', () => {
  it('is changes if it says so of any list, or of the contents of resources', () => {
    for (const capabilities of [
      { tools: { listChanged: true } },
      { prompts: { listChanged: true } },
      { resources: { listChanged: true } },
      { resources: { subscribe: true } },
    ])
      assert.isTrue(announcesChanges(capabilities));
    for (const capabilities of [{}, { tools: {}, prompts: { listChanged: false }, resources: {} }])
      assert.isFalse(announcesChanges(capabilities));
  });

  it('is nothing to whom wants to hear neither of lists, resources nor tasks', () => {
    assert.isTrue(isNothing({ lists: false, uris: [] }));
    assert.isTrue(isNothing({ lists: false, uris: [], taskIds: [] }));
    for (const interest of [
      { lists: true, uris: [] },
      { lists: false, uris: ['a:1'] },
      { lists: false, uris: [], taskIds: ['t'] },
    ])
      assert.isFalse(isNothing(interest));
    assert.deepEqual(withoutTasks({ lists: true, uris: ['a:1'], taskIds: ['t'] }), { lists: true, uris: ['a:1'] });
  });
});

describe('a session id', () => {
  it('has at most 8192 characters', () => {
    const idOf = (id: string): string | undefined => readSessionId(new Headers({ 'Mcp-Session-Id': id }));
    for (const length of [1, 8_192]) assert.equal(idOf('x'.repeat(length)), 'x'.repeat(length));
    thrownBy(() => idOf('x'.repeat(8_193)), 'invalid-result');
    assert.isUndefined(readSessionId(new Headers()));
  });

  it('is unknown to a server that says so with 400, in words or with a code that has no other', () => {
    const rpc = (code: number, message: string): string =>
      JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } });
    const isUnknown = (body: string, status = 400): boolean => isUnknownSession(new HttpError(status, '', body));
    for (const body of ['No valid SESSION', rpc(-32_602, 'session?'), rpc(-32_000, 'No'), rpc(-32_001, 'No')])
      assert.isTrue(isUnknown(body), body);
    assert.isTrue(isUnknown(rpc(-32_000, 'Session of another version')));
    for (const body of ['', 'No', rpc(-32_002, 'No'), rpc(-32_000, 'Bad version'), rpc(-32_001, 'Version')])
      assert.isFalse(isUnknown(body), body);
    assert.isFalse(isUnknown('No valid session', 404));
  });
});

describe('a request by a relay', () => {
  const relay = new URL('https://relay.example/send?key=secret');
  const server = 'https://mcp.example/mcp?key=secret';
  const sendWith = (answer: Response, orElse?: typeof fetch): Promise<Response> =>
    relayedFetch(relay, async () => answer, orElse)(server);
  const saying = (failure: string, body = ''): Response => new Response(body, { headers: { 'Mcp-Relay': failure } });

  for (const status of [408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524])
    it(`has the answer of a gateway that gave up waiting for the relay: ${status}`, async () => {
      const answer = await sendWith(new Response('late', { status, headers: { 'Retry-After': '7' } }));
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get('Retry-After'), '7');
      assert.equal(await answer.text(), 'late');
      // A relay that says something of its own did not give up.
      const other = new Response('', { status, headers: { 'Mcp-Relay': 'of the future' } });
      await errorOf(sendWith(other), 'relay');
    });

  it('has no answer where something else is in the place of the relay', async () => {
    for (const status of [200, 400, 401, 404, 501, 505])
      assert.match(
        (await errorOf(sendWith(new Response('', { status })), 'relay')).message,
        new RegExp(`is ${status}\\.`),
      );
  });

  it('goes another way if the relay may not send it, and the page has one', async () => {
    const other = new Response('other');
    const refused = (): Response => saying('upstream-not-allowed');
    assert.equal(await sendWith(refused(), async () => other), other);
    await errorOf(sendWith(refused()), 'relay');
    await errorOf(
      sendWith(saying('request-too-large'), async () => other),
      'relay',
    );
  });

  it('has the beginning of what the relay says, and no query in it', async () => {
    const { message } = await errorOf(sendWith(saying('invalid-request', `${'w'.repeat(200)}more`)), 'relay');
    assert.isTrue(message.endsWith(`It says: ${'w'.repeat(200)}`));
    assert.notInclude(message, 'secret');
  });

  it('is that of the page, with its headers, as a request or as an address', async () => {
    const sent: Request[] = [];
    const send = relayedFetch(relay, async (input, init) => {
      sent.push(new Request(input, init));
      return new Response('', { headers: { 'Mcp-Relay': 'forwarded' } });
    });
    await send(new Request(server, { method: 'POST', body: 'text', headers: { 'X-Own': 'a' } }));
    await send(server, { method: 'PUT', headers: { 'X-Own': 'b' } });
    const seen = [];
    for (const request of sent) {
      const { searchParams } = new URL(request.url);
      seen.push([request.method, request.headers.get('X-Own'), request.headers.get('Mcp-Relay'), await request.text()]);
      assert.deepEqual([searchParams.get('key'), searchParams.get('url')], ['secret', server]);
    }
    assert.deepEqual(seen, [
      ['POST', 'a', '1', 'text'],
      ['PUT', 'b', '1', ''],
    ]);
  });

  it('that the relay did not send rejects with an error of the client', async () => {
    for (const [failure, code] of [
      ['unreachable', 'network'],
      ['timeout', 'timeout'],
      ['answer-too-large', 'too-large'],
      ['origin-not-allowed', 'relay'],
      ['request-too-large', 'relay'],
    ] as const)
      assert.instanceOf(await errorOf(sendWith(saying(failure)), code), McpError);
    assert.equal((await sendWith(saying('redirect'))).status, 307);
  });
});
