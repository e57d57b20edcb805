/** How one reads in `<mcp-activity>` while messages come. */
import { sendKeys } from '@web/test-runner-commands';
import { ActivityRecorder } from '@mcp-web/client/activity';
import { assert } from 'chai';
import type { McpActivityElement } from '../../../packages/elements/src/activity/activity.ts';
import { untilNoted } from '../../support/activity.ts';
import {
  all,
  enter,
  filled,
  leave,
  one,
  pressed,
  rows,
  rowWith,
  SERVER,
  show,
  URL_OF_SERVER,
} from './activity-page.ts';
import { shortestOf, textOf, until } from './page.ts';

describe('the list of <mcp-activity>', () => {
  afterEach(leave);

  it('scrolls and filters 100,000 messages without a pause', async () => {
    const recorder = await filled(100_000);
    const element = show(undefined, recorder);
    const scroller = await one(element, '.scroller');
    await until(() => rows(element).length > 10);
    assert.isBelow(rows(element).length, 80);
    const scrolled = await shortestOf(async () => {
      const start = performance.now();
      scroller.scrollTop = Math.random() * 2_000_000;
      scroller.dispatchEvent(new Event('scroll'));
      await element.updateComplete;
      return performance.now() - start;
    }, 16);
    assert.isBelow(scrolled, 50);
    let count = 0;
    const longest = await shortestOf(async () => {
      const isTenth = ++count % 2 === 1;
      const watch = watchTasks();
      enter(await one(element, 'input[name="text"]'), isTenth ? 'tenth' : 'other');
      await until(() => textOf(element).includes(`${isTenth ? '10,000' : '90,000'} of 100,000 rows`));
      return watch.end();
    }, 50);
    assert.isBelow(longest, 100);
  });

  /** A recorder of which each message can be told from the others, and that holds so many. */
  const noted = async (recorder: ActivityRecorder, from: number, to: number): Promise<void> => {
    for (let number = from; number < to; number++)
      recorder.message(SERVER, 'received', { jsonrpc: '2.0', method: `notifications/${number}` });
    await untilNoted(recorder);
  };
  /** The first row that can be seen, and how far below the edge of the list it begins. */
  const placeOf = (element: McpActivityElement): { readonly method: string; readonly top: number } => {
    const { top } = all(element, '.scroller')[0]?.getBoundingClientRect() ?? assert.fail();
    const first = rows(element).find((row) => row.getBoundingClientRect().bottom > top + 1) ?? assert.fail();
    return {
      method: textOf(first.querySelector('.method') ?? first),
      top: Math.round(first.getBoundingClientRect().top - top),
    };
  };

  it('keeps the place and the focus of a reader while messages come and old ones are dropped', async () => {
    const recorder = new ActivityRecorder({ maxEntries: 640 });
    const element = show(undefined, recorder);
    await noted(recorder, 0, 600);
    (await rowWith(element, 'notifications/599')).focus();
    for (let press = 0; press < 15; press++) await sendKeys({ press: 'PageUp' });
    const focused = await until(() => element.shadowRoot?.activeElement);
    await until(() => textOf(focused).includes('notifications/449'));
    const place = placeOf(element);
    await noted(recorder, 600, 900);
    assert.isAbove(recorder.getSnapshot().dropped, 200);
    await until(() => textOf(element).includes(`${recorder.getSnapshot().dropped} older dropped`));
    assert.deepEqual(placeOf(element), place);
    assert.equal(element.shadowRoot?.activeElement, focused);
    assert.include(textOf(focused), 'notifications/449');
    // What came is counted, and one press away.
    await pressed(element, `Jump to latest (${300 + 1} new)`);
    await rowWith(element, 'notifications/899');
  });

  it('leads to the latest once something came that was not seen, and covers no row with it', async () => {
    const recorder = await filled(200);
    const element = show(undefined, recorder);
    const scroller = await one(element, '.scroller');
    const latest = (): HTMLElement | undefined => all(element, '.latest')[0];
    await until(() => rows(element).length > 10 && scroller.scrollTop > 3_000);
    const bar = await one(element, '.bar.bottom');
    const { height } = bar.getBoundingClientRect();
    await until(() => {
      scroller.scrollTop = 100;
      scroller.dispatchEvent(new Event('scroll'));
      return textOf(element).includes('notifications/other') && scroller.scrollTop === 100;
    });
    await element.updateComplete;
    assert.isUndefined(latest(), 'nothing was missed');
    await noted(recorder, 0, 40);
    const button = await until(() =>
      textOf(latest() ?? bar) === `Jump to latest (${40 + 1} new)` ? latest() : undefined,
    );
    assert.isTrue(bar.contains(button));
    assert.isAtLeast(button.getBoundingClientRect().top, scroller.getBoundingClientRect().bottom);
    assert.approximately(bar.getBoundingClientRect().height, height, 0.5);
    const field = await one(element, 'input[name="text"]');
    enter(field, 'notifications/other');
    await until(() => latest() === undefined);
    enter(field, '');
    await until(() => textOf(latest() ?? bar) === `Jump to latest (${40 + 1} new)`);
    // What is read on the way there is no longer new.
    await until(() => {
      scroller.scrollTop = 1e6;
      scroller.dispatchEvent(new Event('scroll'));
      return latest() === undefined;
    });
  });

  it('leaves the rows room in a low element', async () => {
    const element = show(undefined, await filled(200));
    element.style.cssText = 'inline-size: 390px; block-size: 200px';
    const card = await until(() => all(element, '.low')[0]);
    await until(() => card.scrollHeight <= card.clientHeight && card.clientHeight > 0);
    assert.isAtLeast((await one(element, '.scroller')).clientHeight, 80);
    await pressed(element, 'Filters');
    assert.isTrue((await one(element, 'input[name="text"]')).checkVisibility());
  });

  it('follows again when the reader closes a message, unless they have scrolled up meanwhile', async () => {
    const recorder = await filled(200);
    const element = show(undefined, recorder);
    const scroller = await one(element, '.scroller');
    const isAtEnd = () => scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 4;
    const close = async () => {
      (await one(element, '.details')).querySelectorAll('button').forEach((button) => {
        if (textOf(button) === 'Close') button.click();
      });
      await until(() => all(element, '.details').length === 0);
    };
    await until(() => rows(element).length > 10 && isAtEnd());
    rows(element).at(-1)?.click();
    await one(element, '.details');
    await noted(recorder, 0, 20);
    assert.isFalse(isAtEnd(), 'the list stands still while something is open');
    await close();
    await until(isAtEnd);
    // Closing leads back to the message, which must not be at the end.
    rows(element).at(0)?.click();
    await one(element, '.details');
    const { method } = placeOf(element);
    await until(() => {
      // The list takes no scroll while it is laid out anew.
      scroller.scrollTop = 0;
      scroller.dispatchEvent(new Event('scroll'));
      return placeOf(element).method !== method;
    });
    await close();
    await noted(recorder, 20, 30);
    await element.updateComplete;
    assert.isFalse(isAtEnd());
  });

  it('moves the focus to the list when the focused row is dropped', async () => {
    const recorder = new ActivityRecorder({ maxEntries: 64 });
    const element = show(undefined, recorder);
    await noted(recorder, 0, 60);
    (await rowWith(element, 'notifications/59')).focus();
    await sendKeys({ press: 'Home' });
    await until(() => element.shadowRoot?.activeElement?.textContent?.includes('notifications/0'));
    await noted(recorder, 60, 100);
    await until(() => element.shadowRoot?.activeElement?.matches('.scroller'));
  });

  it('keeps the place of a reader when the filter is cleared, and leads back to all messages', async () => {
    const recorder = new ActivityRecorder();
    const element = show(undefined, recorder);
    await noted(recorder, 0, 400);
    await until(() => rows(element).length > 5);
    const field = await one(element, 'input[name="text"]');
    enter(field, 'notifications/1');
    await until(() => textOf(element).includes('111 of 401 rows'));
    (await until(() => rows(element).at(-1))).focus();
    for (let press = 0; press < 5; press++) await sendKeys({ press: 'PageUp' });
    const { method } = placeOf(element);
    await pressed(element, 'Clear the filter');
    await until(() => textOf(element).includes('401 rows'));
    await until(() => placeOf(element).method === method);
    assert.equal(element.shadowRoot?.activeElement, field);
  });

  it('says of a message that an event leads to whether the filter hides it, or it was dropped', async () => {
    const recorder = new ActivityRecorder({ maxEntries: 64 });
    const element = show(undefined, recorder);
    const body = 'data: {"jsonrpc":"2.0","method":"notifications/hidden"}\n\n';
    const answer = new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
    const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet"}}';
    const sent = await recorder.fetch(SERVER, async () => answer, URL_OF_SERVER, { method: 'POST', body: call });
    await sent.text();
    await untilNoted(recorder);
    enter(await one(element, 'input[name="text"]'), 'greet');
    await until(() => rows(element).length === 1);
    // It got no answer: what HTTP did is open.
    (await rowWith(element, 'greet')).click();
    await pressed(element, 'Message 2');
    await until(() => textOf(element).includes('The filter hides this message.'));
    await pressed(element, 'Clear the filter');
    await pressed(element, 'Message 2');
    await until(() => all(element, '.details h3')[0]?.textContent?.includes('hidden'));

    (await rowWith(element, 'greet')).click();
    await noted(recorder, 0, 100);
    await until(() => textOf(element).includes(`${recorder.getSnapshot().dropped} older dropped`));
    await pressed(element, 'Message 2');
    await until(() => textOf(element).includes('This message was dropped to make room.'));
    // What is open can be read on.
    assert.include(textOf(await one(element, '.details')), 'greet');
    const dropped = await one(element, '.bottom .dropped');
    assert.include(dropped.title, 'maxEntries');
  });
});

/** Watches for how long the page has no turn. */
function watchTasks(): { end(): number } {
  const { port1, port2 } = new MessageChannel();
  let longest = 0;
  let last = performance.now();
  port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    port2.postMessage(undefined);
  };
  port2.postMessage(undefined);
  return {
    end: () => {
      port1.close();
      return longest;
    },
  };
}
