/** What the keywords of a dialect do. All others are annotations, and so is `format`. */
import { arrays, contains, olderArrays, unevaluatedItems } from './arrays.ts';
import { assertions } from './assertions.ts';
import { type Dialect, standsAlone } from './dialects.ts';
import { dynamicRef, inPlace, recursiveRef } from './in-place.ts';
import { dependencies, dependents, objects, unevaluatedProperties } from './objects.ts';
import { located } from './keyword-values.ts';
import type { Check, Prepare, Site } from './schema.ts';

const COMMON: Record<string, Prepare> = { ...assertions, ...objects, contains, dependencies, ...inPlace };

const KEYWORDS: Record<Dialect, Record<string, Prepare>> = {
  '2020-12': { ...COMMON, ...dependents, ...arrays, $dynamicRef: dynamicRef },
  '2019-09': { ...COMMON, ...dependents, ...olderArrays, $recursiveRef: recursiveRef },
  'draft-07': { ...COMMON, ...olderArrays },
};

const SINCE_2019: Record<string, Prepare> = { unevaluatedItems, unevaluatedProperties };

/** @throws {Error} when a keyword has a value that its dialect does not allow. */
export function prepare(site: Site): void {
  const { schema, dialect } = site;
  schema.checks.push(...checksOf(KEYWORDS[dialect], site));
  if (dialect !== 'draft-07') schema.lastChecks.push(...checksOf(SINCE_2019, site));
}

function checksOf(keywords: Record<string, Prepare>, site: Site): Check[] {
  const { raw, at } = site.schema;
  const isAlone = standsAlone(raw, site.dialect);
  const checks: Check[] = [];
  for (const [keyword, prepareKeyword] of Object.entries(keywords)) {
    if (!Object.hasOwn(raw, keyword) || (isAlone && keyword !== '$ref')) continue;
    checks.push(located(keyword, at, () => prepareKeyword(raw[keyword], site)));
  }
  return checks;
}
