/** A form that the user fills in for a server. */
import type { JsonObject } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { serverJson, shortText, STEP } from '../internal/text/text.ts';
import type { McpSchemaFormElement } from '../schema-form/schema-form.ts';
import type { RequestedFields } from './requested-fields.ts';
import type { ElicitationFormMessages } from './messages.ts';

const MAX_NAMES = 10;

export interface FormState {
  readonly fields: RequestedFields;
  readonly form: McpSchemaFormElement;
  /** What would be sent, while the user looks at it. */
  readonly preview: JsonObject | undefined;
  readonly problem: string;
  readonly oninput: () => void;
  readonly onsubmit: (event: Event) => void;
  readonly onpreview: (event: Event) => void;
}

export function formView(
  messages: ElicitationFormMessages,
  { fields, form, preview, problem, oninput, onsubmit, onpreview }: FormState,
): TemplateResult {
  form.label = messages.answer;
  const unsupported = fields.unsupported.slice(0, MAX_NAMES).map((name) => shortText(name, 40));
  return html`${
    unsupported.length > 0
      ? html`<p class="notice warning">${messages.unsupported(unsupported.join(', '))}${fields.isUnanswerable ? html` ${messages.unanswerable}` : nothing}</p>`
      : nothing
  }
    <div part="form" @mcp-form-input=${oninput} @mcp-form-submit=${onsubmit}>${form}</div>
    ${problem ? html`<p class="notice danger" role="alert">${problem}</p>` : nothing}
    <details @toggle=${onpreview}><summary part="summary">${messages.preview}</summary><pre tabindex="0" dir="ltr" role="group" aria-label=${messages.preview}>${preview ? serverJson(preview, STEP) : nothing}</pre></details>`;
}
