/** The list of tasks: what it says, what the user does in it, and what a hostile server makes of it. */
import { assert } from 'chai';
import { type CallToolOptions, McpHost } from '@mcp-web/client';
import '@mcp-web/elements/elicitation-form/define';
import '@mcp-web/elements/tasks/define';
import { isChromium } from '../../support/engine.ts';
import { leave, MemoryCalls } from '../../support/memory-calls.ts';
import { modernServer, refuse, type Script, URL_OF_SCRIPT } from '../../support/scripted-modern-server.ts';
import { serverUrl } from '../../support/servers.ts';
import { allow } from '../../support/tool-servers.ts';
import { setVisibility } from '../../support/visibility.ts';
import {
  assertAccessible,
  button,
  chooseIn,
  deep,
  find,
  focused,
  mount,
  press,
  textOf,
  type,
  unmount,
  until,
} from './page.ts';

const EXTENSIONS = { capabilities: { tools: {}, extensions: { 'io.modelcontextprotocol/tasks': {} } } };
const TIMES = { createdAt: '2026-01-01T00:00:00Z', lastUpdatedAt: '2026-01-01T00:00:00Z' };

let host: McpHost;
beforeEach(() => void (host = new McpHost({ consent: allow })));
afterEach(() => {
  setVisibility(undefined);
  unmount();
  host.close();
});

const list = () => find('mcp-tasks');
const rows = () => [...list().renderRoot.querySelectorAll<HTMLElement>('.call')];
const row = (index = 0) => until(() => rows()[index], `row ${index}`);
const lines = () => [...list().renderRoot.querySelectorAll<HTMLElement>('.line')];
const says = (text: string) => until(() => textOf(list()).includes(text), text);
/** Resolves when the element has heard of what has happened so far. */
const told = () => new Promise((resolve) => setTimeout(resolve, 200));
const announced = () => textOf(list().renderRoot.querySelector('[role=status]') ?? assert.fail('no status'));

/** @param asks whether the page asks the user what servers want to know */
function put(asks = true): void {
  mount('');
  const element = Object.assign(document.createElement('mcp-tasks'), { host, armDelay: 0 });
  find('h2').after(element);
  if (asks) element.after(Object.assign(document.createElement('mcp-elicitation-form'), { host, armDelay: 0 }));
}
async function open(server = 'extension-tasks'): Promise<void> {
  put();
  host.add(await serverUrl(server), { id: 'server' });
  await host.ready('server');
}
const run = (args: object, options: CallToolOptions = {}): Promise<unknown> =>
  host.callTool('server', 'work', { ...args }, options).catch((error: unknown) => error);

/** A server whose tool is a task that is as `state` says. */
async function script(state: object | (() => object), more?: Script, asks = true): Promise<void> {
  put(asks);
  let created = 0;
  const { fetch } = modernServer(async (asked) => {
    const answer = await more?.(asked);
    if (answer) return answer;
    if (asked.method === 'tools/list')
      return { tools: [{ name: 'work', inputSchema: { type: 'object' } }], ttlMs: 0, cacheScope: 'private' };
    const taskId = asked.params['taskId'] ?? `task-${++created}`;
    const task = { taskId, ...TIMES, ttlMs: null, pollIntervalMs: 50, status: 'working' };
    const now = typeof state === 'function' ? state() : state;
    if (asked.method === 'tools/call') return { ...task, resultType: 'task' };
    return asked.method === 'tasks/get' ? { ...task, ...now } : {};
  }, EXTENSIONS);
  host.add(URL_OF_SCRIPT, { id: 'server', fetch });
  await host.ready('server');
}

describe('<mcp-tasks>', () => {
  it('is empty, and says what will be in it', async () => {
    put();
    await says('No tasks Calls that take long appear here.');
    await assertAccessible(list());
  });

  it('shows a task with its server and time, tells its end, and opens its result by keyboard', async () => {
    await open();
    const calling = run({ workMs: 2_000 });
    await until(() => /work extension-tasks Running \d+ s/.test(textOf(list())));
    assert.include(textOf(list()), '1 running');
    await assertAccessible(list());
    await calling;
    await says('Completed');
    assert.equal(announced(), 'work: Completed');
    lines()[0]?.focus();
    await press('Enter');
    await says('Done ()');
    assert.equal(lines()[0]?.ariaExpanded, 'true');
    await assertAccessible(list());
    await press('Enter');
    await until(() => lines()[0]?.ariaExpanded === 'false');
    assert.notInclude(textOf(list()), 'Done ()');
  });

  it('shows what the server says and how far a task of 2025-11-25 has come', async () => {
    await open('core-tasks');
    void run({ steps: 40, ask: true });
    await until(() => /\d+ of 40/.test(textOf(list())));
    await until(() => rows()[0]?.querySelector('.request'));
    await says('Who is it for?');
  });

  for (const server of ['extension-tasks', 'core-tasks'])
    it(`answers what ${server} ask in the row of each, and says that they need it [TX-10]`, async () => {
      await open(server);
      const ask = server === 'core-tasks' ? true : ['name'];
      const calls = ['one', 'two'].map((callId) => run({ ask }, { callId }));
      await row(1);
      const asking = (await Promise.all([row(0), row(1)])).map((each) =>
        until(() => deep(each).find((part) => part.localName === 'mcp-elicitation-form'), 'the form'),
      );
      const [newest] = await Promise.all(asking);
      assert.equal(announced(), 'work: Needs your input');
      assert.isNull(document.querySelector('dialog[open]'));
      await says('Needs your input');
      await assertAccessible(list());
      const field = await until(() => newest && deep(newest).find((part) => part instanceof HTMLInputElement));
      if (!(field instanceof HTMLInputElement)) assert.fail('no field');
      field.focus();
      await type('Ada');
      (await row(0)).scrollIntoView({ block: 'end' });
      await chooseIn(await row(0), 'Send');
      await says('Completed');
      assert.lengthOf(host.getSnapshot().requests, 1);
      assert.equal(host.getSnapshot().requests[0]?.request.callId, 'one');
      const result = await calls[1];
      assert.include(JSON.stringify(result), 'Ada');
    });

  it('cancels without a question, says so, and takes no second press for dismissing', async () => {
    await open();
    list().armDelay = 600_000;
    void run({ end: 'never' });
    (await row()).querySelector<HTMLElement>('.line')?.click();
    const cancel = await until(() => button(list(), 'Cancel work'));
    cancel.click();
    await says('Cancelled');
    assert.equal(announced(), 'work: Cancelled');
    await says('The task may already have made changes.');
    const dismiss = await until(() => button(list(), 'Dismiss work'));
    dismiss.click();
    assert.lengthOf(host.tasks.getSnapshot(), 1);
    list().armDelay = 0;
    dismiss.click();
    await says('No tasks');
    assert.equal(textOf(focused() ?? list()), 'Tasks');
  });

  it('says why a task could not be cancelled, which goes on', async () => {
    await script({}, (asked) =>
      asked.method === 'tasks/cancel' ? refuse(asked, -32_603, 'Not now') : (undefined as never),
    );
    void run({});
    (await row()).querySelector<HTMLElement>('.line')?.click();
    (await until(() => button(list(), 'Cancel work'))).click();
    await says('Not now');
    assert.include(textOf(await row()), 'Running');
    assert.isDefined(button(list(), 'Cancel work'));
  });

  it('dismisses all that have ended, and no others', async () => {
    await open();
    void run({ end: 'never' });
    await run({});
    await run({ end: 'tool-error' });
    await until(() => rows().length === 3);
    (await until(() => button(list(), 'Dismiss finished'))).click();
    await until(() => rows().length === 1);
    await says('Running');
  });

  it('shows until when the server keeps a task, and what is lost when that has passed [TX-16]', async () => {
    let ttlMs = 60_000;
    await script(() => ({ ttlMs, lastUpdatedAt: `2026-01-01T00:00:0${ttlMs === 1 ? 2 : 1}Z` }));
    void run({});
    (await row()).querySelector<HTMLElement>('.line')?.click();
    await says('The server keeps it until');
    ttlMs = 1;
    await says('Lost');
    await says('has not ended within the 1 ms');
    assert.notInclude(textOf(list()), 'The server keeps it until');
  });

  it('says what an earlier page left, and lets go of it where it does not go on', async () => {
    const store = new MemoryCalls();
    await leave(store, { tool: 'work', task: 'task-1', stream: undefined });
    host.close();
    host = new McpHost({ consent: allow, callStore: store });
    put();
    host.add(URL_OF_SCRIPT, { id: 'server', fetch: () => new Promise(() => {}) });
    await says('work scripted.example Waiting for the server');
    lines()[0]?.focus();
    await press('Enter');
    await says('You left the page during this call.');
    assert.isUndefined(button(list(), 'Cancel work'));
    await assertAccessible(list());
    (await until(() => button(list(), 'Dismiss work'))).click();
    await says('No tasks');
    assert.equal(textOf(focused() ?? list()), 'Tasks');
    await until(() => store.calls.size === 0);
  });

  it('says that what an earlier page left needs an answer that this page does not ask for, and takes it once it does', async () => {
    const store = new MemoryCalls();
    await leave(store, { tool: 'work', task: 'task-1', stream: undefined });
    host.close();
    host = new McpHost({ consent: allow, callStore: store });
    const schema = { type: 'object', properties: { name: { type: 'string' } } };
    const params = { mode: 'form', message: 'Who is it for?', requestedSchema: schema };
    let now: object = { status: 'input_required', inputRequests: { who: { method: 'elicitation/create', params } } };
    await script(
      () => now,
      ({ method }) => {
        const result = { content: [{ type: 'text', text: 'Over' }] };
        if (method === 'tasks/update') now = { status: 'completed', result };
        return undefined as never;
      },
      false,
    );
    await says('work scripted.example Needs your input');
    await until(() => announced() === 'work: Needs your input');
    lines()[0]?.focus();
    await press('Enter');
    await says('that this page does not ask for');
    assert.isDefined(button(list(), 'Dismiss work'));
    await assertAccessible(list());
    list().after(Object.assign(document.createElement('mcp-elicitation-form'), { host, armDelay: 0 }));
    await says('Who is it for?');
    // It cannot be answered before its end was on the screen.
    list().renderRoot.querySelector('.request')?.scrollIntoView({ block: 'end' });
    await chooseIn(await row(), 'Send');
    await says('Completed');
    await says('Over');
    await until(() => store.only?.ended?.status === 'completed');
  });

  it('lists a task that ended before a reload, and gets its result from the server again, by keyboard', async () => {
    const store = new MemoryCalls();
    const ended = { status: 'completed', time: Date.now() } as const;
    await leave(store, { tool: 'work', task: 'task-1', stream: undefined, time: ended.time - 65_000, ended });
    host.close();
    host = new McpHost({ consent: allow, callStore: store });
    let isDown = true;
    const result = { content: [{ type: 'text', text: 'Over' }] };
    await script({ status: 'completed', result }, ({ method }) => {
      if (method === 'tasks/get' && isDown) return new Response('', { status: 403 });
      return undefined as never;
    });
    await says('work scripted.example Completed 1 min');
    assert.equal(announced(), '');
    lines()[0]?.focus();
    await press('Enter');
    await says('The result was not stored. The server may still have it.');
    await assertAccessible(list());
    const get = await until(() => button(list(), 'Get the result of work'));
    get.focus();
    await press('Enter');
    await says('Fetching the result');
    assert.equal(get.ariaDisabled, 'true');
    isDown = false;
    await says('Over');
    await says('Completed');
    assert.isUndefined(button(list(), 'Get the result of work'));
    assert.equal(lines()[0]?.ariaExpanded, 'true');
    assert.isTrue(list().matches(':focus-within'));
    await assertAccessible(list());
    (await until(() => button(list(), 'Dismiss work'))).click();
    await says('No tasks');
    await until(() => store.calls.size === 0);
  });

  it('leaves it to the tab in which a task ends to tell that', async () => {
    const callStore = new MemoryCalls();
    host.close();
    host = new McpHost({ consent: allow, callStore });
    const other = new McpHost({ consent: allow, callStore });
    try {
      await open();
      other.tasks.accept();
      other.add(await serverUrl('extension-tasks'), { id: 'server' });
      await other.ready('server');
      const calling = other.callTool('server', 'work', { workMs: 1_500 });
      await says('work extension-tasks Running');
      await calling;
      await says('work extension-tasks Completed');
      await told();
      assert.equal(announced(), '');
    } finally {
      other.close();
    }
  });

  it('says that a server does not have a result anymore', async () => {
    const store = new MemoryCalls();
    const ended = { status: 'completed', time: Date.now() } as const;
    await leave(store, { tool: 'work', task: 'task-1', stream: undefined, ended });
    host.close();
    host = new McpHost({ consent: allow, callStore: store });
    await script({ status: 'completed' }, (asked) => {
      if (asked.method === 'tasks/get') return refuse(asked, -32_602, 'No such task');
      return undefined as never;
    });
    (await row()).querySelector<HTMLElement>('.line')?.click();
    (await until(() => button(list(), 'Get the result of work'))).click();
    await says('Lost');
    await says('No such task');
    assert.lengthOf(list().renderRoot.querySelectorAll('[part~=error]'), 1);
  });

  it('forgets everything of another host', async () => {
    await open();
    await run({});
    await says('Completed');
    const other = new McpHost();
    list().host = other;
    await says('No tasks');
    assert.equal(announced(), '');
    list().remove();
    host.tasks.accept()();
    other.close();
  });
});

describe('notifications of <mcp-tasks>', () => {
  const { Notification: original } = globalThis;
  let shown: { title: string; body: string; tag: string; isClosed: boolean }[];
  let permission: NotificationPermission;
  let answer: NotificationPermission;
  let asked: number;
  beforeEach(() => {
    [shown, permission, answer, asked] = [[], 'default', 'granted', 0];
    class FakeNotification {
      static get permission(): NotificationPermission {
        return permission;
      }
      static async requestPermission(): Promise<NotificationPermission> {
        asked++;
        return (permission = answer);
      }
      readonly #entry: (typeof shown)[number];
      onclick: (() => void) | undefined;
      constructor(title: string, { body = '', tag = '' }: NotificationOptions = {}) {
        this.#entry = { title, body, tag, isClosed: false };
        shown.push(this.#entry);
      }
      close(): void {
        this.#entry.isClosed = true;
      }
    }
    Reflect.set(globalThis, 'Notification', FakeNotification);
  });
  afterEach(() => Reflect.set(globalThis, 'Notification', original));

  it('come when a task ends or asks while nobody sees the page, if the user wanted that, and go when they return', async () => {
    await open();
    await run({});
    assert.equal(asked, 0);
    const toggle = await until(() => button(list(), 'Notify me'));
    toggle.click();
    await until(() => toggle.ariaPressed === 'true');
    assert.equal(asked, 1);
    await run({});
    await told();
    assert.isEmpty(shown, 'the page is visible');
    setVisibility('hidden');
    await run({});
    await until(() => shown.length === 1);
    assert.deepInclude(shown[0], { title: 'work', body: 'Completed · extension-tasks' });
    void run({ ask: ['name'] });
    await until(() => shown.length === 2);
    assert.include(shown[1]?.body, 'Needs your input');
    setVisibility('visible');
    assert.isTrue(shown.every(({ isClosed }) => isClosed));
    toggle.click();
    await until(() => toggle.ariaPressed === 'false');
    setVisibility('hidden');
    await run({});
    await told();
    assert.lengthOf(shown, 2);
  });

  it('are refused by the browser, which it says', async () => {
    answer = 'denied';
    await open();
    (await until(() => button(list(), 'Notify me'))).click();
    await says('The browser does not let this page show notifications.');
    assert.isFalse(list().notify);
    await assertAccessible(list());
  });
});

describe('<mcp-tasks> with a hostile server', () => {
  it('shows as much of an endless message as it has room for', async () => {
    await script({ statusMessage: '\u202E<b>x</b> '.repeat(100_000), lastUpdatedAt: '2026-01-01T00:00:01Z' });
    void run({});
    await says('‹U+202E›<b>x</b>');
    assert.isBelow(textOf(list()).length, 1_000);
    lines()[0]?.click();
    await says('more characters');
    assert.isBelow(textOf(list()).length, 2_000);
    await assertAccessible(list());
  });

  it('stays with a task whose status goes back and forth, and ends it once', async () => {
    const statuses = ['input_required', 'working', 'input_required', 'completed', 'working', 'failed'];
    let polls = 0;
    const next = (): object => {
      const status = statuses[polls++] ?? 'working';
      const rest = status === 'completed' ? { result: { content: [{ type: 'text', text: 'Over' }] } } : {};
      return { status, lastUpdatedAt: `2026-01-01T00:00:0${polls}Z`, ...rest };
    };
    let now: object = {};
    await script(
      () => now,
      ({ method }) => {
        // Other requests may come at any time.
        if (method === 'tasks/get') now = next();
        return undefined as never;
      },
    );
    const result = await run({});
    assert.include(JSON.stringify(result), 'Over');
    await says('Completed');
    assert.equal(polls, 4);
  });

  it('loses a task that the server keeps for no time, and one whose answers are about another', async () => {
    await script({ ttlMs: 0 });
    await run({});
    await says('Lost');
    host.close();
    unmount();
    host = new McpHost({ consent: allow });
    await script({ taskId: 'of somebody else' });
    await run({});
    await says('Lost');
  });

  it('takes no answer from one server for the task of another that has the same id', async () => {
    await script({ status: 'working' });
    const question = {
      method: 'elicitation/create',
      params: { mode: 'form', message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
    };
    const { fetch } = modernServer(({ method, params }) => {
      const task = { taskId: 'task-1', ...TIMES, ttlMs: null, pollIntervalMs: 50 };
      if (method === 'tools/list')
        return { tools: [{ name: 'work', inputSchema: { type: 'object' } }], ttlMs: 0, cacheScope: 'private' };
      if (method === 'tools/call') return { ...task, status: 'working', resultType: 'task' };
      return params['inputResponses'] ? {} : { ...task, status: 'input_required', inputRequests: { who: question } };
    }, EXTENSIONS);
    host.add('https://other.example/mcp', { id: 'other', fetch });
    await host.ready('other');
    void run({}, { callId: 'one' });
    await until(() => host.tasks.getSnapshot()[0]?.status === 'working');
    void host.callTool('other', 'work', {}, { callId: 'two' }).catch(() => {});
    await until(() => host.getSnapshot().requests.length === 1);
    assert.equal(host.getSnapshot().requests[0]?.request.callId, 'two');
  });

  // Takes half a minute in WebKit, and is about nothing that depends on the engine.
  if (isChromium)
    it('draws 1,000 tasks a few at a time', async () => {
      await script({ pollIntervalMs: 600_000 });
      for (let index = 0; index < 1_000; index++) void run({});
      await until(() => host.tasks.getSnapshot().length === 1_000);
      await until(() => textOf(list()).includes('1,000 running'));
      assert.lengthOf(rows(), 50);
      (await until(() => button(list(), 'Show more (950 left)'))).click();
      await until(() => rows().length === 100);
    });
});
