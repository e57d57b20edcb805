import type { JsonObject, JsonSchema } from '@mcp-web/client';
import { type Field, type FormPlan, planForm } from './plan.ts';
import { type Draft, draftOf, draftsOf, type FormReading, readForm, readWholeJson, wholeJson } from './values.ts';

/** What a form knows, apart from how it looks: its plan, what was entered, which problems the user has seen. */
export class FormState {
  #schema: JsonSchema | undefined;
  #plan: FormPlan = planForm(undefined);
  #given: JsonObject | undefined;
  #drafts = draftsOf(this.#plan, undefined);
  #json: string | undefined;
  /** The JSON text that the fields stand for: unchanged, they come back with all that was in them. */
  #jsonBefore = '';
  readonly #revealed = new Set<Field>();
  #isAllRevealed = false;

  get schema(): JsonSchema | undefined {
    return this.#schema;
  }

  /** A schema of the same content leaves what was entered alone. */
  set schema(schema: JsonSchema | undefined) {
    const isSame = schema === this.#schema || JSON.stringify(schema) === JSON.stringify(this.#schema);
    this.#schema = schema;
    if (isSame) return;
    this.#plan = planForm(schema);
    this.fill(this.#given);
  }

  /** The fields to show: the one for all other members comes last, where it is needed. */
  get fields(): readonly Field[] {
    const { fields, rest, wantsRest } = this.#plan;
    const { text, isTouched } = this.draft(rest);
    return wantsRest || text !== '' || isTouched ? [...fields, rest] : fields;
  }

  /** The whole form as JSON, while it is edited so. */
  get json(): string | undefined {
    return this.#json;
  }

  get isAllRevealed(): boolean {
    return this.#isAllRevealed;
  }

  draft(field: Field): Draft {
    return this.#drafts.get(field) ?? draftOf(field, undefined);
  }

  isRevealed(field: Field): boolean {
    return this.#isAllRevealed || this.#revealed.has(field);
  }

  read(): FormReading {
    return this.#json === undefined ? readForm(this.#plan, this.#drafts) : readWholeJson(this.#plan, this.#json);
  }

  /** All of it, to be restored by `restore`. */
  save(): string {
    return this.#json ?? wholeJson(this.#plan, this.#drafts);
  }

  restore(saved: string): void {
    const { value, problem } = readWholeJson(this.#plan, saved);
    if (problem === undefined) this.fill(value);
  }

  /** Makes `value` what `reset` goes back to, and goes there. */
  give(value: JsonObject | undefined): void {
    this.#given = value;
    this.reset();
  }

  reset(): void {
    this.fill(this.#given);
  }

  fill(value: JsonObject | undefined): void {
    this.#json = undefined;
    this.#drafts = draftsOf(this.#plan, value);
    this.#revealed.clear();
    this.#isAllRevealed = false;
  }

  change(field: Field, change: Partial<Draft>): void {
    this.#drafts.set(field, { ...this.draft(field), ...change, isTouched: true });
  }

  changeJson(json: string): void {
    this.#json = json;
  }

  reveal(field: Field): void {
    this.#revealed.add(field);
  }

  revealAll(): void {
    this.#isAllRevealed = true;
  }

  /** Between fields and JSON. Returns false where the JSON is not an object that fields could hold. */
  toggleJson(): boolean {
    if (this.#json === undefined) {
      this.#json = this.#jsonBefore = wholeJson(this.#plan, this.#drafts);
      this.#isAllRevealed = false;
      return true;
    }
    if (this.#json === this.#jsonBefore) {
      this.#json = undefined;
      return true;
    }
    const { value, problem } = this.read();
    if (problem !== undefined) return false;
    this.fill(value);
    return true;
  }
}
