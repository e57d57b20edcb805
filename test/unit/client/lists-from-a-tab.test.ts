import { assert } from 'chai';
import type { JsonObject } from '@mcp-web/client';
import { SharedLists, type SharedListsOptions } from '../../../packages/client/src/session/shared/shared-lists.ts';
import type { ListMessage } from '../../../packages/client/src/session/shared/tab-messages.ts';
import { whileTimersEndAt, whileWorkTakes, withoutTimersFrom } from '../../support/clock.ts';
import { aWhile, rejection, until } from '../../support/scripted-server.ts';

interface Tab {
  lists: SharedLists;
  posted: ListMessage[];
  /** Asks for the tools. @returns whether the server or a tab answered */
  list: (cursor?: string) => Promise<unknown>;
}

/** A tab that does not lead, and waits for the one that does no longer than 200 ms. */
function openTab(options: Partial<SharedListsOptions> = {}): Tab {
  const posted: ListMessage[] = [];
  const lists = new SharedLists({
    id: 'me',
    timeoutMs: 400,
    post: (message) => posted.push(message),
    fetchList: async () => ({}),
    isMember: () => true,
    owner: () => 'ada',
    isLeading: () => false,
    opened: async () => {},
    ...options,
  });
  const send = async (): Promise<JsonObject> => ({ from: 'server' });
  const list = async (cursor?: string): Promise<unknown> =>
    (await lists.request({ method: 'tools/list', params: { cursor }, options: {}, send }))['from'];
  return { lists, posted, list };
}

describe('a tab that asks another one for a list', () => {
  it('does not wait without end for one that keeps saying that it fetches it', async () => {
    const { lists, list } = openTab();
    const saying = setInterval(() => lists.hear({ type: 'listing', to: 'me', turn: 1 }), 50);
    try {
      assert.equal(await list(), 'server');
    } finally {
      clearInterval(saying);
    }
  });

  it('asks one that says nothing once, and then the next one that leads', async () => {
    const { lists, posted, list } = openTab();
    const questions = (): number => posted.filter(({ type }) => type === 'list').length;
    for (const cursor of ['1', '2', '3']) assert.equal(await list(cursor), 'server');
    assert.equal(questions(), 1);
    lists.restart();
    assert.equal(await list('4'), 'server');
    assert.equal(questions(), 2);
  });

  it('waits for one that says that it fetches it, as long as that may take', async () => {
    const { lists, posted } = openTab({ timeoutMs: 60_000 });
    const send = async (): Promise<JsonObject> => ({ from: 'server' });
    const listed = lists.request({ method: 'tools/list', params: {}, options: {}, send });
    await until(() => posted.length === 1);
    lists.hear({ type: 'listing', to: 'me', turn: 1 });
    // Longer than it waits for one that says nothing.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    lists.hear({ type: 'listed', to: 'me', turn: 1, text: '{"from":"tab"}', ageMs: 0 });
    assert.deepEqual(await listed, { from: 'tab' });
  });

  it('waits ten seconds for one that says that it fetches it, however long calls may take', async () => {
    const { lists, posted, list } = openTab({ timeoutMs: 60_000 });
    const listed = whileTimersEndAt(10_000, async () => {
      const waiting = list();
      await until(() => posted.length === 1);
      lists.hear({ type: 'listing', to: 'me', turn: 1 });
      return waiting;
    });
    assert.equal(await listed, 'server');
  });

  it('takes a list as fresh for as long as the server said, since that said it', async () => {
    for (const [ageMs, ttlMs] of [
      [4_000, 6_000],
      [20_000, 0],
    ] as const) {
      const { lists, posted } = openTab();
      const send = async (): Promise<JsonObject> => ({ from: 'server' });
      const listed = lists.request({ method: 'tools/list', params: {}, options: {}, send });
      await until(() => posted.length === 1);
      lists.hear({ type: 'listed', to: 'me', turn: 1, text: '{"tools":[],"ttlMs":10000}', ageMs });
      assert.deepEqual(await listed, { tools: [], ttlMs });
    }
  });

  it('gives one that says nothing a second, however long calls may take', async () => {
    const { list } = openTab({ timeoutMs: 60_000 });
    assert.equal(await withoutTimersFrom(1_500, () => list()), 'server');
  });

  it('asks the next one when another tab leads, up to four times, and then the server', async () => {
    const { lists, posted, list } = openTab({ timeoutMs: 60_000 });
    const listed = list();
    for (let turn = 1; turn <= 4; turn++) {
      await until(() => posted.length === turn);
      lists.restart();
    }
    assert.equal(await listed, 'server');
    assert.lengthOf(
      posted.filter(({ type }) => type === 'list'),
      4,
    );
  });

  it('asks one again that has answered in time', async () => {
    const { lists, posted, list } = openTab();
    for (const turn of [1, 2]) {
      const listed = list(`${turn}`);
      await until(() => posted.length === turn);
      lists.hear({ type: 'listed', to: 'me', turn, text: '{"from":"tab"}', ageMs: 0 });
      assert.equal(await listed, 'tab');
      // Longer than it would have waited.
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  });

  it('asks it for what has changed while it was listed, and the server for what it lists once more', async () => {
    const { lists, posted, list } = openTab();
    for (const turn of [1, 2]) {
      const listed = list();
      await until(() => posted.length === turn);
      if (turn === 1) lists.drop('tools/list');
      lists.hear({ type: 'listed', to: 'me', turn, text: '{"from":"tab"}', ageMs: 0 });
      assert.equal(await listed, 'tab');
    }
    assert.equal(await list(), 'server');
  });

  it('says that what the leading tab has is old, once it has asked the server itself', async () => {
    const { lists, posted, list } = openTab();
    const listed = list('1');
    await until(() => posted.length === 1);
    lists.hear({ type: 'listed', to: 'me', turn: 1, text: '{"from":"tab"}', ageMs: 0 });
    await listed;
    await list('1');
    assert.deepEqual(posted.at(-1), { type: 'refetched', method: 'tools/list', cursor: '1' });
  });

  it('asks one again that answers late', async () => {
    const { lists, posted, list } = openTab();
    await list('1');
    lists.hear({ type: 'listed', to: 'me', turn: 1, text: '{}', ageMs: 0 });
    await list('2');
    assert.lengthOf(
      posted.filter(({ type }) => type === 'list'),
      2,
    );
  });
});

describe('a tab that leads', () => {
  const question = (turn: number, cursor?: string): ListMessage => ({
    type: 'list',
    from: 'other',
    turn,
    method: 'tools/list',
    cursor,
  });
  const answersIn = (posted: ListMessage[]): ListMessage[] => posted.filter(({ type }) => type === 'listed');

  /** Asks for this page. @returns whether the server was asked */
  async function leadWithPages(page: JsonObject): Promise<(cursor: string) => Promise<boolean>> {
    let fetched = 0;
    const { lists, posted } = openTab({
      isLeading: () => true,
      fetchList: async () => {
        fetched++;
        return page;
      },
    });
    let turn = 0;
    return async (cursor) => {
      const before = fetched;
      lists.hear(question(++turn, cursor));
      await until(() => answersIn(posted).length === turn);
      return fetched > before;
    };
  }

  it('keeps the newest hundred pages, and not every one that it ever fetched', async () => {
    const ask = await leadWithPages({ tools: [] });
    for (let page = 0; page < 300; page++) assert.isTrue(await ask(`${page}`));
    assert.isFalse(await ask('299'));
    assert.isFalse(await ask('200'));
    assert.isTrue(await ask('199'));
  });

  it('keeps fewer pages if they are long', async () => {
    const ask = await leadWithPages({ tools: [], note: 'x'.repeat(3 * 1024 * 1024) });
    for (let page = 0; page < 10; page++) assert.isTrue(await ask(`${page}`));
    assert.isFalse(await ask('9'));
    assert.isTrue(await ask('0'));
  });

  it('keeps a page for a minute, and says how old it is', async () => {
    await whileWorkTakes(async (pass) => {
      const { lists, posted } = openTab({ isLeading: () => true });
      const ages: number[] = [];
      for (const [turn, passedMs] of [0, 59_000, 2_000].entries()) {
        pass(passedMs);
        lists.hear(question(turn));
        await until(() => answersIn(posted).length === turn + 1);
        ages.push(Object(answersIn(posted).at(-1)).ageMs);
      }
      assert.deepEqual(ages, [0, 59_000, 0]);
    });
  });

  it('says at once that it fetches a page, and asks the server for that one', async () => {
    const asked: unknown[] = [];
    const { lists, posted } = openTab({
      isLeading: () => true,
      fetchList: async (...args) => {
        asked.push(args);
        return {};
      },
    });
    lists.hear(question(1));
    assert.deepEqual(posted, [{ type: 'listing', to: 'other', turn: 1 }]);
    lists.hear(question(2, 'next'));
    await until(() => answersIn(posted).length === 2);
    assert.deepEqual(asked, [
      ['tools/list', {}],
      ['tools/list', { cursor: 'next' }],
    ]);
  });

  it('takes what another tab had it fetch, and does not wait for that longer than half of its time', async () => {
    let isSlow = false;
    const { lists, posted, list } = openTab({
      isLeading: () => true,
      fetchList: async () => (isSlow ? new Promise(() => {}) : { from: 'kept' }),
    });
    lists.hear(question(1, '1'));
    await until(() => answersIn(posted).length === 1);
    assert.equal(await list('1'), 'kept');
    isSlow = true;
    lists.hear(question(2, '2'));
    await aWhile();
    // Only its own limit ends this.
    assert.equal(await withoutTimersFrom(300, () => list('2')), 'server');
  });

  it('takes what another tab had it fetch after its own request had failed', async () => {
    const { lists, posted, list } = openTab({ isLeading: () => true, fetchList: async () => ({ from: 'kept' }) });
    const send = (): Promise<JsonObject> => Promise.reject(new Error('refused'));
    await rejection(lists.request({ method: 'tools/list', params: {}, options: {}, send }));
    lists.hear(question(1));
    await until(() => answersIn(posted).length === 1);
    assert.equal(await list(), 'kept');
  });

  it('keeps nothing of the time when another tab led, or another user was there', async () => {
    let fetched = 0;
    const { lists, posted } = openTab({ isLeading: () => true, fetchList: async () => ({ fetched: ++fetched }) });
    for (const turn of [1, 2, 3]) {
      if (turn === 3) lists.restart();
      lists.hear(question(turn));
      await until(() => answersIn(posted).length === turn);
    }
    assert.equal(fetched, 2);
  });

  it('gives up a list that has changed each of four times that it fetched it', async () => {
    let fetched = 0;
    const tab = openTab({
      isLeading: () => true,
      fetchList: async () => {
        fetched++;
        await Promise.resolve();
        tab.lists.drop('tools/list');
        return {};
      },
    });
    tab.lists.hear(question(1));
    await until(() => answersIn(tab.posted).length === 1);
    assert.equal(fetched, 4);
    assert.deepInclude(answersIn(tab.posted)[0], { text: undefined });
  });

  it('has nothing for the tab whose request the server refused, and asks again for the one that waited for the same', async () => {
    let fetched = 0;
    const { lists, posted } = openTab({
      isLeading: () => true,
      fetchList: async () => {
        if (++fetched === 1) throw new Error('refused');
        return { tools: [] };
      },
    });
    for (const turn of [1, 2]) lists.hear(question(turn));
    await until(() => answersIn(posted).length === 2);
    assert.sameDeepMembers(
      answersIn(posted).map((answer) => [Object(answer).turn, Object(answer).text]),
      [
        [1, undefined],
        [2, '{"tools":[]}'],
      ],
    );
    assert.equal(fetched, 2);
  });

  it('shares no answer that is not complete, because it is for one tab only', async () => {
    const { lists, posted } = openTab({
      isLeading: () => true,
      fetchList: async () => ({ resultType: 'input_required' }),
    });
    lists.hear(question(1));
    await until(() => answersIn(posted).length === 1);
    assert.deepInclude(answersIn(posted)[0], { text: undefined });
  });

  it('lets the others wait until it hears of changes once, and not for each list', async () => {
    const never = new Promise<void>(() => {});
    const { lists, posted } = openTab({ isLeading: () => true, opened: () => never });
    lists.hear(question(1));
    await until(() => answersIn(posted).length === 1);
    await withoutTimersFrom(100, async () => {
      lists.hear(question(2, 'next'));
      await until(() => answersIn(posted).length === 2);
    });
  });

  it('keeps a page that it fetched anew longer than those that it fetched before', async () => {
    let fetched = 0;
    const { lists, posted, list } = openTab({ isLeading: () => true, fetchList: async () => ({ fetched: ++fetched }) });
    let turn = 0;
    const ask = async (cursor: string): Promise<boolean> => {
      const before = fetched;
      lists.hear(question(++turn, cursor));
      await until(() => answersIn(posted).length === turn);
      return fetched > before;
    };
    await list('first');
    for (let page = 1; page < 100; page++) await ask(`${page}`);
    // It asks the server for all that it lists once more.
    assert.equal(await list('first'), 'server');
    await ask('100');
    assert.isFalse(await ask('first'));
    assert.isTrue(await ask('1'));
  });

  it('keeps what the server answered to it, whatever its own page does with that', async () => {
    const { lists, posted } = openTab({ isLeading: () => true });
    const tools = Array.from({ length: 1_000 }, (_, index) => ({ name: `tool-${index}` }));
    const send = async (): Promise<JsonObject> => ({ tools: structuredClone(tools) });
    // So that it does not write them at once.
    await whileWorkTakes(async () => {
      const own = await lists.request({ method: 'tools/list', params: {}, options: {}, send });
      for (const tool of Object(own).tools) tool.name = 'changed by the page';
    }, 20);
    lists.hear(question(1));
    await until(() => answersIn(posted).length === 1);
    assert.deepInclude(answersIn(posted)[0], { text: JSON.stringify({ tools }) });
  });

  for (const [what, change] of [
    ['another user has come', { user: 'eve' }],
    ['another tab leads', { leads: false }],
  ] as const)
    it(`says nothing of a list that it fetched when ${what} meanwhile: the tab asks again`, async () => {
      const now: { user: string; leads: boolean } = { user: 'ada', leads: true };
      const fetched = Promise.withResolvers<JsonObject>();
      let isAsked = false;
      const { lists, posted } = openTab({
        isLeading: () => now.leads,
        owner: () => now.user,
        fetchList: () => {
          isAsked = true;
          return fetched.promise;
        },
      });
      lists.hear(question(1));
      await until(() => isAsked);
      Object.assign(now, change);
      lists.restart();
      fetched.resolve({ tools: [] });
      await aWhile();
      assert.isEmpty(answersIn(posted));
    });

  it('says that it has no list as long as it hears of no changes', async () => {
    const { lists, posted } = openTab({ isLeading: () => true, opened: () => new Promise(() => {}) });
    lists.hear(question(1));
    await until(() => answersIn(posted).length === 1);
    assert.deepEqual(answersIn(posted), [{ type: 'listed', to: 'other', turn: 1, text: undefined, ageMs: 0 }]);
  });
});
