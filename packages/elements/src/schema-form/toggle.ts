import { html, type TemplateResult } from 'lit';

/** The button below all fields, between them and JSON. */
export function toggleTemplate(words: string, isDisabled: boolean, onclick: () => void): TemplateResult {
  return html`<button type="button" class="button quiet small toggle" ?disabled=${isDisabled} @click=${onclick}>${words}</button>`;
}
