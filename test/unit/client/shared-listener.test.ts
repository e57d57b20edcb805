import { assert } from 'chai';
import { McpError, RpcError } from '@mcp-web/client';
import type { Interest } from '../../../packages/client/src/session/session.ts';
import {
  SharedListener,
  type SharedListenerOptions,
} from '../../../packages/client/src/session/shared/shared-listener.ts';
import { Reconnection } from '../../../packages/client/src/transports/reconnection.ts';
import { errorOf } from '../../support/errors.ts';
import { aWhile, rejection, until } from '../../support/scripted-server.ts';

const UPDATED = 'notifications/resources/updated';
const STATUS = 'notifications/tasks';
const interestIn = (...uris: string[]): Interest => ({ lists: false, uris });
const refused = new RpcError(-32_601, 'No such method');

interface Tab {
  listener: SharedListener;
  /** What the tab heard: notifications, `missed` and `lost`, each with what it is about. */
  heard: string[];
  /** The tasks whose status it heard last that it will hear of. */
  tasks: readonly string[];
  /** For what this tab listened at the server, while it led. */
  asked: Interest[];
  /** Reports what happens to the stream, while the tab leads. */
  stream: Parameters<SharedListenerOptions['makeListener']>[0] | undefined;
}

describe('a tab that listens with others', () => {
  let name = '';
  let tabs: Tab[] = [];
  let answer: (interest: Interest) => void | Promise<void>;
  const channels: BroadcastChannel[] = [];
  const releases: (() => void)[] = [];
  beforeEach(() => {
    name = crypto.randomUUID();
    tabs = [];
    answer = () => {};
  });
  afterEach(() => {
    for (const { listener } of tabs) listener.close();
    for (const channel of channels.splice(0)) channel.close();
    for (const release of releases.splice(0)) release();
  });

  function open(options: Partial<SharedListenerOptions> = {}): Tab {
    const tab: Omit<Tab, 'listener'> = { heard: [], tasks: [], asked: [], stream: undefined };
    const listener = new SharedListener({
      sharing: { owner: () => '', nameFor: async () => name },
      reconnection: new Reconnection(),
      revision: '2026-07-28',
      timeoutMs: Infinity,
      events: {
        onnotification: (method, { uri }) => void tab.heard.push(`${method} ${String(uri)}`),
        ontasksheard: (taskIds) => (opened.tasks = taskIds),
        onmissed: ({ uris }) => void tab.heard.push(`missed ${uris.join()}`),
        onchangeslost: ({ code }) => void tab.heard.push(`lost ${code}`),
      },
      makeListener: (stream) => {
        opened.stream = stream;
        return {
          setInterest: async (interest) => {
            opened.asked.push(interest);
            await answer(interest);
          },
          close: () => (opened.stream = undefined),
        };
      },
      ...options,
    });
    const opened: Tab = Object.assign(tab, { listener });
    tabs.push(opened);
    return opened;
  }

  /** Leads the group as a tab of which only messages are known. @returns what the others post, and a way to post */
  async function lead(
    isByForce = false,
  ): Promise<{ said: Record<string, unknown>[]; post: (message: object) => void }> {
    const group = `mcp-web listen ${name}`;
    const said: Record<string, unknown>[] = [];
    const channel = new BroadcastChannel(group);
    channel.onmessage = ({ data }) => said.push(data);
    const watchers = new BroadcastChannel(`${group} leader`);
    watchers.onmessage = () => watchers.postMessage('It is');
    channels.push(channel, watchers);
    await new Promise<void>((resolve) => {
      const hold = (): Promise<void> => {
        resolve();
        return new Promise((release) => releases.push(release));
      };
      navigator.locks.request(group, { steal: isByForce }, hold).catch(() => {});
    });
    return { said, post: (message) => channel.postMessage(message) };
  }

  /** A tab that listens, and the leading tab of which it hears. */
  async function follow(interest: Interest): Promise<Tab & Awaited<ReturnType<typeof lead>> & { id: string }> {
    const leading = await lead();
    const tab = open();
    const listening = tab.listener.setInterest(interest);
    await until(() => leading.said.length > 0);
    const { from, turn } = leading.said[0] ?? {};
    leading.post({ type: 'settled', to: from, turn });
    await listening;
    return Object.assign(tab, leading, { id: String(from) });
  }

  it('says what it wants to hear of, and hears it once the leading tab says that the server announces it', async () => {
    const leading = await lead();
    const { listener, heard } = open();
    let isSettled = false;
    const listening = listener.setInterest(interestIn('a:1')).then(() => (isSettled = true));
    await until(() => leading.said.length > 0);
    const [{ from, turn, ...rest } = {}] = leading.said;
    assert.deepEqual(rest, { type: 'interest', interest: { lists: false, uris: ['a:1'] } });
    const notification = { type: 'notification', method: UPDATED, params: { uri: 'a:1' }, isWanted: true };
    leading.post(notification);
    leading.post({ type: 'missed' });
    leading.post({ type: 'lost', error: { code: 'network', text: 'Gone' } });
    leading.post({ type: 'settled', to: 'another', turn });
    leading.post({ type: 'settled', to: from, turn: Number(turn) - 1 });
    await aWhile();
    assert.isFalse(isSettled);
    assert.isEmpty(heard, 'it listens to nothing yet');
    leading.post({ type: 'settled', to: from, turn });
    await listening;
    leading.post(notification);
    leading.post({ type: 'missed' });
    leading.post({ type: 'lost', error: { code: 'network', text: 'Gone' } });
    await until(() => heard.length === 3);
    assert.deepEqual(heard, [`${UPDATED} a:1`, 'missed a:1', 'lost network']);
  });

  it('hears why the server does not announce what it wants, and goes on with what it wanted before', async () => {
    const { listener, said, post, id, heard } = await follow(interestIn('a:1'));
    const refusal = errorOf(listener.setInterest(interestIn('a:1', 'a:2')), 'rpc');
    await until(() => said.length === 2);
    post({ type: 'settled', to: id, turn: said[1]?.['turn'], error: { code: 'rpc', text: 'No', rpcCode: -32_601 } });
    assert.equal((await refusal).message, 'No');
    post({ type: 'leading' });
    await until(() => said.length === 3);
    assert.deepInclude(said[2], { type: 'interest', from: id, interest: { lists: false, uris: ['a:1'] } });
    post({ type: 'notification', method: UPDATED, params: { uri: 'a:1' }, isWanted: true });
    await until(() => heard.length === 1);
  });

  it('leaves the group if the server announces nothing of what it wants', async () => {
    const { said, post } = await lead();
    const { listener } = open();
    const refusal = errorOf(listener.setInterest(interestIn('a:1')), 'unsupported');
    await until(() => said.length === 1);
    const { from, turn } = said[0] ?? {};
    post({ type: 'settled', to: from, turn, error: { code: 'unsupported', text: 'No' } });
    await refusal;
    await until(() => said.length === 2);
    assert.deepEqual(said[1], { type: 'bye', from });
  });

  it('hears of it when the server no longer announces what it listens to', async () => {
    const { said, post, id, heard } = await follow(interestIn('a:1'));
    post({ type: 'leading' });
    await until(() => said.length === 2);
    post({ type: 'settled', to: id, turn: said[1]?.['turn'], error: { code: 'unsupported', text: 'Not anymore' } });
    await until(() => heard.length === 1);
    assert.deepEqual(heard, ['lost unsupported']);
  });

  it('says that it is gone when it wants to hear of nothing more, and when it is closed', async () => {
    const { listener, said, id } = await follow(interestIn('a:1'));
    await listener.setInterest({ lists: false, uris: [] });
    await until(() => said.length === 2);
    assert.deepEqual(said[1], { type: 'bye', from: id });
    const again = rejection(listener.setInterest(interestIn('a:2')));
    await until(() => said.length === 3);
    listener.close();
    await until(() => said.length === 4);
    assert.deepEqual(said[3], { type: 'bye', from: id });
    assert.propertyVal(await again, 'code', 'closed');
  });

  it('gives up when the leading tab does not say for a time whether the server announces it', async () => {
    await lead();
    const { listener } = open({ timeoutMs: 10 });
    const error = await errorOf(listener.setInterest(interestIn('a:1')), 'timeout');
    assert.include(error.message, 'within 10 ms');
  });

  it('hears what concerns it: parts of what it subscribed to, what no tab named exactly, and everything else', async () => {
    const { post, heard } = await follow(interestIn('a:1'));
    const tell = (method: string, params: object, isWanted: boolean): void =>
      post({ type: 'notification', method, params, isWanted });
    tell(UPDATED, { uri: 'a:1/part' }, true);
    tell(UPDATED, { uri: 'a:2' }, true);
    tell(UPDATED, { uri: 'other' }, false);
    tell(UPDATED, {}, true);
    tell('notifications/tools/list_changed', { uri: 'a:2' }, true);
    await until(() => heard.length === 4);
    assert.deepEqual(heard, [
      `${UPDATED} a:1/part`,
      `${UPDATED} other`,
      `${UPDATED} undefined`,
      'notifications/tools/list_changed a:2',
    ]);
  });

  it('that listens to lists only hears of no resource', async () => {
    const { post, heard } = await follow({ lists: true, uris: [] });
    post({ type: 'notification', method: UPDATED, params: { uri: 'a:1' }, isWanted: false });
    post({ type: 'notification', method: 'notifications/tools/list_changed', params: {}, isWanted: false });
    await until(() => heard.length === 1);
    assert.deepEqual(heard, ['notifications/tools/list_changed undefined']);
  });

  it('hears of the tasks that it follows, and of no others [TX-17]', async () => {
    const tab = await follow({ ...interestIn('a:1'), taskIds: ['t1', 't2'] });
    tab.post({ type: 'tasks', taskIds: ['t2', 't3'] });
    for (const taskId of ['t3', 't2', undefined])
      tab.post({ type: 'notification', method: STATUS, params: { taskId, uri: taskId }, isWanted: false });
    tab.post({ type: 'notification', method: UPDATED, params: { uri: 'a:1' }, isWanted: true });
    await until(() => tab.heard.includes(`${UPDATED} a:1`));
    assert.deepEqual(tab.heard, [`${STATUS} t2`, `${UPDATED} a:1`]);
    assert.deepEqual(tab.tasks, ['t2']);
  });

  it('leads when another no longer does, listens, and fetches again what it may have missed', async () => {
    const { heard, asked } = await follow({ lists: true, uris: ['a:1'] });
    releases.splice(0).forEach((release) => release());
    await until(() => heard.length === 1);
    assert.deepEqual(asked, [{ lists: true, uris: ['a:1'] }]);
    assert.deepEqual(heard, ['missed a:1']);
  });

  it('whose place is taken by another listens through that one, and closes its own stream', async () => {
    const tab = open();
    await tab.listener.setInterest(interestIn('a:1'));
    assert.exists(tab.stream);
    const { said, post } = await lead(true);
    await until(() => said.length > 0);
    assert.isUndefined(tab.stream);
    const { type, from, turn } = said[0] ?? {};
    assert.equal(type, 'interest');
    post({ type: 'settled', to: from, turn });
    await until(() => tab.heard.length === 1);
    assert.deepEqual(tab.heard, ['missed a:1']);
    post({ type: 'notification', method: UPDATED, params: { uri: 'a:1' }, isWanted: true });
    await until(() => tab.heard.length === 2);
  });

  it('that the browser stops says so and listens to nothing, and joins again when it runs again', async () => {
    const one = open();
    await one.listener.setInterest(interestIn('a:1'));
    const group = new BroadcastChannel(`mcp-web listen ${name}`);
    channels.push(group);
    const said: Record<string, unknown>[] = [];
    group.onmessage = ({ data }) => said.push(data);
    document.dispatchEvent(new Event('freeze'));
    assert.isUndefined(one.stream);
    await until(() => said.length === 1);
    assert.equal(said[0]?.['type'], 'bye');
    document.dispatchEvent(new Event('freeze'));
    document.dispatchEvent(new Event('resume'));
    await until(() => one.heard.length === 1);
    assert.deepEqual(one.heard, ['missed a:1']);
    assert.deepEqual(one.asked, [interestIn('a:1'), interestIn('a:1')]);
    assert.exists(one.stream);
    assert.lengthOf(
      said.filter(({ type }) => type === 'bye'),
      1,
    );
  });

  it('leads by itself where there are no locks', async () => {
    navigator.locks.request = () => Promise.reject(new DOMException('No locks here', 'SecurityError'));
    try {
      const tab = open();
      await tab.listener.setInterest(interestIn('a:1'));
      assert.deepEqual(tab.asked, [interestIn('a:1')]);
    } finally {
      Reflect.deleteProperty(navigator.locks, 'request');
    }
  });

  describe('and leads', () => {
    it('passes on what it hears, and says whether any tab wanted exactly that', async () => {
      const one = open();
      const other = open();
      await one.listener.setInterest(interestIn('a:1'));
      await other.listener.setInterest(interestIn('a:2'));
      one.listener.onnotification(UPDATED, { uri: 'a:2' });
      one.listener.onnotification(UPDATED, { uri: 'a:1' });
      one.listener.onnotification(UPDATED, { uri: 'unknown' });
      await until(() => other.heard.length === 2);
      assert.deepEqual(one.heard, [`${UPDATED} a:1`, `${UPDATED} unknown`]);
      assert.deepEqual(other.heard, [`${UPDATED} a:2`, `${UPDATED} unknown`]);
      other.listener.onnotification(UPDATED, { uri: 'a:2' });
      await aWhile();
      assert.lengthOf(other.heard, 2, 'it does not lead');
    });

    it('listens for the tasks of all, and tells others of those that one of them follows [TX-17]', async () => {
      const one = open();
      const other = open();
      const posted: unknown[] = [];
      await one.listener.setInterest({ ...interestIn('a:1'), taskIds: ['t1'] });
      const listening = other.listener.setInterest({ ...interestIn('a:1'), taskIds: ['t2'] });
      await until(() => one.asked.length === 2);
      one.stream?.ontasksheard(['t1', 't2']);
      await listening;
      assert.deepEqual(one.asked[1], { ...interestIn('a:1'), taskIds: ['t1', 't2'] });
      await until(() => other.tasks.length > 0);
      assert.deepEqual([one.tasks, other.tasks], [['t1'], ['t2']]);
      const channel = new BroadcastChannel(`mcp-web listen ${name}`);
      channel.onmessage = ({ data }) => posted.push(data.params.taskId);
      channels.push(channel);
      for (const taskId of ['t1', 't2']) one.listener.onnotification(STATUS, { taskId, uri: taskId });
      await until(() => other.heard.length > 0 && posted.length > 0);
      assert.deepEqual([one.heard, other.heard], [[`${STATUS} t1`], [`${STATUS} t2`]]);
      assert.deepEqual(posted, ['t2'], 'the result of a task that only this tab follows stays here');
    });

    it('tells a tab at once of a task that another one follows already [TX-17]', async () => {
      const one = open();
      const other = open();
      await one.listener.setInterest({ ...interestIn('a:1'), taskIds: ['t1'] });
      one.stream?.ontasksheard(['t1']);
      await other.listener.setInterest({ ...interestIn('a:1'), taskIds: ['t1'] });
      await until(() => other.tasks.length > 0);
      assert.lengthOf(one.asked, 1);
    });

    it('tells nobody that the server announces tasks while the stream is away [TX-17]', async () => {
      for (const error of [new McpError('network', 'Gone'), refused]) {
        const one = open();
        const other = open();
        const interest = { ...interestIn('a:1'), taskIds: ['t1'] };
        await one.listener.setInterest(interest);
        one.stream?.ontasksheard(['t1']);
        await until(() => one.tasks.length > 0);
        one.stream?.onchangeslost(error);
        // As the client does when it hears of that.
        one.tasks = [];
        await other.listener.setInterest(interest);
        await one.listener.setInterest(interest);
        one.stream?.onmissed(interestIn());
        await until(() => other.heard.includes('missed a:1'));
        assert.deepEqual([one.tasks, other.tasks], [[], []], error.code);
        one.stream?.ontasksheard(['t1']);
        await until(() => one.tasks.length > 0 && other.tasks.length > 0);
        one.listener.close();
        other.listener.close();
      }
    });

    it('tells all when changes may have been missed', async () => {
      const one = open();
      const other = open();
      await one.listener.setInterest(interestIn('a:1'));
      await other.listener.setInterest(interestIn('a:2'));
      one.stream?.onmissed(interestIn());
      await until(() => other.heard.length === 1);
      assert.deepEqual([one.heard, other.heard], [['missed a:1'], ['missed a:2']]);
    });

    it('tells all when the server announces nothing for now, and asks for nothing again', async () => {
      const one = open();
      const other = open();
      await one.listener.setInterest(interestIn('a:1'));
      await other.listener.setInterest(interestIn('a:2'));
      one.stream?.onchangeslost(new McpError('network', 'Gone'));
      await until(() => other.heard.length === 1);
      assert.deepEqual([one.heard, other.heard], [['lost network'], ['lost network']]);
      await other.listener.setInterest(interestIn('a:2'));
      assert.lengthOf(one.asked, 2);
    });

    it('tells all when the server announces nothing more, and asks again when one of them wants to hear of something', async () => {
      const one = open();
      const other = open();
      await one.listener.setInterest(interestIn('a:1'));
      await other.listener.setInterest(interestIn('a:2'));
      one.stream?.onchangeslost(refused);
      await until(() => other.heard.length === 1);
      assert.deepEqual([one.heard.splice(0), other.heard.splice(0)], [['lost rpc'], ['lost rpc']]);
      await other.listener.setInterest(interestIn('a:2'));
      assert.lengthOf(one.asked, 3);
      await until(() => one.heard.length === 1 && other.heard.length === 1);
      assert.deepEqual([one.heard, other.heard], [['missed a:1'], ['missed a:2']]);
    });

    it('goes on for itself and the others when the server refuses what one of them wants', async () => {
      const [one, other, third] = [open(), open(), open()];
      await one.listener.setInterest(interestIn('a:1'));
      await other.listener.setInterest(interestIn('a:2'));
      await third.listener.setInterest(interestIn('a:3'));
      answer = ({ uris }) => {
        if (uris.includes('a:3')) throw refused;
      };
      one.listener.close();
      await until(() => other.heard.length > 0 && third.heard.length > 0);
      const leading = [other, third].find(({ asked }) => asked.length > 0);
      assert.exists(leading);
      await until(() => third.heard.includes('lost rpc'));
      if (leading === other) assert.deepEqual(other.asked.at(-1)?.uris.includes('a:2'), true);
      assert.include(other.heard, 'missed a:2');
    });

    it('tries again by itself while the server cannot be reached', async () => {
      const one = open();
      await one.listener.setInterest(interestIn('a:1'));
      let failures = 0;
      answer = () => {
        if (failures++ < 1) throw new McpError('network', 'Gone');
      };
      document.dispatchEvent(new Event('freeze'));
      document.dispatchEvent(new Event('resume'));
      await until(() => one.heard.length === 2);
      assert.deepEqual(one.heard, ['lost network', 'missed a:1']);
      assert.lengthOf(one.asked, 3);
    });

    it('tries no more when the server refuses it for good', async () => {
      const one = open();
      await one.listener.setInterest(interestIn('a:1'));
      answer = () => {
        throw refused;
      };
      document.dispatchEvent(new Event('freeze'));
      document.dispatchEvent(new Event('resume'));
      await until(() => one.heard.length === 1);
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      assert.deepEqual(one.heard, ['lost rpc']);
      assert.lengthOf(one.asked, 2);
    });

    it('hears why the server does not announce what it wants itself, and keeps what it had', async () => {
      const one = open();
      await one.listener.setInterest(interestIn('a:1'));
      answer = ({ uris }) => {
        if (uris.includes('a:2')) throw refused;
      };
      await errorOf(one.listener.setInterest(interestIn('a:1', 'a:2')), 'rpc');
      one.listener.onnotification(UPDATED, { uri: 'a:1' });
      assert.deepEqual(one.heard, [`${UPDATED} a:1`]);
      assert.exists(one.stream);
    });

    it('makes way for others if the server announces nothing of what it wants', async () => {
      answer = () => {
        throw refused;
      };
      const one = open();
      await errorOf(one.listener.setInterest(interestIn('a:1')), 'rpc');
      assert.isUndefined(one.stream);
      answer = () => {};
      const other = open();
      await other.listener.setInterest(interestIn('a:2'));
      assert.exists(other.stream);
    });
  });
});
