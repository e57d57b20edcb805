import { readFile } from 'node:fs/promises';
import { expect, test } from './test.ts';
import { allow, complaintsOf, pickTool, run } from './playground-page.ts';
import { serveSite, type Site } from './serve.ts';
import { serverUrl } from './servers.ts';

const BUNDLE = new URL('../../packages/elements/dist/mcp-web.js', import.meta.url);

for (const tag of ['<script type="module" src="./mcp-web.js"></script>', '<script defer src="./mcp-web.js"></script>']) {
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
      await page.getByLabel('Ask servers for').selectOption('debug');
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
  const site = await servePage('<script type="module" src="./mcp-web.js"></script><script type="module" src="./policy.js"></script>');
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
  const site = await servePage('<script type="module" src="./mcp-web.js"></script>', 'oauth', 'redirect-uri="/signed-in.html"');
  try {
    await page.goto(site.origin);
    const card = page.locator('mcp-server');
    const [window] = await Promise.all([page.waitForEvent('popup'), card.getByRole('button', { name: 'Sign in to' }).click()]);
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
    '/mcp-web.js': { type: 'text/javascript; charset=utf-8', body: await readFile(BUNDLE) },
    '/signed-in.html': {
      type: 'text/html; charset=utf-8',
      body: '<!doctype html><meta charset="utf-8"><title>Signing in</title><script defer src="mcp-web.js"></script><script defer src="signed-in.js"></script>',
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
