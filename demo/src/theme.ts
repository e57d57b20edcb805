const STORAGE_KEY = 'mcp-web-playground-theme';

/** Connects the theme switch: `system` follows the device, the other choices are stored. */
export function setUpThemeSwitch(root: HTMLElement, switches: Iterable<HTMLInputElement>): void {
  // public/first-paint.js has already applied a stored theme.
  const current = root.dataset['theme'] ?? 'system';
  for (const input of switches) {
    input.checked = input.value === current;
    input.addEventListener('change', () => applyTheme(root, input.value));
  }
}

function applyTheme(root: HTMLElement, theme: string): void {
  try {
    if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, theme);
  } catch {
    // Storage is turned off: the choice lasts as long as the page.
  }
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
}
