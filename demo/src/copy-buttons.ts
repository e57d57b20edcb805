const CONFIRMATION_MS = 2000;

/** Makes each button with `data-copy="id"` copy the text of the element with that id. */
export function setUpCopyButtons(buttons: Iterable<HTMLButtonElement>): void {
  for (const button of buttons) {
    const label = button.textContent;
    button.addEventListener('click', () => {
      void copy(document.getElementById(button.dataset['copy'] ?? '')).then((message) => {
        button.textContent = message;
        setTimeout(() => (button.textContent = label), CONFIRMATION_MS);
      });
    });
  }
}

async function copy(source: HTMLElement | null): Promise<string> {
  try {
    await navigator.clipboard.writeText(source?.textContent ?? '');
    return 'Copied';
  } catch {
    // No permission, or no secure context: select the text, so that one key press copies it.
    if (source) getSelection()?.selectAllChildren(source);
    return 'Selected: now copy';
  }
}
