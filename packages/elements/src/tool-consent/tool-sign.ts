/** What a tool may do, by the claims of its server or by the defaults of the specification: as a sentence with a sign. */
import type { Tool, ToolAnnotations } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import type { ToolConsentMessages } from './messages.ts';

/** `danger`: the server says that data may be lost. `caution`: it does not say that none is. */
export type Tone = 'calm' | 'caution' | 'danger';

export function toneOf({ annotations: { readOnlyHint, destructiveHint } = {} }: Tool): Tone {
  // What a server says about destroying counts only for tools that are not read-only.
  if (readOnlyHint === true || destructiveHint === false) return 'calm';
  return destructiveHint === true ? 'danger' : 'caution';
}

/** The sentence, which says whose word it is. */
export function toolSign(messages: ToolConsentMessages, tool: Tool): TemplateResult {
  const tone = toneOf(tool);
  const { readOnlyHint, openWorldHint } = tool.annotations ?? {};
  const claim = {
    calm: readOnlyHint === true ? messages.reads : messages.adds,
    caution: readOnlyHint === false ? messages.changesData : messages.unknown,
    danger: messages.destroys,
  }[tone];
  const reach =
    openWorldHint === true
      ? messages.reachesOut
      : openWorldHint === undefined && tone !== 'calm'
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

/** The same sign on the button that allows; none for a calm one. */
export function toneIcon(tone: Tone): TemplateResult {
  return tone === 'calm'
    ? html`<svg class="sign-icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M1.5 10S4.5 4 10 4s8.5 6 8.5 6-3 6-8.5 6-8.5-6-8.5-6Z" /><circle cx="10" cy="10" r="2.5" /></svg>`
    : html`<svg class="sign-icon" viewBox="0 0 20 20" aria-hidden="true"><path d="M10 2.5 18.5 17h-17ZM10 8v4M10 14.5v.2" /></svg>`;
}
