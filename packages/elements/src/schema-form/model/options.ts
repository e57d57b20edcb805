/** The options of an enum. A server may name a hundred thousand, and each key press looks some of them up. */
import type { JsonObject } from '@mcp-web/client';
import { foldText } from '../../internal/lists/search.ts';
import { isJsonObject } from '../../internal/text/text.ts';

/** An enum with more options is searched, not scrolled. */
export const LARGE = 15;
/** No text has this character; if one does, it is noticed. */
const SEPARATOR = '\uFFFF';
/** So few values are looked for one by one. */
const FEW = 50;
/** Nobody types more than that to find an option. */
const MAX_SEARCHED = 300;

export interface Option {
  /** Any JSON value. */
  readonly value: unknown;
  readonly label: string;
}

/** Makes of an option what is shown of it only where somebody looks at it. */
export class Options {
  readonly count: number;
  readonly #values: readonly unknown[];
  readonly #labelAt: (index: number) => string;
  #indexes: Indexes | undefined;
  #folded: readonly string[] | undefined;

  constructor(values: readonly unknown[] = [], labelAt = (index: number): string => labelOf(values[index])) {
    this.count = values.length;
    this.#values = values;
    this.#labelAt = labelAt;
  }

  /** The same options and null, unless it is one of them. */
  withNull(): Options {
    if (this.indexOf(null) >= 0) return this;
    return new Options([...this.#values, null], (index) => (index < this.count ? this.#labelAt(index) : 'null'));
  }

  at(index: number): Option | undefined {
    return index in this.#values ? { value: this.#values[index], label: this.#labelAt(index) } : undefined;
  }

  /** -1 if the value is not one of the options. Of two equal options the first one counts. */
  indexOf(value: unknown): number {
    if (isHolder(value)) this.#indexes ??= new Indexes(this.#values);
    return this.#indexes?.of(value) ?? this.#values.indexOf(value);
  }

  /** The same for many values. */
  indexesOf(values: readonly unknown[]): number[] {
    if (values.length > FEW) this.#indexes ??= new Indexes(this.#values);
    return values.map((value) => this.indexOf(value));
  }

  /** The indexes of the options whose label contains the text, first those that begin with it. Case and accents do not matter. All for no text. */
  search(typed: string): readonly number[] {
    const wanted = foldText(typed.trim());
    if (wanted === '') return Array.from(this.#values.keys());
    this.#folded ??= foldAll(this.#values.map((_value, index) => this.#labelAt(index).slice(0, MAX_SEARCHED)));
    const starting: number[] = [];
    const containing: number[] = [];
    for (const [index, label] of this.#folded.entries()) {
      const at = label.indexOf(wanted);
      if (at >= 0) (at === 0 ? starting : containing).push(index);
    }
    return [...starting, ...containing];
  }
}

/** One long text is folded much faster than many short ones. */
function foldAll(labels: readonly string[]): readonly string[] {
  const folded = foldText(labels.join(SEPARATOR)).split(SEPARATOR);
  return folded.length === labels.length ? folded : labels.map(foldText);
}

/** The first index of each value. Only objects and lists are compared by their JSON. */
class Indexes {
  readonly #plain = new Map<unknown, number>();
  readonly #byJson = new Map<string, number>();

  constructor(values: readonly unknown[]) {
    for (let index = values.length - 1; index >= 0; index--) {
      const value = values[index];
      if (isHolder(value)) this.#byJson.set(JSON.stringify(value), index);
      else this.#plain.set(value, index);
    }
  }

  of(value: unknown): number {
    return (isHolder(value) ? this.#byJson.get(JSON.stringify(value)) : this.#plain.get(value)) ?? -1;
  }
}

const isHolder = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** Reads the options of `enum`, of `oneOf` or `anyOf` with constants only, or of a lone `const`. */
export function optionsOf(schema: JsonObject): Options | undefined {
  const { enum: values, enumNames } = schema;
  if (Object.hasOwn(schema, 'const')) return new Options([schema['const']]);
  if (Array.isArray(values) && values.length > 0) {
    const names: readonly unknown[] = Array.isArray(enumNames) ? enumNames : [];
    return new Options(values, (index) => stringOf(names[index]) || labelOf(values[index]));
  }
  const branches = [schema['oneOf'], schema['anyOf']].find(Array.isArray);
  if (
    !branches ||
    branches.length === 0 ||
    !branches.every((branch): branch is JsonObject => isJsonObject(branch) && Object.hasOwn(branch, 'const'))
  )
    return undefined;
  const constants = branches.map((branch) => branch['const']);
  return new Options(constants, (index) => stringOf(branches[index]?.['title']) || labelOf(constants[index]));
}

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const labelOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
