import { faultsOf } from './axe.ts';
import { expect, test } from './test.ts';
import { allow, consentDialog, openPlayground, pickTool, run } from './playground-page.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 320]) {
    test(`the playground has no faults that axe finds, ${colorScheme}, ${width} px wide`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 800 });
      await openPlayground(page);
      const panel = await pickTool(page, 'Weather forecast');
      await panel.getByLabel('City').fill('Lima');
      await run(panel);
      await expect(consentDialog(page).getByRole('button', { name: 'Allow once' })).toBeEnabled();
      expect(await faultsOf(page, { isSeenBefore: colorScheme === 'dark' })).toEqual([]);
      await allow(page);
      await expect(panel).toContainText('Done');
      await (await pickTool(page, 'Write log lines')).getByRole('button', { name: 'Run' }).click();
      await allow(page);
      await expect(page.getByRole('log')).toContainText('emergency');
      expect(await faultsOf(page, { isSeenBefore: colorScheme === 'dark' })).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    });
  }
}

test('follows the system’s theme until the visitor chooses one, and stores that choice', async ({ page }) => {
  const background = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await openPlayground(page);
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.getByRole('radio', { name: 'Light' }).check();
  expect(await background()).toBe(light);
  await page.reload();
  expect(await background()).toBe(light);
  await expect(page.getByRole('radio', { name: 'Light' })).toBeChecked();
  await page.getByRole('radio', { name: 'System' }).check();
  expect(await background()).toBe(dark);
});
