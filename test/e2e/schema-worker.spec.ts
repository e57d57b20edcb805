import { fileURLToPath } from 'node:url';
import { build, defaultClientConditions, type Rolldown } from 'vite';
import { POLICY, withTrustedTypes } from './policy.ts';
import { serveSite, type SiteFile } from './serve.ts';
import { expect, test } from './test.ts';

const WITHOUT_TRUSTED_TYPES = POLICY.replace(/require-trusted-types-for[^;]*; trusted-types[^;]*; /, '');

let files: Record<string, SiteFile>;
test.beforeAll(async () => {
  const built = await buildPage();
  files = {
    '/': {
      type: 'text/html; charset=utf-8',
      body: `<!doctype html><title></title><script type="module" src="/${built[0]?.fileName}"></script>`,
    },
    ...Object.fromEntries(
      built.map((file) => [
        `/${file.fileName}`,
        { type: 'text/javascript; charset=utf-8', body: file.type === 'chunk' ? file.code : file.source },
      ]),
    ),
  };
});

/** The page as an app builds it; the entry comes first. */
async function buildPage(): Promise<Rolldown.RolldownOutput['output']> {
  const output = await build({
    configFile: false,
    root: fileURLToPath(new URL('../schema-worker', import.meta.url)),
    logLevel: 'error',
    resolve: { conditions: ['development-source', ...defaultClientConditions] },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: fileURLToPath(new URL('../schema-worker/page.ts', import.meta.url)) },
    },
  });
  if (!('output' in output)) throw new Error('Vite built several pages.');
  return output.output;
}

for (const [name, policy] of [
  ['a strict policy', WITHOUT_TRUSTED_TYPES],
  ['the documented policy', POLICY],
] as const) {
  test(`what takes too long for the page's thread is checked in a worker, under ${name} [JS-10]`, async ({ page }) => {
    const site = await serveSite(files, { 'Content-Security-Policy': policy });
    try {
      await page.goto(site.origin);
      await expect(page).toHaveTitle(/\{/, { timeout: 60_000 });
      const outcomes = JSON.parse(await page.title());
      expect(outcomes).toMatchObject({
        fits: 'in a worker: ',
        'fits not': 'in a worker: /20000/id is of type string, but has to be of type integer',
        wide: expect.stringContaining('in a worker: /n3999 has to be one of'),
      });
      // A fast machine is through with all steps before the time is over.
      expect(outcomes.endless).toMatch(/^Error: it takes more than (5,000,000 steps|1000 ms)$/);
      // The rest of the machine may be busy; without a worker it would be seconds.
      // Only the refusal of the first address is in the reports, whatever the number of workers.
      expect(outcomes.violations).toBeLessThanOrEqual(1);
      expect(outcomes.longestMs).toBeLessThan(1_000);
    } finally {
      await site.close();
    }
  });
}

for (const [name, policy] of [
  ['worker-src', `${WITHOUT_TRUSTED_TYPES}; worker-src 'none'`],
  ['trusted-types', withTrustedTypes(POLICY, 'lit-html')],
] as const) {
  test(`where ${name} allows no worker, nobody says that a value fits [JS-10]`, async ({ page, browserName }) => {
    test.skip(name === 'trusted-types' && browserName !== 'chromium', 'not every browser has Trusted Types');
    const site = await serveSite(files, { 'Content-Security-Policy': policy });
    try {
      await page.goto(site.origin);
      await expect(page).toHaveTitle(/\{/, { timeout: 60_000 });
      const { fits, wide } = JSON.parse(await page.title());
      for (const outcome of [fits, wide]) {
        expect(outcome).toMatch(/^Error: it takes too long for the page's own thread/);
        expect(outcome).toContain('worker-src');
      }
    } finally {
      await site.close();
    }
  });
}
