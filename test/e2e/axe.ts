import axe from 'axe-core';
import type { Page } from './test.ts';

/** The rules whose outcome the theme, the width or forced colors can change. For all others, the document alone counts. */
const RULES_OF_APPEARANCE = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable'];

/**
 * What axe finds, one line per fault.
 *
 * axe is injected into a page once. `@axe-core/playwright` does so for every analysis, and analyzes in a separate
 * page: that took most of the time of these tests.
 *
 * @param options.hasTargets checks the size of targets too. A page that is scrolled fails, because what is half behind something counts as small
 * @param options.isSeenBefore every rule has been applied to this state already: only those of its appearance are applied
 */
export async function faultsOf(
  page: Page,
  {
    within,
    without = [],
    hasTargets = false,
    isSeenBefore = false,
  }: { within?: string; without?: readonly string[]; hasTargets?: boolean; isSeenBefore?: boolean } = {},
): Promise<string[]> {
  for (const frame of page.frames()) {
    if (await frame.evaluate(() => 'axe' in window)) continue;
    await frame.evaluate(axe.source);
    await frame.evaluate(() => window.axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] }));
  }
  const only = isSeenBefore
    ? [...RULES_OF_APPEARANCE, ...(hasTargets ? ['target-size'] : [])].filter((rule) => !without.includes(rule))
    : undefined;
  const { violations } = await page.evaluate(
    ([selector, disabled, runOnly, targets]) =>
      window.axe.run(selector ?? document, {
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
        rules: {
          'target-size': { enabled: targets },
          ...Object.fromEntries(disabled.map((rule) => [rule, { enabled: false }])),
        },
      }),
    [within, without, only, hasTargets] as const,
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
