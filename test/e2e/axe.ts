import axe from 'axe-core';
import type { Page } from './test.ts';

/**
 * What axe finds, one line per fault.
 *
 * axe is injected into a page once. `@axe-core/playwright` does so for every analysis, and analyzes in a separate
 * page: that took most of the time of these tests.
 */
export async function faultsOf(
  page: Page,
  { within, without = [] }: { within?: string; without?: readonly string[] } = {},
): Promise<string[]> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in window)) continue;
    await frame.evaluate(axe.source);
    await frame.evaluate(() => window.axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }));
  }
  const { violations } = await page.evaluate(
    ([selector, disabled]) =>
      window.axe.run(selector ?? document, {
        resultTypes: ['violations'],
        rules: Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }])),
      }),
    [within, without] as const,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
