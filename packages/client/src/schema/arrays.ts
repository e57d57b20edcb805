/** The keywords for the items of an array. */
import { evaluate, fits, report, wantsMore } from './evaluate.ts';
import { readCount, readList, readSchemas } from './keyword-values.ts';
import type { Check, Place, Prepare, Run, Schema, Seen, Site } from './schema.ts';

export const arrays: Record<string, Prepare> = {
  prefixItems: (value, site) => leading(readSchemas(value).map((raw) => site.schemaOf(raw))),
  items: (value, site) => {
    const { prefixItems } = site.schema.raw;
    return following(
      site.dialect === '2020-12' && Array.isArray(prefixItems) ? prefixItems.length : 0,
      site.schemaOf(value),
    );
  },
};

/** `items` and `additionalItems` before 2020-12. */
export const olderArrays: Record<string, Prepare> = {
  items: (value, site) =>
    Array.isArray(value)
      ? leading(readList(value).map((raw) => site.schemaOf(raw)))
      : following(0, site.schemaOf(value)),
  additionalItems: (value, site) => {
    const schema = site.schemaOf(value);
    const { items } = site.schema.raw;
    return Array.isArray(items) ? following(items.length, schema) : () => true;
  },
};

export function contains(value: unknown, site: Site): Check {
  const schema = site.schemaOf(value);
  const { minContains = 1, maxContains } = site.dialect === 'draft-07' ? {} : site.schema.raw;
  const least = readCount(minContains);
  const most = maxContains === undefined ? Infinity : readCount(maxContains);
  return (actual, place, run, seen) => {
    if (!Array.isArray(actual)) return true;
    let found = 0;
    for (const [index, item] of actual.entries()) {
      run.meter.charge(1);
      if (!fits(schema, item, place, run)) continue;
      found++;
      if (site.dialect === '2020-12') seen?.add(index);
    }
    if (found >= least && found <= most) return true;
    return report(
      run,
      place,
      () => `has to contain at ${found < least ? `least ${least}` : `most ${most}`} matching items and has ${found}`,
    );
  };
}

export function unevaluatedItems(value: unknown, site: Site): Check {
  const schema = site.schemaOf(value);
  return eachItem((index, item, place, run, seen) => {
    if (seen?.has(index)) return true;
    seen?.add(index);
    return evaluate(schema, item, place, run);
  });
}

function leading(schemas: readonly Schema[]): Check {
  return eachItem((index, item, place, run, seen) => {
    const schema = schemas[index];
    if (schema === undefined) return true;
    seen?.add(index);
    return evaluate(schema, item, place, run);
  });
}

function following(start: number, schema: Schema): Check {
  return eachItem((index, item, place, run, seen) => {
    if (index < start) return true;
    seen?.add(index);
    return evaluate(schema, item, place, run);
  });
}

function eachItem(
  check: (index: number, item: unknown, place: Place, run: Run, seen: Seen | undefined) => boolean,
): Check {
  return (value, place, run, seen) => {
    if (!Array.isArray(value)) return true;
    let isFit = true;
    for (const [index, item] of value.entries()) {
      run.meter.charge(seen ? 3 : 1);
      if (check(index, item, { key: index, parent: place }, run, seen)) continue;
      isFit = false;
      if (!wantsMore(run)) break;
    }
    return isFit;
  };
}
