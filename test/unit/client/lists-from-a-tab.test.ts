import { assert } from 'chai';
import type { JsonObject } from '@mcp-web/client';
import { SharedLists, type SharedListsOptions } from '../../../packages/client/src/session/shared/shared-lists.ts';
import type { ListMessage } from '../../../packages/client/src/session/shared/tab-messages.ts';
import { whileWorkTakes } from '../../support/clock.ts';
import { aWhile, until } from '../../support/scripted-server.ts';

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

  it('keeps a page for a minute', async () => {
    await whileWorkTakes(async (pass) => {
      const ask = await leadWithPages({ tools: [] });
      assert.isTrue(await ask('1'));
      pass(59_000);
      assert.isFalse(await ask('1'));
      pass(2_000);
      assert.isTrue(await ask('1'));
    });
  });

  it('keeps what the server answered to it, whatever its own page does with that', async () => {
    const { lists, posted } = openTab({ isLeading: () => true });
    const tools = Array.from({ length: 100 }, (_, index) => ({ name: `tool-${index}` }));
    const send = async (): Promise<JsonObject> => ({ tools: structuredClone(tools) });
    const own = await lists.request({ method: 'tools/list', params: {}, options: {}, send });
    Object.assign(own, { tools: 'changed by the page' });
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
