/** Between the dialog and the edge of the window, in px. */
const EDGE = 12;

/**
 * Keeps the buttons of a modal dialog where they are, whatever appears above them: a note, a form, an answer that streams in. The
 * dialog grows upwards only, and then scrolls.
 */
export class KeptBottom {
  readonly #dialog: HTMLDialogElement;
  #isKept = false;

  constructor(dialog: HTMLDialogElement, signal: AbortSignal) {
    this.#dialog = dialog;
    const onresize = (): void => {
      if (!this.#isKept) return;
      this.release();
      this.keep();
    };
    addEventListener('resize', onresize, { signal });
  }

  /** From now on, the bottom stays where it is. */
  keep(): void {
    if (this.#isKept) return;
    // The dialog is in the middle: this is how far it is from the bottom of the window.
    const distance = parseFloat(getComputedStyle(this.#dialog).marginBlockEnd);
    if (Number.isNaN(distance)) return;
    this.#isKept = true;
    const { style } = this.#dialog;
    const { height } = this.#dialog.getBoundingClientRect();
    style.marginBlockEnd = `${distance}px`;
    style.maxBlockSize = `${Math.max(height, innerHeight - distance - EDGE)}px`;
  }

  /** Back to the middle. */
  release(): void {
    this.#isKept = false;
    const { style } = this.#dialog;
    style.marginBlockEnd = style.maxBlockSize = '';
  }
}
