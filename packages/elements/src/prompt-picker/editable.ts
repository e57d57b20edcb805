/** Boxes of the page that text can be written into, whatever they are made of. */
import { caretIn } from './caret.ts';

export interface Editable {
  /** The text before the caret, as far back as it is of one piece; undefined when there is a selection, or no caret. */
  before(): string | undefined;
  /** What stands there now; positions count from where `before` began. */
  read(start: number, end: number): string;
  /** Writes in place of what stands there, as if the user had: it can be undone where the browser allows it. */
  replace(start: number, end: number, text: string): void;
  /** Where the character at that position is in the viewport, as far as that can be measured. */
  place(position: number): DOMRect;
}

/** Undefined when the element is no place to write in. */
export function editableOf(target: HTMLElement): Editable | undefined {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return new TextControl(target);
  return target.isContentEditable ? new Rich(target) : undefined;
}

class TextControl implements Editable {
  readonly #control: HTMLTextAreaElement | HTMLInputElement;

  constructor(control: HTMLTextAreaElement | HTMLInputElement) {
    this.#control = control;
  }

  before(): string | undefined {
    // Controls without a caret, such as those for numbers, have no selection.
    const { value, selectionStart, selectionEnd, readOnly, disabled, type } = this.#control;
    const isOpen =
      selectionStart !== null && selectionStart === selectionEnd && !readOnly && !disabled && type !== 'password';
    return isOpen ? value.slice(0, selectionStart) : undefined;
  }

  read(start: number, end: number): string {
    return this.#control.value.slice(start, end);
  }

  replace(start: number, end: number, given: string): void {
    const control = this.#control;
    const text = control instanceof HTMLInputElement ? given.replace(/\s*\n\s*/g, ' ') : given;
    const wanted = control.value.slice(0, start) + text + control.value.slice(end);
    control.focus();
    control.setSelectionRange(start, end);
    if (insert(text) && control.value === wanted) return;
    if (control.value !== wanted) {
      control.value = wanted;
      control.setSelectionRange(start + text.length, start + text.length);
    }
    control.dispatchEvent(
      new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText', data: text }),
    );
  }

  place(position: number): DOMRect {
    return caretIn(this.#control, position);
  }
}

class Rich implements Editable {
  readonly #element: HTMLElement;
  /** The piece of text that the caret was in. */
  #piece: Text | undefined;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  before(): string | undefined {
    const selection = document.getSelection();
    const { anchorNode, anchorOffset = 0, isCollapsed = false } = selection ?? {};
    if (!isCollapsed || !(anchorNode instanceof Text) || !this.#element.contains(anchorNode)) return undefined;
    this.#piece = anchorNode;
    return anchorNode.data.slice(0, anchorOffset);
  }

  read(start: number, end: number): string {
    return this.#piece?.isConnected ? this.#piece.data.slice(start, end) : '';
  }

  replace(start: number, end: number, text: string): void {
    const piece = this.#piece;
    if (!piece?.isConnected) return;
    this.#element.focus();
    document.getSelection()?.setBaseAndExtent(piece, start, piece, Math.min(end, piece.length));
    if (insert(text)) return;
    piece.replaceData(start, end - start, text);
    document.getSelection()?.collapse(piece, start + text.length);
    this.#element.dispatchEvent(
      new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText', data: text }),
    );
  }

  place(position: number): DOMRect {
    const own = this.#element.getBoundingClientRect();
    if (!this.#piece?.isConnected) return own;
    const range = document.createRange();
    range.setStart(this.#piece, Math.min(position, this.#piece.length));
    range.setEnd(this.#piece, Math.min(position + 1, this.#piece.length));
    return range.getClientRects()[0] ?? own;
  }
}

/** Deprecated, and the only way that the user can undo. Returns whether it was done. */
function insert(text: string): boolean {
  return text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
}
