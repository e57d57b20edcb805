/** Pages that have a Lit of their own use our elements under the documented policy, without 'allow-duplicates'. */
import { createHash } from 'node:crypto';
import { cp, mkdir, realpath, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as bundleWithEsbuild } from 'esbuild';
import { build, defaultClientConditions } from 'vite';
import { bundle } from './bundle.ts';
import { allow, complaintsOf, pickTool, run } from './playground-page.ts';
import { POLICY, withTrustedTypes } from './policy.ts';
import { filesOf, serveSite, type Site, type SiteFile } from './serve.ts';
import { serverUrl } from './servers.ts';
import { expect, type Page, test } from './test.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fixtures = join(root, 'test/beside');
const javaScript = (body: string | Uint8Array): SiteFile => ({ type: 'text/javascript; charset=utf-8', body });
/** For a page with both: its own Lit, and the one of the script tag. */
const POLICY_OF_BOTH = withTrustedTypes(POLICY, 'lit-html mcp-web#lit');
const OURS = '<script type="module" src="/mcp-web.js"></script>';
const THEIRS = '<script type="module" src="/page.js"></script>';

for (const [order, scripts] of [
  ['after', THEIRS + OURS],
  ['before', OURS + THEIRS],
] as const) {
  test(`the script tag works ${order} a Lit of the page, under the documented policy`, async ({ page }) => {
    const built = await filesOf(join(root, 'packages/elements/dist'));
    const scriptTag = Object.entries(built).filter(([path]) => /^\/mcp-web(\/.*)?\.js$/.test(path));
    const files = { '/page.js': javaScript(await bundle(new URL('../beside/page.ts', import.meta.url))) };
    await works(page, await serve(scripts, { ...files, ...Object.fromEntries(scriptTag) }, POLICY_OF_BOTH));
  });
}

test('a bundler that is told to have one Lit makes a page that works under the documented policy', async ({ page }) => {
  expect(policiesIn(await buildWithVite([]))).toBe(2);
  const files = await buildWithVite(['lit']);
  expect(policiesIn(files)).toBe(1);
  await works(page, await serve(THEIRS, files, POLICY));
});

test('an import map gives the page and our elements one Lit, under the documented policy', async ({ page }) => {
  const { map, files } = await unbundled();
  const text = JSON.stringify(map);
  const hash = createHash('sha256').update(text).digest('base64');
  const policy = POLICY.replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`);
  await works(page, await serve(`<script type="importmap">${text}</script>${THEIRS}`, files, policy));
});

/** Calls a tool, and finds that nothing was reported and the element of the page is there too. */
async function works(page: Page, site: Site): Promise<void> {
  const complaints = complaintsOf(page);
  try {
    await page.goto(site.origin);
    await expect(page.locator('page-greeting')).toContainText('Hello from the Lit of the page');
    const panel = await pickTool(page, 'Echo');
    await panel.getByLabel('message').fill('beside another Lit');
    await run(panel);
    await allow(page);
    await expect(panel).toContainText('Echo: beside another Lit');
    expect(complaints).toEqual([]);
    expect(site.reports).toEqual([]);
  } finally {
    await site.close();
  }
}

async function serve(scripts: string, files: Record<string, SiteFile>, policy: string): Promise<Site> {
  const body = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>A page with a Lit of its own</title>
${scripts}
<page-greeting></page-greeting>
<mcp-host client-name="A page with a Lit of its own">
  <mcp-server src="${serverUrl('modern')}"></mcp-server>
  <mcp-tools></mcp-tools>
  <mcp-tool-consent></mcp-tool-consent>
</mcp-host>`;
  return serveSite(
    { '/': { type: 'text/html; charset=utf-8', body }, ...files },
    { 'Content-Security-Policy': policy },
  );
}

/** The page in a folder that has its own copy of Lit, and our packages as links to this clone. */
async function buildWithVite(dedupe: string[]): Promise<Record<string, SiteFile>> {
  const app = join(root, 'node_modules/.cache/mcp-web/beside-lit', `${process.pid}`);
  await rm(app, { recursive: true, force: true });
  await mkdir(join(app, 'node_modules/@mcp-web'), { recursive: true });
  for (const [name, folder] of foldersOfLit())
    await cp(await realpath(folder), join(app, 'node_modules', name), { recursive: true });
  for (const name of ['client', 'elements'])
    await symlink(join(root, 'packages', name), join(app, 'node_modules/@mcp-web', name), 'junction');
  await cp(fixtures, app, { recursive: true });
  const output = await build({
    configFile: false,
    root: app,
    logLevel: 'error',
    resolve: { conditions: ['development-source', ...defaultClientConditions], dedupe },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: join(app, 'both.ts'), output: { entryFileNames: 'page.js' } },
    },
  });
  await rm(app, { recursive: true });
  if (!('output' in output)) throw new Error('Vite built several pages.');
  return Object.fromEntries(
    output.output.map((file) => [`/${file.fileName}`, javaScript(file.type === 'chunk' ? file.code : file.source)]),
  );
}

/** Our elements in one file that imports Lit by name, as a CDN makes it, with an import map for that. */
async function unbundled(): Promise<{ map: object; files: Record<string, SiteFile> }> {
  const { outputFiles } = await bundleWithEsbuild({
    entryPoints: { page: join(fixtures, 'both.ts') },
    outdir: '/',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    conditions: ['development-source'],
    external: ['lit', 'lit/*'],
    tsconfig: join(root, 'tsconfig.base.json'),
  });
  const files: Record<string, SiteFile> = {};
  for (const { path, contents } of outputFiles) files[path] = javaScript(contents);
  for (const [name, folder] of foldersOfLit()) {
    const entries = Object.entries(await filesOf(folder)).filter(([path]) => path.endsWith('.js'));
    for (const [path, file] of entries) files[`/${name}${path}`] = file;
  }
  const folders = foldersOfLit().flatMap(([name]) => [
    [name, `/${name}/${name.split('/').at(-1)}.js`],
    [`${name}/`, `/${name}/`],
  ]);
  return { map: { imports: { ...Object.fromEntries(folders), lit: '/lit/index.js' } }, files };
}

function policiesIn(files: Record<string, SiteFile>): number {
  return Object.values(files).reduce((sum, { body }) => sum + String(body).split('.createPolicy(').length - 1, 0);
}

/** The packages of Lit, by name. */
function foldersOfLit(): [string, string][] {
  const fromElements = createRequire(join(root, 'packages/elements/package.json'));
  const lit = dirname(fromElements.resolve('lit'));
  const others = ['lit-html', 'lit-element', '@lit/reactive-element'];
  return [['lit', lit], ...others.map((name): [string, string] => [name, join(lit, '..', name)])];
}
