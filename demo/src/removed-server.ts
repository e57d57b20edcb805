import { displayName } from '@mcp-web/client';
import type { PageMessages } from './languages/page-messages.ts';

/** Says which server the user has removed, and puts its card back if they did not mean it. */
export function setUpRemovedServer(
  cards: HTMLElement,
  { note, messages }: { note: HTMLElement; messages: () => PageMessages },
): void {
  const text = note.appendChild(document.createElement('span'));
  const undo = note.appendChild(document.createElement('button'));
  undo.type = 'button';
  let putBack = (): void => {};

  cards.addEventListener('mcp-server-remove', ({ target, server }) => {
    if (!(target instanceof HTMLElement)) return;
    const { nextElementSibling: next } = target;
    const identity = server?.info?.identity;
    text.textContent = messages().removed(identity ? displayName(identity) : (target.getAttribute('src') ?? ''));
    undo.textContent = messages().undo;
    note.hidden = false;
    putBack = () => {
      cards.insertBefore(target, next?.parentElement === cards ? next : null);
      note.hidden = true;
      target.tabIndex = -1;
      target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true });
      target.focus();
    };
  });
  undo.addEventListener('click', () => putBack());
}
