import axe from 'axe-core';
import type { Page } from './test.ts';

/** The rules whose outcome the theme, the width or forced colors can change. For all others, the document alone counts. */
const RULES_OF_APPEARANCE = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'];

/**
 * What axe finds, one line per fault.
 *
 * axe is injected into a page once. `@axe-core/playwright` does so for every analysis, and analyzes in a separate
 * page: that took most of the time of these tests.
 *
 * @param options.isSeenBefore every rule has been applied to this state already: only those of its appearance are applied
 */
export async function faultsOf(
  page: Page,
  {
    within,
    without = [],
    isSeenBefore = false,
  }: { within?: string; without?: readonly string[]; isSeenBefore?: boolean } = {},
): Promise<string[]> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in window)) continue;
    await frame.evaluate(axe.source);
    await frame.evaluate(() => window.axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }));
  }
  const only = isSeenBefore ? RULES_OF_APPEARANCE.filter((rule) => !without.includes(rule)) : undefined;
  const { violations } = await page.evaluate(
    ([selector, disabled, runOnly]) =>
      window.axe.run(selector ?? document, {
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
        rules: {
          // Off by default.
          'target-size': { enabled: true },
          ...Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }])),
        },
      }),
    [within, without, only] as const,
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
