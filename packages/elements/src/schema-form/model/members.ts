/** What objects, lists and variants hold, as their schema says it. */
import type { JsonObject } from '@mcp-web/client';
import type { ReadSchema } from '@mcp-web/client/schema';
import { isJsonObject } from '../../internal/text/text.ts';
import type { Field, FormNode, Variant } from './node.ts';
import { stringOf } from './options.ts';
import { itemsOf, planField, tupleOf } from './plan.ts';
import { MAX_KEYWORDS, References } from './references.ts';
import { isFit } from './validate.ts';
import { isOfType, isSameJson } from './values.ts';

/** An object whose schema has no other keyword says nothing about its members, as for a tool without arguments. */
const EMPTY = ['type', 'title', 'description', '$schema'];

/** So little work is done without a look at the clock. It takes about 2 ms. */
const WITHOUT_CLOCK = { maxSteps: 8_192 };
/** How often that is done while a form is filled, and for one value. */
const MAX_TRIES = 16;
const MAX_ALIKE = 4;
/** So many members are compared with what a schema says about them. */
const MAX_COMPARED = 20;

/** What holds for an object under the conditions of its schema. */
interface Outcome {
  /** Tells this outcome from others. */
  readonly key: string;
  /** Schemas that apply as well. */
  readonly active: readonly JsonObject[];
  /** Members that are required as well. */
  readonly required: readonly unknown[];
}

export class Members {
  readonly #root: JsonObject;
  readonly #references: References;
  readonly #check: ReadSchema | undefined;
  /** One schema for each pattern, so that the interpreter reads it only once. */
  readonly #patterns = new Map<string, JsonObject>();
  /** How often work was done without a look at the clock. */
  #tries = 0;

  constructor(root: JsonObject, check: ReadSchema | undefined) {
    this.#root = root;
    this.#references = new References(root);
    this.#check = check;
  }

  /** The form as a whole. */
  root(): Field {
    const keywords = Object.keys(this.#root);
    const isEmpty = keywords.every((keyword) => EMPTY.includes(keyword));
    const isReadable = keywords.length <= MAX_KEYWORDS;
    const schema = isReadable ? { type: 'object', ...(isEmpty && { properties: {} }), ...this.#root } : this.#root;
    const field = this.#plan('', schema, true);
    return field.kind === 'object' || field.kind === 'variants' ? field : { ...field, kind: 'json' };
  }

  /** The members of an object with this value, without those that the user names. */
  of(node: FormNode, value: JsonObject): Field[] {
    const { shape } = node.field;
    const { active, required } = this.outcomeOf(node, value);
    const { schema, why } =
      active.length > 0 ? this.#references.of({ allOf: [shape, ...active] }) : { schema: shape, why: undefined };
    const { properties: own } = shape;
    const { properties: merged, required: wanted } = schema;
    const properties = !why && isJsonObject(merged) ? merged : isJsonObject(own) ? own : {};
    const names = new Set(
      [...(Array.isArray(wanted) ? wanted : []), ...required].filter((name) => typeof name === 'string'),
    );
    return [...new Set([...Object.keys(properties), ...names])].flatMap((name) => {
      const raw = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (raw === false && !Object.hasOwn(value, name)) return [];
      return raw === undefined
        ? [{ ...this.named(node, name), isRequired: true }]
        : [this.#plan(name, raw, names.has(name))];
    });
  }

  /** A member that no property describes. */
  named(node: FormNode, name: string): Field {
    const { patternProperties, additionalProperties, unevaluatedProperties } = node.field.shape;
    const matching = Object.entries(isJsonObject(patternProperties) ? patternProperties : {})
      .filter(([pattern]) => isFit(this.#check, this.#patternOf(pattern), name))
      .map(([, schema]) => schema);
    const [only = additionalProperties ?? unevaluatedProperties ?? true] = matching;
    return this.#plan(name, matching.length > 1 ? { allOf: matching } : only, true);
  }

  /** Whether the user can add members and name them. */
  canAdd({ field: { shape, conditions = [] } }: FormNode): boolean {
    const { additionalProperties, patternProperties, properties, unevaluatedProperties } = shape;
    return (
      additionalProperties === true ||
      isJsonObject(additionalProperties) ||
      isJsonObject(patternProperties) ||
      isJsonObject(unevaluatedProperties) ||
      (additionalProperties === undefined &&
        unevaluatedProperties === undefined &&
        (properties === undefined || conditions.length > 0) &&
        shape['propertyNames'] !== false)
    );
  }

  /** An item of a list. */
  item(list: FormNode, index: number): Field {
    const { shape } = list.field;
    const name = String(index);
    const field = this.#plan(name, tupleOf(shape)[index] ?? itemsOf(shape) ?? true, true);
    return { ...field, isItem: field.title === name };
  }

  /** One of the variants. Without a title of its own it has that of the choice. */
  variant({ field: { name, title, isItem, variants } }: FormNode, index: number): Field | undefined {
    const variant = variants?.[index];
    if (!variant) return undefined;
    const field = this.#plan(name, variant.schema, true);
    return field.title === name ? { ...field, title, isItem } : field;
  }

  /**
   * The index of the variant that the value fits, or at least resembles; -1 if it has the type of none. Where there was no time
   * for the check, that says nothing about the value.
   */
  variantOf({ field: { variants = [] } }: FormNode, value: unknown): number {
    const undecided: number[] = [];
    for (const [index, { raw }] of variants.entries()) {
      const isTrue = raw !== undefined && isFit(this.#check, raw, value);
      if (isTrue) return index;
      if (isTrue === undefined) undecided.push(index);
    }
    const likely = this.#likeliest(variants, undecided, value);
    if (likely >= 0) return likely;
    const typed = variants.flatMap(({ type, schema }, index) =>
      isOfType(type || stringOf(this.#references.of(schema).schema['type']), value) ? [index] : [],
    );
    return typed.find((index) => this.#isAlike(variants[index]?.schema, value)) ?? typed[0] ?? -1;
  }

  /**
   * Of the variants for which there was no time, the one that the value looks like; -1 if there is none. How busy the machine
   * is decides nothing here.
   */
  #likeliest(variants: readonly Variant[], undecided: readonly number[], value: unknown): number {
    const alike = undecided.filter((index) => this.#isAlike(variants[index]?.schema, value));
    let likely = -1;
    for (const index of alike.length > 1 ? alike.slice(0, MAX_ALIKE) : []) {
      const isTrue = this.#isTriedOut ? undefined : isFit(this.#check, variants[index]?.raw, value, WITHOUT_CLOCK);
      this.#tries++;
      if (isTrue) return index;
      if (isTrue === undefined && likely < 0) likely = index;
    }
    return likely < 0 ? (alike[0] ?? -1) : likely;
  }

  /** Whether an object has what a schema requires, and says what it is in the schema's own words; anything else, its type. */
  #isAlike(raw: unknown, value: unknown): boolean {
    const { type, properties, required } = this.#references.of(raw).schema;
    if (typeof type === 'string' && !isOfType(type, value)) return false;
    if (!isJsonObject(value)) return true;
    if (Array.isArray(required) && !required.every((name) => Object.hasOwn(value, stringOf(name)))) return false;
    return Object.entries(isJsonObject(properties) ? properties : {})
      .slice(0, MAX_COMPARED)
      .every(([name, property]) => {
        if (!Object.hasOwn(value, name)) return true;
        const { schema } = this.#references.of(property);
        const options = schema['const'] === undefined ? schema['enum'] : [schema['const']];
        return !Array.isArray(options) || options.some((option) => isSameJson(option, value[name]));
      });
  }

  /** A form is filled anew. */
  startFilling(): void {
    this.#tries = 0;
  }

  get #isTriedOut(): boolean {
    return this.#tries >= MAX_TRIES;
  }

  /** Evaluates `if`, `dependentRequired`, `dependentSchemas` and `dependencies` for this value. */
  outcomeOf({ field }: FormNode, value: JsonObject): Outcome {
    const active: JsonObject[] = [];
    const required: unknown[] = [];
    let key = '';
    for (const condition of field.conditions ?? []) {
      if (condition['if'] !== undefined) {
        const isTrue = isFit(this.#check, condition['if'], value);
        const branch = isTrue === undefined ? undefined : condition[isTrue ? 'then' : 'else'];
        if (isJsonObject(branch)) active.push(branch);
        key += String(isTrue);
      }
      for (const keyword of ['dependentRequired', 'dependentSchemas', 'dependencies']) {
        const dependents = condition[keyword];
        for (const [name, dependent] of Object.entries(isJsonObject(dependents) ? dependents : {})) {
          const isTrue = Object.hasOwn(value, name);
          key += isTrue ? '1' : '0';
          if (!isTrue) continue;
          if (Array.isArray(dependent)) required.push(...dependent);
          else if (isJsonObject(dependent)) active.push(dependent);
        }
      }
    }
    return { key, active, required };
  }

  #plan(name: string, schema: unknown, isRequired: boolean): Field {
    return planField(this.#references, name, schema, isRequired);
  }

  #patternOf(pattern: string): JsonObject {
    const known = this.#patterns.get(pattern) ?? { pattern };
    this.#patterns.set(pattern, known);
    return known;
  }
}
