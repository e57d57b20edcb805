/** Fields that a flat form leaves out: several options, texts of several lines, formats. */
import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { shortText } from '../internal/text/text.ts';
import { checkbox, describedBy, hintsOf, isInvalid, label, line, oninput, problemTemplate } from './fields.ts';
import { FORMATS } from './formats.ts';
import type { FormNode } from './node.ts';
import { isLongText } from './plan-leaf.ts';
import type { View } from './view.ts';

/** A control below its label. `beside` is what else stands there; `isBare` where something else has its name. */
export function labelled(
  node: FormNode,
  view: View,
  content: unknown,
  isBare: boolean,
  beside?: unknown,
): TemplateResult {
  return html`<div class="item" part="field"><div class="head"><label class=${isBare ? 'visually-hidden' : ''} for=${node.id}>${label(node, view)}</label>${beside}</div>${hintsOf(node, view)}${content}${problemTemplate(node, view)}</div>`;
}

/** Several controls below what they have in common. */
export function groupTemplate(node: FormNode, view: View, content: unknown): TemplateResult {
  return html`<fieldset class="item" part="field" aria-describedby=${describedBy(node, view)} ?disabled=${view.isDisabled}><legend>${label(node, view)}</legend>${hintsOf(node, view)}${content}${problemTemplate(node, view)}</fieldset>`;
}

export function textControl(node: FormNode, view: View): TemplateResult {
  if (node.isLong || isLongText(node.field)) return longText(node, view);
  const type = FORMATS.get(node.field.shape['format'])?.type ?? 'text';
  // What the browser cannot show as a day is edited as text.
  return line(node, view, type === 'date' && node.text && !/^\d{4}-\d\d-\d\d$/.test(node.text) ? 'text' : type);
}

function longText(node: FormNode, view: View): TemplateResult {
  return html`<textarea class="field" part="control" id=${node.id} rows="3" autocomplete="off"
    aria-required=${node.field.isRequired} aria-invalid=${isInvalid(node, view)} aria-describedby=${describedBy(node, view)} ?disabled=${view.isDisabled || node.isNull}
    .value=${live(node.text)} @input=${oninput(node, view)} @blur=${() => view.leave(node)}></textarea>`;
}

/** Options of which several can be chosen. */
export function checksTemplate(node: FormNode, view: View, indexes: Iterable<number>): TemplateResult {
  return html`<div class="options">${Array.from(indexes, (index) => check(node, view, index))}</div>`;
}

function check(node: FormNode, view: View, index: number): TemplateResult {
  const { id, picked = new Set() } = node;
  return checkbox(
    node,
    view,
    index === 0 ? id : `${id}-${index}`,
    picked.has(index),
    (isOn) => ({ picked: new Set([...picked, index].filter((one) => isOn || one !== index)) }),
    html`<bdi>${shortText(node.field.options[index]?.label ?? '', 120)}</bdi>`,
  );
}
