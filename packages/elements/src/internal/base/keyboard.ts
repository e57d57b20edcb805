/** Where the keyboard is, and which of its keys belong to an input method. */

/** The element that has the focus, inside shadow roots too. */
export function focused({ activeElement }: DocumentOrShadowRoot = document): Element | null {
  return activeElement?.shadowRoot?.activeElement ? focused(activeElement.shadowRoot) : activeElement;
}

/** Moves the focus to what is before a button that goes away, so that the next Tab goes on from there. */
export function focusBefore(button: Element | null | undefined): void {
  const before = button?.previousElementSibling;
  if (!(before instanceof HTMLElement)) return;
  before.tabIndex = -1;
  before.focus({ preventScroll: true });
}

/** Whether the key belongs to an input method. WebKit marks the key that ends the composition by its code only. */
export function isComposing({ isComposing: isMarked, keyCode }: KeyboardEvent): boolean {
  return isMarked || keyCode === 229;
}

/** Whether Escape closes a dialog or popover that the key was pressed in. */
export function isForWhatIsOpen(event: KeyboardEvent): boolean {
  return event.composedPath().some((node) => node instanceof Element && node.matches('dialog[open], :popover-open'));
}
