/** Fields as the user edits them: what was typed, and whether it may go. */

/** The fields that were touched, by name. One that was not is as it came. */
export class Drafts {
  readonly #typed = new Map<string, string>();
  readonly #problems = new Map<string, string>();

  /** Keeps what a field holds. Its own rules, such as `min`, say whether it is right; `problem` is one more. */
  set(name: string, field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, problem = ''): void {
    field.setCustomValidity(problem);
    this.#typed.set(name, field.value);
    if (field.validity.valid) this.#problems.delete(name);
    else this.#problems.set(name, field.validationMessage);
  }

  /** Begins with a text that no field holds yet. */
  put(name: string, typed: string): void {
    this.#typed.set(name, typed);
  }

  get(name: string): string | undefined {
    return this.#typed.get(name);
  }

  problemOf(name: string): string | undefined {
    return this.#problems.get(name);
  }

  forget(name: string): void {
    this.#typed.delete(name);
    this.#problems.delete(name);
  }

  get isValid(): boolean {
    return this.#problems.size === 0;
  }

  clear(): void {
    this.#typed.clear();
    this.#problems.clear();
  }
}

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export function isField(target: EventTarget | null): target is Field {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
  );
}
