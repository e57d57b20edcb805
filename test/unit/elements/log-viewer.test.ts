import { sendKeys } from '@web/test-runner-commands';
import 'axe-core';
import type axeCore from 'axe-core';
import { LOG_LEVELS, type LogLevel, McpHost } from '@mcp-web/client';
import { assert } from 'chai';
import '../../../packages/elements/src/log-viewer/define.ts';
import { jsonLines } from '../../../packages/elements/src/log-viewer/json-lines.ts';
import type { McpLogViewer } from '../../../packages/elements/src/log-viewer/log-viewer.ts';
import { serverUrl } from '../../support/servers.ts';

/** axe-core is a script: it leaves itself here. */
declare const axe: typeof axeCore;

async function show(host = new McpHost()): Promise<{ host: McpHost; viewer: McpLogViewer }> {
  const viewer = document.createElement('mcp-log-viewer');
  viewer.host = host;
  document.body.append(viewer);
  await viewer.updateComplete;
  return { host, viewer };
}

/** Until what was just logged is rendered. */
async function arrival(host: McpHost, viewer: McpLogViewer): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = host.log.subscribe(() => resolve(stop()));
  });
  await viewer.updateComplete;
}

async function log(host: McpHost, viewer: McpLogViewer, count: number, level: LogLevel = 'info', data: (index: number) => unknown = (index) => `line ${index}`): Promise<void> {
  for (let index = 0; index < count; index++) host.log.append('a', 'Alpha', { level, logger: 'db', data: data(index) });
  await arrival(host, viewer);
}

/** Waits, as long as the test may take, for what comes with some later frame. */
async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Scrolls, and waits until there are entries on that part of the screen. */
async function scroll(viewer: McpLogViewer, top: number): Promise<void> {
  const scroller = one(viewer, '.scroller');
  scroller.scrollTop = top;
  await until(() => visible(viewer).length > 5);
  await viewer.updateComplete;
}

const all = (viewer: McpLogViewer, selector: string): HTMLElement[] => [...(viewer.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [])];
const entries = (viewer: McpLogViewer): HTMLElement[] => all(viewer, '.entry[data-index]');
const messages = (viewer: McpLogViewer): string[] => all(viewer, '.entry[data-index] .message').map(({ textContent }) => textContent);

function one(viewer: McpLogViewer, selector: string): HTMLElement {
  const [found] = all(viewer, selector);
  assert.exists(found, `${selector} is there`);
  return found;
}

function button(viewer: McpLogViewer, label: string): HTMLElement {
  const found = all(viewer, 'button').find(({ textContent }) => textContent.trim().startsWith(label));
  assert.exists(found, `a button "${label}" is there`);
  return found;
}

async function enter(viewer: McpLogViewer, selector: string, value: string): Promise<void> {
  const control = one(viewer, selector);
  if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value;
  control.dispatchEvent(new Event(control instanceof HTMLInputElement ? 'input' : 'change', { bubbles: true }));
  await viewer.updateComplete;
}

/** The messages that are really on the screen. */
function visible(viewer: McpLogViewer): string[] {
  const { top, bottom } = one(viewer, '.scroller').getBoundingClientRect();
  return entries(viewer).filter((entry) => entry.getBoundingClientRect().bottom > top + 2 && entry.getBoundingClientRect().top < bottom - 2)
    .map((entry) => entry.querySelector('.message')?.textContent ?? '');
}

describe('<mcp-log-viewer>', () => {
  afterEach(() => document.body.replaceChildren());

  it('says what will appear here while there is nothing', async () => {
    const { viewer } = await show();
    assert.include(one(viewer, '.empty').textContent, 'Nothing logged yet');
  });

  it('shows level, source and message of each entry [LG-02]', async () => {
    const { host, viewer } = await show();
    for (const level of LOG_LEVELS) host.log.append('a', 'Alpha', { level, logger: 'db', data: { id: level } });
    await arrival(host, viewer);
    assert.deepEqual(all(viewer, '.entry[data-index] .level').map(({ textContent }) => textContent.replace(/^\P{L}+/u, '')), [...LOG_LEVELS]);
    assert.equal(new Set(all(viewer, '.entry[data-index] .shape').map(({ textContent }) => textContent)).size, LOG_LEVELS.length);
    assert.equal(messages(viewer)[0], '{id: "debug"}');
    assert.include(entries(viewer)[0]?.textContent, 'Alpha / db');
  });

  it('follows the end, and renders only what is on the screen', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 20_000);
    assert.isBelow(entries(viewer).length, 60);
    assert.equal(visible(viewer).at(-1), 'line 19999');
    assert.include(one(viewer, '.bar.bottom').textContent, '10,000 entries');
    await log(host, viewer, 1, 'info', () => 'the newest');
    assert.equal(visible(viewer).at(-1), 'the newest');
  });

  it('takes 10,000 entries in twenty bursts, filtered', async () => {
    const { host, viewer } = await show();
    await enter(viewer, 'input', 'needle');
    for (let burst = 0; burst < 20; burst++) await log(host, viewer, 500, 'info', (index) => ({ burst, text: index === 0 ? 'needle' : 'hay' }));
    assert.include(one(viewer, '.bar.bottom').textContent, '20 of 10,000 entries');
    assert.equal(visible(viewer).at(-1), '{burst: 19, text: "needle"}');
    await log(host, viewer, 5_000, 'info', () => 'hay');
    assert.include(one(viewer, '.bar.bottom').textContent, '10 of 10,000 entries');
  });

  it('pauses when the user scrolls up, stays there, and comes back', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 1_000);
    const scroller = one(viewer, '.scroller');
    assert.equal(scroller.getAttribute('role'), 'log');
    await scroll(viewer, 1_500);
    const before = visible(viewer);
    assert.equal(scroller.getAttribute('aria-live'), 'off');
    await log(host, viewer, 15_000, 'info', (index) => `later ${index}`);
    assert.deepEqual(visible(viewer), before);
    button(viewer, 'Jump to latest (15,000 new)').click();
    await viewer.updateComplete;
    assert.equal(visible(viewer).at(-1), 'later 14999');
  });

  it('pauses for a scroll that no event has told of yet', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 100);
    one(viewer, '.scroller').scrollTop = 300;
    viewer.requestUpdate();
    await viewer.updateComplete;
    assert.equal(one(viewer, '.scroller').scrollTop, 300);
    assert.exists(button(viewer, 'Follow'));
  });

  it('follows again when the user scrolls to the end', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 200);
    await scroll(viewer, 100);
    assert.exists(button(viewer, 'Follow'));
    await scroll(viewer, one(viewer, '.scroller').scrollHeight);
    assert.exists(button(viewer, 'Pause'));
  });

  it('reads new entries out, but no flood and nothing while paused', async () => {
    const { host, viewer } = await show();
    const live = (): string | null => one(viewer, '.scroller').getAttribute('aria-live');
    const after = async (count: number): Promise<string | null> => {
      for (let index = 0; index < count; index++) host.log.append('a', 'Alpha', { level: 'info', data: index });
      await arrival(host, viewer);
      return live();
    };
    assert.equal(await after(2), 'polite');
    assert.equal(await after(100), 'off');
    assert.equal(await after(1), 'polite');
    button(viewer, 'Pause').click();
    assert.equal(await after(1), 'off');
  });

  it('filters by level, text and server [LG-05]', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 3, 'debug');
    await log(host, viewer, 2, 'error', (index) => ({ code: `E${index}` }));
    host.log.append('b', 'Beta', { level: 'warning', data: 'watch out' });
    await arrival(host, viewer);
    await enter(viewer, '.level-filter', 'warning');
    assert.deepEqual(messages(viewer), ['{code: "E0"}', '{code: "E1"}', 'watch out']);
    await enter(viewer, 'input', 'e1');
    assert.deepEqual(messages(viewer), ['{code: "E1"}']);
    await enter(viewer, 'input', 'BETA');
    assert.deepEqual(messages(viewer), ['watch out']);
    await enter(viewer, 'input', 'nothing like it');
    button(viewer, 'Clear the filter').click();
    await viewer.updateComplete;
    assert.lengthOf(messages(viewer), 6);
  });

  it('opens an entry as a tree, pauses meanwhile, and gives the focus back', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 3, 'info', (index) => ({ request: { id: index } }));
    entries(viewer)[1]?.click();
    await viewer.updateComplete;
    assert.match(one(viewer, '[part=details]').textContent, /request[\s\S]*id[\s\S]*1/);
    assert.exists(button(viewer, 'Follow'));
    button(viewer, 'Close').click();
    await viewer.updateComplete;
    await viewer.updateComplete;
    assert.lengthOf(all(viewer, '[part=details]'), 0);
    assert.equal(viewer.shadowRoot?.activeElement, entries(viewer)[1]);
  });

  it('is walked through with the arrow keys, one Tab stop for all', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 100);
    assert.lengthOf(entries(viewer).filter(({ tabIndex }) => tabIndex === 0), 1);
    entries(viewer).at(-1)?.focus();
    for (let step = 0; step < 12; step++) {
      await sendKeys({ press: 'ArrowUp' });
      await viewer.updateComplete;
    }
    const focused = viewer.shadowRoot?.activeElement;
    assert.equal(focused?.querySelector('.message')?.textContent, 'line 87');
    assert.include(visible(viewer), 'line 87');
  });

  it('keeps the focus when its entry leaves the screen', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 1_000);
    button(viewer, 'Pause').click();
    // WebKit scrolls to what got the focus a little later, and so would undo the scrolling.
    entries(viewer).at(-1)?.focus({ preventScroll: true });
    await scroll(viewer, 0);
    assert.equal(viewer.shadowRoot?.activeElement, one(viewer, '.scroller'));
  });

  it('is emptied', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 3);
    button(viewer, 'Clear').click();
    await arrival(host, viewer);
    assert.isEmpty(host.log.getSnapshot());
    assert.isEmpty(entries(viewer));
  });

  it('saves one JSON object a line', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 2, 'error', (index) => ({ text: `a\nb ${index}` }));
    const lines = jsonLines(host.log.getSnapshot()).trimEnd().split('\n').map((line): unknown => JSON.parse(line));
    assert.lengthOf(lines, 2);
    assert.deepInclude(lines[1], { level: 'error', server: 'Alpha', serverId: 'a', logger: 'db', data: { text: 'a\nb 1' } });
  });

  it('asks the servers for a level, and says what became of it [LG-01]', async () => {
    const { host, viewer } = await show();
    const [legacy, modern, none] = [host.add(await serverUrl('legacy')), host.add(await serverUrl('modern')), host.add(await serverUrl('cors-none'))];
    await until(() => host.getSnapshot().servers.every(({ status }) => status !== 'connecting'));
    await viewer.updateComplete;
    assert.include(one(viewer, '.empty').textContent, 'ask below for more detail');
    await enter(viewer, '.ask', 'error');
    await until(() => one(viewer, '[role=status]').textContent !== '');
    assert.equal(one(viewer, '[role=status]').textContent, 'Servers were asked for error and above.');
    await enter(viewer, '.server-filter', none);
    assert.lengthOf(all(viewer, '.ask'), 0);
    for (const id of [legacy, modern]) {
      await enter(viewer, '.server-filter', id);
      assert.lengthOf(all(viewer, '.ask'), 1);
    }
    host.close();
  });

  it('lets go of a host that it no longer shows', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 3);
    const other = new McpHost();
    viewer.host = other;
    await viewer.updateComplete;
    assert.isEmpty(entries(viewer));
    await log(other, viewer, 1, 'info', () => 'of the other');
    host.log.append('a', 'Alpha', { level: 'info', data: 'too late' });
    await log(other, viewer, 1, 'info', () => 'also');
    assert.deepEqual(messages(viewer), ['of the other', 'also']);
  });

  it('passes axe', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 50, 'error', (index) => ({ index }));
    entries(viewer).at(-2)?.click();
    await viewer.updateComplete;
    const { violations } = await axe.run(viewer, { rules: { region: { enabled: false } } });
    assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`), []);
  });
});
