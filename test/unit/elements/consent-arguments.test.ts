import { assert } from 'chai';
import { setViewport } from '@web/test-runner-commands';
import { errorOf } from '../../support/errors.ts';
import { choose, consent, consentPage, dialog, hasResized, isOn, named } from './consent-page.ts';
import { assertAccessible, click, find, focused, press, textOf, unmount, until } from './page.ts';

const WIDTH = 1_280;
const HEIGHT = 900;
/** A box so low that the end of the arguments can be scrolled past, as in a card of a chat, in px. */
const LOW = 90;
/** Of a line, in px. */
const LINE = 18;
const LONG = { amount: 250, note: 'A long note. '.repeat(1_900), to: 'MALLORY-IBAN' };
const MIDDLE = { rooms: Array.from({ length: 30 }, (_, index) => `room ${index}`), last: 'cellar' };

class BlindObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const preview = () => find('pre', dialog());
const hint = () => dialog().querySelector('#hint');
const refuses = async (name: string): Promise<void> => {
  const target = await named(name);
  assert.equal(target.ariaDisabled, 'true');
  await click(target);
  assert.isTrue(dialog().open);
};

describe('the arguments in the consent dialog', () => {
  afterEach(async () => {
    unmount();
    await setViewport({ width: WIDTH, height: HEIGHT });
  });

  it('have to have been on the screen to their end, however long they are, before anything is allowed [TO-08]', async () => {
    await setViewport({ width: WIDTH, height: HEIGHT });
    const { ask, calls } = await consentPage({});
    const { calling } = await ask(LONG);
    await until(() => hint()?.textContent?.includes('Scroll to the end of the arguments'));
    const names = await until(() => dialog().querySelector('.names'));
    assert.match(textOf(names), /3 arguments: amount note to/);
    await refuses('Allow once');
    await refuses('Allow for longer…');
    assert.include(preview().textContent, 'MALLORY-IBAN');
    await assertAccessible(consent());
    preview().focus();
    await press('End');
    await choose('Allow once');
    await calling;
    assert.deepEqual(calls, [LONG]);
  });

  it('can be scrolled to their end with a button, which leaves the focus in the dialog', async () => {
    await setViewport({ width: WIDTH, height: HEIGHT });
    const { ask } = await consentPage({});
    const { calling } = await ask({ ...MIDDLE, more: MIDDLE.rooms });
    const scroll = await named('Scroll down');
    scroll.focus();
    for (let turn = 0; turn < 20 && scroll.isConnected; turn++) {
      assert.equal(focused(), scroll);
      await press('Enter');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    assert.equal(focused(), preview());
    await choose('Allow once');
    await calling;
  });

  it('are not scrolled past by quick presses on the button, whatever stands below them', async () => {
    const { ask } = await consentPage({ description: 'More about this. '.repeat(200) });
    // Longer than the end is on the screen between two presses.
    consent().armDelay = 500;
    const { calling } = await ask(MIDDLE);
    find('.body' as 'div', dialog()).style.maxBlockSize = `${LOW}px`;
    const scroll = await named('Scroll down');
    for (let turn = 0; turn < 40 && scroll.isConnected; turn++) {
      scroll.click();
      await new Promise(requestAnimationFrame);
    }
    const { bottom } = find('.end' as 'i', dialog()).getBoundingClientRect();
    const hintAt = dialog().querySelector('.more')?.getBoundingClientRect();
    assert.isAtMost(bottom, hintAt?.top ?? Infinity, 'above the hint');
    await choose('Allow once');
    await calling;
  });

  it('have a button that leads back to their end when it was scrolled past', async () => {
    const { ask } = await consentPage({ description: 'More about this. '.repeat(200) });
    const { calling } = await ask(MIDDLE);
    const body = find('.body' as 'div', dialog());
    body.style.maxBlockSize = `${LOW}px`;
    await named('Scroll down');
    // It is never on the screen.
    body.scrollTo(0, body.scrollHeight);
    const back = await named('Scroll up');
    await click(back);
    await choose('Allow once');
    await calling;
  });

  it('come back with their end where the box around a request in the page was scrolled', async () => {
    const { host } = await consentPage({});
    consent().inline = true;
    await consent().updateComplete;
    const box = document.createElement('div');
    find('mcp-host').append(box);
    Object.assign(box.style, { blockSize: '300px', overflow: 'auto' });
    box.append(consent());
    const [{ id } = assert.fail()] = host.getSnapshot().servers;
    const calling = host.callTool(id, 'tidy', MIDDLE);
    calling.catch(() => {});
    const frame = await until(() => consent().renderRoot.querySelector<HTMLElement>('.frame:not([hidden])'));
    const body = await until(() => frame.querySelector<HTMLElement>('.body'));
    body.style.maxBlockSize = `${LOW}px`;
    frame.style.minBlockSize = '600px';
    frame.style.maxBlockSize = 'none';
    await until(() => frame.querySelector('.more')?.textContent?.includes('Scroll to the end of the arguments'));
    const end = await until(() => frame.querySelector('.end'));
    // The last step is left.
    body.scrollTo(0, body.scrollTop + end.getBoundingClientRect().top - body.getBoundingClientRect().bottom - 5);
    box.scrollTo(0, 250);
    await until(() => body.getBoundingClientRect().bottom < box.getBoundingClientRect().top);
    const { top, bottom } = box.getBoundingClientRect();
    await until(() => {
      frame.querySelector<HTMLElement>('.more button')?.click();
      const line = end.getBoundingClientRect();
      return line.top - LINE >= top && line.bottom <= bottom;
    }, 'the end, with its line');
    host.close();
    await errorOf(calling, 'closed');
  });

  it('have not been seen when their end only passes by, while the focus moves on', async () => {
    await setViewport({ width: WIDTH, height: HEIGHT });
    const { ask } = await consentPage({});
    const { calling } = await ask(LONG);
    await until(() => hint()?.textContent?.includes('Scroll to the end of the arguments'));
    const body = find('.body' as 'div', dialog());
    const bottomOf = (element: Element | null): number => element?.getBoundingClientRect().bottom ?? Infinity;
    const isAtEnd = (): boolean => bottomOf(dialog().querySelector('.end')) <= bottomOf(body);
    // The end would have to stay for a minute.
    consent().armDelay = 60_000;
    find('.edit' as 'button', dialog()).focus();
    for (let turn = 0; turn < 5 && !isAtEnd(); turn++) {
      await press('Tab');
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    }
    assert.isTrue(isAtEnd(), 'Tab leads past the end');
    body.scrollTo(0, 0);
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    consent().armDelay = 0;
    assert.include(hint()?.textContent, 'Scroll to the end of the arguments');
    await refuses('Allow once');
    preview().focus();
    await press('End');
    await choose('Allow once');
    await calling;
  });

  it('are left where they are by a user who scrolls on after End', async () => {
    // Who never sees the end looks for it as long as possible.
    const { IntersectionObserver } = globalThis;
    Reflect.set(globalThis, 'IntersectionObserver', BlindObserver);
    try {
      const { ask } = await consentPage({});
      const { calling } = await ask(LONG);
      const body = find('.body' as 'div', dialog());
      preview().focus();
      await press('End');
      await until(() => body.scrollTop > 0);
      dispatchEvent(new WheelEvent('wheel'));
      body.scrollTo(0, 0);
      for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame);
      assert.equal(body.scrollTop, 0);
      await press('Escape');
      await errorOf(calling, 'denied');
    } finally {
      Reflect.set(globalThis, 'IntersectionObserver', IntersectionObserver);
    }
  });

  for (const [width, height] of [
    [640, 450],
    [320, 480],
  ] as const) {
    it(`can be read in a window of ${width} × ${height} pixels, and have to be`, async function () {
      // WebKitGTK has no window that is so narrow.
      if (!(await hasResized({ width, height }))) return this.skip();
      const { ask } = await consentPage({ description: 'Tidies. '.repeat(60) });
      const { calling } = await ask(MIDDLE);
      await until(() => hint());
      await refuses('Allow once');
      const body = find('.body' as 'div', dialog());
      const shown = preview().getBoundingClientRect();
      const { top, bottom } = body.getBoundingClientRect();
      assert.isAbove(Math.min(bottom, shown.bottom) - Math.max(top, shown.top), 40, 'some lines can be read at once');
      preview().focus();
      await press('End');
      await choose('Deny');
      await errorOf(calling, 'denied');
    });
  }

  it('that fit are seen at once', async () => {
    await setViewport({ width: WIDTH, height: HEIGHT });
    const { ask } = await consentPage({ description: 'Tidies. '.repeat(60) });
    const { calling } = await ask();
    await choose('Allow once');
    await calling;
  });

  it('are drawn piece by piece when they are a megabyte, and shown to the last character', async () => {
    const { ask } = await consentPage({});
    const args = {
      items: Array.from(
        { length: 12_000 },
        (_, index) => `Item ${index} with some text that goes on, ${'x'.repeat(40)}`,
      ),
    };
    let pieces = 0;
    const watch = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        pieces = Math.max(pieces, [...addedNodes].filter((node) => node instanceof HTMLElement).length);
    });
    watch.observe(consent().renderRoot, { childList: true, subtree: true });
    const { calling } = await ask(args);
    await until(() => dialog().querySelector('.end'));
    watch.disconnect();
    assert.equal(preview().textContent, JSON.stringify(args, null, 2));
    assert.isBelow(pieces, preview().querySelectorAll('bdi').length, 'not all at once');
    await refuses('Allow once');
    preview().focus();
    await until(() => {
      find('.body' as 'div', dialog()).scrollTo(0, 1e9);
      return isOn('Allow once');
    });
    await choose('Deny');
    await errorOf(calling, 'denied');
  });

  it('show even a single text of a megabyte to its last character', async () => {
    const { ask } = await consentPage({});
    const { calling } = await ask({ text: '😀'.repeat(500_000), to: 'MALLORY-IBAN' });
    await until(() => dialog().querySelector('.end'));
    assert.equal(JSON.parse(preview().textContent)['to'], 'MALLORY-IBAN');
    await choose('Deny');
    await errorOf(calling, 'denied');
  });

  it('that were edited are allowed only as they are shown afterwards', async () => {
    await setViewport({ width: WIDTH, height: HEIGHT });
    const { ask, calls } = await consentPage({
      inputSchema: {
        type: 'object',
        properties: { room: { type: 'string' }, hidden: { type: 'string', default: 'added by the form' } },
      },
    });
    const { calling } = await ask();
    await choose('Edit');
    await until(() => dialog().querySelector('mcp-schema-form')?.hasUpdated);
    assert.include(hint()?.textContent, 'Finish editing');
    await refuses('Allow once');
    const form = find('mcp-schema-form', dialog());
    form.value = LONG;
    await choose('Done');
    await until(() => hint()?.textContent?.includes('Scroll to the end'));
    await until(() => focused()?.textContent === 'Edit');
    await refuses('Allow once');
    assert.include(preview().textContent, 'MALLORY-IBAN');
    preview().focus();
    await press('End');
    await choose('Allow once');
    await calling;
    assert.deepEqual(calls, [LONG]);
  });
});
