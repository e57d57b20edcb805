/** Shows or hides the page, as far as its code can tell; `undefined` is the truth again. */
export function setVisibility(state: DocumentVisibilityState | undefined): void {
  if (state) Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
  else Reflect.deleteProperty(document, 'visibilityState');
  document.dispatchEvent(new Event('visibilitychange'));
}
