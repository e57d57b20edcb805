import { assert } from 'chai';
import { connect, type McpClient } from '@mcp-web/client';
import { turnsDuring, whileWorkTakes } from '../../support/clock.ts';
import { errorOf } from '../../support/errors.ts';
import {
  eventually,
  json,
  legacyServer,
  modernServer,
  type Received,
  type Reply,
  result,
  type Scripted,
} from '../../support/scripted-server.ts';

const URL_OF_SCRIPT = 'https://scripted.example/mcp';
const ERAS: [string, (reply: Reply) => Scripted][] = [
  ['legacy', (reply) => legacyServer(reply, { tools: {} })],
  ['modern', (reply) => modernServer(reply, { tools: {} })],
];
const page = (id: unknown, names: string[], nextCursor?: string | null): Response =>
  json(
    result(id, {
      resultType: 'complete',
      tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })),
      ...(nextCursor !== undefined && { nextCursor }),
    }),
  );

/** The names of all tools, and the cursors of the requests. */
async function walk(
  server: (reply: Reply) => Scripted,
  answer: (received: Received) => Response,
): Promise<{ names: string[]; cursors: unknown[]; error?: unknown }> {
  const { fetch, receivedFor } = server((received) =>
    received.method === 'tools/list' ? answer(received) : undefined,
  );
  const client = await connect(URL_OF_SCRIPT, { fetch });
  const names: string[] = [];
  let error: unknown;
  try {
    for await (const { name } of client.tools()) names.push(name);
  } catch (caught) {
    error = caught;
  }
  await client.close();
  const cursors = receivedFor('tools/list').map(({ params }) => ('cursor' in params ? params['cursor'] : 'none'));
  return { names, cursors, ...(error !== undefined && { error }) };
}

for (const [era, server] of ERAS) {
  describe(`a list of a ${era} server`, () => {
    it('may come in pages of any size, empty ones too, or in one [PG-01][PG-06]', async () => {
      const pages: Record<string, [string[], string?]> = {
        none: [['a'], '1'],
        1: [[], '2'],
        2: [['b', 'c', 'd', 'e', 'f', 'g', 'h'], '3'],
        3: [[]],
      };
      const many = await walk(server, ({ id, params }) =>
        page(id, ...(pages[typeof params['cursor'] === 'string' ? params['cursor'] : 'none'] ?? [[]])),
      );
      assert.deepEqual(many, { names: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], cursors: ['none', '1', '2', '3'] });
      assert.deepEqual(await walk(server, ({ id }) => page(id, ['only'])), { names: ['only'], cursors: ['none'] });
    });

    it('gets its cursors back as they came, whatever they look like [PG-02]', async () => {
      const given = ['{"offset": 1.0}', ' ', 'eyJhIjoxfQ==', '../../x?y=z&', '\u0000\u2028é👋', '0'];
      let asked = 0;
      const { names, cursors } = await walk(server, ({ id }) => page(id, [`tool ${asked}`], given[asked++]));
      assert.deepEqual(cursors, ['none', ...given]);
      assert.lengthOf(names, given.length + 1);
    });

    it('ends where no cursor follows, or null for one [PG-04]', async () => {
      assert.deepEqual((await walk(server, ({ id }) => page(id, ['a'], null))).cursors, ['none']);
      assert.deepEqual((await walk(server, ({ id }) => page(id, ['a']))).cursors, ['none']);
    });

    it('that goes in a circle, or on forever, is left with an error, and what came is kept [PG-08]', async () => {
      const circle = await walk(server, ({ id, params }) =>
        page(id, ['x'], params['cursor'] === 'b' ? 'a' : params['cursor'] === 'a' ? 'b' : 'a'),
      );
      assert.propertyVal(circle.error, 'code', 'invalid-result');
      assert.deepEqual(circle.cursors, ['none', 'a', 'b']);
      let count = 0;
      const endless = await walk(server, ({ id }) => page(id, [], String(++count)));
      assert.propertyVal(endless.error, 'code', 'invalid-result');
      assert.isAtMost(count, 1_000);
    });

    it('whose cursor the server does not know fails with what it says [PG-07]', async () => {
      const { fetch } = server(({ method, id, params }) =>
        method === 'tools/list' && params['cursor'] === 'old'
          ? json({ jsonrpc: '2.0', id, error: { code: -32602, message: 'Unknown cursor' } })
          : undefined,
      );
      const client = await connect(URL_OF_SCRIPT, { fetch });
      assert.propertyVal(await errorOf(client.listTools({ cursor: 'old' }), 'rpc'), 'rpcCode', -32602);
      await client.close();
    });
  });
}

describe('a page of thousands of tools', () => {
  const names = Array.from({ length: 5_000 }, (_, index) => `tool ${index}`);

  it('is worked off in slices, in between which the page has its turn', async () => {
    const { fetch } = modernServer(({ method, id }) => (method === 'tools/list' ? page(id, names) : undefined), {
      tools: {},
    });
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const listed: string[] = [];
    await whileWorkTakes(async () => {
      const turns = await turnsDuring(
        (async () => {
          for await (const { name } of client.tools()) listed.push(name);
        })(),
      );
      assert.isAbove(turns, 10);
    }, 1);
    assert.deepEqual(listed, names);
    await client.close();
  });

  it('is given to nobody who gave up in between', async () => {
    const giveUp = new AbortController();
    const reason = new Error('enough');
    const { fetch } = modernServer(
      ({ method, id }) => {
        if (method !== 'tools/list') return undefined;
        // The client pauses after it parsed so many.
        const parse = JSON.parse;
        JSON.parse = (...args: Parameters<typeof parse>) => {
          JSON.parse = parse;
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => {
            port1.close();
            giveUp.abort(reason);
          };
          port2.postMessage(null);
          return parse(...args);
        };
        return page(id, names);
      },
      { tools: {} },
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    await whileWorkTakes(async () => {
      const list = client.listTools({ signal: giveUp.signal });
      assert.equal(await list.catch((error: unknown) => error), reason);
    }, 1);
    await client.close();
  });
});

describe('an empty cursor', () => {
  it('is a cursor like any other in 2026-07-28 [PG-05]', async () => {
    const answer = ({ id, params }: Received): Response =>
      params['cursor'] === '' ? page(id, ['second']) : page(id, ['first'], '');
    assert.deepEqual(await walk(ERAS[1]?.[1] ?? assert.fail(), answer), {
      names: ['first', 'second'],
      cursors: ['none', ''],
    });
  });

  it('is what older servers end a list with', async () => {
    assert.deepEqual(await walk(ERAS[0]?.[1] ?? assert.fail(), ({ id }) => page(id, ['only'], '')), {
      names: ['only'],
      cursors: ['none'],
    });
  });
});

describe('a cursor of a session that the server has forgotten', () => {
  /** A server with two pages, which forgets the session after the first. */
  async function forgetful(
    whenForgotten: (client: McpClient) => Promise<void>,
  ): Promise<{ error: unknown; cursors: unknown[]; names: string[] }> {
    let session = 1;
    let isForgotten = false;
    const { fetch, receivedFor } = legacyServer(
      ({ method, id, params, headers }) => {
        if (method === 'initialize')
          return json(
            result(id, {
              protocolVersion: '2025-11-25',
              capabilities: { tools: {} },
              serverInfo: { name: 's', version: '1' },
            }),
            { 'Mcp-Session-Id': String(session) },
          );
        if (isForgotten && headers.get('Mcp-Session-Id') === '1') {
          session = 2;
          return new Response(undefined, { status: 404 });
        }
        if (method === 'ping') return json(result(id));
        return method === 'tools/list'
          ? page(id, [`of ${session}`], 'cursor' in params ? undefined : `of ${session}`)
          : undefined;
      },
      { tools: {} },
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const names: string[] = [];
    let error: unknown;
    try {
      for await (const { name } of client.tools()) {
        names.push(name);
        if (isForgotten) continue;
        isForgotten = true;
        await whenForgotten(client);
      }
    } catch (caught) {
      error = caught;
    }
    for await (const { name } of client.tools()) names.push(name);
    await client.close();
    return {
      error,
      names,
      cursors: receivedFor('tools/list').map(
        ({ headers, params }) => `${headers.get('Mcp-Session-Id')}: ${String(params['cursor'])}`,
      ),
    };
  }

  it('is not sent in the next one, when the list itself finds out: it has to be fetched anew, which works [PG-03]', async () => {
    const { error, cursors, names } = await forgetful(() => Promise.resolve());
    assert.propertyVal(error, 'code', 'session-lost');
    assert.deepEqual(cursors, ['1: undefined', '1: of 1', '2: undefined', '2: of 2']);
    assert.deepEqual(names, ['of 1', 'of 2', 'of 2']);
  });

  it('is not sent in the next one, which is being opened [PG-03]', async () => {
    let session = 1;
    let open: (() => void) | undefined;
    const { fetch, receivedFor } = legacyServer(
      async ({ method, id, params: { cursor }, headers }) => {
        if (method === 'initialize') {
          if (session === 2) await new Promise<void>((resolve) => (open = resolve));
          const serverInfo = { name: 's', version: '1' };
          return json(result(id, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo }), {
            'Mcp-Session-Id': String(session),
          });
        }
        if (method === 'ping' && headers.get('Mcp-Session-Id') === '1') {
          session = 2;
          return new Response(undefined, { status: 404 });
        }
        if (method === 'ping') return json(result(id));
        return method === 'tools/list' ? page(id, ['one'], cursor === undefined ? 'second' : undefined) : undefined;
      },
      { tools: {} },
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const { nextCursor: cursor } = await client.listTools();
    const pinging = client.ping();
    await eventually(() => open !== undefined);
    await errorOf(client.listTools({ cursor }), 'session-lost');
    open?.();
    await pinging;
    assert.lengthOf((await client.listTools()).tools, 1);
    assert.deepEqual(
      receivedFor('tools/list').map(({ params }) => params['cursor']),
      [undefined, undefined],
    );
    await client.close();
  });

  /** Walks three pages. The answer to the cursor `held` arrives after the server forgot the session and a second one was opened. */
  async function late(held: string | undefined): Promise<{ error: unknown; cursors: unknown[]; names: string[] }> {
    let session = 1;
    let release: (() => void) | undefined;
    const { fetch, receivedFor } = legacyServer(
      async ({ method, id, params: { cursor }, headers }) => {
        const of = headers.get('Mcp-Session-Id');
        if (method === 'initialize') {
          const serverInfo = { name: 's', version: '1' };
          return json(result(id, { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo }), {
            'Mcp-Session-Id': String(session),
          });
        }
        if (method === 'ping') {
          session = 2;
          return of === '1' ? new Response(undefined, { status: 404 }) : json(result(id));
        }
        if (method !== 'tools/list') return undefined;
        if (of === '1' && cursor === held) await new Promise<void>((resolve) => (release = resolve));
        const next = new Map<unknown, string>([
          [undefined, 'second'],
          ['second', 'third'],
        ]).get(cursor);
        return page(id, [`${String(cursor)} of ${of}`], next);
      },
      { tools: {} },
    );
    const client = await connect(URL_OF_SCRIPT, { fetch });
    const names: string[] = [];
    const walking = (async () => {
      for await (const { name } of client.tools()) names.push(name);
    })();
    const failing = walking.catch((error: unknown) => error);
    await eventually(() => release !== undefined);
    await client.ping();
    release?.();
    const error = await failing;
    await client.close();
    const cursors = receivedFor('tools/list').map(
      ({ headers, params }) => `${headers.get('Mcp-Session-Id')}: ${String(params['cursor'])}`,
    );
    return { error, names, cursors };
  }

  it('is not sent in the next one, when it arrives after that one was opened [PG-03]', async () => {
    const { error, names, cursors } = await late('second');
    assert.propertyVal(error, 'code', 'session-lost');
    assert.deepEqual(names, ['undefined of 1', 'second of 1']);
    assert.deepEqual(cursors, ['1: undefined', '1: second']);
  });

  it('is not sent in the next one, when it arrives with the first page, which is fetched again [PG-03]', async () => {
    const { error, names, cursors } = await late(undefined);
    assert.isUndefined(error);
    assert.deepEqual(names, ['undefined of 2', 'second of 2', 'third of 2']);
    assert.deepEqual(cursors, ['1: undefined', '2: undefined', '2: second', '2: third']);
  });

  it('is not sent in the next one, when another call found out [PG-03]', async () => {
    const { error, cursors } = await forgetful((client) => client.ping());
    assert.propertyVal(error, 'code', 'session-lost');
    assert.deepEqual(cursors, ['1: undefined', '2: undefined', '2: of 2']);
  });
});
