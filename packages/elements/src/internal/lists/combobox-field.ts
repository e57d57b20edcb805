/** The field of a combobox. It does not need the listbox, so it can be rendered before that is loaded. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

export interface ComboboxField {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly isOpen?: boolean;
  /** The id of the active option, if it is rendered. */
  readonly activeId?: string | typeof nothing;
  readonly oninput: (event: Event) => void;
  readonly onkeydown: (event: KeyboardEvent) => void;
}

export function comboboxField({
  label,
  placeholder,
  value,
  isOpen = false,
  activeId = nothing,
  oninput,
  onkeydown,
}: ComboboxField): TemplateResult {
  return html`<input class="field" part="input control" role="combobox" type="text" autocomplete="off" autocapitalize="none" spellcheck="false"
    aria-label=${label} placeholder=${placeholder} aria-autocomplete="list" aria-haspopup="listbox" aria-expanded=${isOpen} aria-controls="list"
    aria-activedescendant=${activeId} .value=${live(value)} @input=${oninput} @keydown=${onkeydown} />`;
}
