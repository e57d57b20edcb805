import { assert } from 'chai';
import type { JsonObject } from '@mcp-web/client';
import { SharedLists, type SharedListsOptions } from '../../../packages/client/src/session/shared/shared-lists.ts';
import type { ListMessage } from '../../../packages/client/src/session/shared/tab-messages.ts';

interface Tab {
  lists: SharedLists;
  posted: ListMessage[];
  /** Asks for the tools. @returns whether the server or a tab answered */
  list: () => Promise<unknown>;
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
  const list = async (): Promise<unknown> =>
    (await lists.request({ method: 'tools/list', params: {}, options: {}, send }))['from'];
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
});
