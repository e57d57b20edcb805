/** A button on each block of code that copies it. */
export function setUpCopyButtons(blocks: Iterable<HTMLPreElement>): void {
  for (const block of blocks) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', () => {
      navigator.clipboard.writeText(block.textContent).then(
        () => (button.textContent = 'Copied'),
        () => (button.textContent = 'Select the code to copy it'),
      );
    });
    const frame = document.createElement('div');
    frame.className = 'code';
    block.replaceWith(frame);
    frame.append(block, button);
  }
}
