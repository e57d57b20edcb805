/** The fields of a form, and what the user has entered in them. */
import type { JsonObject } from '@mcp-web/client';
import type { SharedMessages } from '../../internal/text/shared-messages.ts';
import { MAX_IN_CONTROL } from '../../internal/text/text.ts';
import type { SchemaFormMessages } from '../messages.ts';
import type { Options } from './options.ts';

/** A value in an object of its own, because null and undefined are values too. */
export interface Given {
  readonly value: unknown;
}

/** One of the schemas that the user can choose from. */
export interface Variant {
  readonly title: string;
  /** The JSON type, which names a variant that has no title. */
  readonly type: string;
  /** The variant as it stands in the schema: values are matched against it. */
  readonly raw: unknown;
  /** The variant together with the keywords that apply to all variants. */
  readonly schema: JsonObject;
}

/** Why something has no fields: a key of the messages. */
export type Why = 'whyReference' | 'whyCircle' | 'whyElsewhere' | 'whyNever' | 'whyDeep' | 'whyMany' | 'whyDynamic';

export type Kind = 'text' | 'number' | 'boolean' | 'choice' | 'choices' | 'object' | 'list' | 'variants' | 'json';

/** What the schema says about one field. */
export interface Field {
  readonly kind: Kind;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** An item of a list that has no title: it is named by its position. */
  readonly isItem: boolean;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  readonly default: Given | undefined;
  /** The schema, with its references and `allOf` merged into it. */
  readonly shape: JsonObject;
  readonly options: Options;
  /** The schemas that the user can choose from. */
  readonly variants?: readonly Variant[];
  /** The schema names no type, so one was inferred: values of other types may fit as well. */
  readonly isInferred?: boolean;
  /** The schemas that contain `if`, `dependentRequired` and the like. */
  readonly conditions?: readonly JsonObject[];
  /** Why it is written as JSON. */
  readonly why?: Why | undefined;
}

/**
 * A field with what the user has entered. Objects, lists and variants hold further fields in `items`. Each member has an initial value, so that
 * the members of a new node reset those of another one.
 */
export class FormNode {
  field: Field;
  /** Unique within the form. It contains no text from the server. */
  readonly id: string;
  /** What holds it; undefined for the whole form. */
  readonly parent: FormNode | undefined;
  /** How many fields are around it. */
  readonly depth: number;

  /**
   * The text in the control. For a choice it is the index of the option, for a boolean `true` or `false`, for variants the index
   * of the chosen one, and for a list of options the text to search for. Empty when nothing is entered.
   */
  text = '';
  /** The control holds something that has no text yet, such as half a date. */
  isIncomplete = false;
  /** The text has, or had, several lines: its control stays large. */
  isLong = false;
  isTouched = false;
  /** The user should see what is wrong. */
  isRevealed = false;
  /** The value that the field was filled with. It is returned unchanged until the field is touched. */
  given: Given | undefined = undefined;
  /** The members of an object, the items of a list, or the chosen variant. */
  items: FormNode[] = [];
  /** The indexes of the chosen options, where the user can choose several. */
  picked: ReadonlySet<number> | undefined = undefined;
  isNull = false;
  /** The JSON text, while the field is edited as JSON. */
  raw: string | undefined = undefined;
  /** The JSON text that the fields had: if it is unchanged, the same fields come back. */
  rawBefore: string | undefined = undefined;
  /** The value that was given does not fit the control, so it is edited as JSON. */
  isMisfit = false;
  /** Why the value has no fields, although its schema could have some. */
  why: Why | undefined = undefined;
  /** The offset that the user chose for a date and time. */
  zone = '';
  /** Whether an object or a list exists at all. */
  isPresent = false;
  /** The user wrote the name of this member. */
  isNamed = false;
  /** Which conditions held when the members were planned. */
  outcome = '';
  /** Members that a condition hides at the moment. */
  parked: FormNode[] = [];
  /** Where it stands in the form, as a JSON pointer in which `-` stands for an item. What a layout says is found by it. */
  pointer = '';
  /** The user sees the optional members. */
  isUnfolded = false;
  /** How many items are shown. It begins with what fills a screen. */
  shown = 24;
  /** The text is too long for a control, so only its beginning is shown. */
  isFolded = false;
  /** How many characters of a folded text are shown. */
  seen = 1_000;
  /** What stood there before the user replaced a long text. */
  replaced: Pick<FormNode, 'text' | 'raw' | 'given' | 'isTouched'> | undefined = undefined;
  /** The problem that the page reported for this field. */
  told: string | undefined = undefined;
  /** The last reading, which is used again until the field changes. */
  read: ReadField | undefined = undefined;

  constructor(field: Field, id: string, parent?: FormNode) {
    this.field = field;
    this.id = id;
    this.parent = parent;
    this.depth = parent ? parent.depth + 1 : 0;
  }
}

/** The language that a form speaks. */
export interface Texts {
  readonly text: SchemaFormMessages;
  readonly shared: SharedMessages;
}

/** What was read from a field that holds no others, and the state that it was read from. */
export interface ReadField {
  readonly state: Pick<
    FormNode,
    'field' | 'text' | 'raw' | 'given' | 'picked' | 'items' | 'isNull' | 'isIncomplete' | 'isTouched' | 'isMisfit'
  >;
  readonly texts: Texts;
  readonly value: Given | undefined;
  /** Why there is no value although something is written. */
  readonly unreadable: string | undefined;
  readonly problem: string | undefined;
}

/** One pass over the form that reads its value. What cannot be read is left out of the value and explained in `problems`. */
export interface Reading extends Texts {
  readonly problems: Map<FormNode, string>;
}

/** The text that stands in the field. */
export const writtenIn = ({ raw, text }: FormNode): string => raw ?? text;

/** Folds the text of a field if it is too long for a control. Call it after putting something into the field. */
export function foldLong(node: FormNode): void {
  node.isFolded = writtenIn(node).length > MAX_IN_CONTROL;
}

/** The node and all nodes within it. */
export function* within(node: FormNode): Generator<FormNode> {
  yield node;
  for (const item of node.items) yield* within(item);
}

/** The pointer of a member or an item, by that of what is around it. */
export const pointerTo = (around: string, name: string): string =>
  `${around}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** The node that a JSON pointer into the value leads to, or the nearest node around it. */
export function nodeAt(root: FormNode, pointer: string): FormNode {
  let at = root;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    while (at.field.kind === 'variants' && at.items[0]) [at] = [at.items[0]];
    const next =
      at.raw !== undefined
        ? undefined
        : at.field.kind === 'list'
          ? at.items[Number(name)]
          : at.items.find(({ field }) => field.name === name);
    if (!next) return at;
    at = next;
  }
  return at;
}
