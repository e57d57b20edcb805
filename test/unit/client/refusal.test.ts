import { assert } from 'chai';
import { HttpError, McpError } from '@mcp-web/client';
import { MAX_EXCERPT_LENGTH, MAX_MESSAGE_LENGTH } from '../../../packages/client/src/wire/limits.ts';
import { readExcerpt, readText } from '../../../packages/client/src/wire/body.ts';
import { fetchAnswer, newContact } from '../../../packages/client/src/wire/http.ts';
import { addressOf, describeRefusal, usualPaths } from '../../../packages/client/src/wire/refusal.ts';
import { findRefusedOwn } from '../../../packages/client/src/wire/refused-headers.ts';
import { errorOf } from '../../support/errors.ts';

const url = new URL('https://away.example/mcp?key=secret');

describe('a request that does not reach its server', () => {
  const origin = Object.getOwnPropertyDescriptor(globalThis, 'origin');
  afterEach(() => {
    if (origin) Object.defineProperty(globalThis, 'origin', origin);
    Reflect.deleteProperty(navigator, 'onLine');
  });
  const why = (about: Partial<Parameters<typeof describeRefusal>[0]> = {}): Promise<string> =>
    describeRefusal({ url, ...about }, new TypeError('Failed to fetch'));

  it('may have been refused by CORS or the policy of the page, or nobody is there', async () => {
    const said = await why();
    assert.match(said, /^https:\/\/away\.example\/mcp could not be reached\. Either no server is running there, or /);
    assert.include(said, `do not allow this page (${location.origin})`);
    assert.include(said, 'connect-src');
    assert.notInclude(said, 'secret');
  });

  it('is not blamed on headers of the page in place of which requests have others', async () => {
    const sent: Headers[] = [];
    const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
      const headers = new Headers(init?.headers);
      sent.push(headers);
      if (headers.has('x-own')) throw new TypeError('Failed to fetch');
      return new Response(null, { status: 202 });
    };
    const refused = await findRefusedOwn({ url, fetch, headers: () => ({ accept: 'text/plain', 'X-Own': 'a' }) });
    assert.deepEqual(refused, ['x-own']);
    for (const headers of sent) assert.equal(headers.get('Accept'), 'application/json, text/event-stream');
  });

  it('has nothing to do with the server while the device is offline', async () => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    assert.equal(await why(), 'https://away.example/mcp could not be reached: this device is offline.');
  });

  it('is told from one to a server that has never answered', async () => {
    const contact = newContact();
    assert.equal(await why({ contact }), await why());
    contact.hasAnswered = true;
    assert.match(await why({ contact }), /^The connection to https:.*has answered this page before/);
  });

  it('needs no word about CORS where the server is on the site itself', async () => {
    const own = new URL('/mcp', location.href);
    assert.equal(await why({ url: own }), `${own.href} could not be reached: is the server running?`);
  });

  it('is that of a relay where one sends it', async () => {
    const said = await why({ relay: new URL('https://relay.example/send?key=secret') });
    assert.match(
      said,
      /^The relay https:\/\/relay\.example\/send, which sends the requests to https:\/\/away\.example\/mcp, /,
    );
    assert.include(said, `\`allowedOrigins\` have to name ${location.origin}`);
  });

  it('cannot go from a page on https to a public server on http', async () => {
    const plain = new URL('http://away.example/mcp');
    const refused = /a page on https cannot talk to a server on http/;
    assert.notMatch(await why({ url: plain }), refused);
    Object.defineProperty(globalThis, 'origin', { configurable: true, value: 'https://page.example' });
    assert.match(await why({ url: plain }), refused);
    for (const allowed of ['https://away.example/mcp', 'http://localhost/mcp'])
      assert.notMatch(await why({ url: new URL(allowed) }), refused, allowed);
  });

  it('is known to the next one, which tells that from a server that has answered', async () => {
    const contact = newContact();
    const endpoint = { url, contact, fetch: () => Promise.reject(new TypeError('Failed to fetch')) };
    const request = { method: 'GET', headers: {} } as const;
    assert.instanceOf((await errorOf(fetchAnswer(endpoint, request), 'network')).cause, TypeError);
    assert.deepInclude(contact, { hasAnswered: false, hasFailed: true });
    const answering = { ...endpoint, fetch: () => Promise.resolve(new Response('')) };
    assert.propertyVal(await fetchAnswer(answering, request), 'kind', 'empty');
    assert.isTrue(contact.hasAnswered);
  });
});

describe('advice about the address', () => {
  it('names none that was tried, with a slash at its end or without', () => {
    const pathsAt = (path: string): string[] => usualPaths(new URL(path, url));
    assert.deepEqual(pathsAt('/'), ['/mcp', '/api/mcp', '/sse']);
    assert.deepEqual(pathsAt('/mcp'), ['/api/mcp', '/sse']);
    assert.deepEqual(pathsAt('/mcp/'), ['/api/mcp', '/sse']);
    assert.deepEqual(pathsAt('/sse'), ['/mcp', '/api/mcp']);
  });

  it('leaves out what may be a key', () => {
    assert.equal(
      addressOf(new URL('https://user:word@away.example:8443/a/b?key=1#part')),
      'https://away.example:8443/a/b',
    );
  });
});

describe('what a server answers', () => {
  const answer = (response: Response): ReturnType<typeof fetchAnswer> =>
    fetchAnswer({ url, fetch: () => Promise.resolve(response) }, { method: 'GET', headers: {} });

  for (const status of [300, 307, 399])
    it(`with ${status} is a redirect, which nobody follows`, async () => {
      const { error }: { error?: unknown } = Object(await answer(new Response('', { status })));
      assert.instanceOf(error, HttpError);
      assert.match(error.message, /^https:\/\/away\.example\/mcp redirects to another address/);
    });

  it('is JSON or an event stream if its type says so, in whatever case, once or twice', async () => {
    const typed = (type: string, body: string | null = '{}'): Response =>
      new Response(body, { headers: { 'Content-Type': type } });
    for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/json, application/json'])
      assert.deepInclude(await answer(typed(type)), { kind: 'json', text: '{}' });
    assert.propertyVal(await answer(typed(' text/event-stream ;x=y')), 'kind', 'stream');
    assert.propertyVal(await answer(typed('text/event-stream', null)), 'kind', 'empty');
  });

  it('is nothing where it is empty, and otherwise no MCP, with advice about a web page', async () => {
    assert.propertyVal(await answer(new Response(null, { status: 204 })), 'kind', 'empty');
    const page = new Response('<p>', { headers: { 'Content-Type': 'text/html' } });
    assert.match((await errorOf(answer(page), 'not-mcp')).message, /text\/html.*looks like a web page: check the path/);
    const text = new Response('hello', { headers: { 'Content-Type': 'text/plain' } });
    assert.match((await errorOf(answer(text), 'not-mcp')).message, /text\/plain.*Is this the address/);
    const untyped = new Response(new Uint8Array([104, 105]));
    assert.match((await errorOf(answer(untyped), 'not-mcp')).message, /with no content type instead/);
  });
});

describe('a body', () => {
  const bodyOf = (length: number): Response => new Response(new Uint8Array(length).fill(0x78));

  it('may be as long as a message, and no longer', async () => {
    assert.lengthOf(await readText(bodyOf(MAX_MESSAGE_LENGTH)), MAX_MESSAGE_LENGTH);
    await errorOf(readText(bodyOf(MAX_MESSAGE_LENGTH + 1)), 'too-large');
    assert.equal(await readText(new Response(null)), '');
  });

  it('with an error status is read to a limit, and as far as it comes', async () => {
    assert.lengthOf(await readExcerpt(bodyOf(MAX_EXCERPT_LENGTH - 1)), MAX_EXCERPT_LENGTH - 1);
    assert.lengthOf(await readExcerpt(bodyOf(MAX_EXCERPT_LENGTH + 7)), MAX_EXCERPT_LENGTH);
    assert.equal(await readExcerpt(new Response(null)), '');
    const pieces = [new Uint8Array([0x68, 0x69]), new McpError('network', 'It broke')];
    const broken = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          const piece = pieces.shift();
          if (piece instanceof Uint8Array) controller.enqueue(piece);
          else controller.error(piece);
        },
      },
      { highWaterMark: 0 },
    );
    assert.equal(await readExcerpt(new Response(broken)), 'hi');
  });

  it('is read to the end of its last character, whole or not', async () => {
    assert.equal(await readText(new Response(new Uint8Array([0x61, 0xe2, 0x82]))), 'a\ufffd');
  });
});
