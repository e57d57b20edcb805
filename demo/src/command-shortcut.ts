interface ShortcutOptions {
  readonly isApple: boolean;
  readonly isOpen: () => boolean;
  readonly open: () => void;
  readonly close: () => void;
}

/** Ctrl+K, or Cmd+K on Apple devices, opens and closes a dialog, unless another one asks the user for something. */
export function setUpShortcut({ isApple, isOpen, open, close }: ShortcutOptions): void {
  addEventListener('keydown', (event) => {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
    // On a keyboard with other letters, the key is where K is on others.
    const isK = /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK';
    // On Apple devices, Ctrl+K deletes the rest of a line.
    const isCommand = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
    if (!isK || !isCommand || altKey || shiftKey) return;
    // The dialogs that ask the user for something come first.
    if (!isOpen() && isAsking()) return;
    event.preventDefault();
    if (isOpen()) close();
    else open();
  });
}

/** Whether an element shows a modal dialog, however deep it is. */
const isAsking = (root: ParentNode = document): boolean =>
  root.querySelector(':modal') !== null ||
  [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot !== null && isAsking(shadowRoot));
