/** The line above a chat: its name, and the buttons for the conversation as a whole. */
import { html, nothing, type TemplateResult } from 'lit';
import { load } from '../internal/base/on-demand.ts';
import { shortText } from '../internal/text/text.ts';
import type { ChatMessages } from './messages.ts';

export interface ChatToolbarOptions {
  readonly label: string | undefined;
  /** Whether there is no conversation yet. */
  readonly isEmpty: boolean;
  readonly onclear: () => void;
  /** Returns what is saved. */
  readonly onsave: () => string;
  readonly onopen: (json: string) => void;
  readonly onproblem: (error: unknown) => void;
}

const FILE = 'conversation.json';

export function chatToolbar(messages: ChatMessages, options: ChatToolbarOptions): TemplateResult {
  const { label, isEmpty, onclear, onsave } = options;
  const choose = ({ currentTarget }: Event): void => {
    const field = currentTarget instanceof HTMLElement ? currentTarget.nextElementSibling : undefined;
    if (field instanceof HTMLInputElement) field.click();
  };
  const read = async ({ currentTarget: field }: Event): Promise<void> => {
    if (!(field instanceof HTMLInputElement)) return;
    const [file] = field.files ?? [];
    // The same file can be chosen again.
    field.value = '';
    try {
      if (file) options.onopen(await file.text());
    } catch (error) {
      options.onproblem(error);
    }
  };
  const save = async (): Promise<void> => {
    try {
      const { saveFile } = await load(() => import('../internal/media/media.ts'));
      saveFile(FILE, [onsave()]);
    } catch (error) {
      options.onproblem(error);
    }
  };
  return html`<header class="toolbar" part="toolbar">
    <slot name="header"><h2>${shortText(label ?? messages.label, 60)}</h2></slot>
    <slot name="toolbar"></slot>
    ${
      isEmpty
        ? nothing
        : html`<button type="button" class="button quiet small" part="button quiet small" aria-label=${messages.newChatLong} title=${messages.newChatLong} @click=${onclear}>${messages.newChat}</button>
    <button type="button" class="button quiet small" part="button quiet small" aria-label=${messages.saveFileLong} title=${messages.saveFileLong} @click=${save}>${messages.saveFile}</button>`
    }
    <button type="button" class="button quiet small" part="button quiet small" aria-label=${messages.openFileLong} title=${messages.openFileLong} @click=${choose}>${messages.openFile}</button><input type="file" accept=".json,application/json" hidden @change=${read} /><slot name="actions"></slot>
  </header>`;
}
