/** Tool calls in the log: one row each, which opens to its parts. */
import { sendKeys } from '@web/test-runner-commands';
import { assert } from 'chai';
import { type LogEntry, McpHost, type NewLogEntry } from '@mcp-web/client';
import { CallRows } from '../../../packages/elements/src/log-viewer/list/calls.ts';
import { Matches } from '../../../packages/elements/src/log-viewer/search/matches.ts';
import '../../../packages/elements/src/log-viewer/define.ts';
import type { McpLogViewerElement } from '../../../packages/elements/src/log-viewer/log-viewer.ts';
import { serverUrl } from '../../support/servers.ts';
import { assertAccessible, mount, textOf, unmount, until } from './page.ts';

let host: McpHost;
let viewer: McpLogViewerElement;

async function show(isAllowed = true): Promise<string> {
  host = new McpHost({
    consent: ({ tool }) =>
      isAllowed && tool.name !== 'log' ? { action: 'allow' } : { action: 'deny', reason: 'Not today' },
  });
  const id = host.add(await serverUrl('modern'));
  await host.ready(id);
  mount('<mcp-log-viewer></mcp-log-viewer>');
  viewer = document.querySelector('mcp-log-viewer') ?? assert.fail('no viewer');
  viewer.host = host;
  await viewer.updateComplete;
  return id;
}

const all = (selector: string): HTMLElement[] => [...viewer.renderRoot.querySelectorAll<HTMLElement>(selector)];
const rows = (): HTMLElement[] => all('.entry.call[data-id]');
const said = (): string[] =>
  rows().map((row) =>
    textOf(row)
      .replace(/\d\d:\d\d:\d\d \.\d+/, 'TIME')
      .replace(/\d+ ms|\d+\.\d s/, 'TOOK'),
  );
const details = (): string => textOf(all('[part=details]')[0] ?? document.createElement('i'));

async function filter(selector: string, value: string): Promise<void> {
  const control = all(selector)[0];
  if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return assert.fail(selector);
  control.value = value;
  control.dispatchEvent(new Event(control instanceof HTMLInputElement ? 'input' : 'change', { bubbles: true }));
  await viewer.updateComplete;
}

describe('tool calls in <mcp-log-viewer>', () => {
  afterEach(() => {
    unmount();
    host.close();
  });

  it('open to what can be seen, and scrolled, in a low element', async () => {
    const id = await show();
    // In a wide window, what is opened stands beside the list.
    Object.assign(viewer.style, { inlineSize: '600px', blockSize: '180px' });
    await host.callTool(id, 'echo', { message: 'hello' });
    (await until(() => rows()[0])).click();
    const opened = await until(() => all('[part=details]')[0]);
    const box = viewer.getBoundingClientRect();
    await until(() => {
      const { top } = opened.getBoundingClientRect();
      return top >= box.top - 1 && top < box.bottom - 60;
    });
    await until(() => opened.getBoundingClientRect().height > 120, 'room for what is opened');
    const card = opened.closest('.card') ?? assert.fail();
    card.scrollTop = card.scrollHeight;
    const { bottom } = opened.getBoundingClientRect();
    assert.isAtMost(bottom, box.bottom + 1);
  });

  it('are one row each, with state, name, arguments and time', async () => {
    const id = await show();
    await host.callTool(id, 'echo', { message: 'hello' });
    await host.callTool(id, 'fail');
    await host.callTool(id, 'throw').catch(() => {});
    await host.callTool(id, 'log').catch(() => {});
    await until(() => said().length === 4 && said()[3]?.startsWith('Denied'));
    const server = host.log.getSnapshot().at(0)?.serverName;
    assert.deepEqual(said().slice(0, 2), [
      `Done TIME ${server} echo {message: "hello"} TOOK`,
      `Tool error TIME ${server} fail TOOK`,
    ]);
    assert.match(said()[2] ?? '', /^Failed .* throw .*not to my taste TOOK$/);
    assert.match(said()[3] ?? '', /^Denied .* log Not today$/);
    assert.equal(rows()[2]?.dataset['level'], 'error');
    assert.isAbove(host.log.getSnapshot().length, 9);
    await until(() => textOf(all('.bar.bottom')[0] ?? viewer).includes('4 entries'));
    await assertAccessible(viewer);
  });

  it('change in their row while they run, also while the log is paused', async () => {
    const id = await show();
    const stop = new AbortController();
    const first = host
      .callTool(id, 'countdown', { steps: 1_000, delayMs: 20 }, { signal: stop.signal })
      .catch(() => {});
    await until(() => said()[0]?.startsWith('Running'));
    const [row] = rows();
    row?.click();
    await until(() => /Progress \d+ \/ 1000 \d+ to go/.test(details()));
    const before = details();
    await until(() => details() !== before);
    assert.match(details(), /Arguments steps ?:? ?1,?000/);
    stop.abort();
    await first;
    await until(() => said()[0]?.startsWith('Cancelled'));
    assert.equal(rows()[0], row);
    assert.lengthOf(rows(), 1);
    assert.include(details(), 'Cancelled');
  });

  it('open to targets of at least 24 by 24 px', async () => {
    const id = await show();
    await host.callTool(id, 'echo', { message: 'hello' });
    await until(() => said()[0]?.startsWith('Done'));
    viewer.style.setProperty('--mcp-font-size', '11px');
    rows()[0]?.click();
    const targets = await until(() => {
      const found = all('.details :is(button, summary)');
      return found.some(({ localName }) => localName === 'summary') ? found : undefined;
    });
    for (const target of targets) {
      const { width, height } = target.getBoundingClientRect();
      assert.isTrue(width >= 24 && height >= 24, `${textOf(target)}: ${width} by ${height}`);
    }
  });

  it('open to their parts by keyboard, and close', async () => {
    const id = await show();
    await host.callTool(id, 'echo', { message: 'one' });
    await host.callTool(id, 'echo', { message: 'two' });
    await until(() => said()[1]?.startsWith('Done'));
    rows()[1]?.focus();
    await sendKeys({ press: 'ArrowUp' });
    await until(() => viewer.shadowRoot?.activeElement === rows()[0]);
    for (const key of ['ArrowRight', 'Enter', ' ']) {
      await sendKeys(key === ' ' ? { type: key } : { press: key });
      await until(() => all('[part=details]').length === 1);
      assert.equal(rows()[0]?.getAttribute('aria-expanded'), 'true');
      assert.match(
        details(),
        /Allowed · by a policy of the page .* Sent .* Done · \d+ ms Arguments .*one.* Result .*Echo: one/,
      );
      await sendKeys({ press: 'ArrowLeft' });
      await until(() => all('[part=details]').length === 0);
      assert.equal(viewer.shadowRoot?.activeElement, rows()[0]);
    }
    viewer.dir = 'rtl';
    await sendKeys({ press: 'ArrowLeft' });
    await until(() => all('[part=details]').length === 1);
    await sendKeys({ press: 'ArrowRight' });
    await until(() => all('[part=details]').length === 0);
  });

  it('are found by any of their parts, also by one that comes later', async () => {
    const id = await show();
    await filter('input[name=text]', 'not to my taste');
    const failing = host.callTool(id, 'throw', { why: 'searched' }).catch(() => {});
    await host.callTool(id, 'echo', { message: 'searched' });
    await failing;
    await until(() => said().length === 1 && said()[0]?.includes('throw'));
    await filter('input[name=text]', 'searched');
    await until(() => said().length === 2);
    // The argument is in one entry, the level is that of another.
    await filter('select[name=level]', 'error');
    await until(() => said().length === 1 && said()[0]?.includes('throw'));
    await filter('select[name=level]', 'debug');
    await filter('input[name=text]', 'by a policy');
    await until(() => said().length === 2);
  });

  it('are saved with all their parts', async () => {
    const id = await show();
    await host.callTool(id, 'echo', { message: 'kept' });
    await host.callTool(id, 'fail');
    await until(() => said()[1]?.startsWith('Tool error'));
    await filter('input[name=text]', 'kept');
    await until(() => said().length === 1);
    const saved = new Promise<string>((resolve) => {
      const original = URL.createObjectURL.bind(URL);
      URL.createObjectURL = (blob: Blob) => {
        URL.createObjectURL = original;
        void blob.text().then(resolve);
        return original(blob);
      };
    });
    Object.defineProperty(HTMLAnchorElement.prototype, 'click', {
      configurable: true,
      value: () => Reflect.deleteProperty(HTMLAnchorElement.prototype, 'click'),
    });
    all('.more-button')[0]?.click();
    const save = await until(() => all('.more button').find(({ textContent }) => textContent.startsWith('Save')));
    save.click();
    const lines = (await saved).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => {
        const { data }: { data?: { decision?: string; status?: string } } = JSON.parse(line);
        return data?.decision ?? data?.status;
      }),
      ['allowed', 'sent', 'done'],
    );
  });

  it('show name, state and time at 288 px, and the server by its initials', async () => {
    const id = await show();
    viewer.style.inlineSize = '288px';
    await host.callTool(id, 'countdown', { steps: 1, label: 'a long label that takes all the room that there is' });
    await until(() => said()[0]?.startsWith('Done'));
    const [row] = rows();
    const box = (selector: string): DOMRect =>
      row?.querySelector(selector)?.getBoundingClientRect() ?? assert.fail(selector);
    const { left, right } = row?.getBoundingClientRect() ?? assert.fail('no row');
    for (const selector of ['.level', '.time', '.tool', '.took', '.source']) {
      assert.isAbove(box(selector).width, 10, selector);
      assert.isTrue(box(selector).left >= left && box(selector).right <= right, selector);
    }
    assert.isAtMost(box('.tool').right, box('.took').left);
    const source = row?.querySelector<HTMLElement>('.source') ?? assert.fail('no source');
    const name = host.log.getSnapshot().at(0)?.serverName ?? '';
    assert.equal(source.title, name);
    assert.match(source.dataset['initials'] ?? '', /^\p{Lu}{2}$/u);
    assert.equal(textOf(source), name);
    assert.isAtMost(box('.name').width, 1);
  });

  it('keep the height of the toolbar, whatever servers and loggers come', async () => {
    await show();
    viewer.style.inlineSize = '288px';
    await viewer.updateComplete;
    const height = (): number => all('.bar')[0]?.getBoundingClientRect().height ?? 0;
    const before = height();
    for (const server of ['one', 'two', 'three'])
      host.log.append({ serverId: server, serverName: server, logger: `of ${server}`, data: server });
    await until(() => all('.entry[data-id]').length === 3);
    assert.equal(height(), before);
  });

  it('let the user keep more entries, and remember that', async () => {
    await show();
    const key = 'mcp-log-viewer-entries';
    try {
      viewer.maxEntries = 5;
      await until(() => host.log.maxEntries === 5);
      for (let index = 0; index < 20; index++) host.log.append({ serverId: 'a', serverName: 'A', data: index });
      await until(() => textOf(all('.bar.bottom')[0] ?? viewer).includes('15 older dropped'));
      all('.more-button')[0]?.click();
      await until(() => all('.more select[name=maxEntries]').length === 1);
      await filter('.more select[name=maxEntries]', '50000');
      await until(() => host.log.maxEntries === 50_000);
      assert.equal(localStorage.getItem(key), '50000');
      for (let index = 0; index < 20_000; index++) host.log.append({ serverId: 'a', serverName: 'A', data: index });
      await until(() => textOf(all('.bar.bottom')[0] ?? viewer).startsWith('20,005 entries'));
      const other = new McpHost();
      viewer.host = other;
      await until(() => other.log.maxEntries === 50_000);
      viewer.maxEntries = undefined;
      await until(() => other.log.maxEntries === 10_000);
    } finally {
      localStorage.removeItem(key);
    }
  });
});

describe('how many entries <mcp-log-viewer> keeps', () => {
  const key = 'mcp-log-viewer-entries';
  afterEach(() => {
    localStorage.removeItem(key);
    unmount();
    host.close();
  });

  it('is what the user chose last in any tab', async () => {
    await show();
    viewer.store = 'log-of-two-tabs';
    await until(() => host.log.stored?.isActive);
    all('.more-button')[0]?.click();
    await until(() => all('.more select[name=maxEntries]').length === 1);
    await filter('.more select[name=maxEntries]', '50000');
    await until(() => host.log.maxEntries === 50_000);
    // Another page of the origin, whose viewer does what this one does.
    const tab = document.body.appendChild(document.createElement('iframe'));
    tab.contentWindow?.localStorage.setItem(key, '100000');
    await until(() => host.log.maxEntries === 100_000);
    const chosen = all('.more select[name=maxEntries]')[0];
    await until(() => chosen instanceof HTMLSelectElement && chosen.value === '100000');
    await until(() => textOf(all('#store-hint')[0] ?? viewer).includes('100,000'));
    tab.remove();
    viewer.remove();
    localStorage.setItem(key, '10000');
    dispatchEvent(new StorageEvent('storage', { key }));
    assert.equal(viewer.maxEntries, 100_000, 'one that is gone listens no more');
    host.log.stored?.stop();
    await host.log.stored?.delete();
  });
});

let nextId = 0;
const entry = (fields: Partial<NewLogEntry>): LogEntry => ({
  id: nextId++,
  time: 0,
  kind: 'log',
  level: 'info',
  serverId: 'a',
  serverName: 'A',
  data: {},
  ...fields,
});
const decided = (id: string, decision: string): LogEntry =>
  entry({ kind: 'decision', data: { decision }, request: { id, method: 'tools/call', name: 'x' } });
const ended = (id: string, status: string): LogEntry =>
  entry({ kind: 'call', data: { status }, request: { id, method: 'tools/call', name: 'x' } });
/** The rows, each with how many entries it stands for. */
const shapeOf = (calls: CallRows): (readonly [number, number])[] =>
  calls.slice().map((row) => [row.id, calls.partsOf(row).length] as const);

describe('the calls in a log', () => {
  beforeEach(() => (nextId = 0));

  it('are told apart by their ids, also where an id is used again', () => {
    const calls = new CallRows();
    calls.update([
      decided('1', 'allowed'), // 0
      decided('2', 'allowed'), // 1
      ended('1', 'sent'), // 2
      entry({}), // 3
      ended('2', 'sent'), // 4
      ended('1', 'done'), // 5
      decided('1', 'allowed'), // 6: after a reload
      ended('1', 'sent'), // 7
      decided('1', 'allowed'), // 8: the page was closed meanwhile
      ended('1', 'sent'), // 9
      ended('1', 'changed'), // 10
      decided('1', 'withdrawn'), // 11
      decided('1', 'allowed'), // 12
      ended('1', 'sent'), // 13
      decided('3', 'denied'), // 14
      decided('3', 'denied'), // 15
    ]);
    assert.deepEqual(shapeOf(calls), [
      [0, 3],
      [1, 2],
      [3, 1],
      [6, 2],
      [8, 6],
      [14, 1],
      [15, 1],
    ]);
    assert.equal(calls.length, 7);
    assert.deepEqual(
      Array.from({ length: 7 }, (_, index) => calls.at(index)?.id),
      [0, 1, 3, 6, 8, 14, 15],
    );
    assert.equal(calls.at(-1)?.id, 15);
    assert.isUndefined(calls.at(7));
    assert.isUndefined(calls.at(-8));
  });

  it('lose their first entries with the log, and their row moves to what is left of them', () => {
    const calls = new CallRows();
    const entries = [
      decided('1', 'allowed'),
      decided('2', 'allowed'),
      ended('1', 'sent'),
      entry({}),
      ended('2', 'sent'),
      ended('2', 'done'),
      ended('1', 'done'),
    ];
    for (let shown = 1; shown <= entries.length; shown++) calls.update(entries.slice(0, shown));
    assert.deepEqual(shapeOf(calls), [
      [0, 3],
      [1, 3],
      [3, 1],
    ]);
    const after = (start: number): (readonly [number, number])[] => {
      calls.update(entries.slice(start));
      return shapeOf(calls);
    };
    assert.deepEqual(after(2), [
      [2, 2],
      [3, 1],
      [4, 2],
    ]);
    assert.deepEqual(after(5), [
      [5, 1],
      [6, 1],
    ]);
    assert.deepEqual(after(7), []);
    assert.equal(calls.length, 0);
    // Those of earlier visits come back.
    calls.update(entries);
    assert.deepEqual(shapeOf(calls), [
      [0, 3],
      [1, 3],
      [3, 1],
    ]);
  });

  it('match as soon as one of their entries does, in their order', () => {
    const calls = new CallRows();
    const entries = Array.from({ length: 40 }, (_, index) => decided(String(index), 'allowed'));
    for (const start of [0, 20, 39]) {
      const matches = new Matches(
        (row) => calls.partsOf(row).some((part) => Object(part.data).status === 'done'),
        start,
      );
      calls.update(entries);
      while (!matches.isDone) matches.update(calls, Infinity);
      calls.takeChanged();
      assert.equal(matches.length, 0);
      const grown = [...entries];
      nextId = 40;
      for (const id of ['30', '3', '17', '3', '39', '0']) grown.push(ended(id, 'done'));
      calls.update(grown);
      for (const row of calls.takeChanged()) matches.lookAgainAt(row);
      assert.deepEqual(
        matches.slice().map(({ id }) => id),
        [0, 3, 17, 30, 39],
      );
      // A call that ended begins anew under its id.
      matches.update(calls, Infinity);
      assert.equal(matches.length, 6);
      calls.update([]);
      calls.update(entries);
    }
  });
});
