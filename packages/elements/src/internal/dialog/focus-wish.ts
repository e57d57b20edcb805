/** The user has asked to be led to something that is not there yet. It takes the focus when it comes, unless they have gone on. */

export class FocusWish {
  #waiting: AbortController | undefined;

  get isOpen(): boolean {
    return this.#waiting?.signal.aborted === false;
  }

  make(): void {
    this.end();
    const waiting = (this.#waiting = new AbortController());
    const { signal } = waiting;
    for (const type of ['keydown', 'pointerdown'])
      addEventListener(type, () => waiting.abort(), { capture: true, signal });
  }

  /** It has come true, or there is nothing to come anymore. */
  end(): void {
    this.#waiting?.abort();
  }
}
