/** A tool in the list. */
import { displayName, type Tool } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { type Tone, toneIcon, toneOf } from '../internal/server/tone.ts';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import { shortText } from '../internal/text/text.ts';
import type { Group } from './listed-tools.ts';
import type { ToolsMessages } from './messages.ts';
import type { ToolRun } from './tool-run.ts';

export interface ToolRow {
  readonly icon: unknown;
  readonly isStop: boolean;
  readonly isPicked: boolean;
  readonly isEnabled: boolean;
  readonly run: ToolRun | undefined;
  readonly onfocus: () => void;
  readonly onpick: () => void;
}

/** @param index its place among the tools of its server */
export function toolRow(
  messages: ToolsMessages,
  shared: SharedMessages,
  { tools, start }: Pick<Group, 'tools' | 'start'>,
  tool: Tool,
  index: number,
  { icon, isStop, isPicked, isEnabled, run, onfocus, onpick }: ToolRow,
): TemplateResult {
  return html`<div role="listitem" aria-setsize=${tools.length} aria-posinset=${index + 1}><button type="button" class="tool" part="item ${isPicked ? 'chosen' : ''}" data-index=${start + index} tabindex=${isStop ? 0 : -1} aria-current=${isPicked} @focus=${onfocus} @click=${onpick}>
      <b>${icon}<bdi>${shortText(displayName(tool))}</bdi></b>
      ${toneMark(messages, shared, toneOf(tool))}
      ${run?.isActive ? html`<span class="badge accent" part="badge">${run.status === 'waiting' ? messages.waiting : messages.running}</span>` : isEnabled ? nothing : html`<span class="badge" part="badge">${messages.off}</span>`}
      ${tool.description ? html`<span class="description" dir="auto">${shortText(tool.description, 160)}</span>` : nothing}
    </button></div>`;
}

/** A sign at tools that may destroy something. A tool whose server says nothing has one too: it must not look like a harmless one. */
function toneMark(messages: ToolsMessages, shared: SharedMessages, tone: Tone): TemplateResult | typeof nothing {
  if (tone !== 'caution' && tone !== 'danger') return nothing;
  const text = riskText(messages, shared, tone);
  return html`<span class="tone ${tone}" title=${text}>${toneIcon(tone)}<span class="visually-hidden">${text}</span></span>`;
}

/** What the sign means. */
export const riskText = (messages: ToolsMessages, shared: SharedMessages, tone: 'caution' | 'danger'): string =>
  tone === 'danger' ? `${shared.claims} ${shared.destructive}` : messages.mayDestroy;
