/** Which server the user is editing, and what of that is not saved yet. */

export type EditProblem = 'missingValue' | 'wrongHeader';

export class EditedServer {
  #id: string | undefined;
  #problem: { readonly id: string; readonly text: EditProblem } | undefined;
  #removed: ReadonlySet<string> = new Set();

  /** The names of the headers that go when the user saves. */
  get removed(): ReadonlySet<string> {
    return this.#removed;
  }

  is(id: string): boolean {
    return this.#id === id;
  }

  /** @param id the server to edit; without it, none is */
  open(id?: string): void {
    this.#id = id;
    this.#problem = undefined;
    this.#removed = new Set();
  }

  removeHeader(name: string): void {
    this.#removed = new Set([...this.#removed, name]);
  }

  /** What is wrong with what was entered for a server, which may be another than the one that is edited. */
  problemOf(id: string): EditProblem | undefined {
    return this.#problem?.id === id ? this.#problem.text : undefined;
  }

  say(id: string, text: EditProblem): void {
    this.#problem = { id, text };
  }
}
