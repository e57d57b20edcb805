/** Objects, lists and kinds: fields that hold others. */
import type { JsonObject } from '@mcp-web/client';
import type { ReadSchema } from '@mcp-web/client/schema';
import { isJsonObject, shortText } from '../internal/text/text.ts';
import { isFit } from './check.ts';
import { isSameJson } from './full-checks.ts';
import type { FormNode } from './node.ts';
import { OptionPlaces } from './option-places.ts';
import { type Field, type Given, stringOf, type Variant, type Why } from './plan.ts';
import { countOf } from './rare-values.ts';
import { Shapes } from './shapes.ts';
import { isOfType, itemsOf, planField, tupleOf } from './structure-plan.ts';
import { composed, fillNode, type FullReading, misfit, readMembers, readNode } from './full-values.ts';

/** Deeper values are JSON; nobody finds the way back from there. */
const MAX_DEPTH = 12;
/** Required objects within required objects are there from the beginning, so deep. */
const MAX_UNASKED_DEPTH = 4;
const MAX_UNASKED = 300;
const MAX_NODES = 20_000;

export class Structures {
  readonly places = new OptionPlaces();
  readonly #shapes: Shapes;
  readonly #root: JsonObject;
  readonly #newNode: (field: Field, depth: number) => FormNode;
  readonly #check: ReadSchema | undefined;
  /** Where only the value is asked for, and nobody reads what is wrong. */
  readonly #look: () => FullReading;
  readonly #conditional = new Set<FormNode>();
  readonly #patterns = new Map<string, JsonObject>();
  #count = 0;

  constructor(
    root: JsonObject,
    newNode: (field: Field, depth: number) => FormNode,
    check: ReadSchema | undefined,
    look: () => FullReading,
  ) {
    this.#root = root;
    this.#shapes = new Shapes(root);
    this.#newNode = newNode;
    this.#check = check;
    this.#look = look;
  }

  planRoot(): Field {
    // An object that says nothing of its members, as of tools without arguments, asks for none.
    const isEmpty = Object.keys(this.#root).every((keyword) =>
      ['type', 'title', 'description', '$schema'].includes(keyword),
    );
    const field = planField(
      this.#shapes,
      '',
      { type: 'object', ...(isEmpty && { properties: {} }), ...this.#root },
      true,
    );
    return field.kind === 'object' || field.kind === 'variants' ? field : { ...field, kind: 'json' };
  }

  fill(node: FormNode, given: Given | undefined): void {
    const { field } = node;
    if (node.depth === 0) {
      this.#count = 0;
      this.#conditional.clear();
    }
    const why: Why | undefined =
      given && node.depth > MAX_DEPTH ? 'whyDeep' : given && this.#count > MAX_NODES ? 'whyMany' : undefined;
    if (given?.value === null && field.isNullable) node.isNull = true;
    else if (why && given) this.#asJson(node, given, why);
    else if (field.kind === 'variants') this.#fillVariants(node, given);
    else if (given && !(field.kind === 'list' ? Array.isArray(given.value) : isJsonObject(given.value)))
      this.#asJson(node, given);
    else if (given || (field.isRequired && node.depth <= MAX_UNASKED_DEPTH && this.#count < MAX_UNASKED))
      this.#open(node, given);
  }

  read(node: FormNode, reading: FullReading): Given | undefined {
    const { field, items } = node;
    if (field.kind === 'variants') return items[0] && readNode(items[0], reading);
    if (!node.isPresent) return undefined;
    if (field.kind === 'list') {
      return {
        value: items.flatMap((item) => {
          const one = readNode(item, reading);
          return one ? [one.value] : [];
        }),
      };
    }
    const names = new Set<string>();
    for (const item of items) {
      const { name } = item.field;
      if (item.isNamed && name === '' && !item.isTouched) reading.problems.set(item, reading.text.nameMissing);
      if (names.has(name)) reading.problems.set(item, reading.text.nameTaken(shortText(name)));
      names.add(name);
    }
    return readMembers(items, reading);
  }

  /** Makes an object or a list that was absent, or chooses a kind. */
  open(node: FormNode, index = 0): void {
    if (node.field.kind === 'variants') this.#choose(node, index, undefined);
    else
      this.#open(
        node,
        node.field.default && this.#isOfKind(node.field, node.field.default) ? node.field.default : undefined,
      );
  }

  /** Takes away what is optional. */
  close(node: FormNode): void {
    fillNode(node, undefined, this);
    Object.assign(node, { items: [], isPresent: false, text: '', isTouched: true });
  }

  addItem(list: FormNode, given?: Given): FormNode {
    list.isPresent = true;
    const item = this.#item(list, list.items.length, given);
    list.items = [...list.items, item];
    return item;
  }

  addMember(node: FormNode): FormNode {
    node.isPresent = true;
    const member = this.#member(node, '', undefined);
    node.items = [...node.items, member];
    return member;
  }

  /** Another name may mean another schema. */
  rename(node: FormNode, member: FormNode, name: string): void {
    const field = this.#planMember(node, name);
    if (isSameJson(field.shape, member.field.shape)) member.field = { ...field, title: member.field.title };
    else this.#refit(member, field);
    member.field = { ...member.field, name, title: name };
    member.isTouched = true;
  }

  remove(parent: FormNode, item: FormNode): void {
    parent.items = parent.items.filter((one) => one !== item);
    parent.isTouched = true;
    if (parent.field.kind === 'list') this.#renumber(parent);
  }

  move(list: FormNode, from: number, to: number): void {
    const items = [...list.items];
    items.splice(to, 0, ...items.splice(from, 1));
    list.items = items;
    this.#renumber(list);
  }

  /** Whether an item's place says what it is: then it cannot move. */
  isFixed({ field: { shape } }: FormNode, index: number): boolean {
    return index < tupleOf(shape).length;
  }

  canAddItem({ field: { shape }, items }: FormNode): boolean {
    return (
      items.length < Math.min(countOf(shape['maxItems']) ?? Infinity, MAX_NODES) &&
      (items.length < tupleOf(shape).length || itemsOf(shape) !== false)
    );
  }

  canAddMember({ field: { shape, conditions } }: FormNode): boolean {
    const { additionalProperties, patternProperties, properties, unevaluatedProperties } = shape;
    return (
      additionalProperties === true ||
      isJsonObject(additionalProperties) ||
      isJsonObject(patternProperties) ||
      isJsonObject(unevaluatedProperties) ||
      (additionalProperties === undefined &&
        unevaluatedProperties === undefined &&
        (properties === undefined || (conditions?.length ?? 0) > 0) &&
        shape['propertyNames'] !== false)
    );
  }

  /** What holds under a condition is looked at again. */
  settle(): void {
    // What one condition shows may be what another one waits for.
    for (let round = 0; round < 3; round++) {
      let isSettled = true;
      for (const node of this.#conditional)
        if (node.isPresent && node.raw === undefined && this.#settleNode(node)) isSettled = false;
      if (isSettled) return;
    }
  }

  #isOfKind({ kind }: Field, { value }: Given): boolean {
    return kind === 'list' ? Array.isArray(value) : isJsonObject(value);
  }

  #asJson(node: FormNode, given: Given, why?: Why): void {
    misfit(node, given);
    node.why = why;
  }

  #fillVariants(node: FormNode, given: Given | undefined): void {
    if (!given) return;
    const index = this.#variantOf(node.field.variants ?? [], given.value);
    if (index < 0) this.#asJson(node, given);
    else this.#choose(node, index, given);
  }

  #variantOf(variants: readonly Variant[], value: unknown): number {
    const fitting = variants.findIndex(({ raw }) => raw !== undefined && isFit(this.#check, raw, value));
    // Nothing fits: then the first that at least is of its type.
    return fitting >= 0
      ? fitting
      : variants.findIndex(({ type, schema }) =>
          isOfType(type || stringOf(this.#shapes.of(schema).schema['type']), value),
        );
  }

  #choose(node: FormNode, index: number, given: Given | undefined): void {
    const variant = node.field.variants?.[index];
    if (!variant) return;
    const field = planField(this.#shapes, node.field.name, variant.schema, true);
    const isUntitled = field.title === field.name;
    const child = this.#filled(
      node,
      isUntitled ? { ...field, title: node.field.title, isItem: node.field.isItem } : field,
      given ?? field.default,
    );
    if (!given && !child.isPresent && (child.field.kind === 'object' || child.field.kind === 'list')) this.open(child);
    Object.assign(node, { text: String(index), items: [child], isPresent: true });
  }

  #open(node: FormNode, given: Given | undefined): void {
    node.isPresent = true;
    if (node.field.kind === 'list') {
      const { shape } = node.field;
      const values = given && Array.isArray(given.value) ? given.value : [];
      const count = given
        ? values.length
        : Math.min(Math.max(countOf(shape['minItems']) ?? 0, tupleOf(shape).length), MAX_UNASKED);
      if (count > MAX_NODES && given) return this.#asJson(node, given, 'whyMany');
      node.items = Array.from({ length: count }, (_none, index) =>
        this.#item(node, index, given && { value: values[index] }),
      );
      return;
    }
    const value = given && isJsonObject(given.value) ? given.value : undefined;
    if (node.field.conditions?.length) this.#conditional.add(node);
    node.outcome = this.#outcomeOf(node, value ?? {}).key;
    const fields = this.#membersOf(node, value ?? {});
    const names = new Set(fields.map(({ name }) => name));
    const ofValue = (name: string): Given | undefined =>
      value && Object.hasOwn(value, name) ? { value: value[name] } : undefined;
    node.items = [
      ...fields.map((field) => this.#filled(node, field, value ? ofValue(field.name) : field.default)),
      ...Object.keys(value ?? {})
        .filter((name) => !names.has(name))
        .map((name) => this.#member(node, name, ofValue(name))),
    ];
  }

  #filled(parent: FormNode, field: Field, given: Given | undefined): FormNode {
    this.#count++;
    const node = this.#newNode(field, parent.depth + 1);
    fillNode(node, given, this);
    return node;
  }

  #item(list: FormNode, index: number, given: Given | undefined): FormNode {
    const { shape } = list.field;
    const name = String(index);
    const field = planField(this.#shapes, name, tupleOf(shape)[index] ?? itemsOf(shape) ?? true, true);
    return this.#filled(list, { ...field, isItem: field.title === name }, given ?? field.default);
  }

  /** Items are called after their places. */
  #renumber(list: FormNode): void {
    const rename = (item: FormNode, name: string): void => {
      item.field = { ...item.field, name, title: item.field.isItem ? name : item.field.title };
      if (item.field.kind === 'variants') for (const child of item.items) rename(child, name);
    };
    for (const [index, item] of list.items.entries()) rename(item, String(index));
  }

  #patternOf(pattern: string): JsonObject {
    const known = this.#patterns.get(pattern) ?? { pattern };
    this.#patterns.set(pattern, known);
    return known;
  }

  #planMember(node: FormNode, name: string): Field {
    const { patternProperties, additionalProperties, unevaluatedProperties } = node.field.shape;
    const patterns = isJsonObject(patternProperties) ? Object.entries(patternProperties) : [];
    const matching = patterns
      .filter(([pattern]) => isFit(this.#check, this.#patternOf(pattern), name))
      .map(([, schema]) => schema);
    const raw =
      matching.length === 1
        ? matching[0]
        : matching.length > 1
          ? { allOf: matching }
          : (additionalProperties ?? unevaluatedProperties ?? true);
    return planField(this.#shapes, name, raw, true);
  }

  #member(node: FormNode, name: string, given: Given | undefined): FormNode {
    const member = this.#filled(node, this.#planMember(node, name), given);
    member.isNamed = true;
    return member;
  }

  #membersOf(node: FormNode, value: JsonObject): Field[] {
    const { shape } = node.field;
    const { active, required } = this.#outcomeOf(node, value);
    const { schema, why } =
      active.length > 0 ? this.#shapes.of({ allOf: [shape, ...active] }) : { schema: shape, why: undefined };
    const properties =
      !why && isJsonObject(schema['properties'])
        ? schema['properties']
        : isJsonObject(shape['properties'])
          ? shape['properties']
          : {};
    const wanted = new Set(
      [...(Array.isArray(schema['required']) ? schema['required'] : []), ...required].filter(
        (name) => typeof name === 'string',
      ),
    );
    const names = [...new Set([...Object.keys(properties), ...wanted])];
    return names.flatMap((name) => {
      const raw = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (raw === false && !Object.hasOwn(value, name)) return [];
      return raw === undefined
        ? [{ ...this.#planMember(node, name), isRequired: true }]
        : [planField(this.#shapes, name, raw, wanted.has(name))];
    });
  }

  /** Which schemas hold as well just now, and which members they require. */
  #outcomeOf({ field }: FormNode, value: JsonObject): { key: string; active: JsonObject[]; required: unknown[] } {
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
      for (const dependents of [
        condition['dependentRequired'],
        condition['dependentSchemas'],
        condition['dependencies'],
      ]) {
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

  #settleNode(node: FormNode): boolean {
    const value = composed(node, this.#look())?.value;
    const now = isJsonObject(value) ? value : {};
    const { key } = this.#outcomeOf(node, now);
    if (key === node.outcome) return false;
    node.outcome = key;
    const known = new Map([...(node.parked ?? []), ...node.items].map((item) => [item.field.name, item]));
    const fields = this.#membersOf(node, now);
    const members = fields.map((field) => {
      const item = known.get(field.name);
      known.delete(field.name);
      if (!item) return this.#filled(node, field, field.default);
      if (isSameJson(item.field.shape, field.shape)) item.field = field;
      else this.#refit(item, field);
      item.isNamed = false;
      return item;
    });
    const rest = [...known.values()];
    node.parked = rest.filter(({ isNamed }) => !isNamed);
    node.items = [...members, ...rest.filter(({ isNamed }) => isNamed)];
    return true;
  }

  /** The same value in another field. */
  #refit(node: FormNode, field: Field): void {
    const given = composed(node, this.#look());
    const { isTouched, isNamed } = node;
    node.field = field;
    fillNode(node, given, this);
    Object.assign(node, { isTouched: isTouched && node.items.length > 0, isNamed });
  }
}
