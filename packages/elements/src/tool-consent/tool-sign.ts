/** What a tool may do, by the claims of its server or by the defaults of the specification: as a sentence with a sign. */
import type { Tool, ToolAnnotations } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { toneIcon, toneOf } from '../internal/server/tone.ts';
import type { ToolConsentMessages } from './messages.ts';

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
