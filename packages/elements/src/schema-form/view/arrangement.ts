/** Which members of an object are shown first, and which ones are folded. */
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { type FormNode, within } from '../model/node.ts';
import type { FieldContext } from './field-parts.ts';
import type { FormLayout } from './layout.ts';

/** So few optional members are not worth a fold. */
const MAX_OPTIONAL = 3;

interface Arranged<T> {
  readonly first: readonly T[];
  readonly folded: readonly T[];
}

/** Puts the members in the order of the layout, and sets those aside that the user may leave out. */
export function arranged<T extends { readonly item: FormNode }>(
  node: FormNode,
  members: readonly T[],
  { order = [], optional }: FormLayout,
): Arranged<T> {
  const places = new Map(node.depth === 0 ? order.map((name, place) => [name, place]) : []);
  const placeOf = ({ item }: T): number => places.get(item.field.name) ?? places.size;
  const ordered = places.size === 0 ? members : members.toSorted((one, other) => placeOf(one) - placeOf(other));
  if (optional !== 'folded') return { first: ordered, folded: [] };
  const [needed, spare] = [ordered.filter((one) => !isSpare(one.item)), ordered.filter((one) => isSpare(one.item))];
  // What the page names in its order, the user should see.
  const isNamedByPage = (one: T): boolean => places.has(one.item.field.name);
  const folded = spare.filter((one) => !isNamedByPage(one));
  const isFolded = new Set(folded);
  if (folded.length <= MAX_OPTIONAL) return { first: places.size > 0 ? ordered : [...needed, ...spare], folded: [] };
  return { first: ordered.filter((one) => !isFolded.has(one)), folded };
}

/** Optional, and without a value when the form was filled. */
const isSpare = ({ field, isNamed, given }: FormNode): boolean => !field.isRequired && !isNamed && given === undefined;

export function foldedMembers(
  node: FormNode,
  folded: readonly { readonly item: FormNode }[],
  context: FieldContext,
  members: unknown,
): TemplateResult | typeof nothing {
  if (folded.length === 0) return nothing;
  const isWrong = folded.some(({ item }) => [...within(item)].some((one) => context.problemOf(one) !== undefined));
  const ontoggle = ({ currentTarget }: Event): void => {
    if (currentTarget instanceof HTMLDetailsElement) node.isUnfolded = currentTarget.open;
  };
  return html`<details class="optional" part="optional" .open=${live(node.isUnfolded || isWrong)} @toggle=${ontoggle}>
    <summary part="summary">${context.text.optional(folded.length)}</summary><div class="members">${members}</div>
  </details>`;
}
