/** Between what stands in the controls and the JSON value that is sent. */
import type { JsonObject } from '@mcp-web/client';
import { isJsonObject, parseJson, parseNumber } from '../internal/json.ts';
import { visibleJson } from '../internal/text.ts';
import { isSameJson, problemOf } from './checks.ts';
import { fromLocalDateTime, toLocalDateTime } from './dates.ts';
import type { Field, FormPlan } from './plan.ts';

/** What stands in one control. */
export interface Draft {
  /** What is written; for a choice the index of its option, for a boolean its name. Empty when nothing was entered. */
  readonly text: string;
  /** The indexes of the options that are chosen, where several can be. */
  readonly picked: ReadonlySet<number>;
  readonly isNull: boolean;
  /** The value it was given does not fit its control: it is edited as JSON instead. */
  readonly isJson: boolean;
  /** The control holds something that it cannot put into words, such as half a date. */
  readonly isIncomplete: boolean;
  /** It has, or had, several lines: it stays a large control. */
  readonly isLong: boolean;
  readonly isTouched: boolean;
  /** What it was filled with: comes back as it was until it is touched. */
  readonly given: { readonly value: unknown } | undefined;
}

export interface Reading {
  /** Absent when there is nothing to send, or nothing that can be. */
  readonly value?: { readonly value: unknown };
  readonly problem?: string | undefined;
}

export interface FormReading {
  readonly value: JsonObject;
  readonly problems: ReadonlyMap<Field, string>;
  /** Of the whole, when it is written as JSON and is none. */
  readonly problem?: string;
}

const text = {
  required: 'This is required.',
  requiredChoice: 'Choose one: this is required.',
  incomplete: 'This is not complete.',
  notObject: 'The whole has to be a JSON object, such as {"name": "value"}.',
  taken: (name: string) => `${JSON.stringify(name.slice(0, 80))} has a field of its own.`,
};

const EMPTY: Draft = { text: '', picked: new Set(), isNull: false, isJson: false, isIncomplete: false, isLong: false, isTouched: false, given: undefined };

/** A control that was given a value, or none. */
export function draftOf(field: Field, given: { readonly value: unknown } | undefined): Draft {
  if (!given) return { ...EMPTY, text: field.kind === 'boolean' && field.isRequired && !field.isNullable ? 'false' : '' };
  const draft = { ...EMPTY, given };
  const { value } = given;
  if (value === null && field.isNullable && (field.kind === 'text' || field.kind === 'number' || field.kind === 'choices')) return { ...draft, isNull: true };
  switch (field.kind) {
    case 'text':
      if (typeof value === 'string') return { ...draft, text: (field.format === 'date-time' ? toLocalDateTime(value) : undefined) ?? value, isLong: value.includes('\n') };
      break;
    case 'number':
      if (typeof value === 'number') return { ...draft, text: String(value) };
      break;
    case 'boolean':
      if (typeof value === 'boolean' || (value === null && field.isNullable)) return { ...draft, text: String(value) };
      break;
    case 'choice': {
      const index = field.options.findIndex((option) => isSameJson(option.value, value));
      if (index >= 0) return { ...draft, text: String(index) };
      break;
    }
    case 'choices': {
      const indexes = Array.isArray(value) ? value.map((one) => field.options.findIndex((option) => isSameJson(option.value, one))) : [-1];
      if (!indexes.includes(-1)) return { ...draft, picked: new Set(indexes) };
      break;
    }
    case 'json':
      break;
  }
  return { ...draft, isJson: field.kind !== 'json', text: visibleJson(value) };
}

/** Fills the whole form. `given` is the whole value; without one, the schema's defaults apply. */
export function draftsOf(plan: FormPlan, given: JsonObject | undefined): Map<Field, Draft> {
  const drafts = new Map<Field, Draft>();
  const known = new Set<string>();
  for (const field of plan.fields) {
    known.add(field.name);
    const own = given && Object.hasOwn(given, field.name) ? { value: given[field.name] } : undefined;
    drafts.set(field, draftOf(field, given ? own : field.default));
  }
  const rest = Object.entries(given ?? {}).filter(([name]) => !known.has(name));
  drafts.set(plan.rest, draftOf(plan.rest, rest.length > 0 ? { value: Object.fromEntries(rest) } : undefined));
  return drafts;
}

/** What one control says. */
export function read(field: Field, draft: Draft): Reading {
  const reading = draft.given && !draft.isTouched ? { value: draft.given } : draft.isNull ? { value: { value: null } } : readTouched(field, draft);
  if (reading.problem !== undefined) return reading;
  if (!reading.value) return field.isRequired ? { problem: field.kind === 'choice' || field.kind === 'boolean' ? text.requiredChoice : text.required } : {};
  return { value: reading.value, problem: problemOf(field, reading.value.value) };
}

function readTouched(field: Field, draft: Draft): Reading {
  if (draft.isIncomplete) return { problem: text.incomplete };
  if (field.kind === 'choices' && !draft.isJson) {
    const isAbsent = draft.picked.size === 0 && !field.isRequired && (!draft.isTouched || (field.minItems ?? 0) > 0);
    return isAbsent ? {} : { value: { value: field.options.filter((_option, index) => draft.picked.has(index)).map(({ value }) => value) } };
  }
  if (draft.text === '') return {};
  if (draft.isJson || field.kind === 'json') return draft.text.trim() === '' ? {} : readParsed(parseJson(draft.text));
  switch (field.kind) {
    case 'text':
      return { value: { value: field.format === 'date-time' ? fromLocalDateTime(draft.text) : draft.text } };
    case 'number':
      return readParsed(parseNumber(draft.text));
    case 'boolean':
      return { value: { value: draft.text === 'null' ? null : draft.text === 'true' } };
    case 'choice': {
      const option = field.options[Number(draft.text)];
      return option ? { value: { value: option.value } } : {};
    }
    case 'choices':
      return {};
  }
}

const readParsed = (parsed: ReturnType<typeof parseJson>): Reading => (parsed.problem === undefined ? { value: { value: parsed.value } } : { problem: parsed.problem });

/** What the whole form says. Controls that cannot be read are left out of `value` and named in `problems`. */
export function readForm(plan: FormPlan, drafts: ReadonlyMap<Field, Draft>): FormReading {
  const members: [string, unknown][] = [];
  const problems = new Map<Field, string>();
  for (const field of plan.fields) {
    const { value, problem } = read(field, drafts.get(field) ?? EMPTY);
    if (value) members.push([field.name, value.value]);
    if (problem !== undefined) problems.set(field, problem);
  }
  const rest = read(plan.rest, drafts.get(plan.rest) ?? EMPTY);
  const names = new Set(plan.fields.map(({ name }) => name));
  const more = isJsonObject(rest.value?.value) ? Object.entries(rest.value.value) : [];
  const taken = more.find(([name]) => names.has(name));
  if (taken) problems.set(plan.rest, text.taken(taken[0]));
  else if (rest.problem !== undefined) problems.set(plan.rest, rest.problem);
  // Defines own members, whatever they are called.
  return { value: Object.fromEntries([...members, ...more.filter(([name]) => !names.has(name))]), problems };
}

/** What the whole form says when it is written as JSON. */
export function readWholeJson(plan: FormPlan, written: string): FormReading {
  const parsed = written.trim() === '' ? { value: {} } : parseJson(written);
  if (parsed.problem !== undefined) return { value: {}, problem: parsed.problem, problems: new Map() };
  if (!isJsonObject(parsed.value)) return { value: {}, problem: text.notObject, problems: new Map() };
  const { value } = parsed;
  const drafts = draftsOf(plan, value);
  // A checkbox that nobody ticked says no; a member that nobody wrote says nothing.
  for (const field of plan.fields) if (!Object.hasOwn(value, field.name)) drafts.set(field, EMPTY);
  return readForm(plan, drafts);
}

/** The form as JSON to edit: what cannot be read stands there as the text it is, so that nothing gets lost. */
export function wholeJson(plan: FormPlan, drafts: ReadonlyMap<Field, Draft>): string {
  const { value } = readForm(plan, drafts);
  const unread = plan.fields.flatMap((field): [string, unknown][] => {
    const draft = drafts.get(field) ?? EMPTY;
    return draft.text !== '' && !read(field, draft).value ? [[field.name, draft.text]] : [];
  });
  return visibleJson(Object.fromEntries([...Object.entries(value), ...unread]));
}
