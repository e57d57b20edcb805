/** What is wrong with a form, above it, with a way to each field. */
import { html, nothing, type TemplateResult } from 'lit';
import type { FormNode } from '../model/node.ts';
import { type FieldContext, titleOf } from './field-parts.ts';

/** One problem is shown at its field, which gets the focus. */
const MIN_LISTED = 2;
const MAX_LISTED = 20;

/** The fields of the form that the user should fix, if they are listed. */
export function listedProblems(nodes: Iterable<FormNode>, context: FieldContext): readonly FormNode[] {
  const shown = [...nodes].filter((node) => node.depth > 0 && context.problemOf(node) !== undefined);
  return shown.length < MIN_LISTED ? [] : shown;
}

export function problemSummary(
  nodes: readonly FormNode[],
  context: FieldContext,
  focus: (node: FormNode) => void,
): TemplateResult | typeof nothing {
  if (nodes.length === 0) return nothing;
  const { text } = context;
  return html`<div class="notice danger" part="problems" role="group" aria-labelledby="problems">
    <p id="problems"><b>${text.problems(nodes.length)}</b></p>
    <ul>${nodes.slice(0, MAX_LISTED).map((node) => html`<li><button type="button" class="link" part="link" @click=${() => focus(node)}><bdi>${titleOf(node, text)}</bdi></button>: ${context.problemOf(node)?.split('\n')[0]}</li>`)}</ul>
  </div>`;
}
