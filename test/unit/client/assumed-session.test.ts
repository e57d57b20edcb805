import { assert } from 'chai';
import { HttpError, type JsonObject, memoryStore, McpError, RpcError } from '@mcp-web/client';
import {
  AssumedSession,
  readStoredServer,
  type ServerStore,
} from '../../../packages/client/src/session/stored-server.ts';
import type { Interest, Session } from '../../../packages/client/src/session/session.ts';
import { errorOf } from '../../support/errors.ts';
import { whileTimersEndAt } from '../../support/clock.ts';
import { aWhile, rejection, until } from '../../support/scripted-server.ts';

/** A session that notes what it is asked for. */
class NotedSession implements Session {
  readonly era;
  readonly revision;
  readonly server;
  readonly usesHeaders;
  readonly generation;
  readonly isListening = false;
  readonly said: unknown[] = [];
  answer: (method: string, params: JsonObject) => JsonObject = () => ({});

  constructor(era: 'modern' | 'legacy') {
    this.era = era;
    this.revision = era === 'modern' ? ('2026-07-28' as const) : ('2025-11-25' as const);
    this.server = { capabilities: {}, instructions: era };
    this.usesHeaders = era === 'modern';
    this.generation = era === 'modern' ? undefined : 1;
  }
  async request(method: string, params: JsonObject): Promise<JsonObject> {
    this.said.push(method);
    return this.answer(method, params);
  }
  async setLogLevel(level: string): Promise<void> {
    this.said.push(`level ${level}`);
  }
  async setInterest({ lists, uris }: Interest): Promise<void> {
    this.said.push(`interest ${lists} ${uris.join()}`);
  }
  async announceRoots(): Promise<void> {
    this.said.push('roots');
  }
  async discover(): Promise<void> {
    this.said.push('discover');
  }
  async close(): Promise<void> {
    this.said.push('close');
  }
}

const foreign = (): never => {
  throw new HttpError(400, 'Bad Request: Mcp-Session-Id header is required');
};

describe('a server that was stored as a modern one', () => {
  let assumed: NotedSession;
  let found: NotedSession;
  let stored: ServerStore;
  let reopened = 0;
  let reopen: () => Promise<Session>;
  beforeEach(() => {
    assumed = new NotedSession('modern');
    found = new NotedSession('legacy');
    reopened = 0;
    reopen = async () => (reopened++, found);
    stored = { store: memoryStore(), key: Promise.resolve('server'), principal: undefined, isAnonymous: true };
  });
  const open = (freshUntil = Date.now() + 60_000): AssumedSession =>
    new AssumedSession(assumed, stored, { freshUntil, refusedHeaders: [] }, new Set(), () => reopen());
  const factsOf = ({ era, revision, server, usesHeaders, generation }: Session): unknown => ({
    era,
    revision,
    server,
    usesHeaders,
    generation,
  });

  it('is what was stored until it refuses a request as an older one would, and then what it says', async () => {
    const session = open();
    assert.deepEqual(factsOf(session), factsOf(assumed));
    assumed.answer = foreign;
    found.answer = () => ({ from: 'found' });
    assert.deepEqual(await session.request('tools/list', {}), { from: 'found' });
    assert.deepEqual(factsOf(session), factsOf(found));
    assert.equal(reopened, 1);
  });

  for (const status of [400, 404, 405, 406])
    it(`is found out by ${status}, which older servers answer to what they do not know`, async () => {
      assumed.answer = () => {
        throw new HttpError(status, '');
      };
      await open().request('tools/list', {});
      assert.equal(reopened, 1);
    });

  it('is found out by 400 with an error that no modern server gives', async () => {
    assumed.answer = () => {
      throw Object.assign(new RpcError(-32_000, 'Bad Request'), { cause: new HttpError(400, '') });
    };
    await open().request('tools/list', {});
    assert.equal(reopened, 1);
  });

  it('has the log level and the interest of the page in the session that takes its place', async () => {
    const session = open();
    await session.setLogLevel('debug');
    await session.setInterest({ lists: true, uris: ['a:1'] });
    assumed.answer = foreign;
    await session.request('tools/list', {});
    assert.deepEqual(assumed.said, ['level debug', 'interest true a:1', 'tools/list', 'interest false ']);
    assert.deepEqual(found.said, ['level debug', 'interest true a:1', 'tools/list']);
    await session.setLogLevel('info');
    await session.announceRoots();
    await session.close();
    assert.deepEqual(found.said.slice(3), ['level info', 'roots', 'close']);
    assert.equal(assumed.said.at(-1), 'close');
  });

  it('is asked whether it is there in the words of its era', async () => {
    const session = open();
    await session.request('server/discover', {});
    assert.deepEqual(assumed.said, ['server/discover']);
    const other = open();
    assumed.answer = foreign;
    await other.request('server/discover', {});
    assert.deepEqual(found.said.slice(-1), ['ping']);
  });

  it('is found out once for all calls that it refuses', async () => {
    const session = open();
    assumed.answer = foreign;
    await Promise.all(['tools/list', 'prompts/list', 'resources/list'].map((method) => session.request(method, {})));
    assert.equal(reopened, 1);
    assert.sameMembers(
      found.said.filter((said) => String(said).endsWith('list')),
      ['tools/list', 'prompts/list', 'resources/list'],
    );
  });

  it('is not found out anew once it has answered', async () => {
    const session = open();
    await session.request('tools/list', {});
    assumed.answer = foreign;
    await errorOf(session.request('tools/list', {}), 'http');
    assert.equal(reopened, 0);
  });

  it('is not found out by errors that a modern server gives, but is asked again at the next visit', async () => {
    for (const error of [
      new HttpError(401, ''),
      new HttpError(403, ''),
      new HttpError(409, ''),
      new HttpError(500, ''),
      Object.assign(new RpcError(-32_000, 'No'), { cause: new HttpError(500, '') }),
      ...[-32_020, -32_021, -32_022].map((code) =>
        Object.assign(new RpcError(code, 'Not like this'), { cause: new HttpError(400, '') }),
      ),
      Object.assign(new RpcError(-32_602, 'No'), { cause: new HttpError(400, '') }),
      new RpcError(-32_601, 'No'),
      new McpError('timeout', 'Late'),
    ]) {
      const session = open();
      await stored.store.set('server', { revision: '2026-07-28' });
      assumed.answer = () => {
        throw error;
      };
      assert.equal(await rejection(session.request('tools/list', {})), error);
      assert.equal(reopened, 0, error.message);
      assert.isUndefined(await stored.store.get('server'));
    }
  });

  it('is found out where it cannot be reached, if the request may be sent twice', async () => {
    assumed.answer = () => {
      throw new McpError('network', 'Gone');
    };
    await open().request('tools/list', {});
    assert.equal(reopened, 1);
    await errorOf(open().request('tools/call', {}), 'network');
    assert.equal(reopened, 1);
  });

  it('is asked what it is now, beside the calls, unless what is stored is fresh', async () => {
    const fresh = open();
    await fresh.request('tools/list', {});
    const stale = open(Date.now() - 1);
    await stale.request('tools/list', {});
    await stale.request('tools/list', {});
    while (!assumed.said.includes('discover')) await aWhile();
    assert.lengthOf(
      assumed.said.filter((said) => said === 'discover'),
      1,
    );
    await Promise.all([fresh.close(), stale.close()]);
  });

  it('asks before it sends a request again, and says that it goes to another session', async () => {
    const asked: unknown[] = [];
    const beforeResend = async (again: object): Promise<void> => void asked.push(again);
    const session = open();
    await session.request('tools/list', {}, {}, { beforeResend });
    assert.isEmpty(asked);
    assumed.answer = foreign;
    await open().request('tools/list', {}, {}, { beforeResend });
    assert.deepEqual(asked, [{ isNewSession: true }]);
    const refusing = open();
    const refusal = new Error('Not that tool');
    const refuse = (): Promise<never> => Promise.reject(refusal);
    const before = found.said.length;
    assert.equal(await rejection(refusing.request('tools/list', {}, {}, { beforeResend: refuse })), refusal);
    assert.notInclude(found.said.slice(before), 'tools/list');
  });

  it('is forgotten first, and stored anew then, however slow the store is', async () => {
    const written: string[] = [];
    const { store } = stored;
    stored = {
      ...stored,
      store: {
        ...store,
        delete: async (key) => {
          await aWhile();
          written.push('deleted');
          await store.delete(key);
        },
      },
    };
    reopen = async () => (written.push('found'), found);
    assumed.answer = foreign;
    await open().request('tools/list', {});
    assert.deepEqual(written, ['deleted', 'found']);
  });

  for (const isClosed of [false, true])
    it(`is ${isClosed ? 'kept' : 'forgotten'} if it does not say what it is now${isClosed ? ' before the page is closed' : ''}`, async () => {
      const said = Promise.withResolvers<void>();
      let isAsked = false;
      assumed.discover = () => ((isAsked = true), said.promise);
      await stored.store.set('server', { revision: '2026-07-28' });
      await whileTimersEndAt(2_000, async () => {
        const session = open(0);
        await session.request('tools/list', {});
        await until(() => isAsked);
        if (isClosed) await session.close();
        said.reject(new HttpError(500, ''));
        await aWhile();
        assert.equal((await stored.store.get('server')) === undefined, !isClosed);
        await session.close();
      });
    });

  it('keeps no session that is opened after the page closed it', async () => {
    const opening = Promise.withResolvers<Session>();
    reopen = () => opening.promise;
    const session = open();
    assumed.answer = foreign;
    const call = rejection(session.request('tools/list', {}));
    await aWhile();
    await session.close();
    opening.resolve(found);
    await call;
    assert.include(found.said, 'close');
  });
});

describe('what is stored of a server', () => {
  const stored: ServerStore = {
    store: memoryStore(),
    key: Promise.resolve('server'),
    principal: 'ada',
    isAnonymous: false,
  };
  const WEEK_MS = 7 * 24 * 60 * 60_000;
  const value = (more: object = {}): object => ({
    revision: '2026-07-28',
    storedAt: Date.now() - 1_000,
    server: { capabilities: {} },
    ...more,
  });

  it('is used for a week, and nothing that is from the future or no record', () => {
    assert.isDefined(readStoredServer(value({ storedAt: Date.now() - WEEK_MS + 5_000 }), stored));
    for (const wrong of [
      undefined,
      'text',
      {},
      value({ storedAt: Date.now() - WEEK_MS - 5_000 }),
      value({ storedAt: Date.now() + 60_000 }),
      value({ storedAt: '1' }),
      value({ revision: '1999-01-01' }),
      value({ server: { capabilities: 'all' } }),
    ])
      assert.isUndefined(readStoredServer(wrong, stored), JSON.stringify(wrong));
  });

  it('is fresh for as long as the server said, and is only for whom it was given to', () => {
    const storedAt = Date.now() - 1_000;
    assert.equal(readStoredServer(value({ storedAt, ttlMs: 500 }), stored)?.freshUntil, storedAt + 500);
    assert.equal(readStoredServer(value({ storedAt }), stored)?.freshUntil, storedAt);
    assert.isDefined(readStoredServer(value({ owner: 'ada' }), stored)?.server);
    const ofOther = readStoredServer(value({ owner: 'eve' }), stored);
    assert.isUndefined(ofOther?.server);
    assert.equal(ofOther?.revision, '2026-07-28');
  });
});
