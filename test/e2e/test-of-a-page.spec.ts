// The test that docs/testing.md shows, of a page as an application has it.
import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fakeServer } from '@mcp-web/client/testing';
import { expect, test } from './test.ts';

const DIST = fileURLToPath(new URL('../../packages/elements/dist', import.meta.url));
const PAGE = `<!doctype html><title>An app</title><script type="module" src="/mcp-web.js"></script>
<mcp-host><mcp-server src="/mcp"></mcp-server><mcp-tools></mcp-tools><mcp-tool-consent></mcp-tool-consent></mcp-host>`;

test.beforeEach(({ page }) =>
  page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    if (extname(pathname) !== '.js') return route.fulfill({ contentType: 'text/html', body: PAGE });
    return route.fulfill({ contentType: 'text/javascript', body: readFileSync(DIST + pathname, 'utf8') });
  }),
);

const server = fakeServer({ tools: [{ name: 'greet', run: () => 'Hello' }] });

test('the user runs a tool', async ({ page }) => {
  await page.route('**/mcp', async (route) => {
    const request = route.request();
    const init = { method: request.method(), headers: request.headers(), body: request.postData() };
    const answer = await server.fetch(request.url(), init);
    const headers = Object.fromEntries(answer.headers);
    await route.fulfill({ status: answer.status, headers, body: await answer.text() });
  });
  await page.goto('/');
  await expect(page.locator('mcp-server')).toContainText('Connected');

  await page.getByRole('button', { name: 'greet' }).click();
  const tool = page.getByRole('region', { name: 'greet' });
  await tool.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Allow once' }).click();
  await expect(tool).toContainText('Hello');
  expect(server.requests.map(({ method }) => method)).toContain('tools/call');
});
