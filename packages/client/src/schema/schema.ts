/** The types that a JSON Schema is turned into before values are validated. */
import type { JsonObject } from '../protocol/types.ts';
import type { Dialect } from './dialects.ts';
import type { Patterns } from './pattern.ts';
import type { Meter } from './schema-limits.ts';

export type Schema = boolean | Subschema;

export interface Subschema {
  readonly raw: JsonObject;
  /** Its place in the document, as a JSON pointer. */
  readonly at: string;
  readonly resource: SchemaResource;
  readonly checks: Check[];
  /** `unevaluatedItems` and `unevaluatedProperties`: they apply to what the others have not seen. */
  readonly lastChecks: Check[];
  /** The schemas that it applies to the same value. */
  readonly inPlace: Schema[];
}

/** A document, or a part of it with its own `$id`. */
export interface SchemaResource {
  readonly uri: string;
  readonly raw: JsonObject;
  readonly anchors: Map<string, Subschema>;
  /** The `$dynamicAnchor`s. `$recursiveAnchor: true` is the one without a name. */
  readonly dynamicAnchors: Map<string, Subschema>;
}

/** Applies one keyword to one value, and reports to the run what is wrong. */
export type Check = (value: unknown, place: Place, run: Run, seen: Seen | undefined) => boolean;

/** The names or indices that a keyword has evaluated. Collected only if a keyword needs them. */
export type Seen = Set<string | number>;

/** A place in the value: the path back to its root. */
export interface Place {
  readonly key: string | number;
  readonly parent: Place | undefined;
}

/** What is wrong with the value at a place. Its message is only made if somebody reads it. */
export interface Problem {
  readonly place: Place;
  readonly say: () => string;
}

/** The resources on the way to a subschema, the latest first. */
export interface Scope {
  readonly resource: SchemaResource;
  readonly outer: Scope | undefined;
}

/** The validation of one value against one document. */
export interface Run {
  readonly meter: Meter;
  nesting: number;
  scope: Scope | undefined;
  /** Undefined while only the result matters. */
  problems: Problem[] | undefined;
}

/** What is known when a keyword is prepared. */
export interface Site {
  readonly schema: Subschema;
  readonly dialect: Dialect;
  readonly meter: Meter;
  readonly patterns: Patterns;
  /** The subschema for this part of the document. */
  schemaOf(raw: unknown): Schema;
  /** @throws {Error} when the target of a reference does not exist, or is not in the document. */
  resolve(reference: string): Schema;
}

/** Prepares one keyword. If its value is invalid, throws the end of a sentence that starts with the keyword. */
export type Prepare = (value: unknown, site: Site) => Check;
