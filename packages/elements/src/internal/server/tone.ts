/** How much care a tool calls for, by the claims of its server or by the defaults of the specification, and the sign for that. */
import type { Tool } from '@mcp-web/client';
import { css, html, svg, type SVGTemplateResult, type TemplateResult } from 'lit';

/** `calm`: the server says that it only reads; `addition`: that no data is lost; `danger`: that some may be. `caution`: it does not say. */
export type Tone = 'calm' | 'addition' | 'caution' | 'danger';

export function toneOf({ annotations: { readOnlyHint, destructiveHint } = {} }: Tool): Tone {
  // What a server says about destroying counts only for tools that are not read-only.
  if (readOnlyHint === true) return 'calm';
  if (destructiveHint === undefined) return 'caution';
  return destructiveHint ? 'danger' : 'addition';
}

export const toneIcon = (tone: Tone): TemplateResult =>
  html`<svg class="sign-icon" viewBox="0 0 20 20" aria-hidden="true">${DRAWINGS[tone]}</svg>`;

const WARNING = svg`<path d="M10 2.5 18.5 17h-17ZM10 8v4M10 14.5v.2" />`;
const DRAWINGS: Readonly<Record<Tone, SVGTemplateResult>> = {
  calm: svg`<path d="M1.5 10S4.5 4 10 4s8.5 6 8.5 6-3 6-8.5 6-8.5-6-8.5-6Z" /><circle cx="10" cy="10" r="2.5" />`,
  addition: svg`<circle cx="10" cy="10" r="8" /><path d="M10 6v8M6 10h8" />`,
  caution: WARNING,
  danger: WARNING,
};

/** The signs, and buttons for what may destroy. */
export const toneStyles = css`
  .sign-icon { flex: none; inline-size: 1.2em; block-size: 1.2em; fill: none; stroke: currentcolor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
  .button:where(:not([aria-disabled='true'])) {
    &.primary.danger { background: var(--_danger); color: var(--_surface); }
    &.primary.danger:hover { border-color: var(--_danger); background: var(--_surface); color: var(--_danger); }
  }
`;
