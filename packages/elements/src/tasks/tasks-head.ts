/** The title of the list, how many tasks run, and the buttons for all of them. */
import { html, nothing, type TemplateResult } from 'lit';
import type { TasksMessages } from './messages.ts';
import { Notifier } from './notifier.ts';

export interface TasksHeadOptions {
  readonly running: number;
  /** Whether some have ended. */
  readonly hasEnded: boolean;
  readonly notifies: boolean;
  readonly ondismiss: () => void;
  readonly onnotify: () => void;
}

export function tasksHead(
  messages: TasksMessages,
  { running, hasEnded, notifies, ondismiss, onnotify }: TasksHeadOptions,
): TemplateResult {
  return html`<div class="row head">
    <div class="row title" tabindex="-1"><slot name="header"><h3>${messages.title}</h3></slot>${running > 0 ? html`<span class="badge accent" part="badge">${messages.running(running)}</span>` : nothing}</div>
    <div class="row">
      ${hasEnded ? html`<button type="button" class="button quiet small" part="button quiet small" @click=${ondismiss}>${messages.dismissEnded}</button>` : nothing}
      ${Notifier.isSupported ? html`<button type="button" class="button small notify" part="button secondary small" aria-pressed=${notifies} @click=${onnotify}>${messages.notify}</button>` : nothing}
      <slot name="actions"></slot>
    </div>
  </div>`;
}
