/** Where the keyboard is, and which of its keys belong to an input method. */

/** The element that has the focus, inside shadow roots too. */
export function focused({ activeElement }: DocumentOrShadowRoot = document): Element | null {
  return activeElement?.shadowRoot?.activeElement ? focused(activeElement.shadowRoot) : activeElement;
}

/** Whether the key belongs to an input method. WebKit marks the key that ends the composition by its code only. */
export function isComposing({ isComposing: isMarked, keyCode }: KeyboardEvent): boolean {
  return isMarked || keyCode === 229;
}
