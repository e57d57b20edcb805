import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions, type Rolldown } from 'vite';
import { bundle } from './bundle.ts';
import { POLICY, withTrustedTypes } from './policy.ts';
import { serveSite, type Site, type SiteFile } from './serve.ts';
import { serverUrl } from './servers.ts';
import { expect, test } from './test.ts';

const POLICY_WITH_WORKER = withTrustedTypes(POLICY, 'client-worker');
const POLICY_WITHOUT_TRUSTED_TYPES = POLICY.replace(/require-trusted-types-for[^;]*; trusted-types[^;]*; /, '');

let files: Record<string, SiteFile>;
test.beforeAll(async () => {
  const javaScript = (body: string | Uint8Array): SiteFile => ({ type: 'text/javascript; charset=utf-8', body });
  const built = await buildPage();
  files = {
    '/': {
      type: 'text/html; charset=utf-8',
      body: `<!doctype html><title>Connecting</title><script type="module" src="/${built[0]?.fileName}"></script>`,
    },
    '/client-worker.js': javaScript(await bundle(new URL('../worker-page/worker.ts', import.meta.url))),
    // What the worker loads is an asset to Vite.
    ...Object.fromEntries(
      built.map((file) => [`/${file.fileName}`, javaScript(file.type === 'chunk' ? file.code : file.source)]),
    ),
  };
});

/** The page as an app builds it; the entry comes first. */
async function buildPage(): Promise<Rolldown.RolldownOutput['output']> {
  const output = await build({
    configFile: false,
    root: fileURLToPath(new URL('../worker-page', import.meta.url)),
    logLevel: 'error',
    resolve: { conditions: ['development-source', ...defaultClientConditions] },
    worker: { format: 'es' },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: fileURLToPath(new URL('../worker-page/page.ts', import.meta.url)) },
    },
  });
  if (!('output' in output)) throw new Error('Vite built several pages.');
  return output.output;
}

async function withSite(policy: string, run: (site: Site) => Promise<void>): Promise<void> {
  const site = await serveSite(files, { 'Content-Security-Policy': policy });
  try {
    await run(site);
  } finally {
    await site.close();
  }
}

const query = (era: string): string => `?server=${encodeURIComponent(serverUrl(era))}`;

for (const [era, revision] of [
  ['modern', '2026-07-28'],
  ['legacy', '2025-11-25'],
] as const) {
  test(`a bundler emits the worker, in which the client speaks with a server of the ${era} era`, async ({ page }) => {
    await withSite(POLICY_WITHOUT_TRUSTED_TYPES, async ({ origin, reports }) => {
      await page.goto(`${origin}/${query(era)}`);
      await expect(page).toHaveTitle(new RegExp(`^${revision}: .*countdown`));
      expect(reports).toEqual([]);
    });
  });
}

test('a page with Trusted Types makes its own worker, without one violation [SE-05]', async ({ page }) => {
  await withSite(POLICY_WITH_WORKER, async ({ origin, reports }) => {
    await page.goto(`${origin}/${query('modern')}&worker=/client-worker.js`);
    await expect(page).toHaveTitle(/^2026-07-28: .*countdown/);
    expect(reports).toEqual([]);
  });
});

test('a page with Trusted Types hears that it has to make the worker itself', async ({ page, browserName }) => {
  // Where Trusted Types are missing, nothing stands in the way of the client's own worker.
  test.skip(browserName !== 'chromium', 'Trusted Types are new in other engines');
  await withSite(POLICY_WITH_WORKER, async ({ origin }) => {
    await page.goto(`${origin}/${query('modern')}`);
    await expect(page).toHaveTitle(/does not let this page start a worker.*pass it as `worker`/);
  });
});

test('a page whose policy forbids workers hears which directive to change', async ({ page }) => {
  await withSite(`${POLICY_WITHOUT_TRUSTED_TYPES}; worker-src 'none'`, async ({ origin }) => {
    await page.goto(`${origin}/${query('modern')}`);
    await expect(page).toHaveTitle(/worker-src/);
  });
});
