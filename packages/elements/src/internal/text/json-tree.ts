/** Shows a JSON value as a tree. Only open nodes are rendered, and long lists and texts in steps. */
import { css, html, nothing, render, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { keyed } from 'lit/directives/keyed.js';
import type { McpElement } from '../base/element.ts';
import { previewJson } from './json-preview.ts';
import { serverText, shortText } from './text.ts';

const MEMBERS_AT_ONCE = 100;
/** Levels are open at first only as long as the tree has no more members than this. */
const MAX_AT_FIRST = 200;
/** A value with no more leaves and levels than this is small. */
const MAX_OF_SMALL = 50;
const MAX_DEPTH = 10;

export interface JsonTreeOptions {
  /** How many levels are open at first. 1 by default. */
  readonly openLevels?: number;
}

/** Renders a value as a tree, with the messages of the element that shows it. Needs `jsonTreeStyles`. */
export function jsonTree(host: McpElement, value: unknown, { openLevels = 1 }: JsonTreeOptions = {}): unknown {
  // Open nodes are rendered outside of the template, so another value needs a new tree.
  return guard([value, openLevels, host.shared.moreMembers], () =>
    keyed(
      value,
      html`<div class="json-tree" dir="ltr">${root(host, value, { levels: openLevels, room: { left: MAX_AT_FIRST } })}</div>`,
    ),
  );
}

/** How many levels to open so that a small value is seen, and can be copied, whole: all, or else `otherwise`. */
export function levelsFor(value: unknown, otherwise: number): number {
  let left = MAX_OF_SMALL;
  const isSmall = (member: unknown, depth = 0): boolean => {
    if (typeof member !== 'object' || member === null) return --left >= 0;
    const members = new Members(member);
    return (
      depth < MAX_DEPTH &&
      members.count <= left &&
      members.slice(0, members.count).every(([, inner]) => isSmall(inner, depth + 1))
    );
  };
  return isSmall(value) ? Infinity : otherwise;
}

/** What is open at first. */
interface Opening {
  readonly levels: number;
  readonly room: { left: number };
}

const closed = (): Opening => ({ levels: 0, room: { left: 0 } });

/** The outermost level is always open: it has no name to click on. */
function root(host: McpElement, value: unknown, opening: Opening): TemplateResult | TemplateResult[] {
  const members = typeof value === 'object' && value !== null && opening.levels > 0 ? new Members(value) : undefined;
  return members && members.count > 0
    ? membersFrom(host, members, 0, deeper(opening))
    : node(host, undefined, value, opening);
}

function node(host: McpElement, name: string | undefined, value: unknown, opening: Opening): TemplateResult {
  const label = name === undefined ? nothing : html`<span class="json-name"><bdi>${shortText(name, 80)}</bdi></span>`;
  if (typeof value !== 'object' || value === null) return html`<div class="json-leaf">${label}${leaf(value)}</div>`;
  const members = new Members(value);
  if (members.count === 0)
    return html`<div class="json-leaf">${label}<span class="json-soft">${Array.isArray(value) ? host.shared.emptyArray : host.shared.emptyObject}</span></div>`;
  const isOpen = opening.levels > 0 && opening.room.left > 0;
  const ontoggle = ({ currentTarget }: Event): void => {
    const body =
      currentTarget instanceof HTMLDetailsElement && currentTarget.open
        ? currentTarget.querySelector<HTMLElement>(':scope > .json-members')
        : null;
    if (body && !isOpen && body.childElementCount === 0)
      render(membersFrom(host, members, 0, closed()), body, { host });
  };
  return html`<details ?open=${isOpen} @toggle=${ontoggle}>
    <summary part="summary">${label}<span class="json-soft json-preview"><bdi>${previewJson(members.first, 80)}</bdi></span></summary>
    ${
      isOpen
        ? html`<div class="json-members">${membersFrom(host, members, 0, deeper(opening))}</div>`
        : html`<div class="json-members"></div>`
    }
  </details>`;
}

const deeper = ({ levels, room }: Opening): Opening => ({ levels: levels - 1, room });

/** The next members, and a button for more. */
function membersFrom(host: McpElement, members: Members, start: number, opening: Opening): TemplateResult[] {
  const end = start + MEMBERS_AT_ONCE;
  opening.room.left -= Math.min(end, members.count) - start;
  const next = members.slice(start, end).map(([key, member]) => node(host, key, member, opening));
  return members.count > end ? [...next, more(host, members, end)] : next;
}

function more(host: McpElement, members: Members, start: number): TemplateResult {
  const onmore = ({ currentTarget }: Event): void => {
    const button = currentTarget instanceof HTMLElement ? currentTarget : undefined;
    const place = button?.nextElementSibling;
    if (!button || !(place instanceof HTMLElement)) return;
    render(membersFrom(host, members, start, closed()), place, { host });
    button.hidden = true;
    place.tabIndex = -1;
    (place.querySelector<HTMLElement>('summary, button') ?? place).focus();
  };
  return html`<div><button type="button" class="link json-more" part="link" @click=${onmore}>${host.shared.moreMembers(members.count - start)}</button><div></div></div>`;
}

/** The members of a value. Only those that are shown are read: there may be a million. */
class Members {
  readonly #value: object;
  /** The names; undefined for an array. */
  readonly #names: readonly string[] | undefined;
  readonly count: number;

  constructor(value: object) {
    this.#value = value;
    this.#names = Array.isArray(value) ? undefined : Object.keys(value);
    this.count = Array.isArray(value) ? value.length : (this.#names?.length ?? 0);
  }

  /** The value with its first members only: to list the names once more may take long. */
  get first(): object {
    return this.#names && this.count > MEMBERS_AT_ONCE
      ? Object.fromEntries(this.slice(0, MEMBERS_AT_ONCE))
      : this.#value;
  }

  slice(start: number, end: number): [string, unknown][] {
    return Array.from({ length: Math.min(end, this.count) - start }, (_none, index) => {
      const name = this.#names?.[start + index] ?? String(start + index);
      return [name, Reflect.get(this.#value, name)];
    });
  }
}

/** An address or id that is longer is not shown whole everywhere. */
const MAX_WORD = 120;

/** Whether nobody wants to copy only a part of a text. */
export const isOneWord = (text: string): boolean => text.length <= MAX_WORD && !/\s/.test(text);

function leaf(value: unknown): TemplateResult {
  return typeof value === 'string'
    ? html`<span class="json-string ${isOneWord(value) ? 'whole' : ''}">${value === '' ? '""' : serverText(value, 300)}</span>`
    : html`<span class="whole json-${value === null ? 'null' : typeof value}">${String(value)}</span>`;
}

export const jsonTreeStyles = css`
  .json-tree { overflow: auto; font-family: var(--_mono); font-size: 0.8667em; line-height: 1.6; }
  /* What one presses is 24px high, and each line as high as the next. */
  .json-tree summary, .json-leaf { min-block-size: 24px; padding-block: max(0px, (24px - 1.6em) / 2); }
  .json-tree summary { display: flex; inline-size: auto; align-items: baseline; gap: 8px; border-radius: 4px; list-style: none; white-space: nowrap; }
  .json-tree summary::-webkit-details-marker { display: none; }
  .json-tree summary::before {
    content: '';
    flex: none;
    align-self: center;
    inline-size: 0;
    border-block: 4px solid transparent;
    border-inline-start: 5px solid var(--_text-soft);
    margin-inline: 2px 1px;
    transition: rotate 120ms;
  }
  .json-tree details[open] > summary::before { rotate: 90deg; }
  .json-tree summary:hover { background: var(--_accent-soft); }
  .json-tree summary:focus-visible { outline-offset: -2px; }
  .json-preview { overflow: hidden; text-overflow: ellipsis; }
  .json-tree details[open] > summary > .json-preview { visibility: hidden; }
  .json-members { margin-inline-start: 5px; padding-inline-start: 11px; border-inline-start: 1px solid var(--_line); }
  .json-leaf { display: flex; gap: 8px; padding-inline-start: 16px; white-space: pre-wrap; }
  .json-leaf > :last-child { min-inline-size: 0; }
  .json-name { flex: none; max-inline-size: 50%; color: var(--_text-soft); overflow: hidden; text-overflow: ellipsis; }
  .json-name::after { content: ':'; }
  .json-soft, .json-null { color: var(--_text-soft); }
  .json-number, .json-boolean { color: var(--_accent-strong); }
  .json-string { color: var(--_success); }
  /* A click selects an address, an id or a number to the end; of a text one may want a part. */
  .whole { -webkit-user-select: all; user-select: all; }
  @media (forced-colors: active) {
    .json-tree summary::before { border-block-color: Canvas; border-inline-start-color: CanvasText; }
  }
  .json-more { margin-inline-start: 16px; }
`;
