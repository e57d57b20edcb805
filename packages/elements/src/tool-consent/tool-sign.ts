/** What a tool may do, by the claims of its server or by the defaults of the specification: as a sentence with a sign. */
import type { Tool, ToolAnnotations } from '@mcp-web/client';
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from 'lit';
import type { ToolConsentMessages } from './messages.ts';

/** `calm`: the server says that it only reads; `addition`: that no data is lost; `danger`: that some may be. `caution`: it does not say. */
export type Tone = 'calm' | 'addition' | 'caution' | 'danger';

export function toneOf({ annotations: { readOnlyHint, destructiveHint } = {} }: Tool): Tone {
  // What a server says about destroying counts only for tools that are not read-only.
  if (readOnlyHint === true) return 'calm';
  if (destructiveHint === undefined) return 'caution';
  return destructiveHint ? 'danger' : 'addition';
}

/** The sentence, which says whose word it is. */
export function toolSign(messages: ToolConsentMessages, tool: Tool): TemplateResult {
  const tone = toneOf(tool);
  const { readOnlyHint, openWorldHint } = tool.annotations ?? {};
  const claim = {
    calm: messages.reads,
    addition: messages.adds,
    caution: readOnlyHint === false ? messages.changesData : messages.unknown,
    danger: messages.destroys,
  }[tone];
  const reach =
    openWorldHint === true
      ? messages.reachesOut
      : openWorldHint === undefined && (tone === 'caution' || tone === 'danger')
        ? messages.mayReachOut
        : nothing;
  return html`<p class="sign ${tone}" part="sign">${toneIcon(tone)}<span>${claim} ${reach}</span></p>`;
}

/** The claims that the sentence does not repeat, and that are no reason for care. */
export function restOf({ annotations: { readOnlyHint, idempotentHint, openWorldHint } = {} }: Tool): ToolAnnotations {
  return {
    ...(!readOnlyHint && idempotentHint !== undefined && { idempotentHint }),
    ...(openWorldHint === false && { openWorldHint }),
  };
}

/** The same sign is on the button that allows, unless the tool only reads. */
export const toneIcon = (tone: Tone): TemplateResult =>
  html`<svg class="sign-icon" viewBox="0 0 20 20" aria-hidden="true">${DRAWINGS[tone]}</svg>`;

const WARNING = svg`<path d="M10 2.5 18.5 17h-17ZM10 8v4M10 14.5v.2" />`;
const DRAWINGS: Readonly<Record<Tone, SVGTemplateResult>> = {
  calm: svg`<path d="M1.5 10S4.5 4 10 4s8.5 6 8.5 6-3 6-8.5 6-8.5-6-8.5-6Z" /><circle cx="10" cy="10" r="2.5" />`,
  addition: svg`<circle cx="10" cy="10" r="8" /><path d="M10 6v8M6 10h8" />`,
  caution: WARNING,
  danger: WARNING,
};
