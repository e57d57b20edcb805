/** A field, or the whole form, as JSON to edit. */
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { isJsonObject, shortText } from '../internal/text/text.ts';
import { describedBy } from './fields.ts';
import type { FullView } from './full-view.ts';
import { foldedTemplate, restoreButton } from './long-text.ts';
import type { FormNode } from './node.ts';
import type { Field, Given } from './plan.ts';
import { fillNode, type FullReading, readNode } from './full-values.ts';
import { titleOf } from './title.ts';
import { within } from './pointers.ts';

const MAX_LISTED = 20;

export function rawTemplate(node: FormNode, view: FullView): TemplateResult {
  if (node.isFolded) return foldedTemplate(node, view);
  const { field, id } = node;
  const isWhole = node.depth === 0;
  const oninput = ({ target }: Event): void => {
    if (target instanceof HTMLTextAreaElement) view.change(node, { raw: target.value });
  };
  return html`<textarea class="field mono" part="control" id=${id} rows=${isWhole ? 8 : 3} autocomplete="off" autocapitalize="none" spellcheck="false" dir="ltr" placeholder=${placeholder(field, view)}
    aria-label=${isWhole ? view.text.wholeJson : titleOf(node, view.text)} aria-required=${field.isRequired} aria-invalid=${view.problemOf(node) !== undefined} aria-describedby=${describedBy(node, view)}
    ?disabled=${view.isDisabled} .value=${live(node.raw ?? '')} @input=${oninput} @blur=${() => view.leave(node)}></textarea>${restoreButton(node, view)}`;
}

function placeholder({ kind, shape: { type } }: Field, { text }: FullView): string {
  return kind === 'object' || type === 'object' ? '{ }' : kind === 'list' || type === 'array' ? '[ ]' : text.json;
}

/** Holds JSON that the user wrote against the fields that it stands for. */
export function checkRaw(
  node: FormNode,
  given: Given | undefined,
  reading: FullReading,
  newNode: (field: Field, depth: number) => FormNode,
): void {
  const { text, problems, structures } = reading;
  const value = given?.value ?? {};
  if (!isJsonObject(value)) return void problems.set(node, text.notObject);
  const copy = newNode(node.field, node.depth);
  fillNode(copy, { value }, structures);
  // A checkbox that nobody ticked says no; a member that nobody wrote says nothing.
  for (const one of within(copy)) if (one.field.kind === 'boolean' && !one.given) one.text = '';
  const found: FullReading = { ...reading, problems: new Map() };
  readNode(copy, found);
  const lines = [...found.problems]
    .slice(0, MAX_LISTED)
    .map(([{ field }, problem]) =>
      field.name === '' ? problem : text.unnamedProblem(shortText(field.name, 60), problem),
    );
  if (lines.length > 0) problems.set(node, lines.join('\n'));
}
