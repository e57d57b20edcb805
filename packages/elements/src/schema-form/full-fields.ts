/** Any form as the user sees it, and the fields that are none of the plain ones. */
import { html, nothing, type TemplateResult } from 'lit';
import { shortText } from '../internal/text/text.ts';
import { dateTimeTemplate } from './date-time.ts';
import { tellChange } from './drawn-form.ts';
import { control, isCheckbox, problemTemplate, select } from './fields.ts';
import type { Form, Look, Owner } from './form.ts';
import { FORMATS } from './formats.ts';
import type { FullView } from './full-view.ts';
import { foldedTemplate, restoreButton } from './long-text.ts';
import { checksTemplate, groupTemplate, labelled, textControl } from './more-fields.ts';
import type { FormNode } from './node.ts';
import { choicesTemplate, choiceTemplate, suggestedTemplate } from './options.ts';
import { LARGE } from './plan.ts';
import { isLongText } from './plan-leaf.ts';
import { english } from './rare-messages.ts';
import { rawTemplate } from './raw.ts';
import { looksSecret, mentionsSecret } from './secrets.ts';
import { nullToggle, rootTemplate, structureTemplate } from './structure-fields.ts';
import type { Structures } from './structures.ts';
import { titleOf } from './title.ts';
import { toggleTemplate } from './toggle.ts';
import { type View, viewOf } from './view.ts';
import type { Widgets } from './widgets.ts';

interface Shown extends Form {
  readonly root: FormNode;
  readonly structures: Structures;
  readonly widgets: Widgets;
  readonly unchecked: string;
  readonly told: Map<FormNode, string>;
  said: string;
  toggleRaw(node: FormNode): boolean;
}

export function formTemplate(form: Shown, look: Look, owner: Owner): TemplateResult {
  const { root } = form;
  const view = fullView(form, viewOf(form, owner, look), owner);
  const { text } = view;
  const isRaw = root.raw !== undefined;
  return html`${form.unchecked ? html`<p class="notice small">${text.unchecked(shortText(form.unchecked, 400))}</p>` : nothing}
    ${isRaw ? html`<label for=${root.id}>${text.wholeJson}</label>${rawTemplate(root, view)}` : rootTemplate(root, view)}
    ${problemTemplate(root, view)}
    ${root.field.kind === 'json' ? nothing : toggleTemplate(isRaw ? text.asForm : text.asJson, view.isDisabled, () => view.toggleRaw(root))}
    <p class="visually-hidden" role="status">${form.said}</p>`;
}

function fullView(form: Shown, plain: View, owner: Owner): FullView {
  const { element, look } = owner;
  const { text: own, shared } = look(english);
  const view: FullView = {
    ...plain,
    text: own,
    shared,
    structures: form.structures,
    problemOf: (node) => form.told.get(node) ?? plain.problemOf(node),
    act: (part, run, said = '') => {
      const next = run();
      form.told.delete(part);
      form.structures.settle();
      form.said = said;
      tellChange(owner, typeof next === 'string' ? { id: next, items: [] } : next);
    },
    toggleRaw: (node) => {
      if (!form.toggleRaw(node)) element.reportValidity();
      element.requestUpdate();
    },
    suggest:
      element.suggest &&
      ((name, typed, signal) => {
        const { [name]: _own, ...others } = element.value;
        return element.suggest?.(name, typed, others, { signal }) ?? Promise.reject(new Error('gone'));
      }),
    widgetOf: (node) => {
      const format = String(node.field.shape['format']);
      const widget = Object.hasOwn(element.widgets, format) ? element.widgets[format] : undefined;
      return widget && form.widgets.template(widget, node, view);
    },
    more: {
      field: (node, isBare) => fieldOf(node, view, isBare),
      hints: (node) => hintsOf(node, view),
      titleOf: (node) => titleOf(node, view.text),
    },
  };
  return view;
}

/** Undefined where it is drawn as in a flat form. */
function fieldOf(node: FormNode, view: FullView, isBare: boolean): TemplateResult | undefined {
  const { kind, isNullable, options } = node.field;
  if (kind === 'object' || kind === 'list' || kind === 'variants') return structureTemplate(node, view, isBare);
  if (node.raw === undefined && kind === 'choices') {
    return groupTemplate(
      node,
      view,
      html`${options.length > LARGE ? choicesTemplate(node, view) : checksTemplate(node, view, options.keys())}${nullToggle(node, view)}`,
    );
  }
  if (node.raw === undefined && !isNullable && isCheckbox(node)) return undefined;
  return labelled(
    node,
    view,
    html`${controlOf(node, view)}${node.raw === undefined ? restoreButton(node, view) : nothing}`,
    isBare,
    nullToggle(node, view),
  );
}

function controlOf(node: FormNode, view: FullView): TemplateResult {
  const { field } = node;
  const { kind, isNullable, options, shape } = field;
  if (node.raw !== undefined) return rawTemplate(node, view);
  if (node.isFolded) return foldedTemplate(node, view);
  if (kind === 'boolean' && isNullable)
    return select(node, view, [
      ['true', view.text.yes],
      ['false', view.text.no],
      ['null', view.text.null],
    ]);
  if (kind === 'choice' && options.length > LARGE) return choiceTemplate(node, view);
  if (kind !== 'text') return control(node, view);
  const widget = view.widgetOf(node);
  if (widget) return widget;
  if (shape['format'] === 'date-time') return dateTimeTemplate(node, view);
  return view.suggest && !shape['format'] && !node.isLong && !isLongText(field)
    ? suggestedTemplate(node, view)
    : textControl(node, view);
}

function hintsOf(node: FormNode, { text }: FullView): unknown[] {
  const { kind, shape, why, name, title, description } = node.field;
  const { format } = shape;
  const reason = node.why ?? why;
  return [
    node.raw !== undefined && (reason ? text[reason] : node.isMisfit ? text.misfit : kind === 'json' && text.jsonHint),
    kind === 'text' &&
      typeof format === 'string' &&
      format !== 'date-time' &&
      !FORMATS.has(format) &&
      text.format(shortText(format, 40)),
    kind !== 'boolean' &&
      (shape['writeOnly'] === true ||
        format === 'password' ||
        looksSecret(name) ||
        looksSecret(title) ||
        mentionsSecret(description)) &&
      html`<span class="notice warning secret">${text.secret}</span>`,
  ].filter((hint) => hint !== false);
}
