import type { PageMessages } from './languages/page-messages.ts';

const CONFIRMATION_MS = 2000;

/** Makes each button with `data-copy="id"` copy the text of the element with that id. */
export function setUpCopyButtons(buttons: Iterable<HTMLButtonElement>, messages: () => PageMessages): void {
  for (const button of buttons)
    button.addEventListener('click', () => {
      void copy(document.getElementById(button.dataset['copy'] ?? '')).then((outcome) => {
        button.textContent = messages().copy[outcome];
        setTimeout(() => (button.textContent = messages().copy.copy), CONFIRMATION_MS);
      });
    });
}

async function copy(source: HTMLElement | null): Promise<'copied' | 'selected'> {
  try {
    await navigator.clipboard.writeText(source?.textContent ?? '');
    return 'copied';
  } catch {
    // No permission, or no secure context: select the text, so that one key press copies it.
    if (source) getSelection()?.selectAllChildren(source);
    return 'selected';
  }
}
