/** What the button of each task does: it cancels the task, or dismisses it. */

export type TaskButton = 'cancel' | 'dismiss';

/** Each takes the place of the other at any time, and impatient people press twice. */
export class TaskButtons {
  readonly #shown = new Map<string, { readonly kind: TaskButton; readonly since: number }>();

  /** To be called with what is shown. */
  show(id: string, kind: TaskButton): void {
    const known = this.#shown.get(id);
    if (known?.kind !== kind) this.#shown.set(id, { kind, since: known ? performance.now() : -Infinity });
  }

  /** Whether a press is about the button that is there now, and not about the one before, `delayMs` ago. */
  isMeant(id: string, { detail }: MouseEvent, delayMs: number): boolean {
    return detail <= 1 && performance.now() - (this.#shown.get(id)?.since ?? -Infinity) >= delayMs;
  }

  forget(id: string): void {
    this.#shown.delete(id);
  }

  clear(): void {
    this.#shown.clear();
  }
}
