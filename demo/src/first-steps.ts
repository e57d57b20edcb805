const STORAGE_KEY = 'mcp-web-playground-steps';

/** Lets the visitor hide the first steps for good. public/first-paint.js applies that before the first paint. */
export function setUpFirstSteps(root: HTMLElement, button: HTMLButtonElement, next: HTMLElement): void {
  button.addEventListener('click', () => {
    root.dataset['steps'] = 'hidden';
    next.focus();
    try {
      localStorage.setItem(STORAGE_KEY, 'hidden');
    } catch {
      // Storage is turned off: they are back on the next visit.
    }
  });
}
