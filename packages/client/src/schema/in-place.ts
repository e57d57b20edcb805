/** The keywords that apply other schemas to the same value. */
import { evaluate, fits, report, reportNearest, wantsMore } from './evaluate.ts';
import { readSchemas, readString } from './keyword-values.ts';
import type { Check, Prepare, Run, Schema, Scope, Site, Subschema } from './schema.ts';

export const inPlace: Record<string, Prepare> = {
  $ref: (value, site) => leadsTo(reached(site.resolve(readString(value)), site)),

  allOf: (value, site) => {
    const all = alternatives(value, site);
    return (actual, place, run, seen) => {
      let isFit = true;
      for (const schema of all) {
        if (evaluate(schema, actual, place, run, seen)) continue;
        isFit = false;
        if (!wantsMore(run)) break;
      }
      return isFit;
    };
  },
  anyOf: (value, site) => {
    const any = alternatives(value, site);
    return (actual, place, run, seen) => {
      let isFit = false;
      // All of them are evaluated only if it matters what they have seen.
      for (const schema of any) isFit = (isFit && !seen) || fits(schema, actual, place, run, seen) || isFit;
      return isFit || reportNearest(any, actual, place, run, () => 'fits none of the schemas in anyOf');
    };
  },
  oneOf: (value, site) => {
    const one = alternatives(value, site);
    return (actual, place, run, seen) => {
      const found = one.filter((schema) => fits(schema, actual, place, run, seen)).length;
      if (found === 0) return reportNearest(one, actual, place, run, () => 'fits none of the schemas in oneOf');
      return (
        found === 1 || report(run, place, () => `fits ${found} of the schemas in oneOf and has to fit exactly one`)
      );
    };
  },
  not: (value, site) => {
    const schema = reached(site.schemaOf(value), site);
    return (actual, place, run) =>
      !fits(schema, actual, place, run) || report(run, place, () => 'fits the schema in not');
  },
  if: (value, site) => {
    const condition = reached(site.schemaOf(value), site);
    const branch = (keyword: 'then' | 'else'): Schema => reached(site.schemaOf(site.schema.raw[keyword] ?? true), site);
    const consequence = branch('then');
    const alternative = branch('else');
    return (actual, place, run, seen) =>
      evaluate(fits(condition, actual, place, run, seen) ? consequence : alternative, actual, place, run, seen);
  },
};

export function dynamicRef(value: unknown, site: Site): Check {
  const reference = readString(value);
  const target = reached(site.resolve(reference), site);
  const name = reference.split('#')[1];
  return typeof target === 'object' && name !== undefined && target.raw['$dynamicAnchor'] === name
    ? leadsToOutermost(name, target)
    : leadsTo(target);
}

export function recursiveRef(value: unknown, site: Site): Check {
  const target = reached(site.resolve(readString(value)), site);
  return typeof target === 'object' && target.raw['$recursiveAnchor'] === true
    ? leadsToOutermost('', target)
    : leadsTo(target);
}

function alternatives(value: unknown, site: Site): Schema[] {
  return readSchemas(value).map((raw) => reached(site.schemaOf(raw), site));
}

/** Records that this schema is applied to the same value. */
function reached(schema: Schema, site: Site): Schema {
  site.schema.inPlace.push(schema);
  return schema;
}

function leadsTo(schema: Schema): Check {
  return (value, place, run, seen) => evaluate(schema, value, place, run, seen);
}

/** A reference that the outermost document on the way here may redirect: core 2020-12, section 8.2.3.2. */
function leadsToOutermost(name: string, fallback: Subschema): Check {
  return (value, place, run, seen) => evaluate(outermost(name, run) ?? fallback, value, place, run, seen);
}

function outermost(name: string, { scope, meter }: Run): Subschema | undefined {
  let found: Subschema | undefined;
  for (let entered: Scope | undefined = scope; entered; entered = entered.outer) {
    meter.charge(1);
    found = entered.resource.dynamicAnchors.get(name) ?? found;
  }
  return found;
}
