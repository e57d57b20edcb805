import { sendKeys } from '@web/test-runner-commands';
import 'axe-core';
import type axeCore from 'axe-core';
import { LOG_LEVELS, type LogLevel, McpHost } from '@mcp-web/client';
import { assert } from 'chai';
import '../../../packages/elements/src/log-viewer/define.ts';
import type { McpLogViewerElement } from '../../../packages/elements/src/log-viewer/log-viewer.ts';
import { serverUrl } from '../../support/servers.ts';
import { registerMessages } from '@mcp-web/elements';
import { german } from '@mcp-web/elements/messages/de';
import { pressWith } from './page.ts';

/** axe-core is a script: it leaves itself here. */
declare const axe: typeof axeCore;

async function show(host = new McpHost()): Promise<{ host: McpHost; viewer: McpLogViewerElement }> {
  const viewer = document.createElement('mcp-log-viewer');
  viewer.host = host;
  document.body.append(viewer);
  await viewer.updateComplete;
  // It is measured with the next frame, which a busy machine draws late.
  await frames(2);
  return { host, viewer };
}

async function frames(count = 3): Promise<void> {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
}

/** Until what was just logged is rendered. */
async function arrival(host: McpHost, viewer: McpLogViewerElement): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = host.log.subscribe(() => resolve(stop()));
  });
  await viewer.updateComplete;
}

async function log(
  host: McpHost,
  viewer: McpLogViewerElement,
  count: number,
  level: LogLevel = 'info',
  data: (index: number) => unknown = (index) => `line ${index}`,
): Promise<void> {
  for (let index = 0; index < count; index++)
    host.log.append({ serverId: 'a', serverName: 'Alpha', level, logger: 'db', data: data(index) });
  await arrival(host, viewer);
}

/** Waits, as long as the test may take, for what comes with some later frame. */
async function until(isReached: () => boolean): Promise<void> {
  while (!isReached()) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Scrolls, and waits until there are entries on that part of the screen. */
async function scroll(viewer: McpLogViewerElement, top: number): Promise<void> {
  const scroller = one(viewer, '.scroller');
  scroller.scrollTop = top;
  await until(() => visible(viewer).length > 5);
  await viewer.updateComplete;
}

const all = (viewer: McpLogViewerElement, selector: string): HTMLElement[] => [
  ...(viewer.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? []),
];
const entries = (viewer: McpLogViewerElement): HTMLElement[] => all(viewer, '.entry[data-id]');
const messages = (viewer: McpLogViewerElement): string[] =>
  all(viewer, '.entry[data-id] .message').map(({ textContent }) => textContent);

function one(viewer: McpLogViewerElement, selector: string): HTMLElement {
  const [found] = all(viewer, selector);
  assert.exists(found, `${selector} is there`);
  return found;
}

function button(viewer: McpLogViewerElement, label: string): HTMLElement {
  const found = all(viewer, 'button').find(({ textContent }) => textContent.trim().startsWith(label));
  assert.exists(found, `a button "${label}" is there`);
  return found;
}

async function enter(viewer: McpLogViewerElement, selector: string, value: string): Promise<void> {
  await until(() => all(viewer, selector).length > 0);
  const control = one(viewer, selector);
  if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) control.value = value;
  control.dispatchEvent(new Event(control instanceof HTMLInputElement ? 'input' : 'change', { bubbles: true }));
  await viewer.updateComplete;
}

/** The messages that are really on the screen. */
function visible(viewer: McpLogViewerElement): string[] {
  const { top, bottom } = one(viewer, '.scroller').getBoundingClientRect();
  return entries(viewer)
    .filter((entry) => entry.getBoundingClientRect().bottom > top + 2 && entry.getBoundingClientRect().top < bottom - 2)
    .map((entry) => entry.querySelector('.message')?.textContent ?? '');
}

describe('<mcp-log-viewer>', () => {
  afterEach(() => document.body.replaceChildren());

  it('says what will appear here while there is nothing', async () => {
    const { viewer } = await show();
    await until(() => all(viewer, '.empty').length === 1);
    assert.include(one(viewer, '.empty').textContent, 'Nothing logged yet');
  });

  it('says whether there is nothing yet, nothing that matches, or no server', async () => {
    const { host, viewer } = await show();
    const said = (): string =>
      all(viewer, '.empty')
        .map(({ textContent }) => textContent)
        .join();
    await until(() => said().includes('No server is connected.'));
    host.add(await serverUrl('legacy'));
    await until(() => host.getSnapshot().servers.every(({ status }) => status === 'ready'));
    await until(() => said().includes('Ask servers to log more'));
    assert.include(said(), 'Nothing logged yet');
    assert.notInclude(said(), 'No server');
    await log(host, viewer, 1);
    assert.equal(said(), '');
    await enter(viewer, 'input', 'nothing like it');
    await until(() => said().includes('No entry matches the filter.'));
    assert.notInclude(said(), 'yet');
    host.close();
  });

  for (const direction of ['ltr', 'rtl']) {
    it(`shows "More" whole however low and narrow the log is, where its button is, ${direction}`, async () => {
      const { host, viewer } = await show();
      viewer.dir = direction;
      viewer.style.cssText = 'inline-size: 300px; block-size: 200px; margin-block-start: 40px;';
      await log(host, viewer, 3);
      const more = one(viewer, '.more');
      const isOpen = (): boolean => more.matches(':popover-open');
      button(viewer, 'More').click();
      await until(() => all(viewer, '.more button').length > 0);
      await viewer.updateComplete;
      assert.equal(button(viewer, 'More').getAttribute('aria-expanded'), 'true');
      const { top, left, right, bottom } = more.getBoundingClientRect();
      assert.isTrue(
        top >= 0 && left >= 0 && right <= innerWidth && bottom <= innerHeight,
        `${left},${top} to ${right},${bottom}`,
      );
      for (const part of [one(viewer, '.more legend'), button(viewer, 'Save'), one(viewer, '#store-hint')]) {
        part.scrollIntoView({ block: 'nearest' });
        const place = part.getBoundingClientRect();
        const hit = viewer.shadowRoot?.elementFromPoint(place.left + place.width / 2, place.top + place.height / 2);
        assert.isTrue(hit?.closest('.more') === more, `${part.textContent} is covered or cut off`);
      }
      document.body.style.paddingBlockStart = '30px';
      window.dispatchEvent(new Event('resize'));
      const below = more.getBoundingClientRect().top - button(viewer, 'More').getBoundingClientRect().bottom;
      document.body.style.paddingBlockStart = '';
      assert.isTrue(
        Math.abs(below) < 8 ||
          more.getBoundingClientRect().bottom <= button(viewer, 'More').getBoundingClientRect().top,
      );
      button(viewer, 'More').click();
      await until(() => !isOpen() && all(viewer, '.more button').length === 0);
      button(viewer, 'More').click();
      await until(isOpen);
      viewer.remove();
      document.body.append(viewer);
      await viewer.updateComplete;
      assert.isFalse(isOpen());
      assert.equal(button(viewer, 'More').getAttribute('aria-expanded'), 'false');
    });
  }

  for (const [width, height, rows] of [
    [300, 200, 1],
    [390, 200, 2],
    [390, 300, 3],
    [700, 200, 4],
  ] as const) {
    it(`leaves the rows room where it is ${width} by ${height} px`, async () => {
      const { host, viewer } = await show();
      await log(host, viewer, 50);
      viewer.style.cssText = `inline-size: ${width}px; block-size: ${height}px;`;
      await until(() => visible(viewer).at(-1) === 'line 49' && all(viewer, '.low').length === 1);
      await frames();
      const card = one(viewer, '.card');
      assert.isAtMost(card.scrollHeight, card.clientHeight, 'all is in view');
      const list = one(viewer, '.scroller').getBoundingClientRect();
      assert.isAtLeast(
        entries(viewer).filter((entry) => {
          const place = entry.getBoundingClientRect();
          return place.top >= list.top && place.bottom <= list.bottom + 1;
        }).length,
        rows,
      );
      for (const label of ['Filters', 'Pause', 'Find', 'Clear', 'More']) {
        const place = button(viewer, label).getBoundingClientRect();
        const hit = viewer.shadowRoot?.elementFromPoint(place.left + place.width / 2, place.top + place.height / 2);
        assert.equal(hit, button(viewer, label), `${label} can be pressed`);
      }
      button(viewer, 'Filters').click();
      await viewer.updateComplete;
      const field = one(viewer, '[name=text]');
      assert.isTrue(field.checkVisibility());
      await enter(viewer, '[name=text]', 'line 4');
      button(viewer, 'Filters').click();
      await viewer.updateComplete;
      assert.isTrue(field.checkVisibility(), 'what is filtered by is seen');
      await until(() => visible(viewer).includes('line 49'));
      entries(viewer).at(-1)?.focus();
      await sendKeys({ press: 'ArrowUp' });
      await until(() => viewer.shadowRoot?.activeElement?.textContent.includes('line 48') === true);
      viewer.style.blockSize = '500px';
      await until(() => all(viewer, '.low').length === 0);
    });
  }

  for (const direction of ['ltr', 'rtl']) {
    it(`opens an entry beside the list where it is wide, which stays as high, ${direction}`, async () => {
      const { host, viewer } = await show();
      viewer.dir = direction;
      viewer.style.cssText = 'inline-size: 1200px; block-size: 400px';
      await log(host, viewer, 200, 'info', (index) => ({ index, list: Array.from({ length: 60 }, (_, at) => at) }));
      const frame = one(viewer, '.frame');
      const { height } = frame.getBoundingClientRect();
      await until(() => visible(viewer).length > 5);
      const row = entries(viewer).at(-1) ?? assert.fail();
      row.focus();
      await sendKeys({ press: direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight' });
      await until(() => all(viewer, '.details').length === 1);
      const list = frame.getBoundingClientRect();
      const details = one(viewer, '.details').getBoundingClientRect();
      assert.approximately(list.height, height, 1);
      assert.deepEqual([details.top, details.bottom], [list.top, list.bottom]);
      if (direction === 'rtl') assert.approximately(details.right, list.left, 1);
      else assert.approximately(details.left, list.right, 1);
      assert.equal(viewer.shadowRoot?.activeElement, row);
      assert.include(visible(viewer).at(-1), 'index: 199');
      const data = one(viewer, '.details .data');
      assert.isAbove(data.scrollHeight, data.clientHeight, 'the data has the only scrollbar');
      assert.isAtMost(one(viewer, '.card').scrollHeight, one(viewer, '.card').clientHeight);
      viewer.style.inlineSize = '700px';
      await until(
        () => one(viewer, '.details').getBoundingClientRect().top >= frame.getBoundingClientRect().bottom - 1,
      );
    });
  }

  it('shows level, source and message of each entry [LG-02]', async () => {
    const { host, viewer } = await show();
    for (const level of LOG_LEVELS)
      host.log.append({ serverId: 'a', serverName: 'Alpha', level, logger: 'db', data: { id: level } });
    await arrival(host, viewer);
    assert.deepEqual(
      all(viewer, '.entry[data-id] .level').map(({ textContent }) => textContent.replace(/^\P{L}+/u, '')),
      [...LOG_LEVELS],
    );
    assert.equal(
      new Set(all(viewer, '.entry[data-id] .shape').map(({ textContent }) => textContent)).size,
      LOG_LEVELS.length,
    );
    assert.equal(messages(viewer)[0], '{id: "debug"}');
    assert.include(entries(viewer)[0]?.textContent, 'Alpha / db');
  });

  it('says levels in the language of the page, with their names in the protocol in the details', async () => {
    registerMessages('de', german);
    const { host, viewer } = await show();
    viewer.lang = 'de';
    await log(host, viewer, 2, 'critical');
    await log(host, viewer, 1, 'info');
    await until(() => all(viewer, '.entry[data-id] .level')[0]?.textContent.endsWith('Kritisch') === true);
    assert.include(
      [...one(viewer, 'select[name=level]').querySelectorAll('option')].map(({ textContent }) => textContent.trim()),
      'Ab Kritisch',
    );
    entries(viewer)[0]?.click();
    await until(() => all(viewer, '[part=details]').length > 0);
    assert.match(one(viewer, '[part=details] .row').textContent, /Kritisch\s*critical/);
    for (const said of ['kritisch', 'critical']) {
      await enter(viewer, '[name=text]', said);
      await until(() => messages(viewer).length === 2);
      await enter(viewer, '[name=text]', '');
      await until(() => messages(viewer).length === 3);
    }
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

  it('says how many entries were dropped, until the log is cleared', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 9_000);
    assert.notInclude(one(viewer, '.bar.bottom').textContent, 'dropped');
    await log(host, viewer, 11_000);
    assert.equal(host.log.dropped, 10_000);
    await until(() => one(viewer, '.bar.bottom').textContent?.includes('10,000 older dropped'));
    host.log.clear();
    await arrival(host, viewer);
    await log(host, viewer, 10);
    assert.equal(host.log.dropped, 0);
    assert.notInclude(one(viewer, '.bar.bottom').textContent, 'dropped');
  });

  it('has what to filter by behind a button, which says how much is chosen', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 3);
    const level = one(viewer, 'select[name=level]') as HTMLSelectElement;
    assert.isFalse(level.checkVisibility());
    button(viewer, 'Filters').click();
    await viewer.updateComplete;
    assert.isTrue(level.checkVisibility());
    level.value = 'error';
    level.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => all(viewer, 'button').some(({ textContent }) => textContent === 'Filters (1)'));
    assert.equal(button(viewer, 'Filters (1)').getAttribute('aria-expanded'), 'true');
    await viewer.updateComplete;
  });

  it('reuses its lines, and keeps an entry in its line', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 1_000);
    const lines = entries(viewer);
    await log(host, viewer, 1, 'info', () => 'one more');
    const kept = lines.slice(1).map((line) => line.dataset['id']);
    assert.isTrue(entries(viewer).every((line, index) => line === (lines[index + 1] ?? lines[0])));
    assert.deepEqual(
      entries(viewer)
        .slice(0, -1)
        .map((line) => line.dataset['id']),
      kept,
    );
    await log(host, viewer, 1_000, 'info', (index) => `later ${index}`);
    await until(() => visible(viewer).at(-1) === 'later 999');
    assert.isTrue(entries(viewer).every((line) => lines.includes(line)));
  });

  it('draws a flood no more often than ten times a second', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 1_000);
    let draws = 0;
    const observer = new MutationObserver(() => draws++);
    observer.observe(one(viewer, '.bar.bottom'), { subtree: true, characterData: true });
    const startedAt = performance.now();
    while (performance.now() - startedAt < 1_000 || draws < 2) await log(host, viewer, 100);
    const most = Math.ceil((performance.now() - startedAt) / 100) + 1;
    observer.disconnect();
    assert.isAbove(draws, 1);
    assert.isAtMost(draws, most);
    const count = host.log.getSnapshot().length.toLocaleString('en');
    await until(() => one(viewer, '.bar.bottom').textContent.includes(`${count} entries`));
  });

  it('takes 10,000 entries in twenty bursts, filtered', async () => {
    const { host, viewer } = await show();
    await enter(viewer, 'input', 'needle');
    await until(() => all(viewer, '.empty').length > 0);
    for (let burst = 0; burst < 20; burst++)
      await log(host, viewer, 500, 'info', (index) => ({ burst, text: index === 0 ? 'needle' : 'hay' }));
    await until(() => one(viewer, '.bar.bottom').textContent.includes('20 of 10,000 entries'));
    assert.equal(visible(viewer).at(-1), '{burst: 19, text: "needle"}');
    await log(host, viewer, 5_000, 'info', () => 'hay');
    await until(() => one(viewer, '.bar.bottom').textContent.includes('10 of 10,000 entries'));
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
    // The log has dropped the others.
    await until(() => all(viewer, '.latest').some(({ textContent }) => textContent === 'Jump to latest (10,000 new)'));
    button(viewer, 'Jump to latest').click();
    await viewer.updateComplete;
    assert.equal(visible(viewer).at(-1), 'later 14999');
  });

  it('leads to the latest once something came that was not seen, and covers no row with it', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 200);
    const bar = one(viewer, '.bar.bottom');
    const { height } = bar.getBoundingClientRect();
    await scroll(viewer, 100);
    assert.exists(button(viewer, 'Follow'));
    await viewer.updateComplete;
    assert.isEmpty(all(viewer, '.latest'), 'nothing was missed');
    await log(host, viewer, 1);
    await until(() => one(viewer, '.latest').textContent === 'Jump to latest (1 new)');
    assert.isTrue(bar.contains(one(viewer, '.latest')));
    assert.isAtLeast(
      one(viewer, '.latest').getBoundingClientRect().top,
      one(viewer, '.scroller').getBoundingClientRect().bottom,
    );
    assert.approximately(bar.getBoundingClientRect().height, height, 0.5);
    viewer.style.cssText = '--mcp-radius-control: 3px; --mcp-shadow-control: 0px 0px 4px red';
    const { borderStartStartRadius, boxShadow } = getComputedStyle(one(viewer, '.latest'));
    assert.deepEqual([borderStartStartRadius, boxShadow], ['3px', 'rgb(255, 0, 0) 0px 0px 4px 0px']);
    one(viewer, '.latest').focus();
    one(viewer, '.latest').click();
    await until(() => all(viewer, '.latest').length === 0);
    await until(() => viewer.shadowRoot?.activeElement === one(viewer, '.scroller'));
  });

  it('counts as new what would be rows: a call is one, and what the filter leaves out is none', async () => {
    const { host, viewer } = await show();
    const call = (id: number, status: string): void =>
      host.log.append({
        serverId: 'a',
        serverName: 'Alpha',
        kind: 'call',
        data: { status },
        request: { id, method: 'tools/call', name: 'erase' },
      });
    const isNew = async (count: number): Promise<void> =>
      until(() => all(viewer, '.latest').map(({ textContent }) => textContent)[0] === `Jump to latest (${count} new)`);
    call(1, 'sent');
    await log(host, viewer, 3);
    button(viewer, 'Pause').click();
    await viewer.updateComplete;
    call(1, 'done');
    await arrival(host, viewer);
    assert.isEmpty(all(viewer, '.latest'), 'its row is there');
    call(2, 'sent');
    call(2, 'done');
    await log(host, viewer, 1, 'error');
    await isNew(2);
    await enter(viewer, 'input', 'erase');
    await isNew(1);
    await log(host, viewer, 2);
    await isNew(1);
    // What it matches is said by what came.
    await enter(viewer, 'input', 'done');
    await isNew(2);
    await enter(viewer, 'input', '');
    await isNew(4);
    one(viewer, '.latest').click();
    await until(() => entries(viewer).length === 8);
    assert.isEmpty(all(viewer, '.latest'));
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

  it('follows again when the user closes what they opened, unless it was paused before', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 200);
    entries(viewer).at(-1)?.click();
    await viewer.updateComplete;
    assert.exists(button(viewer, 'Follow'), 'the list stands still while something is open');
    entries(viewer).at(-2)?.click();
    await viewer.updateComplete;
    button(viewer, 'Close').click();
    await viewer.updateComplete;
    assert.exists(button(viewer, 'Pause'));
    await log(host, viewer, 1);
    assert.include(visible(viewer), 'line 0');
    button(viewer, 'Pause').click();
    entries(viewer).at(-1)?.click();
    await viewer.updateComplete;
    button(viewer, 'Close').click();
    await viewer.updateComplete;
    assert.exists(button(viewer, 'Follow'));
  });

  it('stays paused when the user paused it while something was open', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 200);
    entries(viewer).at(-1)?.click();
    await viewer.updateComplete;
    button(viewer, 'Follow').click();
    await viewer.updateComplete;
    button(viewer, 'Pause').click();
    await viewer.updateComplete;
    button(viewer, 'Close').click();
    await viewer.updateComplete;
    assert.exists(button(viewer, 'Follow'));
  });

  it('keeps the focus when the closed row has left the screen', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 200);
    entries(viewer).at(-1)?.click();
    await viewer.updateComplete;
    await log(host, viewer, 500);
    button(viewer, 'Close').focus();
    button(viewer, 'Close').click();
    await until(() => viewer.shadowRoot?.activeElement === one(viewer, '.scroller'));
  });

  it('reads new entries out, but no flood and nothing while paused', async () => {
    const { host, viewer } = await show();
    const live = (): string | null => one(viewer, '.scroller').getAttribute('aria-live');
    const after = async (count: number): Promise<string | null> => {
      for (let index = 0; index < count; index++)
        host.log.append({ serverId: 'a', serverName: 'Alpha', level: 'info', data: index });
      await arrival(host, viewer);
      return live();
    };
    assert.equal(await after(2), 'polite');
    assert.equal(await after(100), 'off');
    assert.equal(await after(1), 'polite');
    button(viewer, 'Pause').click();
    assert.equal(await after(1), 'off');
  });

  it('goes on reading out what is new when it is drawn again, but not what the user brings about', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 8, 'info', (index) => (index % 4 === 0 ? 'needle' : 'hay'));
    const live = (): string | null => one(viewer, '.scroller').getAttribute('aria-live');
    assert.equal(live(), 'off');
    host.log.append({ serverId: 'a', serverName: 'Alpha', level: 'info', data: 'a needle more' });
    // Drawn for another reason, before and after the log tells of it.
    viewer.requestUpdate();
    await viewer.updateComplete;
    assert.equal(messages(viewer).at(-1), 'a needle more');
    assert.equal(live(), 'polite');
    await arrival(host, viewer);
    assert.equal(live(), 'polite');
    await enter(viewer, 'input', 'needle');
    await until(() => messages(viewer).length === 3);
    assert.equal(live(), 'off');
    await log(host, viewer, 1, 'info', () => 'the last needle');
    assert.equal(live(), 'polite');
    await enter(viewer, 'input', '');
    await until(() => messages(viewer).length === 10);
    assert.equal(live(), 'off');
  });

  it('leaves no timer behind when it is removed', async () => {
    const { host, viewer } = await show();
    const started: number[] = [];
    const ended: number[] = [];
    const start = window.setTimeout.bind(window);
    const end = window.clearTimeout.bind(window);
    Reflect.set(window, 'setTimeout', (run: () => void, ms = 0) => {
      const timer = start(run, ms);
      if (ms === 100 || ms === 200) started.push(timer);
      return timer;
    });
    Reflect.set(window, 'clearTimeout', (timer: number) => {
      ended.push(timer);
      end(timer);
    });
    try {
      for (let index = 0; index < 100; index++)
        host.log.append({ serverId: 'a', serverName: 'Alpha', level: 'info', data: index });
      // The log has a timer of its own while it waits for a frame.
      started.length = 0;
      viewer.requestUpdate();
      await viewer.updateComplete;
      one(viewer, '.scroller').dispatchEvent(new Event('scroll'));
      const mine = started.slice();
      viewer.remove();
      await Promise.resolve();
      await Promise.resolve();
      assert.lengthOf(mine, 2);
      assert.isTrue(mine.every((timer) => ended.includes(timer)));
    } finally {
      Reflect.set(window, 'setTimeout', start);
      Reflect.set(window, 'clearTimeout', end);
    }
  });

  it('filters by level, text and server [LG-05]', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 3, 'debug');
    await log(host, viewer, 2, 'error', (index) => ({ code: `E${index}` }));
    host.log.append({ serverId: 'b', serverName: 'Beta', level: 'warning', data: 'watch out' });
    await arrival(host, viewer);
    await enter(viewer, '[name=level]', 'warning');
    await until(() => messages(viewer).join() === '{code: "E0"},{code: "E1"},watch out');
    await enter(viewer, 'input', 'e1');
    await until(() => messages(viewer).join() === '{code: "E1"}');
    await enter(viewer, 'input', 'BETA');
    await until(() => messages(viewer).join() === 'watch out');
    await enter(viewer, 'input', 'nothing like it');
    await until(() => all(viewer, '.empty button').length > 0);
    button(viewer, 'Clear the filter').click();
    await until(() => messages(viewer).length === 6);
  });

  it('opens an entry as a tree, pauses meanwhile, and gives the focus back', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 3, 'info', (index) => ({ request: { id: index } }));
    entries(viewer)[1]?.click();
    await until(() => all(viewer, '[part=details]').length > 0);
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
    assert.lengthOf(
      entries(viewer).filter(({ tabIndex }) => tabIndex === 0),
      1,
    );
    entries(viewer).at(-1)?.focus();
    for (let step = 1; step <= 12; step++) {
      await sendKeys({ press: 'ArrowUp' });
      await until(
        () => viewer.shadowRoot?.activeElement?.querySelector('.message')?.textContent === `line ${99 - step}`,
      );
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

  it('follows on, or stays where it was paused, when it is moved in the page', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 500);
    await until(() => visible(viewer).includes('line 499'));
    const place = document.body.appendChild(document.createElement('div'));
    place.append(viewer);
    for (let index = 500; index < 600; index++)
      host.log.append({ serverId: 'a', serverName: 'Alpha', level: 'info', logger: 'db', data: `line ${index}` });
    await frames();
    await until(() => visible(viewer).includes('line 599'));
    await scroll(viewer, 3_000);
    assert.exists(button(viewer, 'Follow'));
    const read = visible(viewer);
    document.body.append(viewer);
    await frames();
    await viewer.updateComplete;
    await until(() => visible(viewer).length > 5);
    assert.deepEqual(visible(viewer), read);
    assert.exists(button(viewer, 'Follow'));
  });

  it('draws a flood that waited to be drawn when it is moved meanwhile', async () => {
    const { host, viewer } = await show();
    const burst = (from: number): void => {
      for (let index = from; index < from + 100; index++)
        host.log.append({ serverId: 'a', serverName: 'Alpha', level: 'info', logger: 'db', data: `line ${index}` });
    };
    burst(0);
    await viewer.updateComplete;
    await frames(1);
    burst(100);
    await new Promise((resolve) => setTimeout(resolve, 5));
    document.body.appendChild(document.createElement('div')).append(viewer);
    await until(() => visible(viewer).includes('line 199'));
  });

  for (const isPaused of [true, false]) {
    it(`keeps its place while it is hidden, ${isPaused ? 'paused' : 'following'}`, async () => {
      const { host, viewer } = await show();
      const panel = document.body.appendChild(document.createElement('div'));
      panel.append(viewer);
      await log(host, viewer, 500);
      await until(() => visible(viewer).includes('line 499'));
      if (isPaused) {
        await scroll(viewer, 3_000);
        assert.exists(button(viewer, 'Follow'));
      }
      const read = visible(viewer);
      panel.style.display = 'none';
      viewer.requestUpdate();
      await frames();
      viewer.requestUpdate();
      await frames();
      panel.style.display = '';
      await frames(6);
      assert.deepEqual(visible(viewer), read);
      assert.exists(button(viewer, isPaused ? 'Follow' : 'Pause'));
    });
  }

  it('throws no error of a loop at the page when it becomes low and full within one frame', async () => {
    const { host, viewer } = await show();
    viewer.style.cssText = 'inline-size: 300px; block-size: 200px;';
    await log(host, viewer, 3);
    // Such an error would fail the test.
    await frames();
    assert.lengthOf(entries(viewer), 3);
  });

  it('follows on while its size changes', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 500);
    await until(() => visible(viewer).includes('line 499'));
    const scroller = one(viewer, '.scroller');
    const frame = one(viewer, '.frame');
    const { height } = frame.getBoundingClientRect();
    for (const change of [150, 0, -100, 40, 0]) {
      frame.style.blockSize = frame.style.maxBlockSize = frame.style.minBlockSize = `${height + change}px`;
      viewer.requestUpdate();
      await viewer.updateComplete;
      if (change === 0) await frames();
    }
    await frames();
    assert.exists(button(viewer, 'Pause'));
    assert.include(visible(viewer), 'line 499');
    scroller.scrollTop -= 200;
    await until(() => all(viewer, 'button').some(({ textContent }) => textContent === 'Follow'));
  });

  it('filters nothing of another host as it did that of the one before', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 10);
    await enter(viewer, 'input[name=text]', 'line 3');
    await until(() => messages(viewer).length === 1);
    const other = new McpHost();
    other.log.append({ serverId: 'a', serverName: 'Other', level: 'info', logger: 'db', data: 'of another server' });
    viewer.host = other;
    await until(() => messages(viewer).includes('of another server'));
    assert.equal((one(viewer, 'input[name=text]') as HTMLInputElement).value, '');
  });

  it('says that the code that stores the log could not be loaded, does not note the wish, and tries again', async () => {
    const { host, viewer } = await show();
    const store = host.log.store.bind(host.log);
    host.log.store = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
    button(viewer, 'More').click();
    await until(() => all(viewer, '.more input[type=checkbox]').length === 1);
    one(viewer, '.more input[type=checkbox]').click();
    await until(() => all(viewer, '.not-stored').length === 1);
    assert.isNull(localStorage.getItem('mcp-log-viewer-store'));
    host.log.store = () => store({ name: 'log-of-the-test' });
    button(viewer, 'Retry').click();
    await until(() => all(viewer, '.not-stored').length === 0 && host.log.stored?.isActive === true);
    await until(() => localStorage.getItem('mcp-log-viewer-store') !== null);
    localStorage.removeItem('mcp-log-viewer-store');
    host.log.stored?.stop();
    await host.log.stored?.delete();
  });

  it('is no longer stored once its attribute is removed', async () => {
    const { host, viewer } = await show();
    viewer.setAttribute('store', 'log-of-the-test');
    await until(() => host.log.stored?.isActive === true);
    viewer.removeAttribute('store');
    await until(() => host.log.stored?.isActive === false);
    await host.log.stored?.delete();
  });

  it('is emptied', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 3);
    button(viewer, 'Clear').click();
    await arrival(host, viewer);
    assert.lengthOf(host.log.getSnapshot().slice(), 0);
    assert.isEmpty(entries(viewer));
  });

  it('saves one JSON object a line, without what looks like a secret, and says so [LG-06]', async () => {
    const { host, viewer } = await show();
    const saved = new Promise<string>((resolve) => {
      const original = URL.createObjectURL.bind(URL);
      URL.createObjectURL = (blob: Blob) => {
        URL.createObjectURL = original;
        void blob.text().then(resolve);
        return original(blob);
      };
    });
    // No real download: Firefox shows a panel for the first one, which takes the keyboard from all tests to come.
    Object.defineProperty(HTMLAnchorElement.prototype, 'click', {
      configurable: true,
      value: () => Reflect.deleteProperty(HTMLAnchorElement.prototype, 'click'),
    });
    await log(host, viewer, 2, 'error', (index) => ({
      text: `a\nb ${index}`,
      headers: { Authorization: 'Bearer abcdefghijkl' },
      tokens: 17,
    }));
    button(viewer, 'More').click();
    await until(() => all(viewer, '.more button').length > 0);
    button(viewer, 'Save as JSON Lines').click();
    const lines = (await saved)
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    assert.lengthOf(lines, 2);
    assert.deepInclude(lines[1], {
      kind: 'log',
      level: 'error',
      server: 'Alpha',
      serverId: 'a',
      logger: 'db',
      data: { text: 'a\nb 1', headers: { Authorization: '[redacted]' }, tokens: 17 },
    });
    await until(
      () => one(viewer, '.bar.bottom [role=status]').textContent === 'Saved 2 entries. 2 secrets were replaced.',
    );
  });

  it('asks each server for a level, and shows what was asked, by whom ever [LG-01]', async () => {
    const { host, viewer } = await show();
    const [legacy] = [
      host.add(await serverUrl('legacy')),
      host.add(await serverUrl('modern')),
      host.add(await serverUrl('cors-none')),
    ];
    await until(() => host.getSnapshot().servers.every(({ status }) => status !== 'connecting'));
    await host.setLogLevel(legacy, 'debug');
    await until(() => all(viewer, '.empty').length === 1);
    button(viewer, 'Ask servers to log more').click();
    await until(() => all(viewer, '.more select').length > 0);
    // Where the menu comes next for the keyboard.
    assert.equal(viewer.shadowRoot?.activeElement?.textContent, 'More');
    const asked = (): string[] =>
      all(viewer, '.more li select').map((select) => (select instanceof HTMLSelectElement ? select.value : ''));
    assert.deepEqual(asked(), ['debug', '']);
    await enter(viewer, 'li:nth-child(2) select', 'error');
    await until(() =>
      one(viewer, '.bar.bottom [role=status]').textContent.startsWith('Requested error and above from '),
    );
    await until(() => asked()[1] === 'error');
    host.retry(legacy);
    await until(() => host.getSnapshot().servers[0]?.status === 'ready');
    assert.equal(host.getSnapshot().servers[0]?.logLevel, 'debug');
    host.close();
  });

  it('filters by kind, logger and request', async () => {
    const { host, viewer } = await show();
    const of = { serverId: 'a', serverName: 'Alpha' };
    host.log.append({
      ...of,
      kind: 'decision',
      level: 'notice',
      data: { decision: 'allowed', by: 'user' },
      request: { id: 1, method: 'tools/call', name: 'erase' },
    });
    host.log.append({ ...of, logger: 'db', data: 'one', request: { id: 1, method: 'tools/call', name: 'erase' } });
    host.log.append({ ...of, logger: 'net', data: 'two', request: { id: 2, method: 'tools/call', name: 'erase' } });
    await arrival(host, viewer);
    await enter(viewer, '[name=kind]', 'decision');
    await until(() => messages(viewer).length === 1);
    assert.include(entries(viewer)[0]?.textContent, 'Allowed');
    await enter(viewer, '[name=kind]', '');
    await enter(viewer, '[name=logger]', 'net');
    await until(() => messages(viewer).join() === 'two');
    await enter(viewer, '[name=logger]', '');
    await until(() => messages(viewer).length === 3);
    entries(viewer)[1]?.click();
    await until(() => all(viewer, '[part=details]').length > 0);
    assert.match(one(viewer, '[part=details]').textContent, /tools\/call[\s\S]*erase[\s\S]*#1/);
    button(viewer, 'Show only this request').click();
    await until(() => messages(viewer).length === 2);
    assert.equal(messages(viewer)[1], 'one');
  });

  const own = [
    [
      'decision',
      { decision: 'allowed', tool: 'erase', by: 'user', permission: 'always', isEdited: true, wantedBy: 'model' },
      'Allowed · erase · by the user · always · with changed arguments',
    ],
    [
      'decision',
      { decision: 'denied', tool: 'erase', by: 'policy', reason: 'Not on a\nSunday' },
      'Denied · erase · by a policy of the page · Not on a Sunday',
    ],
    [
      'decision',
      { request: 'elicitation', mode: 'form', fields: ['name', 'age'], action: 'cancel', by: 'user' },
      'Request for information · Cancelled · by the user · ["name", "age"]',
    ],
    ['decision', { decision: 'unseen', by: 'limit', count: 1_000 }, 'Not shown · × 1,000 · by the request limit'],
    ['call', { status: 'sent', arguments: { room: 'kitchen' } }, 'Sent · {room: "kitchen"}'],
    [
      'call',
      { status: 'failed', durationMs: 1_200, code: 'timeout', message: 'No answer' },
      'Failed · 1.2 s · timeout · No answer',
    ],
    ['call', { status: 'changed', durationMs: 30 }, 'The tool has changed · 30 ms'],
    ['sign-in', { state: 'expired' }, 'Session expired'],
    ['decision', { decision: 'constructor', tool: 'erase' }, '{decision: "constructor", tool: "erase"}'],
    ['decision', 'a page wrote this', 'a page wrote this'],
  ] as const;

  it('says in words what the page’s own entries tell of, where it knows them', async () => {
    const { host, viewer } = await show();
    for (const [kind, data] of own) host.log.append({ serverId: 'a', serverName: 'Alpha', kind, data });
    host.log.append({ serverId: 'a', serverName: 'Alpha', data: { status: 'done' } });
    await until(() => messages(viewer).length === own.length + 1);
    await viewer.updateComplete;
    // What others wrote has a direction of its own.
    const said = messages(viewer).map((message) =>
      message.replace(/^(approval|call|sign-in) /, '').replaceAll(/[\u2068\u2069]/g, ''),
    );
    assert.deepEqual(said, [...own.map(([, , words]) => words), '{status: "done"}']);
  });

  it('finds what such an entry says, and what it leaves out', async () => {
    const { host, viewer } = await show();
    for (const [kind, data] of own) host.log.append({ serverId: 'a', serverName: 'Alpha', kind, data });
    await enter(viewer, '[name=text]', 'by the user');
    await until(() => messages(viewer).length === 2);
    await enter(viewer, '[name=text]', '');
    await until(() => messages(viewer).length === own.length);
    button(viewer, 'Find').click();
    await until(() => all(viewer, '.find input').length > 0);
    await enter(viewer, '.find input', 'wantedBy');
    await until(() => one(viewer, '.count').textContent === '1 match');
    button(viewer, '↓').click();
    await until(() => all(viewer, '.found mark')[0]?.textContent === 'wantedBy');
    await enter(viewer, '.find input', 'limit');
    await until(() => one(viewer, '.count').textContent === '1 match');
    button(viewer, '↓').click();
    await until(() => all(viewer, '.found mark')[0]?.textContent === 'limit');
    assert.include(one(viewer, '.found .message').textContent, 'Not shown');
  });

  it('finds a text in all entries, also those that are not rendered, and leads from one to the next', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 5_000, 'info', (index) => (index % 1_000 === 7 ? `a Needle ${index}` : `hay ${index}`));
    one(viewer, '.scroller').focus();
    await pressWith('Control', 'f');
    await until(
      () =>
        viewer.shadowRoot?.activeElement?.closest('.find') instanceof Element && all(viewer, '.find input').length > 0,
    );
    await sendKeys({ type: 'needle' });
    await until(() => one(viewer, '.count').textContent === '5 matches');
    for (const expected of ['a Needle 4007', 'a Needle 7']) {
      await sendKeys({ press: 'Enter' });
      await until(() => all(viewer, '.found').length === 1 && visible(viewer).includes(expected));
      assert.equal(one(viewer, '.found mark').textContent, 'Needle');
    }
    assert.equal(one(viewer, '.count').textContent, '1 of 5');
    await pressWith('Shift', 'Enter');
    await until(() => visible(viewer).includes('a Needle 4007'));
    await sendKeys({ press: 'Escape' });
    await until(() => all(viewer, '.find').length === 0);
    assert.equal(viewer.shadowRoot?.activeElement, one(viewer, '.scroller'));
  });

  it('filters and finds whatever the accents, and highlights what is there', async () => {
    const { host, viewer } = await show();
    const lines = ['Café', 'Cafe\u0301 after 서울', 'a cafe', 'tea'];
    await log(host, viewer, 4, 'info', (index) => lines[index]);
    await enter(viewer, '[name=text]', 'cafe');
    await until(() => messages(viewer).length === 3);
    await enter(viewer, '[name=text]', 'CAFÉ');
    await until(() => messages(viewer).length === 3);
    await enter(viewer, '[name=text]', '');
    button(viewer, 'Find').click();
    await until(() => all(viewer, '.find input').length > 0);
    await enter(viewer, '.find input', 'cafe');
    await until(() => one(viewer, '.count').textContent === '3 matches');
    assert.deepEqual(
      all(viewer, 'mark').map(({ textContent }) => textContent),
      ['Café', 'Cafe\u0301', 'cafe'],
    );
    await enter(viewer, '.find input', 'after');
    await until(
      () =>
        all(viewer, 'mark')
          .map(({ textContent }) => textContent)
          .join() === 'after',
    );
  });

  for (const direction of ['ltr', 'rtl']) {
    it(`shows what was found also where a line is cut off before it, ${direction}`, async () => {
      const { host, viewer } = await show();
      viewer.style.inlineSize = '390px';
      viewer.dir = direction;
      await log(
        host,
        viewer,
        3,
        'info',
        (index) => `${'hay '.repeat([20, 60, 500][index] ?? 0)}needle ${index} ${'hay '.repeat(20)}`,
      );
      button(viewer, 'Find').click();
      await until(() => all(viewer, '.find input').length > 0);
      await enter(viewer, '.find input', 'needle');
      await until(() => one(viewer, '.count').textContent === '3 matches');
      const starts = (): number => all(viewer, '.message').filter(({ scrollLeft }) => scrollLeft !== 0).length;
      for (const index of [2, 1, 0]) {
        button(viewer, '↑').click();
        await until(() => all(viewer, '.found .message')[0]?.textContent.includes(`needle ${index}`) === true);
        await viewer.updateComplete;
        const found = one(viewer, '.found mark').getBoundingClientRect();
        const line = one(viewer, '.found .message').getBoundingClientRect();
        assert.isTrue(
          found.left >= line.left && found.right <= line.right,
          `match ${index} at ${found.left} to ${found.right} of ${line.left} to ${line.right}`,
        );
        assert.equal(starts(), 1);
      }
      button(viewer, '✕').click();
      await until(() => starts() === 0);
    });
  }

  it('keeps its place while the oldest entries fall out, and when the filter changes', async () => {
    const { host, viewer } = await show(new McpHost({ maxLogEntries: 1_000 }));
    await log(host, viewer, 1_000, 'info', (index) => `${index % 2 === 0 ? 'even' : 'odd'} ${index}`);
    await scroll(viewer, 15_000);
    const before = visible(viewer);
    await log(host, viewer, 3_000);
    assert.deepEqual(visible(viewer), before);
    await enter(viewer, 'input', 'even');
    await until(() => one(viewer, '.bar.bottom').textContent.includes('500 of 1,000'));
    await viewer.updateComplete;
    const first = before.find((message) => message.startsWith('even'));
    assert.include(visible(viewer).slice(0, 2), first);
  });

  it('shows a million entries, more than a browser can lay out, to the last', async () => {
    const { host, viewer } = await show(new McpHost({ maxLogEntries: 1_000_000, maxLogBytes: 1_000_000_000 }));
    await log(host, viewer, 1_000_000, 'info', (index) => index);
    assert.equal(visible(viewer).at(-1), '999999');
    const scroller = one(viewer, '.scroller');
    assert.isBelow(scroller.scrollHeight, 16_000_000);
    await scroll(viewer, scroller.scrollHeight / 2);
    const middle = Number(visible(viewer)[3]);
    assert.approximately(middle, 500_000, 1_000);
    // A turn of the wheel moves as far as in a short list.
    scroller.scrollTop += 90;
    await until(() => Number(visible(viewer)[3]) === middle + 3);
    await scroll(viewer, 0);
    assert.equal(visible(viewer)[0], '0');
  });

  it('lets go of a host that it no longer shows', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 3);
    const other = new McpHost();
    viewer.host = other;
    await viewer.updateComplete;
    assert.isEmpty(entries(viewer));
    await log(other, viewer, 1, 'info', () => 'of the other');
    host.log.append({ serverId: 'a', serverName: 'Alpha', level: 'info', data: 'too late' });
    await log(other, viewer, 1, 'info', () => 'also');
    assert.deepEqual(messages(viewer), ['of the other', 'also']);
  });

  it('passes axe', async () => {
    const { host, viewer } = await show();
    await log(host, viewer, 50, 'error', (index) => ({ index }));
    entries(viewer).at(-2)?.click();
    await until(() => all(viewer, '[part=details]').length > 0);
    button(viewer, 'Find').click();
    button(viewer, 'More').click();
    await until(() => all(viewer, '.find, .more').length === 2);
    const { violations } = await axe.run(viewer, {
      rules: { region: { enabled: false }, 'target-size': { enabled: true } },
    });
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`),
      [],
    );
  });
});
