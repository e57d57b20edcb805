/** Turns a JSON Schema into subschemas that refer to each other. Nothing outside the document is ever looked for. */
import { isObject } from '../protocol/guards.ts';
import type { JsonObject } from '../protocol/types.ts';
import { type Dialect, dialectOf, standsAlone, within } from './dialects.ts';
import { prepare } from './keywords.ts';
import { Patterns } from './pattern.ts';
import { quoted } from './quoted.ts';
import { limitNesting, MAX_DEPTH, MAX_SUBSCHEMAS, type Meter } from './schema-limits.ts';
import { located, readBoolean, readName, readString } from './keyword-values.ts';
import type { Schema, SchemaResource, Subschema } from './schema.ts';

/** The base URI of a schema without an `$id`. The domain `.invalid` cannot be registered. */
const BASE = 'https://schema.invalid/';

/** What it takes to find the keywords of a schema, in steps. */
const SCHEMA_STEPS = 60;

export interface SchemaDocument {
  readonly whole: Schema;
  /**
   * Reads a schema within the document, or another one whose references are relative to its root. Throws like
   * `readDocument`.
   */
  part(raw: unknown, meter: Meter): Schema;
}

/** @throws {Error} when the schema is invalid, in an unsupported dialect, too large, or refers to another document. */
export function readDocument(root: JsonObject, meter: Meter): SchemaDocument {
  const dialect = dialectOf(root);
  const subschemas = new Map<unknown, Subschema>();
  const resources = new Map<string, SchemaResource>();
  const unprepared = new Set<Subschema>();
  const patterns = new Patterns();

  const read = (raw: unknown, at: string, outer: SchemaResource | undefined, depth: number, meter: Meter): Schema => {
    const known = typeof raw === 'boolean' ? raw : subschemas.get(raw);
    if (known !== undefined) return known;
    meter.charge(SCHEMA_STEPS);
    if (!isObject(raw)) throw new Error(`${at} has to be a schema: an object, true or false`);
    if (depth > MAX_DEPTH) throw new Error(`it has schemas within schemas more than ${MAX_DEPTH} levels deep`);
    if (subschemas.size >= MAX_SUBSCHEMAS)
      throw new Error(`it has more than ${MAX_SUBSCHEMAS.toLocaleString('en')} schemas in it`);
    if (raw['$schema'] !== undefined && dialectOf(raw) !== dialect)
      throw new Error(`${at} is in another dialect than the rest of it`);
    const resource = located('$id', at, () => resourceOf(raw, outer, dialect, meter));
    if (resource !== outer) {
      if (resources.has(resource.uri)) throw new Error(`two schemas in it have the $id ${resource.uri}`);
      resources.set(resource.uri, resource);
    }
    const schema: Subschema = { raw, at, resource, checks: [], lastChecks: [], inPlace: [] };
    subschemas.set(raw, schema);
    unprepared.add(schema);
    for (const anchor of located('$anchor', at, () => anchorsOf(raw, dialect))) {
      if (resource.anchors.has(anchor)) throw new Error(`two schemas in it have the anchor ${anchor}`);
      resource.anchors.set(anchor, schema);
    }
    const dynamicAnchor = dynamicAnchorOf(schema, dialect);
    if (dynamicAnchor !== undefined) resource.dynamicAnchors.set(dynamicAnchor, schema);
    for (const [value, path] of within(raw, dialect, meter)) read(value, at + path, resource, depth + 1, meter);
    return schema;
  };

  const resolve = (reference: string, from: SchemaResource, meter: Meter): Schema => {
    const [uri, fragment] = split(reference, from.uri, meter);
    const resource = resources.get(uri);
    if (!resource) throw new Error(`refers to ${uri}, which is not in the schema; nothing is fetched`);
    const target = fragment.startsWith('/')
      ? pointedAt(fragment, resource.raw)
      : fragment
        ? resource.anchors.get(fragment)?.raw
        : resource.raw;
    if (target === undefined) throw new Error(`refers to ${reference}, which does not exist`);
    return read(target, fragment, resource, 0, meter);
  };

  const whole = read(root, '', undefined, 0, meter);
  const prepareAll = (meter: Meter): void => {
    const fresh: Subschema[] = [];
    // A reference may point to a place where no schema was expected. It is read now.
    for (const schema of unprepared) {
      fresh.push(schema);
      unprepared.delete(schema);
      prepare({
        schema,
        dialect,
        meter,
        patterns,
        schemaOf: (raw) => read(raw, schema.at, schema.resource, 0, meter),
        resolve: (reference) => resolve(reference, schema.resource, meter),
      });
    }
    forbidCircles(fresh, meter);
  };
  prepareAll(meter);
  return {
    whole,
    part(raw, meter) {
      const { size } = subschemas;
      try {
        const schema = read(raw, '', typeof whole === 'boolean' ? undefined : whole.resource, 0, meter);
        prepareAll(meter);
        return schema;
      } catch (error) {
        // What was not read to its end would let everything pass the next time.
        for (const [part, schema] of [...subschemas].slice(size)) {
          subschemas.delete(part);
          unprepared.delete(schema);
        }
        throw error;
      }
    },
  };
}

/** The resource that a schema starts, or belongs to. */
function resourceOf(
  raw: JsonObject,
  outer: SchemaResource | undefined,
  dialect: Dialect,
  meter: Meter,
): SchemaResource {
  const base = outer?.uri ?? BASE;
  const $id = standsAlone(raw, dialect) || raw['$id'] === undefined ? undefined : readString(raw['$id']);
  const [uri, fragment] = $id === undefined ? [base, ''] : split($id, base, meter);
  if (fragment && !(dialect === 'draft-07' && $id?.startsWith('#'))) throw new Error(`is ${$id}, which has a fragment`);
  return outer && uri === base ? outer : { uri, raw, anchors: new Map(), dynamicAnchors: new Map() };
}

function anchorsOf(raw: JsonObject, dialect: Dialect): string[] {
  if (dialect === 'draft-07')
    return typeof raw['$id'] === 'string' && /^#./.test(raw['$id']) && !standsAlone(raw, dialect)
      ? [raw['$id'].slice(1)]
      : [];
  return [raw['$anchor'], dialect === '2020-12' ? raw['$dynamicAnchor'] : undefined]
    .filter((anchor) => anchor !== undefined)
    .map(readName);
}

function dynamicAnchorOf({ raw, resource }: Subschema, dialect: Dialect): string | undefined {
  if (dialect === '2020-12') return raw['$dynamicAnchor'] === undefined ? undefined : readName(raw['$dynamicAnchor']);
  return dialect === '2019-09' && raw === resource.raw && readBoolean(raw['$recursiveAnchor'] ?? false)
    ? ''
    : undefined;
}

function split(reference: string, base: string, meter: Meter): [uri: string, fragment: string] {
  meter.charge(20 + ((reference.length + base.length) >> 2));
  let url: URL;
  try {
    url = new URL(reference, base);
  } catch (cause) {
    throw new Error(`is ${quoted(JSON.stringify(reference))}, which is not a valid URI reference`, { cause });
  }
  const { hash } = url;
  url.hash = '';
  return [url.href, hash.slice(1)];
}

/** The value at a JSON pointer in a URI fragment. */
function pointedAt(fragment: string, root: JsonObject): unknown {
  let at: unknown = root;
  for (const part of fragment.split('/').slice(1)) {
    let key: string;
    try {
      key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
    } catch {
      return undefined;
    }
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

/** A schema that refers back to itself for the same value would never end. */
function forbidCircles(schemas: Iterable<Subschema>, meter: Meter): void {
  const done = new Set<Schema>();
  const open = new Set<Schema>();
  const visit = (schema: Schema): void => {
    if (typeof schema === 'boolean' || done.has(schema)) return;
    if (open.has(schema))
      throw new Error(`the schema at ${schema.at || 'the root'} refers back to itself and would never end`);
    open.add(schema);
    limitNesting(open.size);
    meter.charge(4 + schema.inPlace.length);
    for (const next of schema.inPlace) visit(next);
    open.delete(schema);
    done.add(schema);
  };
  for (const schema of schemas) visit(schema);
}
