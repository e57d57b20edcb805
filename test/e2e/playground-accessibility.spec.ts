/** Runs axe over what a visitor of the playground sees, in both themes and directions. */
import { faultsOf } from './axe.ts';
import { expect, test } from './test.ts';
import { openPlayground, pickTool } from './playground-page.ts';
import { takeScreenshot } from './screenshot.ts';

// Many states, one after the other.
test.describe.configure({ timeout: 900_000 });

const WORDS = {
  en: {
    run: 'Run',
    allow: 'Allow once',
    approve: 'Approve',
    preview: 'Preview',
    find: 'Find',
    more: 'More',
    prompts: 'Prompts',
    resources: 'Resources',
  },
  ar: {
    run: 'تشغيل',
    allow: 'السماح مرة واحدة',
    approve: 'موافقة',
    preview: 'معاينة',
    find: 'بحث',
    more: 'المزيد',
    prompts: 'الموجِّهات',
    resources: 'الموارد',
  },
};

for (const [colorScheme, width, language] of [
  ['light', 1280, 'en'],
  ['dark', 390, 'en'],
  ['light', 320, 'ar'],
  ['dark', 1280, 'ar'],
] as const) {
  test(`has no faults that axe finds in its main states: ${colorScheme}, ${width} px wide, in ${language}`, async ({
    page,
  }) => {
    const words = WORDS[language];
    const look = async (name: string): Promise<void> => {
      // In light, every language and both layouts have all rules applied.
      expect(await faultsOf(page, { isSeenBefore: colorScheme === 'dark' }), name).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(width);
      await takeScreenshot(page, `${name}-${colorScheme}-${width}-${language}`);
    };
    const press = (name: string) =>
      page.getByRole('button', { name, exact: true }).locator('visible=true').first().click();
    const call = async (title: string): Promise<void> => {
      const panel = await pickTool(page, title);
      await panel.getByRole('button', { name: words.run, exact: true }).click();
      await page.getByRole('alertdialog').waitFor();
    };
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 800 });
    // A server that does not answer, beside the page's own.
    await openPlayground(page, `?server=${encodeURIComponent('http://127.0.0.1:9/mcp')}`);
    await page.locator('#language').selectOption(language);
    await expect(page.locator('#tools-tab')).not.toHaveText(language === 'en' ? '' : 'Tools');
    await page.locator('details.settings').evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')));
    await expect(page.locator('mcp-server').last().getByRole('alert')).toBeVisible();
    await look('start');

    await call('Chameleon');
    await look('consent');
    await press(words.allow);
    await call('Book a voyage');
    await press(words.allow);
    await page.getByRole('dialog').waitFor();
    await look('form');
    await page.keyboard.press('Escape');
    await call('Visit the harbor');
    await press(words.allow);
    await page.getByRole('dialog').waitFor();
    await look('visit');
    await page.keyboard.press('Escape');
    await call('Ask your model');
    await press(words.allow);
    await page.getByRole('dialog').waitFor();
    await look('sampling');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    const log = page.locator('mcp-log-viewer');
    await log.getByRole('button', { name: words.find, exact: true }).click();
    await log.getByRole('button', { name: words.more, exact: true }).click();
    await expect(log.getByRole('checkbox').first()).toBeVisible();
    // The menu covers the entries.
    await page.keyboard.press('Escape');
    await log.getByRole('log').getByRole('button').first().click();
    await look('log');
    await page.getByRole('tab', { name: words.prompts }).click();
    await page.locator('#message').pressSequentially('/');
    await page.getByRole('option', { name: 'Translate' }).waitFor();
    await look('prompt-menu');
    await page.getByRole('option', { name: 'Translate' }).click();
    await page.getByRole('dialog').waitFor();
    await look('prompt');
    await page.keyboard.press('Escape');
    await page.getByRole('tab', { name: words.resources }).click();
    await page.getByRole('option', { name: 'About this server' }).click();
    await press(words.preview);
    await expect(page.locator('mcp-resource-picker')).toContainText('The playground server');
    await look('resource');
  });
}
