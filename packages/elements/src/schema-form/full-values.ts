/** Between what stands in any field and its JSON value. */
import { visibleJson } from '../internal/text/text.ts';
import { parseJson } from '../internal/text/written-json.ts';
import { missing } from './checks.ts';
import { fullProblemOf } from './full-checks.ts';
import { foldLong } from './fold.ts';
import type { Reading } from './form.ts';
import { fillLeaf, FormNode } from './node.ts';
import type { OptionPlaces } from './option-places.ts';
import type { Field, Given } from './plan.ts';
import type { FormMessages } from './rare-messages.ts';
import { readWritten } from './written.ts';

/** What is known of fields that hold others. */
export interface Structures {
  fill(node: FormNode, given: Given | undefined): void;
  read(node: FormNode, reading: FullReading): Given | undefined;
  readonly places: OptionPlaces;
}

/** One look at any form. */
export interface FullReading extends Reading<FormMessages> {
  readonly structures: Structures;
}

/** A field as it is before anything is put into it. */
const BLANK = {
  picked: undefined,
  raw: undefined,
  rawBefore: undefined,
  isNull: false,
  isMisfit: false,
  why: undefined,
  zone: '',
  isPresent: false,
  isNamed: false,
  outcome: '',
  parked: [],
  shown: 100,
  isFolded: false,
  seen: 1_000,
  replaced: undefined,
} satisfies Partial<FormNode>;

/** Fills a field with a value, or with none. */
export function fillNode(node: FormNode, given: Given | undefined, structures: Structures): void {
  const { field, isNamed } = node;
  Object.assign(node, new FormNode(field, node.id, node.depth), BLANK, { given, isNamed });
  if (field.kind === 'object' || field.kind === 'list' || field.kind === 'variants') structures.fill(node, given);
  else if (field.kind === 'json') node.raw = given ? visibleJson(given.value) : '';
  else if (given && !put(node, field, given.value, structures)) misfit(node, given);
  else if (!given && field.kind === 'boolean' && field.isRequired && !field.isNullable) node.text = 'false';
  foldLong(node);
}

export function misfit(node: FormNode, { value }: Given): void {
  node.isMisfit = true;
  node.raw = visibleJson(value);
}

/** Whether the value could be put into the control. */
function put(node: FormNode, { kind, options, isNullable }: Field, value: unknown, { places }: Structures): boolean {
  if (value === null && isNullable && kind !== 'choice' && kind !== 'boolean') return (node.isNull = true);
  if (kind === 'choices') {
    const at = Array.isArray(value) ? value.map((one) => places.of(options, one)) : [-1];
    const picked = new Set(at);
    // One that is chosen twice cannot be shown.
    if (picked.has(-1) || picked.size < at.length) return false;
    node.picked = picked;
    return true;
  }
  if (fillLeaf(node, value, places.of) || (kind === 'boolean' && value === null && isNullable)) return true;
  node.text = '';
  return false;
}

/** What the field says. */
export function readNode(node: FormNode, reading: FullReading): Given | undefined {
  const { field } = node;
  const { text, problems } = reading;
  const value = node.given && !node.isTouched && node.items.length === 0 ? node.given : readTouched(node, reading);
  if (problems.has(node)) return undefined;
  const problem = value
    ? field.isInferred && node.isMisfit
      ? undefined
      : fullProblemOf(text, field, value.value, reading.structures.places)
    : field.isRequired && node.items.length === 0
      ? missing(node, text)
      : undefined;
  if (problem !== undefined) problems.set(node, problem);
  return value;
}

function readTouched(node: FormNode, reading: FullReading): Given | undefined {
  const {
    field: { kind },
    raw,
  } = node;
  if (raw !== undefined) {
    if (raw.trim() === '') return undefined;
    const parsed = parseJson(reading.shared, raw);
    if (parsed.problem === undefined) return { value: parsed.value };
    reading.problems.set(node, parsed.problem);
    return undefined;
  }
  if (node.isNull || (kind === 'boolean' && node.text === 'null')) return { value: null };
  if (kind === 'choices') return readChoices(node);
  return kind === 'object' || kind === 'list' || kind === 'variants'
    ? reading.structures.read(node, reading)
    : readWritten(node, reading);
}

function readChoices({ field: { options, isRequired, shape }, isTouched, picked }: FormNode): Given | undefined {
  // Nothing picked is an empty list where that can be meant.
  const isAbsent = !picked?.size && !isRequired && (!isTouched || Number(shape['minItems'] ?? 0) > 0);
  return isAbsent
    ? undefined
    : { value: options.filter((_option, index) => picked?.has(index)).map(({ value }) => value) };
}

/** Members become an object, whatever they are called: they are defined, not assigned. */
export function readMembers(items: readonly FormNode[], reading: FullReading): Given {
  return {
    value: Object.fromEntries(
      items.flatMap((item): [string, unknown][] => {
        const given = readNode(item, reading);
        return given ? [[item.field.name, given.value]] : [];
      }),
    ),
  };
}

/** What the field says, and where that cannot be read, the text as it stands there, so that nothing gets lost. */
export function composed(node: FormNode, reading: FullReading): Given | undefined {
  const { kind } = node.field;
  const { items } = node;
  if (items.length === 0 || node.raw !== undefined) {
    const value = readNode(node, { ...reading, problems: new Map() });
    const written = node.raw ?? node.text;
    return (
      value ??
      (written !== '' && (kind === 'text' || kind === 'number' || node.raw !== undefined)
        ? { value: written }
        : undefined)
    );
  }
  const parts = items.map((item) => [item.field.name, composed(item, reading)] as const);
  if (kind === 'list') return { value: parts.map(([, part]) => part?.value ?? null) };
  return kind === 'variants'
    ? parts[0]?.[1]
    : { value: Object.fromEntries(parts.flatMap(([name, part]) => (part ? [[name, part.value]] : []))) };
}
