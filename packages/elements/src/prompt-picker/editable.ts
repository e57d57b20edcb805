/** Text boxes of the page: text fields, and elements that are `contenteditable`. */

/** Computed styles that decide where a character of a text field is. */
const MIRRORED_STYLES = [
  'direction',
  'box-sizing',
  'width',
  'border-left-width',
  'border-right-width',
  'border-top-width',
  'border-bottom-width',
  'padding-left',
  'padding-right',
  'padding-top',
  'padding-bottom',
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'font-stretch',
  'font-variant',
  'letter-spacing',
  'line-height',
  'tab-size',
  'text-align',
  'text-indent',
  'text-transform',
  'word-spacing',
];

export interface Editable {
  /** The text before the caret, back to the start of its text node; undefined when there is a selection, or no caret. */
  before(): string | undefined;
  /** The text between two positions, which count from the start of `before()`. */
  read(start: number, end: number): string;
  /** Replaces the text between two positions, as typing does: the user can undo it, if the browser allows that. */
  replace(start: number, end: number, text: string): void;
  /** The rectangle of the character at that position, or of the whole box if it cannot be measured. */
  rectAt(position: number): DOMRect;
}

/** Returns undefined when the element is not editable. */
export function editableOf(target: HTMLElement): Editable | undefined {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement) return new TextControl(target);
  return target.isContentEditable ? new RichText(target) : undefined;
}

class TextControl implements Editable {
  readonly #control: HTMLTextAreaElement | HTMLInputElement;

  constructor(control: HTMLTextAreaElement | HTMLInputElement) {
    this.#control = control;
  }

  before(): string | undefined {
    // Number fields and others have no selection.
    const { value, selectionStart, selectionEnd, readOnly, disabled, type } = this.#control;
    const isEditable =
      selectionStart !== null && selectionStart === selectionEnd && !readOnly && !disabled && type !== 'password';
    return isEditable ? value.slice(0, selectionStart) : undefined;
  }

  read(start: number, end: number): string {
    return this.#control.value.slice(start, end);
  }

  replace(start: number, end: number, inserted: string): void {
    const control = this.#control;
    const text = control instanceof HTMLInputElement ? inserted.replace(/\s*\n\s*/g, ' ') : inserted;
    const expected = control.value.slice(0, start) + text + control.value.slice(end);
    control.focus();
    control.setSelectionRange(start, end);
    if (insert(text) && control.value === expected) return;
    if (control.value !== expected) {
      control.value = expected;
      control.setSelectionRange(start + text.length, start + text.length);
    }
    control.dispatchEvent(
      new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText', data: text }),
    );
  }

  rectAt(position: number): DOMRect {
    return caretIn(this.#control, position);
  }
}

class RichText implements Editable {
  readonly #element: HTMLElement;
  /** The text node of the caret. */
  #textNode: Text | undefined;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  before(): string | undefined {
    const selection = document.getSelection();
    const { anchorNode, anchorOffset = 0, isCollapsed = false } = selection ?? {};
    if (!isCollapsed || !(anchorNode instanceof Text) || !this.#element.contains(anchorNode)) return undefined;
    this.#textNode = anchorNode;
    return anchorNode.data.slice(0, anchorOffset);
  }

  read(start: number, end: number): string {
    return this.#textNode?.isConnected ? this.#textNode.data.slice(start, end) : '';
  }

  replace(start: number, end: number, text: string): void {
    const textNode = this.#textNode;
    if (!textNode?.isConnected) return;
    this.#element.focus();
    document.getSelection()?.setBaseAndExtent(textNode, start, textNode, Math.min(end, textNode.length));
    if (insert(text)) return;
    textNode.replaceData(start, end - start, text);
    document.getSelection()?.collapse(textNode, start + text.length);
    this.#element.dispatchEvent(
      new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertReplacementText', data: text }),
    );
  }

  rectAt(position: number): DOMRect {
    const box = this.#element.getBoundingClientRect();
    if (!this.#textNode?.isConnected) return box;
    const range = document.createRange();
    range.setStart(this.#textNode, Math.min(position, this.#textNode.length));
    range.setEnd(this.#textNode, Math.min(position + 1, this.#textNode.length));
    return range.getClientRects()[0] ?? box;
  }
}

/** The rectangle of a character in a text control. Browsers do not tell it, so the text is laid out once more, invisibly. */
function caretIn(control: HTMLTextAreaElement | HTMLInputElement, position: number): DOMRect {
  const isLine = control instanceof HTMLInputElement;
  const own = getComputedStyle(control);
  const mirror = document.createElement('div');
  for (const name of MIRRORED_STYLES) mirror.style.setProperty(name, own.getPropertyValue(name));
  const fixed = {
    position: 'fixed',
    top: '0',
    left: '0',
    visibility: 'hidden',
    'border-style': 'solid',
    'white-space': isLine ? 'pre' : 'pre-wrap',
    'overflow-wrap': 'break-word',
  };
  for (const [name, value] of Object.entries(fixed)) mirror.style.setProperty(name, value);
  const marker = document.createElement('span');
  marker.textContent = control.value.charAt(position) || '/';
  mirror.append(control.value.slice(0, position), marker);
  document.body.append(mirror);
  const frame = mirror.getBoundingClientRect();
  const mark = marker.getBoundingClientRect();
  mirror.remove();
  const box = control.getBoundingClientRect();
  const x = Math.min(box.right, Math.max(box.left, box.left + mark.left - frame.left - control.scrollLeft));
  if (isLine) return new DOMRect(x, box.top, mark.width, box.height);
  const y = Math.min(box.bottom, Math.max(box.top, box.top + mark.top - frame.top - control.scrollTop));
  return new DOMRect(x, y, mark.width, Math.min(mark.height, box.bottom - y));
}

/** Inserts text at the selection and returns whether that worked. `execCommand` is deprecated, but nothing else supports undo. */
function insert(text: string): boolean {
  return text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
}
