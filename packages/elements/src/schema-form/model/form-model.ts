/** A form for any schema: its fields, their values, and what is wrong with them. */
import type { JsonObject, JsonSchema } from '@mcp-web/client';
import type { ReadSchema } from '@mcp-web/client/schema';
import { isJsonObject, shortText, visibleJson } from '../../internal/text/text.ts';
import type { SchemaFormMessages } from '../messages.ts';
import { Members } from './members.ts';
import { foldLong, FormNode, type Given, type Reading, type Texts, within } from './node.ts';
import { asksForSecret, isStorableName } from './secrets.ts';
import { Structures } from './structures.ts';
import { type FieldsReading, reread } from './reread.ts';
import { AGAIN_MS, hasSameProblems, openCheck, problemsOf } from './validate.ts';
import { composed, readNode } from './values.ts';

/**
 * The whole check runs at each key press if it takes no more steps than this. They take less than 8 ms, and the interpreter
 * does not look at the clock meanwhile: a busy machine is no reason to stop checking.
 */
const QUICK_STEPS = 32_768;
/** A check that ran to its end within this time, in ms, may run at each key press again. */
const QUICK_MS = 8;
/** So many problems of the whole form as JSON are listed. */
const MAX_LISTED = 20;
/** The browser only stores what was entered in short forms. */
const MAX_STORED = 100;

type Problems = ReadonlyMap<FormNode, string>;
const NONE: Problems = new Map();

/** The value of a form without what cannot be read, and why the form is not valid. */
export interface FormReading {
  /** A copy at each access: whoever gets one may change it. */
  readonly value: JsonObject;
  /** The value as JSON. */
  readonly json: string;
  readonly problems: Problems;
}

/** What the interpreter found, and the language it was asked in. */
interface Checked {
  readonly value: JsonObject;
  readonly json: string;
  readonly text: SchemaFormMessages;
  readonly problems: Problems;
  /** Whether the check came to its end. */
  readonly isComplete: boolean;
  /** When it was made, by `performance.now()`. */
  readonly time: number;
}

export interface FormModelOptions {
  /** Whether the defaults of optional members are left to the server. */
  readonly marksDefaults?: boolean;
}

export class FormModel {
  readonly root: FormNode;
  readonly structures: Structures;
  /** Why the value cannot be held against the whole schema. */
  unchecked = '';
  /** Whether the browser may store the value: not if a field may hold a secret, or if anything can be written in it. */
  isStorable = false;
  readonly #texts: () => Texts;
  readonly #marksDefaults: boolean;
  readonly #members: Members;
  readonly #check: ReadSchema | undefined;
  readonly #schema: JsonObject;
  /** Whether a part of the schema means the same by itself. Found out when it is needed. */
  #hasParts: boolean | undefined;
  #checked: Checked | undefined;
  /** The last reading: a key press asks for it several times. */
  #last: { readonly texts: Texts; readonly isChecked: boolean; readonly reading: FormReading } | undefined;
  /** What the fields said when they were last read. */
  #fields: FieldsReading | undefined;
  /** The problems of the last reading, and what they were put together from. */
  #merged: { readonly own: Problems; readonly found: Problems | undefined; readonly problems: Problems } | undefined;
  /** Whether the value can be checked at each key press. */
  #isQuick = true;

  constructor(
    schema: JsonSchema | undefined,
    value: JsonObject | undefined,
    texts: () => Texts,
    { marksDefaults = false }: FormModelOptions = {},
  ) {
    this.#texts = texts;
    this.#marksDefaults = marksDefaults;
    const document = isJsonObject(schema) ? schema : {};
    this.#schema = document;
    try {
      this.#check = openCheck(document);
    } catch (error) {
      this.unchecked = messageOf(error);
    }
    this.#members = new Members(document, this.#check);
    this.structures = this.#newStructures();
    this.root = new FormNode(this.#members.root(), 'field');
    this.#fill(value);
  }

  /** Whether the user has changed anything. */
  get isTouched(): boolean {
    for (const { isTouched, raw } of within(this.root)) if (isTouched || raw !== undefined) return true;
    return false;
  }

  /**
   * Reads the form.
   *
   * @param isWhole whether to hold the value against the whole schema, even if that takes a moment
   */
  read(isWhole = false): FormReading {
    const last = this.#last;
    const texts = this.#texts();
    if (last?.texts.text === texts.text && last.texts.shared === texts.shared && (last.isChecked || !isWhole))
      return last.reading;
    if (this.#fields?.text !== texts.text || this.#fields.shared !== texts.shared)
      this.#fields = this.#readFields(texts);
    const { value, problems: own } = this.#fields;
    const json = JSON.stringify(value);
    const found = this.#problemsOf(value, json, texts.text, isWhole);
    const isChecked = found !== undefined && this.#checked?.isComplete !== false;
    this.#last = { texts, isChecked, reading: readingOf(json, this.#merge(own, found)) };
    return this.#last.reading;
  }

  /** The user changed a field. Returns whether other fields came or went with that. */
  change(node: FormNode, change: Partial<FormNode>): boolean {
    const fields = this.#fields;
    Object.assign(node, change, { isTouched: true });
    const isWhole = this.settle(node);
    if (fields && !isWhole) this.#fields = reread(fields, node);
    return isWhole;
  }

  /**
   * Call it after changing a part of the form: conditions are looked at again, and the page's problem with the part is gone. Returns
   * whether a condition holds now that did not, or the other way round.
   */
  settle(part: FormNode): boolean {
    part.told = undefined;
    this.#last = this.#fields = undefined;
    return this.structures.settle();
  }

  /** Switches between fields and JSON. Returns false where the JSON does not fit into fields. */
  toggleRaw(node: FormNode): boolean {
    const { root } = this;
    const reading = this.#newReading();
    // What was found belongs to the fields that were there.
    this.#checked = this.#last = this.#fields = undefined;
    if (node.raw === undefined) {
      const given = composed(node, reading);
      node.raw = node.rawBefore = given || node === root ? visibleJson(given?.value ?? {}) : '';
      foldLong(node);
      node.isRevealed = false;
      return true;
    }
    if (node.raw === node.rawBefore) {
      Object.assign(node, { raw: undefined, isFolded: false });
      return true;
    }
    const given = readNode(node, reading);
    if (reading.problems.has(node)) return false;
    if (node !== root) this.structures.fill(node, given);
    else if (isJsonObject(given?.value ?? {})) this.#fill(isJsonObject(given?.value) ? given.value : {});
    else return false;
    return true;
  }

  #fill(value: JsonObject | undefined): void {
    const { root, structures } = this;
    const { kind, conditions = [], default: given } = root.field;
    structures.fill(root, value ? { value } : given);
    this.isStorable =
      kind === 'object' &&
      conditions.length === 0 &&
      !structures.canAddMember(root) &&
      root.items.length > 0 &&
      root.items.length <= MAX_STORED &&
      root.items.every(isStorable);
  }

  #newStructures(): Structures {
    return new Structures(this.#members, () => this.#newReading(), this.#marksDefaults);
  }

  #newReading(): Reading {
    return { ...this.#texts(), problems: new Map() };
  }

  #readFields(texts: Texts): FieldsReading {
    const { root } = this;
    const reading: Reading = { ...texts, problems: new Map() };
    const given = readNode(root, reading);
    if (root.raw !== undefined && !reading.problems.has(root)) this.#readFieldsOf(given, reading);
    return { ...reading, value: isJsonObject(given?.value) ? given.value : {} };
  }

  /** Puts together what the fields say and what the check of the whole value found. Unchanged parts give the same map, so maps can be compared. */
  #merge(own: Problems, found: Problems | undefined): Problems {
    if (this.#merged?.own === own && this.#merged.found === found) return this.#merged.problems;
    const problems = new Map(own);
    // While something is missing, only what is said about single fields is shown.
    for (const [node, problem] of found ?? [])
      if (!problems.has(node) && (own.size === 0 || node.items.length === 0)) problems.set(node, problem);
    this.#merged = { own, found, problems };
    return problems;
  }

  /** Finds what is wrong with JSON that the user wrote, as if it were filled into the fields that it stands for. */
  #readFieldsOf(given: Given | undefined, reading: Reading): void {
    const { root } = this;
    const { text, problems } = reading;
    const value = given?.value ?? {};
    if (!isJsonObject(value)) return void problems.set(root, text.notObject);
    // The copy has conditions of its own.
    const copy = new FormNode(root.field, root.id);
    this.#newStructures().fill(copy, { value });
    // A checkbox that nobody ticked says no; a member that nobody wrote says nothing.
    for (const one of within(copy)) if (one.field.kind === 'boolean' && !one.given) one.text = '';
    const found: Reading = { ...reading, problems: new Map() };
    readNode(copy, found);
    const lines = [...found.problems]
      .slice(0, MAX_LISTED)
      .map(([{ field }, problem]) =>
        field.name === '' ? problem : text.unnamedProblem(shortText(field.name, 60), problem),
      );
    if (lines.length > 0) problems.set(root, lines.join('\n'));
  }

  /** What the interpreter finds wrong. Undefined where it was too slow the last time and need not run now. */
  #problemsOf(value: JsonObject, json: string, text: SchemaFormMessages, isWhole: boolean): Problems | undefined {
    const check = this.#check;
    if (!check) return NONE;
    const known = this.#checked?.text.isRequired === text.isRequired ? this.#checked : undefined;
    const now = performance.now();
    // A machine that was too busy for the check may not be anymore.
    const isKnown = known?.json === json && (!isWhole || known.isComplete || now - known.time < AGAIN_MS);
    if (!isKnown && known?.isComplete && this.#isSame(check, known, value)) this.#checked = { ...known, value, json };
    else if (!isKnown && (isWhole || this.#isQuick)) {
      let problems = new Map<FormNode, string>();
      let failure = '';
      try {
        problems = problemsOf(check, this.root, value, text, isWhole ? {} : { maxSteps: QUICK_STEPS });
      } catch (error) {
        failure = messageOf(error);
      }
      this.#isQuick = isWhole ? this.#isQuick || performance.now() - now < QUICK_MS : failure === '';
      if (isWhole || this.#isQuick) {
        this.unchecked = failure;
        this.#checked = { value, json, text, problems, isComplete: failure === '', time: now };
      }
    }
    return this.#checked?.json === json ? this.#checked.problems : undefined;
  }

  /** Whether the same is wrong with this value as with the one that was checked. */
  #isSame(check: ReadSchema, { value: before, problems }: Checked, value: JsonObject): boolean {
    this.#hasParts ??= !/"\$(dynamic|recursive)Ref"/.test(JSON.stringify(this.#schema));
    return (
      this.#hasParts &&
      this.root.raw === undefined &&
      hasSameProblems(check, this.#schema, before, value, problems.size === 0)
    );
  }
}

function readingOf(json: string, problems: Problems): FormReading {
  return {
    json,
    problems,
    get value() {
      const copy: unknown = JSON.parse(json);
      return isJsonObject(copy) ? copy : {};
    },
  };
}

function isStorable({ field, isNamed, isMisfit, isFolded }: FormNode): boolean {
  const isSimple = ['text', 'number', 'boolean', 'choice', 'choices'].includes(field.kind);
  return (
    isSimple &&
    !isNamed &&
    !isMisfit &&
    !isFolded &&
    !asksForSecret(field) &&
    isStorableName(field.name) &&
    isStorableName(field.title)
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
