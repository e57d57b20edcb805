/** Fills objects, lists and variants with fields, and changes what they hold. */
import type { JsonObject } from '@mcp-web/client';
import { isJsonObject } from '../../internal/text/text.ts';
import type { Members } from './members.ts';
import { type Field, foldLong, FormNode, type Given, pointerTo, type Reading, type Why } from './node.ts';
import { itemsOf, tupleOf } from './plan.ts';
import { composed, fillLeaf, isSameJson, showAsJson } from './values.ts';

/** Deeper values are shown as JSON: nobody finds the way back from there. */
const MAX_DEPTH = 12;
/** Required objects within required objects exist from the beginning, down to this depth. */
const MAX_UNASKED_DEPTH = 4;
const MAX_UNASKED = 300;
const MAX_NODES = 2_000;
/** How often conditions are looked at again after a change: what one shows may be what another waits for. */
const MAX_ROUNDS = 3;

export class Structures {
  readonly #members: Members;
  /** A reading for the value only: nobody reads the problems. */
  readonly #newReading: () => Reading;
  /** Whether optional members are left to the server at first. */
  readonly #marksDefaults: boolean;
  /** The objects whose members depend on conditions. */
  readonly #conditional = new Set<FormNode>();
  /** How many nodes were filled with the form. */
  #filledCount = 0;
  #idCount = 0;

  constructor(members: Members, newReading: () => Reading, marksDefaults = false) {
    this.#members = members;
    this.#marksDefaults = marksDefaults;
    this.#newReading = newReading;
  }

  /** Fills a field with a value, or with none. Whatever it held before is gone. */
  fill(node: FormNode, given: Given | undefined): void {
    const { field, depth, isNamed, pointer } = node;
    Object.assign(node, new FormNode(field, node.id, node.parent), { given, isNamed, pointer });
    if (depth === 0) {
      this.#filledCount = 0;
      this.#conditional.clear();
      this.#members.startFilling();
    }
    if (field.kind === 'object' || field.kind === 'list' || field.kind === 'variants') this.#fillStructure(node, given);
    else fillLeaf(node, given);
    foldLong(node);
  }

  /** Creates an object or a list that was absent, or chooses a variant. */
  open(node: FormNode, index = 0): void {
    const { kind, default: given } = node.field;
    if (kind === 'variants') this.#choose(node, index, undefined);
    else this.#open(node, given && isOfKind(node, given) ? given : undefined);
  }

  /** Removes what is optional. */
  close(node: FormNode): void {
    this.fill(node, undefined);
    Object.assign(node, { items: [], isPresent: false, text: '', isTouched: true });
  }

  addItem(list: FormNode): FormNode {
    list.isPresent = true;
    showAdded(list);
    const item = this.#item(list, list.items.length, undefined);
    list.items = [...list.items, item];
    return item;
  }

  addMember(node: FormNode): FormNode {
    node.isPresent = true;
    showAdded(node);
    const member = this.#named(node, '', undefined);
    node.items = [...node.items, member];
    return member;
  }

  /** Names a member. Another name may mean another schema. */
  rename(node: FormNode, member: FormNode, name: string): void {
    const field = this.#members.named(node, name);
    if (isSameJson(field.shape, member.field.shape)) member.field = { ...field, title: member.field.title };
    else this.#refit(member, field);
    member.field = { ...member.field, name, title: name };
    member.isTouched = true;
  }

  remove(parent: FormNode, item: FormNode): void {
    parent.items = parent.items.filter((one) => one !== item);
    parent.isTouched = true;
    if (parent.field.kind === 'list') renumber(parent);
  }

  move(list: FormNode, from: number, to: number): void {
    const items = [...list.items];
    items.splice(to, 0, ...items.splice(from, 1));
    list.items = items;
    renumber(list);
  }

  /** Whether an item's position says what it is: then it cannot move. */
  isFixed({ field: { shape } }: FormNode, index: number): boolean {
    return index < tupleOf(shape).length;
  }

  canAddItem({ field: { shape }, items }: FormNode): boolean {
    return (
      items.length < Math.min(countOf(shape['maxItems']) ?? Infinity, MAX_NODES) &&
      (items.length < tupleOf(shape).length || itemsOf(shape) !== false)
    );
  }

  canAddMember(node: FormNode): boolean {
    return this.#members.canAdd(node);
  }

  /** Looks at all conditions again, after something changed. Returns whether other ones hold now. */
  settle(): boolean {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      let isSettled = true;
      for (const node of this.#conditional)
        if (node.isPresent && node.raw === undefined && this.#settleNode(node)) isSettled = false;
      if (isSettled) return round > 0;
    }
    return true;
  }

  #fillStructure(node: FormNode, given: Given | undefined): void {
    const { field, depth } = node;
    if (!given) {
      const isUnasked = field.isRequired && depth <= MAX_UNASKED_DEPTH && this.#filledCount < MAX_UNASKED;
      if (isUnasked && field.kind !== 'variants') this.#open(node, undefined);
    } else if (given.value === null && field.isNullable) node.isNull = true;
    else if (depth > MAX_DEPTH) this.#asJson(node, given, 'whyDeep');
    else if (this.#filledCount > MAX_NODES) this.#asJson(node, given, 'whyMany');
    else if (field.kind === 'variants') {
      const index = this.#members.variantOf(node, given.value);
      if (index < 0) this.#asJson(node, given);
      else this.#choose(node, index, given);
    } else if (isOfKind(node, given)) this.#open(node, given);
    else this.#asJson(node, given);
  }

  #asJson(node: FormNode, given: Given, why?: Why): void {
    showAsJson(node, given);
    node.why = why;
  }

  #choose(node: FormNode, index: number, given: Given | undefined): void {
    const field = this.#members.variant(node, index);
    if (!field) return;
    const child = this.#filled(node, field, given ?? field.default);
    if (!given && !child.isPresent && (field.kind === 'object' || field.kind === 'list')) this.open(child);
    Object.assign(node, { text: String(index), items: [child], isPresent: true });
  }

  #open(node: FormNode, given: Given | undefined): void {
    node.isPresent = true;
    if (node.field.kind === 'list') this.#openList(node, given);
    else this.#openObject(node, given);
  }

  #openList(list: FormNode, given: Given | undefined): void {
    const { shape } = list.field;
    const values: readonly unknown[] = given && Array.isArray(given.value) ? given.value : [];
    if (values.length > MAX_NODES && given) return this.#asJson(list, given, 'whyMany');
    // A required list has something in it, unless the user says otherwise.
    const least = list.field.isRequired && this.#marksDefaults && list.depth === 1 ? 1 : 0;
    const required = Math.max(countOf(shape['minItems']) ?? 0, tupleOf(shape).length, least);
    const length = given ? values.length : Math.min(required, MAX_UNASKED);
    list.items = Array.from({ length }, (_none, index) => this.#item(list, index, given && { value: values[index] }));
  }

  #openObject(node: FormNode, given: Given | undefined): void {
    const value = given && isJsonObject(given.value) ? given.value : undefined;
    if (value && given && Object.keys(value).length > MAX_NODES) return this.#asJson(node, given, 'whyMany');
    if (node.field.conditions?.length) this.#conditional.add(node);
    node.outcome = this.#members.outcomeOf(node, value ?? {}).key;
    const fields = this.#members.of(node, value ?? {});
    const names = new Set(fields.map(({ name }) => name));
    const valueOf = (name: string): Given | undefined =>
      value && Object.hasOwn(value, name) ? { value: value[name] } : undefined;
    node.items = [
      ...fields.map((field) => this.#filled(node, field, value ? valueOf(field.name) : this.#defaultOf(field))),
      ...Object.keys(value ?? {})
        .filter((name) => !names.has(name))
        .map((name) => this.#named(node, name, valueOf(name))),
    ];
  }

  /** The value that a member has at first. */
  #defaultOf({ isRequired, default: given }: Field): Given | undefined {
    return isRequired || !this.#marksDefaults ? given : undefined;
  }

  #filled(parent: FormNode, field: Field, given: Given | undefined): FormNode {
    this.#filledCount++;
    const node = new FormNode(field, `field-${this.#idCount++}`, parent);
    const { kind } = parent.field;
    node.pointer = kind === 'variants' ? parent.pointer : pointerTo(parent.pointer, kind === 'list' ? '-' : field.name);
    this.fill(node, given);
    return node;
  }

  #item(list: FormNode, index: number, given: Given | undefined): FormNode {
    const field = this.#members.item(list, index);
    return this.#filled(list, field, given ?? field.default);
  }

  #named(node: FormNode, name: string, given: Given | undefined): FormNode {
    const member = this.#filled(node, this.#members.named(node, name), given);
    member.isNamed = true;
    return member;
  }

  /** Shows the members that the conditions ask for now. Returns whether these are others than before. */
  #settleNode(node: FormNode): boolean {
    const composedValue = composed(node, this.#newReading())?.value;
    const value: JsonObject = isJsonObject(composedValue) ? composedValue : {};
    const { key } = this.#members.outcomeOf(node, value);
    if (key === node.outcome) return false;
    node.outcome = key;
    const known = new Map([...node.parked, ...node.items].map((item) => [item.field.name, item]));
    const members = this.#members.of(node, value).map((field) => {
      const item = known.get(field.name);
      known.delete(field.name);
      if (!item) return this.#filled(node, field, this.#defaultOf(field));
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

  /** Puts the same value into another field. */
  #refit(node: FormNode, field: Field): void {
    const given = composed(node, this.#newReading());
    const { isTouched, isNamed } = node;
    node.field = field;
    this.fill(node, given);
    Object.assign(node, { isTouched: isTouched && node.items.length > 0, isNamed });
  }
}

/** Whether an object is given to an object, and a list to a list. */
function isOfKind({ field: { kind } }: FormNode, { value }: Given): boolean {
  return kind === 'list' ? Array.isArray(value) : isJsonObject(value);
}

/** What the user adds to all that is shown is shown at once. */
function showAdded(node: FormNode): void {
  if (node.items.length === node.shown) node.shown++;
}

/** Items are named by their positions. */
function renumber(list: FormNode): void {
  const rename = (item: FormNode, name: string): void => {
    const { field } = item;
    item.field = { ...field, name, title: field.isItem ? name : field.title };
    if (field.kind === 'variants') for (const child of item.items) rename(child, name);
  };
  for (const [index, item] of list.items.entries()) rename(item, String(index));
}

/** A count in the schema, which may be anything. */
function countOf(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 ? value : undefined;
}
