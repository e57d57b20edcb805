/** One field with what stands in it. Fields that hold others hold them in `items`. */
import type { Field, Given, Option, Why } from './plan.ts';

export class FormNode {
  field: Field;
  /** Unique within the form; nothing of the server's words in it. */
  readonly id: string;
  /** How many fields are around it. */
  readonly depth: number;

  /** What is written; for a choice the index of its option, for a boolean its name, for variants the index of the chosen one. Empty when nothing was entered. */
  text = '';
  /** The control holds something that it cannot put into words, such as half a date. */
  isIncomplete = false;
  /** It has, or had, several lines: it stays a large control. */
  isLong = false;
  isTouched = false;
  /** The user should see what is wrong. */
  isRevealed = false;
  /** What it was filled with: comes back as it was until it is touched. */
  given: Given | undefined;
  /** Members of an object, items of a list, or the one variant. */
  items: FormNode[] = [];

  // What only the whole form knows of, and a flat one leaves out.

  /** The indexes of the options that are chosen, where several can be. */
  picked?: ReadonlySet<number> | undefined;
  isNull?: boolean;
  /** It is edited as JSON, which says this. */
  raw?: string | undefined;
  /** The JSON that the fields stood for: unchanged, they come back with all that was in them. */
  rawBefore?: string | undefined;
  /** The value it was given does not fit its control: it is edited as JSON instead. */
  isMisfit?: boolean;
  /** Why it cannot be shown as fields, though its schema could. */
  why?: Why | undefined;
  /** Of a date and time: the offset that the user chose. */
  zone?: string;
  /** Whether an object or a list is there at all. */
  isPresent?: boolean;
  /** A member whose name the user wrote. */
  isNamed?: boolean;
  /** Which of the conditions held when its members were planned, and the members that do not show just now. */
  outcome?: string;
  parked?: FormNode[];
  /** How many of its items are shown. */
  shown?: number;
  /** Its text is too long for a control: the beginning is shown. */
  isFolded?: boolean;
  /** How many characters of it. */
  seen?: number;
  /** What was there before the user replaced a long text. */
  replaced?: Pick<FormNode, 'text' | 'raw' | 'given' | 'isTouched'> | undefined;

  constructor(field: Field, id: string, depth: number) {
    this.field = field;
    this.id = id;
    this.depth = depth;
  }
}

/** Puts a value into the control of a plain field. Returns false when it does not fit in. */
export function fillLeaf(
  node: FormNode,
  value: unknown,
  placeOf = (options: readonly Option[], one: unknown): number => options.findIndex((option) => option.value === one),
): boolean {
  const { kind, options } = node.field;
  node.text = String(kind === 'choice' ? placeOf(options, value) : value);
  node.isLong = node.text.includes('\n');
  return kind === 'choice' ? node.text !== '-1' : typeof value === (kind === 'text' ? 'string' : kind);
}
