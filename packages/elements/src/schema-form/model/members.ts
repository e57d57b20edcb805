/** What objects, lists and variants hold, as their schema says it. */
import type { JsonObject } from '@mcp-web/client';
import type { ReadSchema } from '@mcp-web/client/schema';
import { isJsonObject } from '../../internal/text/text.ts';
import type { Field, FormNode } from './node.ts';
import { stringOf } from './options.ts';
import { itemsOf, planField, tupleOf } from './plan.ts';
import { MAX_KEYWORDS, References } from './references.ts';
import { isFit } from './validate.ts';
import { isOfType } from './values.ts';

/** An object whose schema has no other keyword says nothing about its members, as for a tool without arguments. */
const EMPTY = ['type', 'title', 'description', '$schema'];

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
   * The index of the variant that the value fits, or at least resembles; -1 if it has the type of none. The check may run out of
   * time, which says nothing about the value.
   */
  variantOf({ field: { variants = [] } }: FormNode, value: unknown): number {
    const index = variants.findIndex(({ raw }) => raw !== undefined && isFit(this.#check, raw, value));
    if (index >= 0) return index;
    const typed = variants.flatMap(({ type, schema }, at) =>
      isOfType(type || stringOf(this.#references.of(schema).schema['type']), value) ? [{ at, schema }] : [],
    );
    const alike = typed.find(({ schema }) => this.#resembles(this.#references.of(schema).schema, value));
    return (alike ?? typed[0])?.at ?? -1;
  }

  /** Whether the value has the members and the constants that tell this schema from others. */
  #resembles({ const: only, required, properties }: JsonObject, value: unknown): boolean {
    if (!isJsonObject(value)) return only === undefined || Object.is(only, value);
    if (Array.isArray(required) && !required.slice(0, MAX_KEYWORDS).every((name) => Object.hasOwn(value, String(name))))
      return false;
    return Object.entries(isJsonObject(properties) ? properties : {})
      .slice(0, MAX_KEYWORDS)
      .every(
        ([name, member]) =>
          !Object.hasOwn(value, name) ||
          !isJsonObject(member) ||
          member['const'] === undefined ||
          Object.is(member['const'], value[name]),
      );
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
