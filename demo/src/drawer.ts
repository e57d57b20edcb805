const STORAGE_KEY = 'mcp-web-playground-drawer';

/** Connects the button that closes the drawer below the tools, except for its tabs, and opens it again. */
export function setUpDrawer(root: HTMLElement, button: HTMLButtonElement): { open: () => void } {
  // public/first-paint.js has already closed it.
  const show = (isOpen: boolean): void => {
    button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen) delete root.dataset['drawer'];
    else root.dataset['drawer'] = 'closed';
  };
  const choose = (isOpen: boolean): void => {
    show(isOpen);
    try {
      if (isOpen) localStorage.removeItem(STORAGE_KEY);
      else localStorage.setItem(STORAGE_KEY, 'closed');
    } catch {
      // Storage is turned off: the choice lasts as long as the page.
    }
  };
  show(root.dataset['drawer'] !== 'closed');
  button.addEventListener('click', () => choose(root.dataset['drawer'] === 'closed'));
  return { open: () => choose(true) };
}
