/** What every field shows beside its control, and what it can ask of the form around it. */
import { html, nothing, type TemplateResult } from 'lit';
import { previewJson } from '../../internal/text/json-preview.ts';
import { serverText, shortText } from '../../internal/text/text.ts';
import type { SchemaFormMessages } from '../messages.ts';
import type { Field, FormNode, Texts } from '../model/node.ts';
import { asksForSecret } from '../model/secrets.ts';
import type { Structures } from '../model/structures.ts';
import { FORMATS } from '../model/validate.ts';
import type { FieldLayout, FormLayout } from './layout.ts';

/** A field, or anything else with an id, that the focus can go to. */
export type Target = Pick<FormNode, 'id' | 'items'>;

/** What is shown of the schema of a field, short enough for a line. */
export interface FieldTexts {
  readonly title: string;
  /** Empty if it says no more than the title: `City` says as much as `city`. */
  readonly name: string;
  /** Whether the field asks for a secret. */
  readonly isSecret: boolean;
}

/** A field on the screen. */
export interface DrawnField {
  /** The problem that is shown at it. */
  readonly problem: string | undefined;
  /** Draws it again, alone. */
  readonly draw: () => void;
}

/** The form as its fields see it, while it is rendered and until the next time. */
export interface FieldContext extends Texts {
  readonly structures: Structures;
  readonly isDisabled: boolean;
  /** Renders any field. `isBare` hides its label, because something else names it. */
  readonly field: (node: FormNode, isBare?: boolean) => unknown;
  /** More of what it holds is drawn soon, when the page has nothing else to do. */
  readonly drawMoreOf: (node: FormNode) => void;
  /** The fields that are on the screen. */
  readonly drawn: Map<FormNode, DrawnField>;
  /** What is wrong with a field, once the user should see it. */
  readonly problemOf: (node: FormNode) => string | undefined;
  /** What is shown of the field's schema. */
  readonly textsOf: (field: Field) => FieldTexts;
  /** The user changed a field. The focus moves to `next`. */
  readonly change: (node: FormNode, change: Partial<FormNode>, next?: Target) => void;
  /** The user changed a field, and its control shows that already: only what is wrong with it may have to be drawn. */
  readonly type: (node: FormNode, change: Partial<FormNode>) => void;
  /** The user left a field. */
  readonly leave: (node: FormNode) => void;
  /** Does something with a part of the form. The focus moves to what the function returns; screen readers announce `said`. */
  readonly act: (part: FormNode, run: () => FormNode | string | undefined, said?: string) => void;
  /** Switches between fields and JSON. */
  readonly toggleRaw: (node: FormNode) => void;
  /** The control that the page made for the field. */
  readonly customControl: (node: FormNode) => TemplateResult | undefined;
  /** How the page wants the form to look. */
  readonly layout: FormLayout;
  /** How the page wants this field to look. */
  readonly layoutOf: (node: FormNode) => FieldLayout | undefined;
  /** Asks the page for suggestions. */
  readonly suggest: ((name: string, typed: string, signal: AbortSignal) => Promise<Suggestions>) | undefined;
}

export interface Suggestions {
  readonly values: readonly string[];
  readonly total?: number;
  readonly hasMore?: boolean;
}

/** A control with its label above it. `beside` stands next to the label. */
export function labelled(
  node: FormNode,
  context: FieldContext,
  content: unknown,
  isBare = false,
  beside?: unknown,
): TemplateResult {
  return html`<div class="item" part="field"><div class="head"><label class=${isBare ? 'visually-hidden' : ''} for=${node.id}>${label(node, context)}</label>${beside}</div>${hintsTemplate(node, context)}${content}${problemTemplate(node, context)}</div>`;
}

/** Several controls with a common label. */
export function groupTemplate(node: FormNode, context: FieldContext, content: unknown): TemplateResult {
  return html`<fieldset class="item" part="field" aria-describedby=${describedBy(node, context)} ?disabled=${context.isDisabled}><legend>${label(node, context)}</legend>${hintsTemplate(node, context)}${content}${problemTemplate(node, context)}</fieldset>`;
}

/** Takes longer than drawing the field, so the form does it only once. */
export function textsOf(field: Field): FieldTexts {
  const { name, title } = field;
  const [plainTitle, plainName] = [title, name].map((one) =>
    one
      .slice(0, 200)
      .toLowerCase()
      .replace(/[\s_-]/g, ''),
  );
  return {
    title: shortText(title, 120),
    name: plainTitle === plainName ? '' : shortText(name, 60),
    isSecret: asksForSecret(field),
  };
}

/** The members of an item of a list, if it is an object. */
const membersOf = ({ field: { kind }, items: [first], items }: FormNode): readonly FormNode[] =>
  kind === 'object' ? items : kind === 'variants' && first?.field.kind === 'object' ? first.items : [];

/** What tells an item from the others: its first text, unless that is a secret. */
function itemTitle(node: FormNode, read: FieldContext['textsOf']): string {
  const first = membersOf(node).find(({ field: { kind, shape } }) => kind === 'text' && shape['format'] !== 'json');
  return !first || first.raw !== undefined || first.isNull || read(first.field).isSecret
    ? ''
    : shortText(first.text.trim(), 60);
}

/** Whether a change of `member` may change the title of the item around it. */
export const isTitledBy = (node: FormNode, member: FormNode): boolean =>
  node.field.isItem && membersOf(node).includes(member);

export function label(node: FormNode, { text, textsOf }: FieldContext): TemplateResult {
  const { isRequired, kind, isItem } = node.field;
  if (isItem) {
    const own = itemTitle(node, textsOf);
    return html`${titleOf(node, text)}${own ? html` <bdi class="item-title">${own}</bdi>` : nothing}`;
  }
  const { title, name } = textsOf(node.field);
  return html`<bdi>${title}</bdi>${isRequired && kind !== 'boolean' ? html`<span class="required" aria-hidden="true" title=${text.required}>*</span>` : nothing}${name ? html` <code class="soft" aria-hidden="true">${name}</code>` : nothing}`;
}

/** The name of a field within sentences. An item without a title is named by its position. */
export function titleOf({ field: { title, isItem } }: FormNode, text: SchemaFormMessages): string {
  return isItem ? text.item(Number(title) + 1) : title === '' ? text.newMember : shortText(title, 60);
}

export function hintsTemplate(node: FormNode, context: FieldContext): TemplateResult | typeof nothing {
  const hints = hintsFor(node, context);
  return hints.length > 0
    ? html`<div class="hints soft small" id="${node.id}-hint">${hints.map((hint) => html`<p>${hint}</p>`)}</div>`
    : nothing;
}

function hintsFor(node: FormNode, context: FieldContext): unknown[] {
  const { text } = context;
  const { kind, shape, why, description } = node.field;
  const { format } = shape;
  const hints: unknown[] = [];
  const help = context.layoutOf(node)?.help;
  if (help !== undefined) hints.push(help);
  else if (description) hints.push(serverText(plainLinks(description), 240));
  if (isDefaultLeft(node, context))
    hints.push(html`${text.default} <bdi class="mono">${previewJson(node.field.default?.value, 60)}</bdi>`);
  if (node.raw !== undefined) {
    const reason = node.why ?? why;
    if (reason) hints.push(text[reason]);
    else if (node.isMisfit) hints.push(text.misfit);
    else if (kind === 'json') hints.push(text.jsonHint);
  }
  if (kind === 'text' && typeof format === 'string' && format !== 'uuid' && !FORMATS.has(format))
    hints.push(text.format(shortText(format, 40)));
  if (kind !== 'boolean' && context.textsOf(node.field).isSecret)
    hints.push(html`<span class="notice warning secret">${text.secret}</span>`);
  return hints;
}

/** Whether the server fills in what the user leaves out. */
const isDefaultLeft = ({ field, isNull }: FormNode, { layout }: FieldContext): boolean =>
  layout.defaults === 'marked' && !field.isRequired && field.default !== undefined && !isNull;

/** Only as far as texts of servers are shown: a long one would take long. */
const MAX_READ = 5_000;
const LINK = /\[([^[\]\n]{1,200})\]\((https?:[^()\s]{1,500})\)/g;

/** `[Guide](https://…)` as `Guide (https://…)`. */
const plainLinks = (description: string): string =>
  description.includes('](')
    ? `${description.slice(0, MAX_READ).replace(LINK, '$1 ($2)')}${description.slice(MAX_READ)}`
    : description;

export function problemTemplate(node: FormNode, context: FieldContext): TemplateResult | typeof nothing {
  const problem = context.problemOf(node);
  return problem === undefined
    ? nothing
    : html`<div class="problems small" part="problem" id="${node.id}-problem">${problem.split('\n').map((line) => html`<p class="problem">${line}</p>`)}</div>`;
}

export const isInvalid = (node: FormNode, context: FieldContext): boolean => context.problemOf(node) !== undefined;

/** The ids of what describes the control of a field. */
export function describedBy(node: FormNode, context: FieldContext): string | typeof nothing {
  const ids = [
    hintsFor(node, context).length > 0 ? `${node.id}-hint` : '',
    isInvalid(node, context) ? `${node.id}-problem` : '',
  ];
  return ids.join(' ').trim() || nothing;
}
