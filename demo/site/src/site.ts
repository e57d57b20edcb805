import { setUpCopyButtons } from './copy.ts';
import { setUpScrollers } from './scrollers.ts';
import { setUpExample } from './run-example.ts';
import type { SearchDialog } from './search-dialog.ts';
import { setUpTheme } from './theme.ts';

const root = document.documentElement.dataset['root'] ?? './';
const searchButton = document.querySelector<HTMLButtonElement>('#site-search');
const theme = document.querySelector<HTMLSelectElement>('#site-theme');
let dialog: Promise<SearchDialog> | undefined;

if (theme) {
  setUpTheme(theme);
  theme.closest('label')?.removeAttribute('hidden');
}
setUpCopyButtons(document.querySelectorAll('main > pre'));
setUpScrollers(document.querySelectorAll<HTMLElement>('main pre, .table'));
searchButton?.removeAttribute('hidden');
searchButton?.addEventListener('click', () => void openSearch());
document.addEventListener('keydown', (event) => {
  const isTyping =
    event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]') !== null;
  // Elements keep their fields in shadow roots: there, the slash belongs to them.
  const isInElement = event.target instanceof Element && event.target.shadowRoot !== null;
  const isShortcut = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
  if (!isShortcut || isTyping || isInElement) return;
  event.preventDefault();
  void openSearch();
});
// The current page is in sight in a long navigation.
document.querySelector('#site-navigation [aria-current]')?.scrollIntoView({ block: 'nearest' });

for (const place of document.querySelectorAll<HTMLElement>('.live')) setUpExample(place);

async function openSearch(): Promise<void> {
  dialog ??= import('./search-dialog.ts').then((module) => new module.SearchDialog(root));
  (await dialog).open();
}
