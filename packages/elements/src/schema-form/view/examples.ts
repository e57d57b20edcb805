/** What the schema gives as examples of a value. */
import { html, nothing, type TemplateResult } from 'lit';
import { shortText } from '../../internal/text/text.ts';
import type { FormNode } from '../model/node.ts';
import { titleOf, type FieldContext } from './field-parts.ts';

/** Browsers list no more of them. */
const MAX_EXAMPLES = 20;
/** More buttons would be in the way. */
const MAX_BUTTONS = 6;

/** As the user would write them. */
export function examplesOf({ field: { shape } }: FormNode): string[] {
  const { examples } = shape;
  return (Array.isArray(examples) ? examples.slice(0, MAX_EXAMPLES) : []).flatMap((example: unknown) =>
    typeof example === 'number' || (typeof example === 'string' && example !== '' && !example.includes('\n'))
      ? [String(example).slice(0, 200)]
      : [],
  );
}

/** Below a control that cannot list them, those that begin like what the user has written. */
export function exampleButtons(node: FormNode, context: FieldContext): TemplateResult | typeof nothing {
  const written = node.text.toLowerCase();
  const fitting = [...new Set(examplesOf(node))]
    .filter((one) => one !== node.text && one.toLowerCase().startsWith(written))
    .slice(0, MAX_BUTTONS);
  if (fitting.length === 0) return nothing;
  const { text } = context;
  return html`<div class="examples" role="group" aria-label="${text.suggestions}: ${titleOf(node, text)}">${fitting.map(
    (one) =>
      html`<button type="button" class="example" part="chip" ?disabled=${context.isDisabled || node.isNull} @click=${() => context.change(node, { text: one }, node)}><bdi>${shortText(one, 60)}</bdi></button>`,
  )}</div>`;
}
