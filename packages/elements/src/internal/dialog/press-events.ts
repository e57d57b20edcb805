/** What an event says about the press that it belongs to. */

/** What presses: a key or a pointer. Undefined for a click that does not say. */
export function sourceOf(event: Event): string | undefined {
  if (event instanceof KeyboardEvent) return `key ${event.key}`;
  return event instanceof PointerEvent && !isClickOfKey(event) ? `pointer ${event.pointerId}` : undefined;
}

export const isKey = (source: string): boolean => source.startsWith('key ');

/** Keys click without a pointer, and so does assistive technology. */
export const isClickOfKey = (event: Event): boolean =>
  event instanceof UIEvent && event.type === 'click' && event.detail === 0;

/** Whether a button is pressed, a form sent or the dialog closed, rather than something written or a menu opened. */
export function isPress(event: Event): boolean {
  if (event instanceof PointerEvent) return event.button === 0;
  if (!(event instanceof KeyboardEvent)) return false;
  const [target] = event.composedPath();
  switch (event.key) {
    case 'Escape':
      return true;
    case 'Enter':
      return !(target instanceof HTMLTextAreaElement);
    case ' ':
      return target instanceof HTMLButtonElement;
    default:
      return false;
  }
}
