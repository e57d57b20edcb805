/** Follows the references of a schema and merges them and `allOf` into it, as far as a form needs it. Nothing is ever fetched. */
import type { JsonObject } from '@mcp-web/client';
import { isJsonObject } from '../../internal/text/text.ts';
import type { Why } from './node.ts';

/** A schema after merging. */
export interface Shape {
  readonly schema: JsonObject;
  readonly isNullable: boolean;
  /** The schemas that contain `if`, `dependentRequired` and the like. */
  readonly conditions: readonly JsonObject[];
  readonly why: Why | undefined;
}

const CONDITIONAL = ['if', 'dependentRequired', 'dependentSchemas', 'dependencies'];
const APART = new Set(['$ref', 'allOf', 'then', 'else', ...CONDITIONAL]);
/** At most so many schemas are merged into one: a short document can refer to very many. */
const MAX_MERGED = 200;
/** How much is merged within a moment: of keywords, and of what they list. It takes some ms. */
const MAX_WORK = 30_000;
const MOMENT_MS = 100;
/** JSON Schema has about sixty. */
export const MAX_KEYWORDS = 1_000;
/** JSON Schema has seven. */
const MAX_TYPES = 10;

/** A schema while others are merged into it. */
interface Gathering {
  readonly schema: Map<string, unknown>;
  why: Why | undefined;
  count: number;
  readonly conditions: JsonObject[];
  /** The schemas that are being merged: one that refers to them again goes in a circle. */
  readonly open: Set<unknown>;
}

export class References {
  readonly #root: JsonObject;
  readonly #known = new WeakMap<object, Shape>();
  #anchors: ReadonlyMap<string, unknown> | undefined;
  /** What was merged since then. */
  #work = 0;
  #since = 0;

  constructor(root: JsonObject) {
    this.#root = root;
  }

  /** The schema with everything that it refers to. */
  of(raw: unknown): Shape {
    const known = isJsonObject(raw) ? this.#known.get(raw) : undefined;
    if (known) return known;
    const now = performance.now();
    if (now - this.#since > MOMENT_MS) [this.#since, this.#work] = [now, 0];
    const into: Gathering = { schema: new Map(), why: undefined, count: 0, conditions: [], open: new Set() };
    this.#gather(raw, into);
    const shape = { ...this.#withoutNull(into), conditions: into.conditions, why: into.why };
    if (isJsonObject(raw)) this.#known.set(raw, shape);
    return shape;
  }

  #gather(raw: unknown, into: Gathering): void {
    if (raw === false) into.why ??= 'whyNever';
    if (!isJsonObject(raw)) return;
    if (into.open.has(raw)) return void (into.why ??= 'whyCircle');
    if (into.count++ > MAX_MERGED || this.#work > MAX_WORK) return void (into.why ??= 'whyMany');
    const keywords = Object.keys(raw);
    if (keywords.length > MAX_KEYWORDS) return void (into.why ??= 'whyMany');
    this.#work += 4;
    into.open.add(raw);
    for (const keyword of keywords) if (!APART.has(keyword)) this.#merge(into, keyword, raw[keyword]);
    if (CONDITIONAL.some((keyword) => raw[keyword] !== undefined)) into.conditions.push(raw);
    const { $ref, $dynamicRef, $recursiveRef, allOf } = raw;
    if ($dynamicRef !== undefined || $recursiveRef !== undefined) into.why ??= 'whyDynamic';
    if ($ref !== undefined) {
      const target = typeof $ref === 'string' ? this.#find($ref) : undefined;
      if (target === undefined)
        into.why ??= typeof $ref === 'string' && !$ref.startsWith('#') ? 'whyElsewhere' : 'whyReference';
      else this.#gather(target, into);
    }
    if (Array.isArray(allOf)) for (const one of allOf) this.#gather(one, into);
    into.open.delete(raw);
  }

  #merge(into: Gathering, keyword: string, value: unknown): void {
    const { schema } = into;
    this.#work++;
    const has = schema.get(keyword);
    if (has !== undefined) {
      this.#work += sizeOf(has) + sizeOf(value);
      if (this.#work > MAX_WORK) return void (into.why ??= 'whyMany');
    }
    schema.set(keyword, has === undefined ? value : merged(into, keyword, has, value));
  }

  /** Takes `null` out of the types, and says whether it was there. */
  #withoutNull(into: Gathering): { schema: JsonObject; isNullable: boolean } {
    const schema = Object.fromEntries(into.schema);
    const { type } = schema;
    if (Array.isArray(type) && type.includes('null') && type.length > 1) {
      const types = type.filter((one) => one !== 'null');
      // A value that an enum does not name is not allowed, whatever the type says.
      return {
        schema: { ...schema, type: types.length === 1 ? types[0] : types },
        isNullable: schema['enum'] === undefined && schema['const'] === undefined,
      };
    }
    for (const keyword of ['anyOf', 'oneOf']) {
      const branches = schema[keyword];
      if (!Array.isArray(branches) || branches.length !== 2 || schema['type'] !== undefined) continue;
      const others = branches.filter((branch) => !(isJsonObject(branch) && branch['type'] === 'null'));
      if (others.length !== 1) continue;
      const { [keyword]: _branches, ...beside } = schema;
      const rest: Gathering = { ...into, schema: new Map(Object.entries(beside)) };
      this.#gather(others[0], rest);
      into.why = rest.why;
      return { schema: Object.fromEntries(rest.schema), isNullable: true };
    }
    return { schema, isNullable: false };
  }

  /** The schema that a reference within this document leads to. */
  #find(ref: string): unknown {
    if (ref === '#' || ref === this.#root['$id']) return this.#root;
    if (!ref.startsWith('#/')) return this.#anchored(ref);
    this.#work += ref.length >> 1;
    let at: unknown = this.#root;
    for (const part of ref.split('/').slice(1)) {
      const name = unescape(part);
      if (name === undefined || typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
      at = Reflect.get(at, name);
    }
    return at;
  }

  /** An `$anchor` is only looked for in the definitions. */
  #anchored(ref: string): unknown {
    this.#anchors ??= new Map(
      [this.#root['definitions'], this.#root['$defs']]
        .flatMap((definitions) => (isJsonObject(definitions) ? Object.values(definitions).toReversed() : []))
        .filter(isJsonObject)
        .map((definition) => [`#${String(definition['$anchor'])}`, definition]),
    );
    return this.#anchors.get(ref);
  }
}

/** Decodes a part of a JSON pointer in a URI fragment. */
function unescape(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return undefined;
  }
}

function sizeOf(value: unknown): number {
  return Array.isArray(value) ? value.length : isJsonObject(value) ? Object.keys(value).length : 0;
}

/** The outermost schema comes first, so its titles win. */
function merged(into: Gathering, keyword: string, has: unknown, value: unknown): unknown {
  if (keyword === 'properties' || keyword === 'patternProperties') return both(has, value);
  if (keyword === 'required' && Array.isArray(has) && Array.isArray(value)) return [...new Set([...has, ...value])];
  if (keyword === 'enum' && Array.isArray(has) && Array.isArray(value)) return inBoth(has, value);
  if (keyword === 'type') {
    const types = typesIn(has, value);
    if (Array.isArray(types) && types.length === 0) into.why ??= 'whyNever';
    return types;
  }
  if (keyword === 'items' || keyword === 'additionalProperties') {
    if (has === false || value === false) return false;
    return has === true ? value : value === true ? has : { allOf: [has, value] };
  }
  if (typeof has !== 'number' || typeof value !== 'number') return has;
  if (/^(min|exclusiveMin)/.test(keyword)) return Math.max(has, value);
  return /^(max|exclusiveMax)/.test(keyword) ? Math.min(has, value) : has;
}

function both(a: unknown, b: unknown): unknown {
  if (!isJsonObject(a) || !isJsonObject(b)) return isJsonObject(a) ? a : b;
  return Object.fromEntries([
    ...Object.entries(a),
    ...Object.entries(b).map(
      ([name, value]) => [name, Object.hasOwn(a, name) ? { allOf: [a[name], value] } : value] as const,
    ),
  ]);
}

function inBoth(a: readonly unknown[], b: readonly unknown[]): unknown[] {
  const others = new Set(b.map((one) => JSON.stringify(one)));
  return a.filter((one) => others.has(JSON.stringify(one)));
}

function typesIn(a: unknown, b: unknown): unknown {
  const [first, second] = [a, b].map((type) => (Array.isArray(type) ? type.slice(0, MAX_TYPES) : [type]));
  const found = (first ?? []).flatMap((type) =>
    second?.includes(type)
      ? [type]
      : type === 'number' && second?.includes('integer')
        ? ['integer']
        : type === 'integer' && second?.includes('number')
          ? ['integer']
          : [],
  );
  return found.length === 1 ? found[0] : found;
}
