import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type {} from '@mcp-web/elements/mcp-web.js';
import { expect, type Page, type Request, test } from './test.ts';
import { allow, complaintsOf, pickTool, run } from './playground-page.ts';
import { CALLBACK_POLICY, SCRIPT_TAG_POLICY, withTrustedTypes } from './policy.ts';
import { serveSite, type Site, type SiteFile } from './serve.ts';
import { serverUrl } from './servers.ts';

const DIST = fileURLToPath(new URL('../../packages/elements/dist', import.meta.url));
for (const tag of [
  '<script type="module" src="./mcp-web.js"></script>',
  '<script defer src="./mcp-web.js"></script>',
]) {
  test(`a plain page with tags and nothing but ${tag} works`, async ({ page }) => {
    const site = await servePage(tag);
    const complaints = complaintsOf(page);
    try {
      await page.goto(site.origin);
      await expect(page.locator('mcp-server')).toContainText('Connected');
      const panel = await pickTool(page, 'Echo');
      await panel.getByLabel('message').fill('from a plain page');
      await run(panel);
      await allow(page);
      await expect(panel).toContainText('Echo: from a plain page');
      await page.locator('mcp-log-viewer').getByRole('button', { name: 'More', exact: true }).click();
      await page.getByLabel(/^Log level to request from/).selectOption('debug');
      const lines = await pickTool(page, 'Write log lines');
      await run(lines);
      await allow(page);
      await expect(page.getByRole('log')).toContainText('this is warning');
      expect(complaints).toEqual([]);
    } finally {
      await site.close();
    }
  });
}

test('the page itself can answer for the user', async ({ page }) => {
  const site = await servePage(
    '<script type="module" src="./mcp-web.js"></script><script type="module" src="./policy.js"></script>',
  );
  try {
    await page.goto(site.origin);
    const panel = await pickTool(page, 'Echo');
    await panel.getByLabel('message').fill('without a dialog');
    await run(panel);
    await expect(panel).toContainText('Echo: without a dialog');
    await run(await pickTool(page, 'Show one pixel'));
    await expect(page.getByRole('alertdialog')).toBeVisible();
  } finally {
    await site.close();
  }
});

test('a page with tags only signs users in, with a callback page of one line', async ({ page }) => {
  const site = await servePage(
    '<script type="module" src="./mcp-web.js"></script>',
    'oauth',
    'redirect-uri="/signed-in.html"',
  );
  try {
    await page.goto(site.origin);
    const card = page.locator('mcp-server');
    const [window] = await Promise.all([
      page.waitForEvent('popup'),
      card.getByRole('button', { name: 'Sign in to' }).click(),
    ]);
    const isClosed = window.waitForEvent('close');
    await window.locator('input[name=login]').fill('ada');
    await window.locator('input[name=password]').fill('any');
    await window.locator('button[type=submit]').click();
    await window.locator('button[type=submit]').click();
    await isClosed;
    await expect(card).toContainText('Connected');
    await page.reload();
    await expect(card).toContainText('Signed in at');
  } finally {
    await site.close();
  }
});

test('a page loads an element when it appears', async ({ page }) => {
  const site = await serve(
    '<mcp-host><mcp-server src="https://mcp.invalid/"></mcp-server></mcp-host>',
    '<script defer src="mcp-web.js"></script>',
  );
  try {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto(site.origin);
    await expect(page.locator('mcp-server')).toContainText('mcp.invalid');
    expect(loaded.filter((path) => path.startsWith('/mcp-web/mcp-')).toSorted()).toEqual([
      '/mcp-web/mcp-host.js',
      '/mcp-web/mcp-server.js',
    ]);
    await page.evaluate(() => document.querySelector('mcp-host')?.append(document.createElement('mcp-tools')));
    await expect(page.locator('mcp-tools')).toContainText('mcp.invalid');
    expect(loaded).toContain('/mcp-web/mcp-tools.js');
    expect(loaded).not.toContain('/mcp-web/mcp-log-viewer.js');
    await page.evaluate(() => mcpWeb.load());
    expect(await page.evaluate(() => customElements.get('mcp-log-viewer') !== undefined)).toBe(true);
  } finally {
    await site.close();
  }
});

test('mcpWeb.load() gives the client, with the classes that the elements use', async ({ page }) => {
  const site = await serve(
    '<mcp-host><mcp-server src="https://mcp.invalid/mcp"></mcp-server><mcp-tools></mcp-tools></mcp-host>',
    '<script type="module" src="./mcp-web.js"></script>',
  );
  try {
    await page.goto(site.origin);
    await expect(page.locator('mcp-server')).toContainText('Not connected');
    const seen = await page.evaluate(async (url) => {
      const everything = await mcpWeb.load();
      const { connect, McpError, McpHost } = everything;
      const client = await connect(url);
      const { tools } = await client.listTools();
      await client.close();
      const element = document.querySelector('mcp-host');
      const host = new McpHost();
      const failed = element?.host.getSnapshot().servers[0]?.error instanceof McpError;
      if (element) element.host = host;
      await host.ready(host.add(url));
      return { names: Object.keys(everything), tools: tools.map(({ name }) => name), failed };
    }, serverUrl('modern'));
    expect(seen.tools).toContain('echo');
    expect(seen.failed).toBe(true);
    await expect(page.locator('mcp-tools')).toContainText('Echo');
    for (const entry of ['client/dist/index.js', 'client/dist/oauth/index.js', 'elements/dist/index.js']) {
      const file = new URL(`../../packages/${entry}`, import.meta.url).href;
      expect(seen.names).toEqual(expect.arrayContaining(Object.keys(await import(file))));
    }
  } finally {
    await site.close();
  }
});

test('a page with a host and a server loads few files, and hardly any one after another', async ({ page }) => {
  const site = await serve(
    `<mcp-host><mcp-server src="${serverUrl('modern')}"></mcp-server></mcp-host>`,
    '<script type="module" src="mcp-web.js"></script>',
  );
  try {
    const requests: Request[] = [];
    page.on('request', (request) => void (request.url().endsWith('.js') && requests.push(request)));
    await page.goto(site.origin);
    await expect(page.locator('mcp-server')).toContainText('Connected');
    const askedBy = new Map(
      await Promise.all(
        requests.map(async (request) => [request.url(), (await request.allHeaders())['referer']] as const),
      ),
    );
    const depthOf = (url: string | undefined): number =>
      url !== undefined && askedBy.has(url) ? 1 + depthOf(askedBy.get(url)) : 0;
    expect(askedBy.size).toBeGreaterThanOrEqual(5);
    expect(askedBy.size).toBeLessThanOrEqual(12);
    // The script, an element, what elements share, and what the connection loads with its dependencies.
    expect(Math.max(...[...askedBy.keys()].map(depthOf))).toBeLessThanOrEqual(5);
    // In the page's own folder, the files are still few.
    expect(Object.keys(bundle()).length).toBeLessThanOrEqual(85);
  } finally {
    await site.close();
  }
});

for (const kind of ['defer', 'type="module"']) {
  test(`it comes from another site and from any folder, as <script ${kind}>`, async ({ page }) => {
    const cdn = await serveSite(bundle('/v1.2.3/'), { 'Access-Control-Allow-Origin': '*' });
    const site = await serve(
      '<mcp-content></mcp-content>',
      `<script ${kind} src="${cdn.origin}/v1.2.3/mcp-web.js"></script>`,
    );
    try {
      await page.goto(site.origin);
      await page.evaluate(async () => {
        await customElements.whenDefined('mcp-content');
        Object.assign(document.querySelector('mcp-content') ?? {}, { content: { type: 'text', text: 'from afar' } });
      });
      await expect(page.locator('mcp-content')).toContainText('from afar');
    } finally {
      await site.close();
      await cdn.close();
    }
  });

  test(`it works under a strict policy with Trusted Types, as <script ${kind}> [SE-05]`, async ({ page }) => {
    const site = await serve(
      '<mcp-host><mcp-server src="https://mcp.invalid/"></mcp-server><mcp-tools></mcp-tools></mcp-host>',
      `<script ${kind} src="mcp-web.js"></script>`,
      { 'Content-Security-Policy': SCRIPT_TAG_POLICY },
    );
    try {
      await page.goto(site.origin);
      await expect(page.locator('mcp-tools')).toContainText('mcp.invalid');
      await page.evaluate(() => mcpWeb.load());
      // The page's server is not in connect-src, so the browser reports it.
      expect(site.reports.filter((report) => !report.includes('mcp.invalid'))).toEqual([]);
    } finally {
      await site.close();
    }
  });
}

test('what cannot be loaded is reported, and tried again with the next element', async ({ page }) => {
  const site = await serve('<mcp-content></mcp-content>', '<script type="module" src="mcp-web.js"></script>');
  try {
    await page.route('**/mcp-web/mcp-content.js', (route) => route.abort(), { times: 1 });
    const [error] = await Promise.all([page.waitForEvent('pageerror'), page.goto(site.origin)]);
    expect(error.message).toContain('<mcp-content> could not be loaded from ./mcp-web/');
    await page.evaluate(() => document.body.append(document.createElement('mcp-content')));
    await page.evaluate(() => customElements.whenDefined('mcp-content').then(() => undefined));
  } finally {
    await site.close();
  }
});

test('with the import map of the build, a page loads every file of it, under a strict policy', async ({ page }) => {
  const site = await serveWithHashes();
  const complaints = complaintsOf(page);
  try {
    await page.goto(site.origin);
    await page.evaluate(() => mcpWeb.load());
    for (const path of Object.keys(bundle())) await page.evaluate((file) => import(file), path);
    expect(complaints).toEqual([]);
    expect(site.reports).toEqual([]);
  } finally {
    await site.close();
  }
});

for (const [what, changed] of [
  ['an element', /^\/mcp-web\/mcp-content\.js$/],
  ['a file that elements share', /^\/mcp-web\/shared-/],
] as const) {
  test(`with the import map of the build, ${what} does not load after one byte was changed`, async ({ page }) => {
    const site = await serveWithHashes(changed);
    try {
      await page.goto(site.origin);
      test.skip(!(await knowsHashesInImportMaps(page)), 'the engine does not check hashes of import maps');
      const [error] = await Promise.all([
        page.waitForEvent('pageerror'),
        page.evaluate(() => document.body.append(document.createElement('mcp-content'))),
      ]);
      expect(error.message).toContain("matches the page's import map");
      expect(await page.evaluate(() => customElements.get('mcp-content') === undefined)).toBe(true);
    } finally {
      await site.close();
    }
  });
}

test('with the import map of the build, the script tag itself does not load after one byte was changed', async ({
  page,
}) => {
  const site = await serveWithHashes(/^\/mcp-web\.js$/);
  const classic = await serveWithHashes(/^\/mcp-web\.js$/, 'defer');
  try {
    await page.goto(classic.origin);
    expect(await page.evaluate(() => Reflect.has(window, 'mcpWeb'))).toBe(false);
    await page.goto(site.origin);
    test.skip(!(await knowsHashesInImportMaps(page)), 'the engine does not check hashes of import maps');
    expect(await page.evaluate(() => Reflect.has(window, 'mcpWeb'))).toBe(false);
  } finally {
    await site.close();
    await classic.close();
  }
});

/** A page as docs/security.md describes it. One byte is added to the files that match `changed`. */
async function serveWithHashes(changed?: RegExp, kind = 'type="module"'): Promise<Site> {
  const { integrity } = JSON.parse(readFileSync(`${DIST}/importmap.json`, 'utf8'));
  const map = JSON.stringify({ integrity: { ...integrity, './wrong.js': integrity['./mcp-web.js'] } });
  const hash = createHash('sha256').update(map).digest('base64');
  const ofEntry = kind === 'defer' ? `integrity="${integrity['./mcp-web.js']}"` : '';
  const files = { ...bundle(), '/wrong.js': { type: 'text/javascript; charset=utf-8', body: '' } };
  return serveSite(
    {
      '/': {
        type: 'text/html; charset=utf-8',
        body: `<!doctype html><html lang="en"><title>A plain page</title><script type="importmap">${map}</script><script ${kind} ${ofEntry} src="./mcp-web.js"></script><body>`,
      },
      ...Object.fromEntries(
        Object.entries(files).map(([path, { type, body }]) => [
          path,
          { type, body: changed?.test(path) ? `${String(body)} ` : body },
        ]),
      ),
    },
    { 'Content-Security-Policy': SCRIPT_TAG_POLICY.replace("script-src 'self'", `script-src 'self' 'sha256-${hash}'`) },
  );
}

/** Chromium 127, Safari 18 and Firefox 138 do. */
async function knowsHashesInImportMaps(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const wrong = '/wrong.js';
    return import(wrong).then(
      () => false,
      () => true,
    );
  });
}

/** The built files, as a site serves them from a folder. */
function bundle(folder = '/'): Record<string, SiteFile> {
  const paths = [
    'mcp-web.js',
    ...readdirSync(`${DIST}/mcp-web`)
      .filter((name) => name.endsWith('.js'))
      .map((name) => `mcp-web/${name}`),
  ];
  return Object.fromEntries(
    paths.map((path) => [
      folder + path,
      { type: 'text/javascript; charset=utf-8', body: readFileSync(`${DIST}/${path}`) },
    ]),
  );
}

async function serve(body: string, script: string, headers: Record<string, string> = {}): Promise<Site> {
  const html = `<!doctype html><html lang="en"><title>A plain page</title>${script}${body}`;
  return serveSite({ '/': { type: 'text/html; charset=utf-8', body: html }, ...bundle() }, headers);
}

async function servePage(scripts: string, server = 'modern', attributes = ''): Promise<Site> {
  return serveSite({
    '/': {
      type: 'text/html; charset=utf-8',
      body: `<!doctype html>
<html lang="en">
<title>A plain page</title>
<link rel="icon" href="data:,">
${scripts}
<mcp-host client-name="A plain page" ${attributes}>
  <mcp-server src="${serverUrl(server)}"></mcp-server>
  <mcp-tools></mcp-tools>
  <mcp-tool-consent></mcp-tool-consent>
  <mcp-log-viewer></mcp-log-viewer>
</mcp-host>`,
    },
    ...bundle(),
    '/signed-in.html': {
      type: 'text/html; charset=utf-8',
      body: '<!doctype html><meta charset="utf-8"><title>Signing in</title><script defer src="mcp-web.js"></script><script defer src="signed-in.js"></script>',
      headers: { 'Content-Security-Policy': withTrustedTypes(CALLBACK_POLICY, 'mcp-web#lit') },
    },
    '/signed-in.js': { type: 'text/javascript; charset=utf-8', body: 'mcpWeb.completeSignIn();' },
    '/policy.js': {
      type: 'text/javascript; charset=utf-8',
      body: `document.querySelector('mcp-host').addEventListener('mcp-consent-request', (event) => {
        if (event.tool.name === 'echo') event.respondWith({ action: 'allow' });
      });`,
    },
  });
}
