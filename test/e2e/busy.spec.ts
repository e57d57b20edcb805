// What a stranger sends does not keep the page busy, as far as it is tried here: no task takes more than 50 ms of processor
// time. The clock would say how busy the machine is.
import { watchTasks } from '../bench/tasks.mjs';
import { finds } from '../fuzz/finds.mjs';
import { markdown } from '../fuzz/markdown.mjs';
import { pages } from '../fuzz/pages.mjs';
import { randomFrom } from '../fuzz/random.mjs';
import { schemas } from '../fuzz/schemas.mjs';
import { bundle } from './bundle.ts';
import { serveSite, type Site } from './serve.ts';
import { expect, type Page, test } from './test.ts';

const MAX_MS = 50;
/** On a slow or busy machine, what counts is how long it takes to parse 1 MB of JSON, which is about 10 ms elsewhere. */
const MAX_PARSES = 5;
/** Each costs a fraction of a second, and one without an interruption is enough. */
const ROUNDS = 8;
const MUCH = {
  text: { '%': 'list', times: 18_000, of: { id: 'a#', name: 'row #', isOpen: true, parts: [1] } },
};

let site: Site;
test.beforeAll(async () => {
  site = await serveSite({
    '/': {
      type: 'text/html; charset=utf-8',
      body: '<!doctype html><html lang="en"><title>Busy</title><script type="module" src="/page.js"></script></html>',
    },
    '/page.js': {
      type: 'text/javascript; charset=utf-8',
      body: await bundle(new URL('busy-page.ts', import.meta.url)),
    },
  });
});
test.afterAll(() => site.close());

/** The same inputs each time, as in test/node/fuzz.test.mjs. */
const SEED = 14;
const COUNT = 12;

const ofSchema = (input: unknown): unknown => ({ schema: { properties: { a: Reflect.get(Object(input), 'schema') } } });
const ofMarkdown = (input: unknown): unknown => ({ markdown: [input].flat() });

const cases = [
  ...pages.map((one) => ({ ...one, isRandom: false })),
  ...[
    { grammar: schemas, kind: 'form', inputOf: ofSchema },
    { grammar: markdown, kind: 'content', inputOf: ofMarkdown },
  ].flatMap(({ grammar, kind, inputOf }) => {
    const random = randomFrom(SEED);
    return [
      ...finds.filter(({ name }) => name === grammar.name).map((one) => ({ ...one, isRandom: false })),
      ...Array.from({ length: COUNT }, (_none, index) => ({
        title: `${index} of seed ${SEED}`,
        input: grammar.make(random),
        isRandom: true,
      })),
    ].map((one) => ({ ...one, kind, input: inputOf(one.input) }));
  }),
];

for (const kind of new Set(cases.map(({ kind }) => kind)))
  test(`no ${kind} that is tried keeps the page busy`, async ({ page, context, browserName }) => {
    test.skip(browserName !== 'chromium', 'only Chromium says how much processor time a task takes');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(site.origin);
    for (const { title, input, isRandom } of cases.filter((one) => one.kind === kind)) {
      const longestMs = await leastOf(page, kind, input, MAX_MS);
      if (longestMs === undefined) expect.soft(isRandom, `${title}: larger than 1 MB`).toBe(true);
      else if (longestMs > MAX_MS) {
        // Just now: a machine with other work is slow for a while.
        const parseMs = (await leastOf(page, 'parse', MUCH)) ?? 0;
        expect.soft(longestMs, title).toBeLessThan(Math.max(MAX_MS, MAX_PARSES * parseMs));
      }
    }
  });

/**
 * The longest task while the page shows this, in ms; of several rounds the best, unless it is good enough. Nothing for what
 * is larger than 1 MB.
 */
async function leastOf(page: Page, kind: string, input: unknown, enoughMs = 0): Promise<number | undefined> {
  let leastMs = Infinity;
  for (let round = 0; round < ROUNDS && leastMs > enoughMs; round++) {
    if (!(await page.evaluate(([own, recipe]) => window.prepare(own, recipe), [kind, input] as const)))
      return undefined;
    const stop = await watchTasks(page);
    await page.evaluate(() => window.showPrepared());
    leastMs = Math.min(leastMs, (await stop()).longestMs);
    await page.evaluate(() => window.clear());
  }
  return leastMs;
}
