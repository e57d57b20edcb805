import { assert } from 'chai';
import { setViewport } from '@web/test-runner-commands';
import { errorOf } from '../../support/errors.ts';
import { quickConsentStore } from '../../support/quick-consent-store.ts';
import { choose, consent, consentPage, dialog, isOn, named } from './consent-page.ts';
import { assertAccessible, button, click, find, focused, press, unmount, until } from './page.ts';

const READS = { annotations: { readOnlyHint: true } };
const ADDS = { annotations: { destructiveHint: false } };
const DESTROYS = { annotations: { destructiveHint: true } };
const permissionsOf = ({ host }: Awaited<ReturnType<typeof consentPage>>): string[] =>
  host.getSnapshot().consent.permissions.map(({ duration }) => duration);

describe('the buttons of the consent dialog', () => {
  afterEach(async () => {
    unmount();
    await setViewport({ width: 1_280, height: 900 });
  });

  it('are Deny and Allow once; what allows for longer is neither there nor one key away', async () => {
    const page = await consentPage(DESTROYS, quickConsentStore());
    const { calling } = await page.ask();
    await until(() => isOn('Allow once'));
    assert.equal(focused()?.textContent, 'Deny');
    await press('Tab');
    assert.equal(focused()?.textContent?.trim(), 'Allow once');
    await press('Tab');
    assert.equal(focused()?.textContent, 'Allow for longer…');
    assert.isUndefined(button(consent(), 'Always allow'));
    assert.isUndefined(button(consent(), 'Allow for this session'));
    await press('Enter');
    await press('Enter');
    await press('Enter');
    assert.isTrue(dialog().open);
    assert.isEmpty(permissionsOf(page));
    await choose('Deny');
    await errorOf(calling, 'denied');
  });

  it('stay where they are when the choice opens, which puts nothing under the pointer and is armed anew', async () => {
    const page = await consentPage(READS, quickConsentStore());
    const { calling } = await page.ask();
    await until(() => isOn('Allow once'));
    await Promise.all(
      dialog()
        .getAnimations()
        .map(({ finished }) => finished),
    );
    const places = (): string =>
      ['Deny', 'Allow once', 'Allow for longer…']
        .map((name) => JSON.stringify(button(consent(), name)?.getBoundingClientRect()))
        .join();
    const before = places();
    const longer = await named('Allow for longer…');
    const { x, y, width, height } = longer.getBoundingClientRect();
    consent().armDelay = 60_000;
    await click(longer);
    const session = await named('Allow for this session');
    assert.equal(places(), before);
    assert.isTrue(consent().shadowRoot?.elementFromPoint(x + width / 2, y + height / 2) === longer);
    assert.equal(session.ariaDisabled, 'true');
    await click(session);
    assert.isTrue(dialog().open);
    await assertAccessible(consent());
    consent().armDelay = 0;
    await press('Escape');
    await until(() => !button(consent(), 'Always allow'));
    assert.isTrue(dialog().open, 'Escape closes the choice first');
    assert.isTrue(focused() === longer);
    await choose('Allow for longer…');
    await choose('Allow for this session');
    await calling;
    assert.deepEqual(permissionsOf(page), ['session']);
  });

  for (const [what, tool] of [
    ['says that it destroys', DESTROYS],
    ['says nothing', {}],
    ['says that it adds data', ADDS],
  ] as const) {
    it(`allow a tool always that ${what} only after the user said that they know`, async () => {
      const page = await consentPage(tool, quickConsentStore());
      const { calling } = await page.ask();
      await choose('Allow for longer…');
      await until(() => isOn('Allow for this session'));
      const always = await named('Always allow');
      assert.equal(always.ariaDisabled, 'true');
      await click(always);
      assert.isTrue(dialog().open);
      await click(find('input', find('label', dialog())));
      await choose('Always allow');
      await calling;
      assert.deepEqual(permissionsOf(page), ['always']);
    });
  }

  for (const [width, height] of [
    [320, 480],
    [320, 256],
  ] as const)
    it(`allow for longer in a window of ${width} × ${height} pixels, where the choice covers the heading`, async function () {
      // WebKitGTK has no window that is so narrow.
      const hasSize = await setViewport({ width, height }).then(
        () => true,
        () => false,
      );
      if (!hasSize) return this.skip();
      const page = await consentPage(DESTROYS, quickConsentStore());
      const { calling } = await page.ask();
      find('pre', dialog()).focus();
      await press('End');
      await choose('Allow for longer…');
      const session = await named('Allow for this session');
      await until(() => isOn('Allow for this session'));
      session.scrollIntoView();
      await click(session);
      await calling;
      assert.deepEqual(permissionsOf(page), ['session']);
    });

  for (const [width, height] of [
    [380, 640],
    [640, 400],
  ] as const)
    it(`leave some of the arguments in sight when the choice opens, in a window of ${width} × ${height} pixels`, async function () {
      const hasSize = await setViewport({ width, height }).then(
        () => true,
        () => false,
      );
      if (!hasSize) return this.skip();
      const page = await consentPage(DESTROYS, quickConsentStore());
      const { calling } = await page.ask({ room: 'kitchen', shelf: 'upper', thoroughly: true });
      find('pre', dialog()).focus();
      await press('End');
      await choose('Allow for longer…');
      const longer = await named('Allow for longer…');
      await until(() => isOn('Always allow') || isOn('Allow for this session'));
      // The choice rises into its place.
      await until(() => dialog().getAnimations({ subtree: true }).length === 0);
      assert.notEqual(getComputedStyle(longer).borderColor, getComputedStyle(await named('Deny')).borderColor);
      const text = find('pre', dialog()).getBoundingClientRect();
      const body = find('.body' as 'div', dialog()).getBoundingClientRect();
      const choice = find('.longer' as 'div', dialog()).getBoundingClientRect();
      const bottom = Math.min(text.bottom, body.bottom, choice.top);
      assert.isAbove(bottom - Math.max(text.top, body.top), 20, 'a line can be read');
      assert.isAtMost(choice.bottom, find('.foot' as 'div', dialog()).getBoundingClientRect().top + 1);
      await choose('Deny');
      await errorOf(calling, 'denied');
    });

  it('allow a tool always that only reads, with a press for the choice and one for the answer', async () => {
    const page = await consentPage(READS, quickConsentStore());
    const { calling } = await page.ask();
    await choose('Allow for longer…');
    await choose('Always allow');
    await calling;
    assert.deepEqual(permissionsOf(page), ['always']);
  });
});

describe('what the consent dialog says a tool may do', () => {
  afterEach(unmount);

  for (const [annotations, tone, sentence] of [
    [
      { readOnlyHint: true, openWorldHint: false },
      'calm',
      'Only reads data, says the server. Nobody has checked this.',
    ],
    // Whether a tool destroys has a meaning only if it is not read-only.
    [{ readOnlyHint: true, destructiveHint: true }, 'calm', 'Only reads data, says the server'],
    [{ destructiveHint: false }, 'addition', 'Adds data but deletes none, says the server'],
    [
      { destructiveHint: true },
      'danger',
      'May delete or overwrite data, says the server. It may access external systems.',
    ],
    [
      { readOnlyHint: false, openWorldHint: true },
      'caution',
      'Changes data, says the server. It does not say whether data can be lost. It accesses external systems.',
    ],
    [
      undefined,
      'caution',
      'The server does not say whether this tool changes anything. It may change or delete data. It may access external systems.',
    ],
    [{ title: 'Harmless' }, 'caution', 'The server does not say whether this tool changes anything.'],
  ] as const) {
    it(`is by its annotations ${JSON.stringify(annotations)}: ${sentence} [TO-12]`, async () => {
      const { ask } = await consentPage({ annotations });
      const { calling } = await ask();
      const sign = await until(() => dialog().querySelector('.sign'));
      assert.include(sign.textContent?.replace(/\s+/g, ' '), sentence);
      assert.isTrue(sign.classList.contains(tone));
      assert.isNotNull(sign.querySelector('svg'), 'the sign is not only a color');
      assert.isNotNull(sign.closest('#about'), 'it is read out with the heading');
      const allow = await named('Allow once');
      assert.equal(allow.querySelector('svg') === null, tone === 'calm');
      assert.isTrue(allow.classList.contains(tone));
      await assertAccessible(consent());
      await choose('Deny');
      await errorOf(calling, 'denied');
    });
  }
});
