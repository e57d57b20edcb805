import type { PageLanguage } from './languages/page-language.ts';
import type { PageMessages } from './languages/page-messages.ts';

const CONFIRMATION_MS = 2000;

/** Makes each button with `data-copy="id"` copy the text of the element with that id. */
export function setUpCopyButtons(buttons: Iterable<HTMLButtonElement>, language: PageLanguage): void {
  for (const button of buttons) {
    const name = (): void => {
      button.textContent = language.messages.copy.label;
    };
    name();
    language.addEventListener('change', name);
    button.addEventListener('click', () => {
      void copy(document.getElementById(button.dataset['copy'] ?? '')).then((outcome) => {
        button.textContent = language.messages.copy[outcome];
        setTimeout(name, CONFIRMATION_MS);
      });
    });
  }
}

async function copy(source: HTMLElement | null): Promise<Exclude<keyof PageMessages['copy'], 'label'>> {
  try {
    await navigator.clipboard.writeText(source?.textContent ?? '');
    return 'done';
  } catch {
    // No permission, or no secure context: select the text, so that one key press copies it.
    if (source) getSelection()?.selectAllChildren(source);
    return 'byHand';
  }
}
