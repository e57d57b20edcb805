/** The supported dialects of JSON Schema, and the keywords of each that contain schemas. */
import { isObject } from '../protocol/guards.ts';
import type { JsonObject } from '../protocol/types.ts';
import { readMap } from './keyword-values.ts';
import { listed } from './quoted.ts';
import type { Meter } from './schema-limits.ts';

export type Dialect = '2020-12' | '2019-09' | 'draft-07';

/**
 * What a keyword contains: a schema, a list of schemas, or an object of schemas. Two keywords of the older dialects
 * allow something else too.
 */
type Holds = 'schema' | 'list' | 'map' | 'schema or list' | 'map or names';

const COMMON = [
  ...holding('schema', 'additionalProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'),
  ...holding('list', 'allOf', 'anyOf', 'oneOf'),
  ...holding('map', '$defs', 'definitions', 'properties', 'patternProperties'),
  ...holding('map or names', 'dependencies'),
];
const SINCE_2019 = [
  ...holding('schema', 'unevaluatedItems', 'unevaluatedProperties'),
  ...holding('map', 'dependentSchemas'),
];
const UNTIL_2019 = [...holding('schema', 'additionalItems'), ...holding('schema or list', 'items')];

const HOLDERS: Record<Dialect, ReadonlyMap<string, Holds>> = {
  '2020-12': new Map([...COMMON, ...SINCE_2019, ...holding('schema', 'items'), ...holding('list', 'prefixItems')]),
  '2019-09': new Map([...COMMON, ...SINCE_2019, ...UNTIL_2019]),
  'draft-07': new Map([...COMMON, ...UNTIL_2019]),
};

function holding(holds: Holds, ...keywords: string[]): [keyword: string, holds: Holds][] {
  return keywords.map((keyword) => [keyword, holds]);
}

const DIALECTS: ReadonlyMap<unknown, Dialect> = new Map<unknown, Dialect>([
  [undefined, '2020-12'],
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
  ['json-schema.org/draft/2019-09/schema', '2019-09'],
  ['json-schema.org/draft-07/schema', 'draft-07'],
]);

/** @throws {Error} for a dialect that is not supported. */
export function dialectOf({ $schema }: JsonObject): Dialect {
  const dialect = DIALECTS.get(typeof $schema === 'string' ? $schema.replace(/^https?:\/\/|#$/g, '') : $schema);
  if (!dialect)
    throw new Error(`its dialect, $schema ${listed([$schema])}, is not one of 2020-12, 2019-09 and draft-07`);
  return dialect;
}

/** In draft-07, keywords beside a `$ref` are ignored. Only a reference can reach a schema there. */
export function standsAlone({ $ref }: JsonObject, dialect: Dialect): boolean {
  return dialect === 'draft-07' && $ref !== undefined;
}

/** The subschemas of a schema, each with its JSON pointer from there. Does not check whether they are schemas. */
export function within(raw: JsonObject, dialect: Dialect, meter: Meter): [value: unknown, at: string][] {
  const found: [unknown, string][] = [];
  const add = (value: unknown, at: string): void => {
    meter.charge(4);
    found.push([value, at]);
  };
  const isAlone = standsAlone(raw, dialect);
  for (const [keyword, value] of readMap(raw, meter)) {
    const holds = HOLDERS[dialect].get(keyword);
    if (!holds || (isAlone && keyword !== '$defs' && keyword !== 'definitions')) continue;
    const at = `/${keyword}`;
    if (holds.startsWith('schema') && !(holds !== 'schema' && Array.isArray(value))) add(value, at);
    else if (holds.startsWith('map')) {
      if (!isObject(value)) throw new Error(`${at} has to be an object of schemas`);
      for (const [name, item] of readMap(value, meter))
        if (holds === 'map' || !Array.isArray(item)) add(item, `${at}/${name}`);
    } else {
      if (!Array.isArray(value)) throw new Error(`${at} has to be a list of schemas`);
      for (const [index, item] of value.entries()) add(item, `${at}/${index}`);
    }
  }
  return found;
}
