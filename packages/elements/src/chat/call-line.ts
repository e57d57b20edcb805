/** A call in the timeline that the host knows nothing of, such as one of a conversation from a file: a line that opens. */
import type { CallToolResult, ToolResultContent, ToolUseContent } from '@mcp-web/client';
import type { ModelResult } from '@mcp-web/client/tools';
import { html, nothing, type TemplateResult } from 'lit';
import { serverJson, shortText } from '../internal/text/text.ts';
import type { ChatMessages } from './messages.ts';

export interface Call {
  readonly use: ToolUseContent;
  readonly result: ModelResult | ToolResultContent | undefined;
  /** The name of its tool and the host of its server, if a server offers it now. */
  readonly known: { readonly title: string; readonly place: string } | undefined;
}

export function callLine(messages: ChatMessages, { use, result, known }: Call): TemplateResult {
  const state = !result ? 'running' : result.isError ? 'failed' : 'done';
  const shown: CallToolResult | undefined = result && { content: [...result.content] };
  return html`<details class="call" part="call">
    <summary><span class="call-name"><bdi>${shortText(known?.title ?? use.name, 60)}</bdi></span>${known ? html`<bdi class="soft small call-place" dir="ltr">${shortText(known.place, 60)}</bdi>` : nothing}<span class="badge ${state === 'failed' ? 'danger' : state === 'done' ? 'success' : ''}">${messages[state]}</span></summary>
    <div class="stack call-body">
      <div class="stack tight"><h4>${messages.arguments}</h4><pre dir="ltr">${serverJson(use.input, 2_000)}</pre></div>
      ${shown ? html`<div class="stack tight"><h4>${messages.result}</h4><mcp-content .content=${shown.content}></mcp-content></div>` : nothing}
    </div>
  </details>`;
}
