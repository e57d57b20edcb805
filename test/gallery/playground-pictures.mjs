// Takes the pictures of the playground for README and docs: builds it, serves it, calls a tool, and writes docs/images/.
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { build, preview } from 'vite';
import { chromiumArgs, chromiumExecutable } from '../../scripts/browsers.mjs';

const MAX_BYTES = 300_000;
/** By what follows the name of the file. */
const SIZES = {
  '': { width: 1280, height: 800 },
  '-wide': { width: 1440, height: 900 },
  '-tablet': { width: 1024, height: 768 },
  '-phone': { width: 390, height: 844 },
};
const root = join(import.meta.dirname, '../..');
const folder = join(root, 'docs/images');

await mkdir(folder, { recursive: true });
const configFile = join(root, 'vite.config.ts');
await build({ configFile, logLevel: 'warn' });
// The picture shows the address, so use the same port each time if it is free.
const site = await preview({ configFile, preview: { host: '127.0.0.1', port: Number(process.env.PORT ?? 4173) } });
const browser = await chromium.launch({ executablePath: await chromiumExecutable(), args: chromiumArgs });
try {
  for (const [name, viewport] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark']) await take(`playground${name}-${colorScheme}`, viewport, colorScheme);
} finally {
  await browser.close();
  await site.close();
}

async function take(name, viewport, colorScheme) {
  const context = await browser.newContext({
    colorScheme,
    viewport,
    reducedMotion: 'reduce',
  });
  // The steps explain what the picture shows.
  await context.addInitScript(() => localStorage.setItem('mcp-web-playground-steps', 'hidden'));
  const page = await context.newPage();
  await page.goto(site.resolvedUrls.local[0]);
  await showResult(page);
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path });
  await context.close();
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new Error(`${path} has ${size} bytes, more than ${MAX_BYTES}.`);
  console.log(`${path}  ${size} bytes`);
}

async function showResult(page) {
  const tools = page.locator('mcp-tools');
  for (const name of ['Write log lines', 'Paint a landscape']) {
    await tools.getByRole('button', { name }).click();
    await tools.getByRole('button', { name: 'Run' }).click();
    await page.locator('mcp-tool-consent').getByRole('button', { name: 'Allow once', disabled: false }).click();
    await tools.getByText('Done').and(tools.locator(':visible')).waitFor();
  }
  await tools.getByRole('img').scrollIntoViewIfNeeded();
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.activeElement.blur());
}
