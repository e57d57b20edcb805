import { assert } from 'chai';
import { TabGroup } from '../../../packages/client/src/session/shared/tab-group.ts';
import { aWhile, until } from '../../support/scripted-server.ts';

describe('a tab that leads', () => {
  const groups: TabGroup[] = [];
  const Channel = globalThis.BroadcastChannel;
  afterEach(() => {
    globalThis.BroadcastChannel = Channel;
    for (const group of groups.splice(0)) group.leave();
  });
  const join = (name: string, onevent: (what: string) => void): void =>
    void groups.push(
      new TabGroup(name, {
        onlead: () => onevent('leads'),
        onreplaced: () => onevent('is replaced'),
        onstop: () => {},
        onreturn: () => {},
        onmessage: (data) => onevent(`hears ${String(data)}`),
      }),
    );

  it('has one channel while it is alone: a page may have many servers', async () => {
    let channels = 0;
    globalThis.BroadcastChannel = class extends Channel {
      constructor(name: string) {
        super(name);
        channels++;
      }

      override close(): void {
        super.close();
        channels--;
      }
    };
    const happened: string[] = [];
    join(crypto.randomUUID(), (what) => happened.push(what));
    await until(() => happened.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    assert.deepEqual([happened, channels], [['leads'], 1]);
  });

  it('says that it is there to a tab of which it did not know, and stays the leading one', async () => {
    const name = crypto.randomUUID();
    const happened: string[] = [];
    join(name, (what) => happened.push(`the first ${what}`));
    await until(() => happened.length > 0);
    // This one posts nothing by itself.
    join(name, (what) => happened.push(`the second ${what}`));
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    assert.deepEqual(happened, ['the first leads']);
  });

  it('says so too when it leads again', async () => {
    const name = crypto.randomUUID();
    const happened: string[] = [];
    join(name, (what) => happened.push(`the first ${what}`));
    await until(() => happened.length > 0);
    new Channel(name).postMessage('Somebody was there');
    await until(() => happened.length > 1);
    for (const type of ['freeze', 'resume']) document.dispatchEvent(new Event(type, { bubbles: true }));
    await until(() => happened.length > 2);
    join(name, (what) => happened.push(`the second ${what}`));
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    assert.deepEqual(happened, ['the first leads', 'the first hears Somebody was there', 'the first leads']);
  });
});

describe('tabs whose leading one is silent', () => {
  const random = Math.random.bind(Math);
  const groups: TabGroup[] = [];
  let silent: AbortController;
  beforeEach(() => {
    silent = new AbortController();
  });
  afterEach(() => {
    Math.random = random;
    for (const group of groups.splice(0)) group.leave();
    silent.abort();
  });

  const silentTab = async (name: string): Promise<void> =>
    new Promise((locked) => {
      const hold = async (): Promise<void> => {
        locked();
        await new Promise((resolve) => silent.signal.addEventListener('abort', resolve));
      };
      navigator.locks.request(name, hold).catch(() => {});
    });
  const join = (name: string, happened: string[]): void =>
    void groups.push(
      new TabGroup(name, {
        onlead: () => happened.push('leads'),
        onreplaced: () => happened.push('is replaced'),
        onstop: () => {},
        onreturn: () => {},
        onmessage: () => {},
      }),
    );

  it('replace it even if it fell silent just as it took over, and by one of them [BR-13]', async () => {
    const name = crypto.randomUUID();
    // As it took over, it had both: it leads, and nobody else may take over for a second.
    await silentTab(name);
    await silentTab(`${name} next`);
    Math.random = () => 0;
    const happened: string[] = [];
    for (let tab = 0; tab < 5; tab++) join(name, happened);
    await until(() => happened.length > 0);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    assert.deepEqual(happened, ['leads']);
  });

  it('replace it even if only one of them sees that [BR-13]', async () => {
    const name = crypto.randomUUID();
    await silentTab(name);
    await silentTab(`${name} next`);
    const happened: string[] = [];
    join(name, happened);
    await until(() => happened.length > 0);
    assert.deepEqual(happened, ['leads']);
  });

  it('replace it even if several fell silent one after the other as they took over, and the turns are free again then [BR-13]', async () => {
    const name = crypto.randomUUID();
    await silentTab(name);
    const turns = [`${name} next`, `${name} next 2`];
    for (const turn of turns) await silentTab(turn);
    const happened: string[] = [];
    join(name, happened);
    await until(() => happened.length > 0);
    const free = async (): Promise<boolean> => {
      const { held = [] } = await navigator.locks.query();
      return !held.some((lock) => lock.name !== undefined && turns.includes(lock.name));
    };
    while (!(await free())) await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(happened, ['leads']);
  });

  it('replace it although it led before, and was replaced by one that is silent now [BR-13]', async () => {
    const name = crypto.randomUUID();
    const happened: string[] = [];
    join(name, happened);
    await until(() => happened.length === 1);
    navigator.locks
      .request(name, { steal: true }, () => new Promise((resolve) => silent.signal.addEventListener('abort', resolve)))
      .catch(() => {});
    await until(() => happened.length === 2);
    await aWhile();
    assert.deepEqual(happened, ['leads', 'is replaced'], 'the other one has its time');
    await until(() => happened.length === 3);
    assert.equal(happened[2], 'leads');
  });

  it('replace it by one of them, even if all notice it at the same time [BR-13]', async () => {
    const name = crypto.randomUUID();
    // It has the lock, and never answers.
    await silentTab(name);
    // All of them are as patient.
    Math.random = () => 0;
    const happened: string[] = [];
    for (let tab = 0; tab < 5; tab++) join(name, happened);
    await until(() => happened.length > 0);
    // Longer than it takes to notice a silence.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    assert.deepEqual(happened, ['leads']);
  });
});
