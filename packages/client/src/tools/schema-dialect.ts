/**
 * Writes the input schema of a tool so that a provider takes it. What the provider would refuse goes into the
 * descriptions, where the model still reads it.
 */
import { isObject } from '../protocol/guards.ts';
import type { JsonObject, JsonSchema } from '../protocol/types.ts';
import { safeName } from './model-names.ts';
import { cut, visible } from './model-text.ts';
import { isSilent, isTaken, modernized, objectIn, PROPERTY_NAMES, type SchemaDialect } from './schema-keywords.ts';
import { sizeOf } from './schema-size.ts';

const MAX_DEPTH = 16;
const MAX_SCHEMAS = 1_000;
const MAX_PARTS = 100;
/** Characters of one description, of what is said about one schema, and of all of them. */
const MAX_DESCRIPTION = 1_000;
const MAX_NOTE = 600;
const MAX_TEXT = 30_000;
/** How much of a schema is read, about in characters. What is referred to often is read often. */
const MAX_WORK = 3_000_000;

/** A schema for a model. */
export interface ConvertedSchema {
  readonly schema: JsonSchema;
  /** Gives the model's arguments the names that the server knows. */
  readonly restore: (args: JsonObject) => JsonObject;
}

export function convertSchema(inputSchema: unknown, dialect: SchemaDialect): ConvertedSchema {
  const conversion = new Conversion(inputSchema, dialect);
  let schema: JsonSchema;
  try {
    schema = conversion.root();
  } catch {
    schema = { type: 'object', properties: {}, description: 'The schema of this tool cannot be read.' };
  }
  const { serverNames } = conversion;
  return {
    schema,
    restore: (args) => (serverNames.size > 0 ? Object(renamed(args, serverNames)) : args),
  };
}

class Conversion {
  /** The names of properties that the provider does not take, by the names that models use instead. */
  readonly serverNames = new Map<string, string>();
  readonly #root: JsonObject;
  readonly #dialect: SchemaDialect;
  #schemas = 0;
  #text = 0;
  #work = MAX_WORK;

  constructor(root: unknown, dialect: SchemaDialect) {
    this.#root = isObject(root) ? root : {};
    this.#dialect = dialect;
  }

  /** Providers want an object, and no choice between several. */
  root(): JsonSchema {
    const { anyOf, oneOf, allOf, not, enum: values, const: only, type, ...plain } = this.#flat(this.#root, []);
    const properties = { ...objectIn(plain, 'properties') };
    const lost = Object.entries({ type: type === 'object' ? undefined : type, not, enum: values, const: only }).filter(
      ([, value]) => value !== undefined,
    );
    for (const [keyword, choices] of Object.entries({ anyOf, oneOf, allOf })) {
      if (choices === undefined) continue;
      const flat = (Array.isArray(choices) ? choices.slice(0, MAX_PARTS) : []).map((choice: unknown) =>
        isObject(choice) ? this.#flat(choice, []) : {},
      );
      for (const choice of flat) this.#addChoice(properties, choice);
      lost.push([keyword, flat.map(essence)]);
    }
    // Even of the largest, the root is shown.
    this.#work = Math.max(this.#work, MAX_WORK / 10);
    return this.#convert({ ...plain, type: 'object', properties }, [], 0, lost);
  }

  /** @param refs the references that led here */
  #convert(
    schema: unknown,
    refs: readonly string[],
    depth: number,
    lost: (readonly [string, unknown])[] = [],
    serverName?: string,
  ): JsonSchema {
    if (schema === false) return this.#dialect === 'gemini' ? { description: 'Leave this out.' } : { not: {} };
    if (!isObject(schema) || this.#work <= 0) return {};
    if (++this.#schemas > MAX_SCHEMAS || depth > MAX_DEPTH)
      return this.#text < MAX_TEXT
        ? { description: `Too large to show whole: ${visible(this.#cut(this.#json(schema), MAX_NOTE))}` }
        : {};
    const within = [...refs];
    const flat = modernized(this.#flat(schema, within), this.#dialect);
    const inside = (part: unknown): JsonSchema => this.#convert(part, within, depth + 1);
    const out: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(flat)) {
      if (
        value === undefined ||
        keyword === 'description' ||
        keyword === 'properties' ||
        keyword === 'required' ||
        isSilent(keyword)
      )
        continue;
      const taken = isTaken(keyword, value, this.#dialect) ? value : this.#part(keyword, value, inside);
      if (taken === undefined) lost.push([keyword, value]);
      else out[keyword] = keyword === 'title' && typeof taken === 'string' ? visible(taken) : taken;
    }
    if (out['type'] === 'array') out['items'] ??= {};
    this.#addProperties(out, flat, within, depth, lost);
    // The root may always say what is left out.
    if (depth === 0) {
      this.#text = 0;
      this.#work = Math.max(this.#work, MAX_WORK / 10);
    }
    const description = this.#describe(flat['description'], serverName, lost);
    return { ...out, ...(description && { description }) };
  }

  /** The keywords that have schemas in them, other than `properties`. */
  #part(keyword: string, value: unknown, inside: (part: unknown) => JsonSchema): unknown {
    const isGemini = this.#dialect === 'gemini';
    switch (keyword) {
      case 'items':
        return inside(value);
      case 'additionalProperties':
        return typeof value === 'boolean' ? value : inside(value);
      case 'anyOf':
      case 'oneOf':
      case 'prefixItems':
        return isList(value) ? value.map(inside) : undefined;
      case 'allOf':
        return isList(value) && !isGemini ? value.map(inside) : undefined;
      case 'not':
        return isGemini ? undefined : inside(value);
      default:
        return undefined;
    }
  }

  #addProperties(
    out: Record<string, unknown>,
    flat: JsonObject,
    refs: readonly string[],
    depth: number,
    lost: (readonly [string, unknown])[],
  ): void {
    const { required: names } = flat;
    const properties = new Map<string, unknown>(Object.entries(objectIn(flat, 'properties')));
    const needed = new Set<unknown>(Array.isArray(names) ? names : []);
    if (names !== undefined && !Array.isArray(names)) lost.push(['required', names]);
    // Some providers refuse what is required and has no schema.
    for (const name of needed) if (typeof name === 'string' && !properties.has(name)) properties.set(name, {});
    if (properties.size === 0 && flat['properties'] === undefined) return;
    const left: string[] = [];
    const entries: [string, JsonSchema][] = [];
    for (const [name, schema] of properties) {
      if (this.#schemas >= MAX_SCHEMAS || this.#work <= 0) left.push(name);
      else entries.push([this.#nameOf(name), this.#convert(schema, refs, depth + 1, [], name)]);
    }
    if (left.length > 0) lost.push(['too many properties to show, such as', left.slice(0, MAX_PARTS)]);
    out['properties'] = Object.fromEntries(entries);
    const required = entries.map(([name]) => name).filter((name) => needed.has(this.serverNames.get(name) ?? name));
    if (required.length > 0) out['required'] = required;
  }

  #nameOf(name: string): string {
    if (PROPERTY_NAMES[this.#dialect].test(name)) return name;
    const own = safeName(name).replaceAll('-', '_');
    this.serverNames.set(own, name);
    return own;
  }

  /** Puts what is said elsewhere into the schema: the target of `$ref`, and the parts of `allOf` that fit into one. */
  #flat(schema: JsonObject, refs: string[]): JsonObject {
    if (this.#work <= 0) return { 'too large to show': true };
    let { $ref, allOf, ...flat }: JsonObject = schema;
    const parts = Array.isArray(allOf) ? [...allOf] : allOf === undefined ? [] : [allOf];
    if (typeof $ref === 'string') parts.unshift({ $ref });
    else if ($ref !== undefined) flat = { ...flat, $ref };
    const rest: unknown[] = [];
    let cost = this.#spend(flat);
    for (let at = 0; at < parts.length; at++) {
      const part: unknown = parts[at];
      // All that was put together before is copied with each part.
      if (at < MAX_PARTS) this.#pay((cost += this.#spend(part)));
      if (at >= MAX_PARTS || this.#work <= 0) {
        rest.push(part);
        continue;
      }
      const ref = isObject(part) ? part['$ref'] : undefined;
      if (isObject(part) && typeof ref === 'string') {
        const { $ref: _, ...siblings } = part;
        const target = this.#target(ref);
        const title = ref.split('/').at(-1) ?? '';
        // What contains itself is shown once.
        if (!target) flat = { ...flat, ...siblings, $ref: ref };
        else if (refs.includes(ref)) flat = { ...flat, ...siblings, type: target['type'], 'the same as': title };
        else {
          refs.push(ref);
          parts.splice(at + 1, 0, siblings, { title, ...target });
        }
      } else if (isObject(part) && Array.isArray(part['allOf'])) {
        const { allOf: inner, ...outer } = part;
        parts.splice(at + 1, 0, outer, ...(Array.isArray(inner) ? inner : []));
      } else flat = this.#merged(flat, part) ?? (rest.push(part), flat);
    }
    return rest.length > 0 ? { ...flat, allOf: rest } : flat;
  }

  #target(ref: string): JsonObject | undefined {
    if (ref === '#') return this.#root;
    if (!ref.startsWith('#/')) return undefined;
    let target: unknown = this.#root;
    for (const step of ref.slice(2).split('/')) {
      const name = decode(step).replaceAll('~1', '/').replaceAll('~0', '~');
      target = Object(target) === target && Object.hasOwn(Object(target), name) ? Object(target)[name] : undefined;
    }
    return isObject(target) ? target : undefined;
  }

  #describe(
    said: unknown,
    serverName: string | undefined,
    lost: readonly (readonly [string, unknown])[],
  ): string | undefined {
    const parts = [
      typeof said === 'string' ? this.#cut(said.trim(), MAX_DESCRIPTION) : '',
      serverName === undefined || PROPERTY_NAMES[this.#dialect].test(serverName)
        ? ''
        : `The server names it ${this.#cut(json(serverName), MAX_NOTE)}.`,
      lost.length > 0 && this.#text < MAX_TEXT ? `Also: ${this.#cut(this.#note(lost), MAX_NOTE)}` : '',
    ];
    return visible(parts.filter(Boolean).join('\n')) || undefined;
  }

  #note(lost: readonly (readonly [string, unknown])[]): string {
    const notes: string[] = [];
    let length = 0;
    for (const [keyword, value] of lost) {
      const note = `${keyword} ${this.#json(value)}`;
      length += note.length;
      notes.push(note);
      if (length > MAX_NOTE) break;
    }
    return notes.join('; ');
  }

  #cut(text: string, length: number): string {
    const short = cut(text, Math.min(length, Math.max(0, MAX_TEXT - this.#text)));
    this.#text += short.length;
    return short;
  }

  /** One schema that says what both say, if there is one. */
  #merged(schema: JsonObject, part: unknown): JsonObject | undefined {
    if (part === true) return schema;
    if (!isObject(part)) return undefined;
    const both: Record<string, unknown> = { ...schema };
    for (const [keyword, value] of Object.entries(part)) {
      const own = both[keyword];
      if (own === undefined) both[keyword] = value;
      else if (keyword === 'required' && Array.isArray(own) && Array.isArray(value)) both[keyword] = [...own, ...value];
      else if (keyword === 'properties' && isObject(own) && isObject(value)) {
        if (Object.keys(value).some((name) => Object.hasOwn(own, name) && !this.#isSame(own[name], value[name])))
          return undefined;
        both[keyword] = { ...value, ...own };
      } else if (
        !isSilent(keyword) &&
        !['title', 'description', 'default', 'examples'].includes(keyword) &&
        !this.#isSame(own, value)
      )
        return undefined;
    }
    return both;
  }

  /** The properties of a choice become properties of all. */
  #addChoice(properties: JsonObject, choice: JsonObject): void {
    for (const [name, schema] of Object.entries(objectIn(choice, 'properties'))) {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      const value = known === undefined || this.#isSame(known, schema) ? schema : { anyOf: [known, schema] };
      Object.defineProperty(properties, name, { value, enumerable: true, configurable: true, writable: true });
    }
  }

  /** What there is no time to read counts as different. */
  #isSame(one: unknown, other: unknown): boolean {
    return one === other || (this.#json(one) === this.#json(other) && this.#work > 0);
  }

  #json(value: unknown): string {
    this.#pay(sizeOf(value, this.#work));
    return this.#work > 0 ? json(value) : '(too large)';
  }

  /** What is read of a schema by itself: the schemas of its properties have their own turn. */
  #spend(schema: unknown): number {
    return this.#pay(sizeOf(schema, this.#work, true));
  }

  #pay(work: number): number {
    this.#work -= work;
    return work;
  }
}

/** A choice without what its properties say anyway. */
function essence({ properties, title, ...choice }: JsonObject): JsonObject {
  const fixed = Object.entries(objectIn({ properties }, 'properties')).filter(
    ([, schema]) => isObject(schema) && 'const' in schema,
  );
  return {
    ...(title !== undefined && { title }),
    ...choice,
    ...(fixed.length > 0 && { properties: Object.fromEntries(fixed) }),
  };
}

const isList = (value: unknown): value is unknown[] =>
  Array.isArray(value) && value.length > 0 && value.length <= MAX_PARTS;

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, own]) => [names.get(name) ?? name, renamed(own, names)]));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function json(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // Browsers differ in how deep they look.
    return '(nested too deep)';
  }
}
