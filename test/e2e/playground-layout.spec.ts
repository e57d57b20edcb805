import { expect, test } from '@playwright/test';
import { allow, openPlayground, pickTool, run } from './playground-page.ts';

for (const [width, height] of [
  [1280, 900],
  [1280, 720],
] as const) {
  test(`shows the log beside the tools, without scrolling, at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openPlayground(page);
    const panel = await pickTool(page, 'Write log lines');
    await run(panel);
    await allow(page);
    await expect(page.getByRole('log').getByRole('button').filter({ hasText: 'emergency' })).toBeInViewport({
      ratio: 0.9,
    });
    await expect(page.locator('mcp-log-viewer')).toBeInViewport({ ratio: 0.9 });
    await expect(panel.getByText('Done')).toBeInViewport({ ratio: 1 });
  });
}

test('keeps the log in view beside a long form', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await openPlayground(page);
  const panel = await pickTool(page, 'Feedback form');
  await panel.getByRole('button', { name: 'Run' }).scrollIntoViewIfNeeded();
  await expect(page.locator('mcp-log-viewer')).toBeInViewport({ ratio: 0.9 });
});

test('brings the answer of a long form into view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPlayground(page);
  const panel = await pickTool(page, 'Feedback form');
  await panel.getByLabel('Name').fill('Ada');
  await panel.getByLabel('Topic').selectOption('idea');
  await run(panel);
  await allow(page);
  await expect(panel.getByText('Done')).toBeInViewport({ ratio: 1 });
  await expect(panel.getByText('Thank you, Ada.')).toBeInViewport({ ratio: 1 });
});

test('brings the form of a picked tool into view where it lies below the list', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openPlayground(page);
  for (const title of ['Greet', 'Write log lines']) {
    const panel = await pickTool(page, title);
    await expect(panel.getByRole('heading')).toBeFocused();
    await expect(panel.getByRole('heading')).toBeInViewport({ ratio: 0.9 });
    await expect(panel.getByRole('button', { name: 'Run' })).toBeInViewport({ ratio: 0.9 });
    await page.evaluate(() => scrollTo(0, 0));
  }
});

for (const width of [1280, 640]) {
  test(`has room for text of twice the size, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 720 });
    await openPlayground(page);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(':root { font-size: 200% !important }');
      document.adoptedStyleSheets.push(sheet);
    });
    const panel = await pickTool(page, 'Greet');
    await expect(panel.getByRole('heading')).toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    // At one moment: the form may still be growing.
    const [toolsEnd, logStart] = await page.evaluate(() => [
      document.querySelector('mcp-tools')!.getBoundingClientRect().bottom,
      document.querySelector('mcp-log-viewer')!.getBoundingClientRect().top,
    ]);
    expect(toolsEnd).toBeLessThanOrEqual(logStart!);
  });
}
