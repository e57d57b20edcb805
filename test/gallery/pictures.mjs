// The documentation's screenshots: every element of the gallery in each of its states, light and dark. Hostile states are for tests only.
//   pnpm screenshots:elements            all of them, into docs/screenshots
//   pnpm screenshots:elements mcp-tools  one element
//   pnpm screenshots:elements themes     some of them with the stylesheets that the package ships
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';
import { chromium } from 'playwright';
import { chromiumArgs, chromiumExecutable } from '../../scripts/browsers.mjs';
import { surroundings } from '../support/surroundings.mjs';

const root = join(import.meta.dirname, '../..');
const gallery = import.meta.dirname;
const folder = join(root, 'docs/screenshots');
const [only] = process.argv.slice(2);
const themes = ['shadcn', 'material'];
const SHOWN_IN_THEMES = [
  ['mcp-tools', 'icons'],
  ['mcp-tool-consent', 'asks'],
  ['mcp-elicitation-form', 'form'],
  ['mcp-tool-call', 'states'],
];

const { outputFiles } = await build({
  entryPoints: [join(gallery, 'page.ts')],
  bundle: true,
  write: false,
  format: 'esm',
  target: 'es2022',
  conditions: ['development-source'],
  loader: { '.ttf': 'dataurl' },
  tsconfig: join(root, 'tsconfig.base.json'),
});
const files = {
  '/': ['text/html', readFileSync(join(gallery, 'state.html'))],
  '/page.css': ['text/css', readFileSync(join(gallery, 'page.css'))],
  '/page.ts': ['text/javascript', outputFiles[0].contents],
  // For apps, which open without an origin here.
  '/packages/elements/app-sandbox.html': ['text/html', readFileSync(join(root, 'packages/elements/app-sandbox.html'))],
  ...Object.fromEntries(
    themes.map((theme) => {
      const path = `packages/elements/themes/${theme}.css`;
      return [`/${path}`, ['text/css', readFileSync(join(root, path))]];
    }),
  ),
};
const server = createServer(({ url }, response) => {
  const file = files[new URL(url, 'http://site').pathname];
  if (!file) return response.writeHead(404).end();
  response.writeHead(200, { 'Content-Type': `${file[0]}; charset=utf-8` }).end(file[1]);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ args: chromiumArgs, executablePath: await chromiumExecutable() });
try {
  const page = await browser.newPage({
    ...surroundings,
    viewport: { width: 720, height: 720 },
    reducedMotion: 'reduce',
  });
  await page.goto(origin);
  const all = await page.evaluate(() => window.gallery);
  const wanted = [
    ...all.filter(([name, own]) => (!only || name === only) && !own.startsWith('hostile')),
    ...(!only || only === 'themes' ? themes.flatMap((theme) => SHOWN_IN_THEMES.map((one) => [...one, theme])) : []),
  ];
  for (const [element, state, stylesheet = ''] of wanted) {
    for (const colorScheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme });
      await page.evaluate((showing) => window.show(...showing), [element, state, { stylesheet }]);
      const dialog = page.locator('dialog[open]').first();
      // What opens in the top layer is outside of its element.
      const target =
        (await dialog.count()) > 0
          ? dialog
          : (await page.locator(':popover-open').count()) > 0
            ? page
            : page.locator('main');
      const name = `${stylesheet && `${stylesheet}-`}${element.replace('mcp-', '')}-${state.replaceAll(' ', '-')}-${colorScheme}.png`;
      writeFileSync(join(folder, name), await target.screenshot({ animations: 'disabled' }));
      console.log(name);
    }
  }
} finally {
  await browser.close();
  server.close();
}
