/** Puts JSON values into fields, and reads them back. */

import { isJsonObject, shortText, visibleJson } from '../../internal/text/text.ts';
import { parseJson, parseNumber } from '../../internal/text/written-json.ts';
import type { SchemaFormMessages } from '../messages.ts';
import type { FormNode, Given, ReadField, Reading, Texts } from './node.ts';
import { missing, problemOf } from './validate.ts';

/** Puts a value, or none, into a field that holds no others. A value that does not fit its control is shown as JSON. */
export function fillLeaf(node: FormNode, given: Given | undefined): void {
  const { kind, isRequired, isNullable } = node.field;
  if (kind === 'json') node.raw = given ? visibleJson(given.value) : '';
  else if (given && !put(node, given.value)) showAsJson(node, given);
  // A checkbox that nobody ticked says no.
  else if (!given && kind === 'boolean' && isRequired && !isNullable) node.text = 'false';
}

export function showAsJson(node: FormNode, { value }: Given): void {
  node.isMisfit = true;
  node.raw = visibleJson(value);
}

/** Returns false when the value does not fit into the control. */
function put(node: FormNode, value: unknown): boolean {
  const { kind, options, isNullable } = node.field;
  if (value === null && isNullable && kind !== 'choice' && kind !== 'boolean') return (node.isNull = true);
  if (kind === 'choices') {
    const indexes = Array.isArray(value) ? options.indexesOf(value) : [-1];
    const picked = new Set(indexes);
    // A list with the same option twice cannot be shown.
    if (picked.has(-1) || picked.size < indexes.length) return false;
    node.picked = picked;
    return true;
  }
  if (kind === 'choice') {
    const index = options.indexOf(value);
    if (index >= 0) node.text = String(index);
    return index >= 0;
  }
  if (typeof value !== (kind === 'text' ? 'string' : kind) && !(kind === 'boolean' && value === null && isNullable))
    return false;
  node.text = String(value);
  node.isLong = node.text.includes('\n');
  return true;
}

/** Whether the value of a field is put together from those of others. */
export const isStructure = ({ field: { kind }, raw }: FormNode): boolean =>
  raw === undefined && (kind === 'object' || kind === 'list' || kind === 'variants');

/** The value of a field, or undefined if it has none. */
export function readNode(node: FormNode, reading: Reading): Given | undefined {
  const { problems, text } = reading;
  let value: Given | undefined;
  let problem: string | undefined;
  if (isStructure(node)) {
    value = readStructure(node, reading);
    problem = problemWith(node, value, text);
  } else {
    if (!node.read || !isCurrent(node.read, node, reading)) node.read = readField(node, reading);
    const { unreadable } = node.read;
    if (unreadable !== undefined) problems.set(node, unreadable);
    ({ value, problem } = node.read);
  }
  if (problems.has(node)) return undefined;
  if (problem !== undefined) problems.set(node, problem);
  return value;
}

function problemWith(node: FormNode, value: Given | undefined, text: SchemaFormMessages): string | undefined {
  const { field, items } = node;
  if (!value) return field.isRequired && items.length === 0 ? missing(node, text) : undefined;
  return field.isInferred && node.isMisfit ? undefined : problemOf(text, field, value.value);
}

function readStructure(
  { field: { kind }, given, isTouched, isNull, isPresent, items }: FormNode,
  reading: Reading,
): Given | undefined {
  if (given && !isTouched && items.length === 0) return given;
  if (isNull) return { value: null };
  if (kind === 'variants') return items[0] && readNode(items[0], reading);
  if (!isPresent) return undefined;
  return kind === 'list' ? readItems(items, reading) : readMembers(items, reading);
}

/** Whether the field is still as it was when it was read. */
function isCurrent({ state, texts }: ReadField, node: FormNode, { text, shared }: Reading): boolean {
  return (
    state.text === node.text &&
    state.field === node.field &&
    state.raw === node.raw &&
    state.given === node.given &&
    state.picked === node.picked &&
    state.items === node.items &&
    state.isNull === node.isNull &&
    state.isIncomplete === node.isIncomplete &&
    state.isTouched === node.isTouched &&
    state.isMisfit === node.isMisfit &&
    texts.text === text &&
    texts.shared === shared
  );
}

function readField(node: FormNode, { text, shared }: Reading): ReadField {
  const { field, text: written, raw, given, picked, items, isNull, isIncomplete, isTouched, isMisfit } = node;
  const isAsGiven = given && !isTouched && items.length === 0;
  const { value, problem: unreadable } = isAsGiven
    ? { value: given, problem: undefined }
    : readWritten(node, { text, shared });
  return {
    state: { field, text: written, raw, given, picked, items, isNull, isIncomplete, isTouched, isMisfit },
    texts: { text, shared },
    value,
    unreadable,
    problem: unreadable === undefined ? problemWith(node, value, text) : undefined,
  };
}

interface Written {
  readonly value?: Given | undefined;
  readonly problem?: string | undefined;
}

/** What the user wrote. */
function readWritten(node: FormNode, { text: messages, shared }: Texts): Written {
  const { field, raw, text } = node;
  if (raw !== undefined) return raw.trim() === '' ? {} : writtenOf(parseJson(shared, raw));
  if (node.isNull || (field.kind === 'boolean' && text === 'null')) return { value: { value: null } };
  if (field.kind === 'choices') return { value: readChoices(node) };
  if (node.isIncomplete) return { problem: messages.incomplete };
  if (text === '') return {};
  if (field.kind === 'choice') return { value: field.options.at(Number(text)) };
  return field.kind === 'number'
    ? writtenOf(parseNumber(shared, text))
    : { value: { value: field.kind === 'boolean' ? text === 'true' : text } };
}

function writtenOf(parsed: ReturnType<typeof parseJson>): Written {
  return parsed.problem === undefined ? { value: { value: parsed.value } } : { problem: parsed.problem };
}

function readChoices({ field: { options, isRequired, shape }, isTouched, picked }: FormNode): Given | undefined {
  // Nothing picked means an empty list, where that is possible.
  const isAbsent = !picked?.size && !isRequired && (!isTouched || Number(shape['minItems'] ?? 0) > 0);
  return isAbsent
    ? undefined
    : { value: [...(picked ?? [])].sort((one, other) => one - other).map((index) => options.at(index)?.value) };
}

function readItems(items: readonly FormNode[], reading: Reading): Given {
  return {
    value: items.flatMap((item) => {
      const given = readNode(item, reading);
      return given ? [given.value] : [];
    }),
  };
}

function readMembers(items: readonly FormNode[], reading: Reading): Given {
  const { problems, text } = reading;
  const names = new Set<string>();
  // Only the user names two members alike.
  for (const item of items.some(({ isNamed }) => isNamed) ? items : []) {
    const { name } = item.field;
    if (item.isNamed && name === '' && !item.isTouched) problems.set(item, text.nameMissing);
    if (names.has(name)) problems.set(item, text.nameTaken(shortText(name)));
    names.add(name);
  }
  // Members are defined, not assigned: one may be called `__proto__`.
  const members: [string, unknown][] = [];
  for (const item of items) {
    const given = readNode(item, reading);
    if (given) members.push([item.field.name, given.value]);
  }
  return { value: Object.fromEntries(members) };
}

/** The value of a field; where the user wrote something that cannot be read, the text itself, so that nothing is lost. */
export function composed(node: FormNode, reading: Reading): Given | undefined {
  const { kind } = node.field;
  const { items, raw } = node;
  if (items.length === 0 || raw !== undefined) {
    const value = readNode(node, { ...reading, problems: new Map() });
    const written = raw ?? node.text;
    const isWritten = written !== '' && (kind === 'text' || kind === 'number' || raw !== undefined);
    return value ?? (isWritten ? { value: written } : undefined);
  }
  const parts = items.map((item) => [item.field.name, composed(item, reading)] as const);
  if (kind === 'list') return { value: parts.map(([, part]) => part?.value ?? null) };
  return kind === 'variants'
    ? parts[0]?.[1]
    : { value: Object.fromEntries(parts.flatMap(([name, part]) => (part ? [[name, part.value]] : []))) };
}

/** Whether a value is of a JSON type. */
export function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isJsonObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

export function isSameJson(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b));
}
