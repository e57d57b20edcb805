/** What is made of a JSON Schema before values are held against it. */
import type { SchemaProblem } from '../errors.ts';
import type { JsonObject } from '../protocol/types.ts';
import type { Dialect } from './dialects.ts';
import type { Meter } from './limits.ts';

export type Schema = boolean | Subschema;

export interface Subschema {
  readonly raw: JsonObject;
  /** Where it lies, as a JSON pointer into the document. */
  readonly at: string;
  readonly resource: Resource;
  readonly checks: Check[];
  /** `unevaluatedItems` and `unevaluatedProperties`: they see what the others left. */
  readonly lastChecks: Check[];
  /** The schemas that it holds against the same value. */
  readonly inPlace: Schema[];
}

/** A document, or a part of it with an `$id` of its own. */
export interface Resource {
  readonly uri: string;
  readonly raw: JsonObject;
  readonly anchors: Map<string, Subschema>;
  /** `$dynamicAnchor`s; `$recursiveAnchor: true` is the one without a name. */
  readonly dynamicAnchors: Map<string, Subschema>;
}

/** One keyword held against one value. Tells the run what is wrong. */
export type Check = (value: unknown, place: Place, run: Run, seen: Seen | undefined) => boolean;

/** The names or indices of a value that some keyword has looked at. Only counted where somebody asks. */
export type Seen = Set<string | number>;

/** Where in the value: the way back to its root. */
export interface Place {
  readonly key: string | number;
  readonly parent: Place | undefined;
}

/** The resources that were entered on the way to a subschema, the latest first. */
export interface Scope {
  readonly resource: Resource;
  readonly outer: Scope | undefined;
}

/** One value held against one document. */
export interface Run {
  readonly meter: Meter;
  nesting: number;
  scope: Scope | undefined;
  /** Undefined while only the answer matters. */
  problems: SchemaProblem[] | undefined;
}

/** What a keyword needs to know when it is prepared. */
export interface Site {
  readonly schema: Subschema;
  readonly dialect: Dialect;
  readonly meter: Meter;
  /** The subschema that this part of the document is. */
  schemaOf(raw: unknown): Schema;
  /** @throws {Error} when a reference leads nowhere, or out of the document. */
  resolve(reference: string): Schema;
}

/** Prepares one keyword. Throws what is wrong with its value, as the end of a sentence that begins with the keyword. */
export type Prepare = (value: unknown, site: Site) => Check;
