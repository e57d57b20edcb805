/** The keywords for the members of an object. */
import { isObject } from '../protocol/guards.ts';
import { evaluate, report, wantsMore } from './evaluate.ts';
import { readMap, readStrings } from './keyword-values.ts';
import { listed } from './quoted.ts';
import type { Check, Place, Run, Prepare, Seen, Site } from './schema.ts';

export const objects: Record<string, Prepare> = {
  // Several generators write null for "nothing is required".
  required: (value, site) => requires(value === null ? [] : readStrings(value), site),
  properties: (value, site) => {
    const properties = readMap(value, site.meter).map(([name, raw]) => [name, site.schemaOf(raw)] as const);
    return (actual, place, run, seen) => {
      if (!isObject(actual)) return true;
      run.meter.charge(properties.length);
      let fits = true;
      for (const [name, schema] of properties) {
        if (!Object.hasOwn(actual, name)) continue;
        seen?.add(name);
        if (evaluate(schema, actual[name], { key: name, parent: place }, run)) continue;
        fits = false;
        if (!wantsMore(run)) break;
      }
      return fits;
    };
  },
  patternProperties: (value, site) => {
    const patterns = readMap(value, site.meter).map(
      ([source, raw]) => [site.patterns.compile(source, site.meter), site.schemaOf(raw)] as const,
    );
    return eachMember((name, actual, place, run, seen) =>
      patterns.every(([matches, schema]) => {
        if (!matches(name, run.meter)) return true;
        seen?.add(name);
        return evaluate(schema, actual, place, run);
      }),
    );
  },
  additionalProperties: (value, site) => {
    const schema = site.schemaOf(value);
    const { properties = {}, patternProperties = {} } = site.schema.raw;
    const names = new Set(readMap(properties, site.meter).map(([name]) => name));
    const patterns = readMap(patternProperties, site.meter).map(([source]) =>
      site.patterns.compile(source, site.meter),
    );
    return eachMember((name, actual, place, run, seen) => {
      if (names.has(name) || patterns.some((matches) => matches(name, run.meter))) return true;
      seen?.add(name);
      return evaluate(schema, actual, place, run);
    });
  },
  propertyNames: (value, site) => {
    const schema = site.schemaOf(value);
    return eachMember((name, _actual, place, run) => evaluate(schema, name, place, run));
  },
};

export const dependents: Record<string, Prepare> = {
  dependentRequired: (value, site) =>
    whereMembersAre(readMap(value, site.meter).map(([name, names]) => [name, requires(readStrings(names), site)])),
  dependentSchemas: (value, site) =>
    whereMembersAre(readMap(value, site.meter).map(([name, raw]) => [name, alsoFits(raw, site)])),
};

/** `dependentRequired` and `dependentSchemas` in one keyword, which the newer dialects keep for older schemas. */
export function dependencies(value: unknown, site: Site): Check {
  return whereMembersAre(
    readMap(value, site.meter).map(([name, other]) => [
      name,
      Array.isArray(other) ? requires(readStrings(other), site) : alsoFits(other, site),
    ]),
  );
}

export function unevaluatedProperties(value: unknown, site: Site): Check {
  const schema = site.schemaOf(value);
  return eachMember((name, actual, place, run, seen) => {
    if (seen?.has(name)) return true;
    seen?.add(name);
    return evaluate(schema, actual, place, run);
  });
}

function eachMember(
  check: (name: string, value: unknown, place: Place, run: Run, seen: Seen | undefined) => boolean,
): Check {
  return (value, place, run, seen) => {
    if (!isObject(value)) return true;
    let fits = true;
    const names = run.meter.namesOf(value);
    run.meter.charge(3 * names.length);
    for (const name of names) {
      if (check(name, value[name], { key: name, parent: place }, run, seen)) continue;
      fits = false;
      if (!wantsMore(run)) break;
    }
    return fits;
  };
}

function requires(names: readonly string[], { meter }: Site): Check {
  meter.charge(4 * names.length);
  return (value, place, run) => {
    if (!isObject(value)) return true;
    run.meter.charge(2 * names.length);
    const isMissing = (name: string): boolean => !Object.hasOwn(value, name);
    if (!names.some(isMissing)) return true;
    return report(run, place, () => {
      run.meter.charge(2 * names.length);
      return `has no ${listed(names.filter(isMissing))}`;
    });
  };
}

/** Checks that apply to objects with certain members. */
function whereMembersAre(checks: readonly (readonly [name: string, check: Check])[]): Check {
  return (value, place, run, seen) => {
    if (!isObject(value)) return true;
    run.meter.charge(checks.length);
    return checks.every(([name, check]) => !Object.hasOwn(value, name) || check(value, place, run, seen));
  };
}

function alsoFits(raw: unknown, site: Site): Check {
  const schema = site.schemaOf(raw);
  site.schema.inPlace.push(schema);
  return (value, place, run, seen) => evaluate(schema, value, place, run, seen);
}
