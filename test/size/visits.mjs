// Counts in Chromium what a page with the script tag requests: with a host and a server until it is connected, and with tools
// and a call that the user allows until its result arrives, with a chat until it can be used, and with an app until it runs. All include what is then loaded in advance.
import { chromium } from 'playwright';
import { chromiumArgs, chromiumExecutable } from '../../scripts/browsers.mjs';
import { startAppServer } from '../servers/apps.mjs';
import { allowEverything } from '../servers/cors.mjs';
import { listen } from '../servers/listen.mjs';
import { startModernServer } from '../servers/modern.mjs';

/**
 * @param {ReadonlyMap<string, Uint8Array>} files by path, `mcp-web.js` among them
 * @returns {Promise<{ connected: string[], called: string[], chatting: string[], showing: string[] }>} the requested paths
 */
export async function visit(files) {
  const [server, apps, site, browser] = await Promise.all([
    startModernServer({ name: 'size', cors: allowEverything, legacy: 'reject' }),
    startAppServer(),
    listen((request, response) => {
      const file = files.get(request.url.slice(1));
      response.setHeader('Content-Type', `text/${file ? 'javascript' : 'html'}; charset=utf-8`);
      response.end(file ?? pageOf(request.url, request.url === '/app' ? apps.url : server.url, apps.url));
    }),
    chromium.launch({ args: chromiumArgs, executablePath: await chromiumExecutable() }),
  ]);
  try {
    const [connected, called, chatting, showing] = await Promise.all([
      load('/', connect),
      load('/tools', call),
      load('/chat', chat),
      load('/app', showApp),
    ]);
    return { connected, called, chatting, showing };
  } finally {
    await Promise.all([browser.close(), site.stop(), server.stop(), apps.stop()]);
  }

  async function load(path, act) {
    const page = await browser.newPage({ locale: 'en' });
    const asked = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === site.url && files.has(pathname.slice(1))) asked.push({ path: pathname.slice(1), request });
    });
    await page.goto(`${site.url}${path}`);
    await act(page);
    await settle(page, asked);
    return asked.map((file) => file.path);
  }
}

/** Waits until the page is idle and has requested nothing more. */
async function settle(page, asked) {
  for (let before = -1; before !== asked.length;) {
    before = asked.length;
    // The network is never idle, because the page listens to the server.
    await page.waitForTimeout(300);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await Promise.all(asked.map(async ({ request }) => (await request.response())?.finished()));
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  }
}

async function connect(page) {
  await page.getByText('Connected', { exact: true }).waitFor();
}

async function call(page) {
  const tools = page.locator('mcp-tools');
  await tools.getByRole('listitem').filter({ hasText: 'Echo' }).getByRole('button').click();
  await tools.getByLabel('message').fill('hello');
  await tools.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('button', { name: 'Allow once' }).click();
  await tools.getByText('Echo: hello').waitFor();
}

async function chat(page) {
  await connect(page);
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
}

async function showApp(page) {
  await connect(page);
  await page.evaluate(async () => {
    const { host } = document.querySelector('mcp-host');
    host.addConsentPolicy(() => ({ action: 'allow' }));
    await host.callTool(host.getSnapshot().servers[0].id, 'weather', { city: 'Graz' }, { callId: 'app' });
  });
  await page.frameLocator('mcp-app iframe').frameLocator('iframe').getByText('Sunny in Graz').waitFor();
}

const MORE = {
  '/tools': '<mcp-tools></mcp-tools><mcp-tool-consent></mcp-tool-consent>',
  '/chat': '<mcp-chat></mcp-chat>',
  '/app': '<mcp-app call-id="app" sandbox-url="SANDBOX"></mcp-app>',
};

function pageOf(path, url, sandbox) {
  const more = (MORE[path] ?? '').replace('SANDBOX', `${new URL('/app-sandbox.html', sandbox)}`);
  return `<!doctype html>
<html lang="en">
<title>A plain page</title>
<link rel="icon" href="data:,">
<script type="module" src="mcp-web.js"></script>
<mcp-host><mcp-server src="${url}"></mcp-server>${more}</mcp-host>`;
}
