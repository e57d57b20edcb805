/** The options of an enum. A server may name a hundred thousand, and each key press looks some of them up. */
import type { JsonObject } from '@mcp-web/client';
import { foldText } from '../../internal/lists/search.ts';
import { isJsonObject } from '../../internal/text/text.ts';

/** An enum with more options is searched, not scrolled. */
export const LARGE = 15;
/** Nobody types more than that to find an option. */
const MAX_SEARCHED = 300;

export interface Option {
  /** Any JSON value. */
  readonly value: unknown;
  readonly label: string;
}

export class Options {
  readonly all: readonly Option[];
  /** The index of each option, by its JSON. */
  #indexes: ReadonlyMap<string, number> | undefined;
  #folded: readonly string[] | undefined;

  constructor(all: readonly Option[]) {
    this.all = all;
  }

  /** -1 if the value is not one of the options. */
  indexOf(value: unknown): number {
    // Of two equal options the first one counts.
    this.#indexes ??= new Map(
      this.all.map((option, index) => [JSON.stringify(option.value), index] as const).toReversed(),
    );
    return this.#indexes.get(JSON.stringify(value)) ?? -1;
  }

  /** The indexes of the options whose label contains the text, first those that begin with it. Case and accents do not matter. */
  search(typed: string): readonly number[] {
    const wanted = foldText(typed.trim());
    if (wanted === '') return Array.from(this.all.keys());
    this.#folded ??= this.all.map(({ label }) => foldText(label.slice(0, MAX_SEARCHED)));
    const starting: number[] = [];
    const containing: number[] = [];
    for (const [index, label] of this.#folded.entries()) {
      const at = label.indexOf(wanted);
      if (at >= 0) (at === 0 ? starting : containing).push(index);
    }
    return [...starting, ...containing];
  }
}

/** Reads the options of `enum`, of `oneOf` or `anyOf` with constants only, or of a lone `const`. */
export function optionsOf(schema: JsonObject): Option[] | undefined {
  const { enum: values, enumNames } = schema;
  if (Object.hasOwn(schema, 'const')) return [{ value: schema['const'], label: labelOf(schema['const']) }];
  if (Array.isArray(values) && values.length > 0) {
    return values.map((value: unknown, index) => ({
      value,
      label: (Array.isArray(enumNames) && stringOf(enumNames[index])) || labelOf(value),
    }));
  }
  const branches = [schema['oneOf'], schema['anyOf']].find(Array.isArray);
  if (
    !branches ||
    branches.length === 0 ||
    !branches.every((branch): branch is JsonObject => isJsonObject(branch) && Object.hasOwn(branch, 'const'))
  )
    return undefined;
  return branches.map((branch) => ({
    value: branch['const'],
    label: stringOf(branch['title']) || labelOf(branch['const']),
  }));
}

export const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const labelOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
