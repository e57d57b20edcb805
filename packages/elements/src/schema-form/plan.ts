/** What a field is planned to be. */
import type { JsonObject } from '@mcp-web/client';

export interface Option {
  /** What is sent: any JSON value. */
  readonly value: unknown;
  readonly label: string;
}

/** Wrapped, because null and undefined mean something. */
export interface Given {
  readonly value: unknown;
}

export interface Variant {
  readonly title: string;
  /** Where it has no title, the JSON type that it is of. */
  readonly type: string;
  /** As it stands in the schema, to tell which one a value is of. */
  readonly raw: unknown;
  /** With what holds for all of them. */
  readonly schema: JsonObject;
}

export type Why = 'whyReference' | 'whyCircle' | 'whyElsewhere' | 'whyNever' | 'whyDeep' | 'whyMany' | 'whyDynamic';

export type Kind = 'text' | 'number' | 'boolean' | 'choice' | 'choices' | 'object' | 'list' | 'variants' | 'json';

export interface Field {
  readonly kind: Kind;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** An item of a list, called after its place. */
  readonly isItem?: boolean | undefined;
  readonly isRequired: boolean;
  readonly isNullable?: boolean;
  readonly default: Given | undefined;
  /** The schema, with what its references and `allOf` say in it. */
  readonly shape: JsonObject;
  readonly options: readonly Option[];
  /** The schemas of which the user chooses one. */
  readonly variants?: readonly Variant[];
  /** The schema names no type: one was concluded, and values of others may fit as well. */
  readonly isInferred?: boolean;
  /** What holds only sometimes: `if`, `dependentRequired` and the like, with the schemas that they stand in. */
  readonly conditions?: readonly JsonObject[];
  /** Why it has no fields but is written as JSON: a key of the messages. */
  readonly why?: Why | undefined;
}

/** An enum of more options is searched, not scrolled. */
export const LARGE = 15;
/** Texts that may be longer, or have such a name, get a large control. */
export const LONG_TEXT = 200;
export const LONG_NAMES = /^(body|code|content|html|instructions|markdown|notes|script|sql)$/i;

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');
