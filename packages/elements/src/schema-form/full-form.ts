/** The form for any schema: its fields, what was entered, and what the client's interpreter says of it. */
import type { JsonObject } from '@mcp-web/client';
import type { TemplateResult } from 'lit';
import { isJsonObject, shortText, visibleJson } from '../internal/text/text.ts';
import { openCheck, problemsOf } from './check.ts';
import { DrawnForm } from './drawn-form.ts';
import { foldLong } from './fold.ts';
import type { Beginning, Form, FormReading, Look, Owner } from './form.ts';
import { formTemplate } from './full-fields.ts';
import { composed, fillNode, type FullReading, readNode } from './full-values.ts';
import { FormNode } from './node.ts';
import type { Field } from './plan.ts';
import { nodeAt } from './pointers.ts';
import { checkRaw } from './raw.ts';
import { english, type FormMessages } from './rare-messages.ts';
import { Structures } from './structures.ts';
import { Widgets } from './widgets.ts';

export class FullForm extends DrawnForm implements Form {
  readonly root: FormNode;
  readonly structures: Structures;
  /** Why the schema as a whole cannot be held against the value. */
  unchecked = '';
  /** What those who do not see are told of what changed. */
  said = '';
  /** What somebody else found wrong. */
  readonly told = new Map<FormNode, string>();
  readonly widgets: Widgets;
  readonly #check: ReturnType<typeof openCheck> | undefined;
  #count = 0;
  /** The last answer, and the language that it was given in. */
  #checked:
    | { readonly json: string; readonly text: FormMessages; readonly problems: ReadonlyMap<FormNode, string> }
    | undefined;
  /** Whether the whole check takes so little that it is made at each keystroke. */
  #isQuick = true;

  constructor({ schema = {}, value, items, isJson }: Beginning, owner: Owner) {
    super(owner);
    this.widgets = new Widgets(owner.element);
    try {
      this.#check = openCheck(schema);
    } catch (error) {
      this.unchecked = error instanceof Error ? error.message : String(error);
    }
    this.structures = new Structures(schema, this.newNode, this.#check, () => this.#reading());
    this.root = new FormNode(this.structures.planRoot(), 'field', 0);
    if (items) {
      this.#count = items.length;
      Object.assign(this.root, { isPresent: true, items: [...items] });
    } else this.fill(value);
    if (isJson) this.toggleRaw(this.root);
  }

  readonly newNode = (field: Field, depth: number): FormNode => new FormNode(field, `field-${this.#count++}`, depth);

  fill(value: JsonObject | undefined): void {
    fillNode(this.root, value ? { value } : this.root.field.default, this.structures);
  }

  #reading(): FullReading {
    return { ...this.owner.look(english), structures: this.structures };
  }

  read(isWhole = false): FormReading {
    const reading = this.#reading();
    const { problems, text } = reading;
    const { root } = this;
    const given = readNode(root, reading);
    const value = isJsonObject(given?.value) ? given.value : {};
    if (root.raw !== undefined && !problems.has(root)) checkRaw(root, given, reading, this.newNode);
    if (!this.#check) return { value, problems };
    const json = JSON.stringify(value);
    if (
      (this.#checked?.json !== json || this.#checked.text.isRequired !== text.isRequired) &&
      (isWhole || this.#isQuick)
    ) {
      const start = performance.now();
      this.#checked = { json, text, problems: problemsOf(this.#check, this, value, text) };
      this.#isQuick = performance.now() - start < 8;
    }
    if (this.#checked?.json !== json) return { value, problems };
    const isFine = problems.size === 0;
    // While something is missing, what is said of the whole is only that.
    for (const [node, problem] of this.#checked.problems)
      if (!problems.has(node) && (isFine || node.items.length === 0)) problems.set(node, problem);
    return { value, problems };
  }

  change(node: FormNode, change: Partial<FormNode>): void {
    Object.assign(node, change, { isTouched: true });
    this.told.delete(node);
    this.structures.settle();
  }

  template(look: Look): TemplateResult {
    const { problems } = this.owner.element;
    if (problems !== this.owner.told)
      for (const [pointer, problem] of Object.entries(problems))
        this.told.set(nodeAt(this.root, pointer), shortText(problem, 600));
    this.owner.told = problems;
    return formTemplate(this, look, this.owner);
  }

  override drawn(): void {
    super.drawn();
    const { renderRoot } = this.owner.element;
    if (renderRoot) this.widgets.sweep(renderRoot);
  }

  /** Between fields and JSON. Returns false where the JSON is none that fields could hold. */
  toggleRaw(node: FormNode): boolean {
    const reading = this.#reading();
    if (node.raw === undefined) {
      const given = composed(node, reading);
      node.raw = node.rawBefore = given || node === this.root ? visibleJson(given?.value ?? {}) : '';
      foldLong(node);
      node.isRevealed = false;
      return true;
    }
    if (node.raw === node.rawBefore) {
      Object.assign(node, { raw: undefined, isFolded: false });
      return true;
    }
    const given = readNode(node, reading);
    if (reading.problems.has(node) || (node === this.root && !isJsonObject(given?.value ?? {}))) return false;
    if (node === this.root) this.fill(isJsonObject(given?.value) ? given.value : {});
    else fillNode(node, given, this.structures);
    return true;
  }
}
