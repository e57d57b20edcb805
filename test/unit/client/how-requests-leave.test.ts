/** What the client tells `fetch` and the authorizer about each of its requests, beside what the server gets. */
import { assert } from 'chai';
import { type Authorizer, connect, type McpClient } from '@mcp-web/client';
import { errorOf } from '../../support/errors.ts';
import {
  done,
  json,
  legacyServer,
  modernServer,
  result,
  SESSION,
  until,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

const server = (): typeof fetch =>
  legacyServer(({ method, id }) => (method === 'tools/call' ? json(result(id, done), SESSION) : undefined)).fetch;

describe('a request to a server with a session', () => {
  it('that ends the session outlives its page, and no other does', async () => {
    const sent = new Map<string, boolean | undefined>();
    const send = server();
    const client = await connect(URL_OF_SCRIPT, {
      fetch: (url, init) => {
        sent.set(init?.method ?? '', init?.keepalive);
        return send(url, init);
      },
    });
    await client.callTool('x');
    assert.deepEqual(
      [...sent].filter(([, outlives]) => outlives),
      [],
    );
    await client.close();
    assert.isTrue(sent.get('DELETE'));
  });

  it('asks the user to sign in only if the page made it: not a stream, a notification or the end of the session', async () => {
    const asking: string[] = [];
    const auth: Authorizer = {
      authorize: (_server, send) => (input, init?: RequestInit & { mayAskUser?: boolean }) => {
        const { method = String(init?.method) } = JSON.parse(typeof init?.body === 'string' ? init.body : '{}');
        if (init?.mayAskUser) asking.push(method);
        return send(input, init);
      },
    };
    let opened = 0;
    const send = server();
    const client = await connect(URL_OF_SCRIPT, {
      auth,
      fetch: (url, init) => {
        if (init?.method === 'GET') opened++;
        return send(url, init);
      },
    });
    await until(() => opened > 0);
    await client.callTool('x');
    await client.callTool('y', {}, { isBackground: true });
    await client.close();
    assert.include(asking, 'tools/call');
    assert.lengthOf(
      asking.filter((method) => method === 'tools/call'),
      1,
    );
    assert.notIncludeMembers(asking, ['GET']);
    assert.isEmpty(asking.filter((method) => ['GET', 'DELETE', 'notifications/initialized'].includes(method)));
  });
});

describe('requests that start together', () => {
  const start = async (client: McpClient): Promise<unknown> =>
    Promise.allSettled(Array.from({ length: 10 }, async () => client.callTool('x')));

  it('are sent at once up to the sixth, and prepared before any is sent from the seventh on', async () => {
    const steps: string[] = [];
    let isBroken = true;
    const { fetch } = modernServer(({ method, id }) => (method === 'tools/call' ? json(result(id, done)) : undefined));
    const client = await connect(URL_OF_SCRIPT, {
      headers: () => {
        steps.push('prepared');
        return {};
      },
      fetch: async (url, init) => {
        steps.push('sent');
        if (isBroken && typeof init?.body === 'string' && init.body.includes('tools/call'))
          throw new TypeError('Broken');
        return await fetch(url, init);
      },
    });
    // Those that fail wait no more.
    await start(client);
    isBroken = false;
    steps.length = 0;
    await start(client);
    const atOnce = Array.from({ length: 6 }, () => ['prepared', 'sent']).flat();
    const later = ['prepared', 'sent'].flatMap((step) => Array.from({ length: 4 }, () => step));
    assert.deepEqual(steps, [...atOnce, ...later]);
    await client.close();
  });

  it('do not hold back what outlives the page', async () => {
    let isHanging = false;
    const sent: string[] = [];
    const send = server();
    const client = await connect(URL_OF_SCRIPT, {
      fetch: async (url, init) => {
        sent.push(String(init?.method));
        if (!isHanging || init?.method === 'DELETE') return await send(url, init);
        return await new Promise((_resolve, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
        );
      },
    });
    isHanging = true;
    const calls = start(client);
    await until(() => sent.filter((method) => method === 'POST').length >= 10);
    const closing = client.close();
    assert.equal(sent.at(-1), 'DELETE');
    await Promise.all([calls, closing]);
  });
});

describe('a refusal by status', () => {
  for (const [status, headers, advice] of [
    [401, {}, 'requires the user to sign in'],
    [403, {}, 'list of allowed origins'],
    [404, {}, 'no MCP endpoint'],
    [405, {}, 'no MCP endpoint'],
    [413, {}, 'too large'],
    [431, {}, 'too large'],
    [429, { 'Retry-After': '7' }, 'wait 7 s before you try again'],
    [429, {}, 'too many requests: wait before you try again'],
    [500, {}, 'its log may say why'],
    [503, {}, 'its log may say why'],
    [418, {}, 'did not accept the request'],
  ] as const) {
    it(`with ${status} says what to do about it`, async () => {
      const { fetch } = modernServer(({ method }) =>
        method === 'tools/call' ? new Response('', { status, headers }) : undefined,
      );
      const client = await connect(URL_OF_SCRIPT, { fetch });
      const error = await client.callTool('x').then(
        () => assert.fail('was not refused'),
        (reason: unknown) => String(reason),
      );
      assert.include(error, advice);
      await client.close();
    });
  }
});

describe('what a server says with a refusal', () => {
  const refusedWith = async (body: string): Promise<string> => {
    const { fetch } = modernServer(({ method }) =>
      method === 'tools/call' ? new Response(body, { status: 418 }) : undefined,
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const { message } = await errorOf(client.callTool('x'), 'http');
    await client.close();
    return message;
  };

  it('is quoted, and only its beginning if it is long', async () => {
    assert.include(await refusedWith('Too late'), 'It says: Too late');
    const exact = 'a'.repeat(200);
    assert.match(await refusedWith(exact), /It says: a{200}(?!…)/);
    assert.match(await refusedWith(`${exact}b`), /It says: a{200}…/);
  });

  it('is not quoted where it is a web page', async () => {
    assert.notInclude(await refusedWith('  <!doctype html><p>Nothing here'), 'It says');
  });
});

describe('an answer that breaks off', () => {
  it('in the middle of its JSON says so, and is no error of the platform', async () => {
    const { fetch } = legacyServer(({ method }) => {
      if (method !== 'tools/call') return undefined;
      const body = new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode('{"jsonrpc":"2.0",')),
        pull: (controller) => controller.error(new TypeError('network error')),
      });
      return new Response(body, { headers: { 'Content-Type': 'application/json' } });
    });
    const client = await connect(URL_OF_SCRIPT, { fetch });
    assert.include((await errorOf(client.callTool('x'), 'network')).message, 'broke in the middle of the answer');
    await client.close();
  });
});
