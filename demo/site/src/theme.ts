const STORAGE_KEY = 'mcp-web-docs-theme';

/** Connects the choice of the theme. `first-paint.ts` has already applied the stored one. */
export function setUpTheme(select: HTMLSelectElement): void {
  const root = document.documentElement;
  select.value = root.dataset['theme'] ?? '';
  select.addEventListener('change', () => {
    if (select.value) root.dataset['theme'] = select.value;
    else delete root.dataset['theme'];
    try {
      if (select.value) localStorage.setItem(STORAGE_KEY, select.value);
      else localStorage.removeItem(STORAGE_KEY);
    } catch {
      // Storage is turned off: the choice lasts as long as the page.
    }
  });
}
