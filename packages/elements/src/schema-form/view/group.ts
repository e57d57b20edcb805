/** Objects, lists and variants: fields that hold others. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { shortText } from '../../internal/text/text.ts';
import type { SchemaFormMessages } from '../messages.ts';
import type { FormNode, Variant } from '../model/node.ts';
import { arranged, foldedMembers } from './arrangement.ts';
import { rawTemplate } from './text-area.ts';
import {
  describedBy,
  hintsTemplate,
  isInvalid,
  label,
  problemTemplate,
  titleOf,
  type FieldContext,
} from './field-parts.ts';

/** A longer name of a member is shown, but not edited. */
const MAX_NAME = 1_000;
/** So many more items are shown on request. */
const MORE = 100;
/** In an object or a list that is not longer, all items are shown in time, so that the user can search the page for them. */
const MAX_DRAWN = 1_000;
/** So many of the hidden items are shown because something is wrong with them. */
const MAX_WRONG = 20;

/** The whole form. */
export function rootTemplate(root: FormNode, context: FieldContext): TemplateResult {
  if (root.field.kind === 'variants') return variantsTemplate(root, context);
  return root.items.length === 0 && !context.structures.canAddMember(root)
    ? html`<p class="soft">${context.text.nothing}</p>`
    : membersTemplate(root, context);
}

/** An object, a list or a choice of variants. `isBare` hides its head, because something else names it. */
export function structureTemplate(node: FormNode, context: FieldContext, isBare: boolean): TemplateResult {
  const { field, id } = node;
  const { text } = context;
  const title = titleOf(node, text);
  const body = node.raw !== undefined ? rawTemplate(node, context) : node.isNull ? nothing : bodyOf(node, context);
  const wrong = problemTemplate(node, context);
  if (isBare) return html`<div class="item bare">${body}${wrong}</div>`;
  const isOpen = node.isPresent || node.isNull || node.raw !== undefined;
  const canClose = isOpen && !field.isRequired;
  return html`<div class="item structure ${isOpen ? 'open' : ''}" part="field" role="group" aria-labelledby="${id}-label" aria-describedby=${describedBy(node, context)}>
    <div class="head"><span class="label" id="${id}-label">${label(node, context)}</span>
      <span class="tools">${field.isNullable ? nullToggle(node, context) : nothing}
        <button type="button" class="button quiet small as-json" part="button quiet small" ?disabled=${context.isDisabled} aria-label=${node.raw === undefined ? text.asJsonNamed(title) : text.asFormNamed(title)} aria-pressed=${node.raw !== undefined} ?hidden=${node.isNull} @click=${() => context.toggleRaw(node)}>${text.json}</button>
        ${
          canClose
            ? html`<button type="button" class="button quiet small danger" part="button quiet danger small" ?disabled=${context.isDisabled} aria-label=${text.removeNamed(title)} @click=${() =>
                context.act(
                  node,
                  () => {
                    context.structures.close(node);
                    return node;
                  },
                  text.removed(title),
                )}>${text.remove}</button>`
            : nothing
        }
      </span>
    </div>
    ${hintsTemplate(node, context)}${body}${wrong}
  </div>`;
}

export function nullToggle(node: FormNode, context: FieldContext): TemplateResult | typeof nothing {
  const {
    field: { kind, isNullable },
    id,
  } = node;
  if (!isNullable || node.raw !== undefined || kind === 'choice' || kind === 'boolean' || kind === 'json')
    return nothing;
  const onpick = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement) context.change(node, { isNull: target.checked });
  };
  return html`<span class="check small soft">
    <input part="checkbox" id="${id}-null" type="checkbox" ?disabled=${context.isDisabled} .checked=${live(node.isNull)} @change=${onpick} />
    <label for="${id}-null">${context.text.sendNull}<span class="visually-hidden"> (${titleOf(node, context.text)})</span></label>
  </span>`;
}

function bodyOf(node: FormNode, context: FieldContext): TemplateResult {
  if (node.field.kind === 'variants') return variantsTemplate(node, context);
  if (!node.isPresent && node.depth > 0) {
    const { text } = context;
    const title = titleOf(node, text);
    const isList = node.field.kind === 'list';
    return html`<div><button type="button" class="button small" part="button secondary small" id=${node.id} ?disabled=${context.isDisabled} aria-label=${isList ? text.addItemTo(title) : text.addNamed(title)} @click=${() =>
      context.act(
        node,
        () => {
          context.structures.open(node);
          if (isList && node.items.length === 0) return context.structures.addItem(node);
          return node.items[0] ?? node;
        },
        text.added(title),
      )}><span aria-hidden="true">+</span> ${isList ? text.addItem : text.add}</button></div>`;
  }
  return node.field.kind === 'list' ? listTemplate(node, context) : membersTemplate(node, context);
}

/** The members of an object, including those that the user named. */
function membersTemplate(node: FormNode, context: FieldContext): TemplateResult {
  const { text, structures } = context;
  const title = titleOf(node, text);
  const members = placed(node.items).filter(({ item }) => !isImplied(item, context));
  const { first, folded } = arranged(node, members, context.layout);
  const all = [...first, ...folded];
  const shown = new Set(shownOf(all, node, context));
  const draw = (some: readonly Placed[]): unknown =>
    repeat(
      some.filter((one) => shown.has(one)),
      ({ item }) => item.id,
      ({ item }) => (item.isNamed ? memberTemplate(node, item, context) : context.field(item)),
    );
  return html`<div class="members">
    ${draw(first)}
    ${foldedMembers(node, folded, context, draw(folded))}
    ${moreButton(all, node, context)}
    ${
      structures.canAddMember(node)
        ? html`<div><button type="button" class="button small" part="button secondary small" ?disabled=${context.isDisabled} aria-label=${node.depth > 0 ? text.addMemberTo(title) : nothing} @click=${() =>
            context.act(
              node,
              () => {
                const member = structures.addMember(node);
                return `${member.id}-name`;
              },
              text.added(text.newMember),
            )}><span aria-hidden="true">+</span> ${text.addMember}</button></div>`
        : node.items.length === 0 && node.depth > 0
          ? html`<p class="soft small">${text.empty}</p>`
          : nothing
    }
  </div>`;
}

/** A constant that is known once its variant is chosen need not be shown. */
function isImplied(node: FormNode, context: FieldContext): boolean {
  const { kind, options, isRequired } = node.field;
  return (
    node.depth > 1 &&
    kind === 'choice' &&
    options.count === 1 &&
    isRequired &&
    node.text !== '' &&
    !isInvalid(node, context)
  );
}

function memberTemplate(parent: FormNode, member: FormNode, context: FieldContext): TemplateResult {
  const { text, structures } = context;
  const title = titleOf(member, text);
  const onname = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement)
      context.act(member, () => {
        structures.rename(parent, member, target.value);
        return undefined;
      });
  };
  return html`<div class="member" role="group" aria-label=${title}>
    <div class="member-name"><label class="small" for="${member.id}-name">${text.memberName}</label>
      ${member.field.name.length > MAX_NAME ? html`<code id="${member.id}-name"><bdi>${shortText(member.field.name, 200)}</bdi></code>` : html`<input class="field mono" part="control" id="${member.id}-name" autocomplete="off" autocapitalize="none" spellcheck="false" ?disabled=${context.isDisabled} .value=${live(member.field.name)} @change=${onname} />`}
    </div>
    <button type="button" class="button quiet small danger" part="button quiet danger small" ?disabled=${context.isDisabled} aria-label=${text.removeNamed(title)} @click=${() =>
      context.act(
        parent,
        () => {
          structures.remove(parent, member);
          return parent;
        },
        text.removed(title),
      )}>${text.remove}</button>
    <div class="member-value">${context.field(member, true)}</div>
  </div>`;
}

function listTemplate(list: FormNode, context: FieldContext): TemplateResult {
  const { text, structures } = context;
  const title = titleOf(list, text);
  const canAdd = structures.canAddItem(list);
  const all = placed(list.items);
  return html`${list.items.length === 0 ? html`<p class="soft small">${text.empty}</p>` : nothing}
    <ol class="list-items ${list.items.some(isStructure) ? 'of-structures' : ''}">${repeat(
      shownOf(all, list, context),
      ({ item }) => item.id,
      ({ item, index }) => itemTemplate(list, item, index, context),
    )}</ol>
    ${moreButton(all, list, context)}
    <div>${canAdd ? html`<button type="button" class="button small" part="button secondary small" id=${list.id} ?disabled=${context.isDisabled} aria-label=${text.addItemTo(title)} @click=${() => context.act(list, () => structures.addItem(list), text.added(text.item(list.items.length + 1)))}><span aria-hidden="true">+</span> ${text.addItem}</button>` : nothing}</div>`;
}

const isStructure = ({ field: { kind } }: FormNode): boolean =>
  kind === 'object' || kind === 'list' || kind === 'variants';

function itemTemplate(list: FormNode, item: FormNode, index: number, context: FieldContext): TemplateResult {
  const { text, structures, isDisabled } = context;
  const name = text.item(index + 1);
  const { items } = list;
  const canMoveTo = (to: number): boolean =>
    to >= 0 && to < items.length && !structures.isFixed(list, index) && !structures.isFixed(list, to);
  const move = (to: number, focus: string): void => {
    if (canMoveTo(to))
      context.act(
        list,
        () => {
          structures.move(list, index, to);
          return focus;
        },
        text.moved(name, to + 1, items.length),
      );
  };
  const onkeydown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    const { target } = event;
    move(index + (event.key === 'ArrowUp' ? -1 : 1), target instanceof HTMLElement ? target.id : '');
  };
  const arrow = (
    by: -1 | 1,
  ): TemplateResult => html`<button type="button" class="button quiet small icon" part="button quiet small icon" id="${item.id}-${by < 0 ? 'up' : 'down'}" ?disabled=${isDisabled} aria-disabled=${!canMoveTo(index + by)}
    aria-label=${by < 0 ? text.moveUpNamed(name) : text.moveDownNamed(name)} title=${by < 0 ? text.moveUp : text.moveDown} @click=${() => move(index + by, `${item.id}-${by < 0 ? 'up' : 'down'}`)}><span aria-hidden="true">${by < 0 ? '↑' : '↓'}</span></button>`;
  const isSimple = !isStructure(item);
  return html`<li class="list-item ${isSimple ? 'simple' : ''}" @keydown=${onkeydown}>
    <span class="number soft small" aria-hidden="true">${index + 1}</span>
    <div class="item-value">${context.field(item, isSimple && item.field.isItem)}</div>
    <span class="tools">${items.length > 1 ? [arrow(-1), arrow(1)] : nothing}
      <button type="button" class="button quiet small danger icon" part="button quiet danger small icon" ?disabled=${isDisabled} aria-label=${text.removeNamed(name)} title=${text.remove} @click=${() =>
        context.act(
          list,
          () => {
            structures.remove(list, item);
            return list.items[index] ?? list.items.at(-1) ?? list;
          },
          text.removed(name),
        )}><span aria-hidden="true">✕</span></button>
    </span>
  </li>`;
}

function variantsTemplate(node: FormNode, context: FieldContext): TemplateResult {
  const { text, structures } = context;
  const { variants = [], isRequired } = node.field;
  const [child] = node.items;
  const onpick = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement)
      context.act(node, () => {
        if (target.value === '') structures.close(node);
        else structures.open(node, Number(target.value));
        return undefined;
      });
  };
  const isNull = child !== undefined && child.field.kind === 'choice' && child.field.options.count === 1;
  return html`<select class="field narrow" part="control select" id=${node.id} aria-label=${text.variant(titleOf(node, text))} aria-required=${isRequired} aria-invalid=${isInvalid(node, context)} ?disabled=${context.isDisabled} @change=${onpick} @blur=${() => context.leave(node)}>
      ${!isRequired || !child ? html`<option value="" .selected=${!child}>${isRequired ? text.choose : text.none}</option>` : nothing}
      ${variants.map((variant, index) => html`<option value=${index} .selected=${node.text === String(index)}>${variantTitle(variant, variants, index, text)}</option>`)}
    </select>
    ${child && !isNull ? html`<div class="variant">${child.field.kind === 'object' || child.field.kind === 'list' ? hintsTemplate(child, context) : nothing}${context.field(child, true)}</div>` : nothing}`;
}

/** Two variants of the same type are told apart by a number. */
function variantTitle(
  { title, type }: Variant,
  variants: readonly Variant[],
  index: number,
  text: SchemaFormMessages,
): string {
  if (title) return shortText(title, 80);
  const name = Object.hasOwn(text.types, type) ? text.types[type] : undefined;
  return name !== undefined && variants.every((other, at) => at === index || other.title !== '' || other.type !== type)
    ? name
    : text.variantNumber(index + 1);
}

/** An item, and where it stands in the value. */
interface Placed {
  readonly item: FormNode;
  readonly index: number;
}

const placed = (items: readonly FormNode[]): Placed[] => items.map((item, index) => ({ item, index }));

/** The first ones, and after them those that are wrong or already drawn. */
function shownOf(all: readonly Placed[], { shown }: FormNode, context: FieldContext): Placed[] {
  return [
    ...all.slice(0, shown),
    ...all
      .slice(shown)
      .filter(({ item }) => isInvalid(item, context) || context.drawn.has(item))
      .slice(0, MAX_WRONG),
  ];
}

function moreButton(all: readonly Placed[], node: FormNode, context: FieldContext): TemplateResult | typeof nothing {
  const { shown } = node;
  const hidden = all.length - shown;
  if (hidden > 0 && node.items.length <= MAX_DRAWN) context.drawMoreOf(node);
  return hidden > 0
    ? html`<div><button type="button" class="button small" part="button secondary small" @click=${() =>
        context.act(node, () => {
          node.shown = shown + MORE;
          return all[shown]?.item;
        })}>${context.text.showMore(hidden)}</button></div>`
    : nothing;
}
