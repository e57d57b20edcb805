/** A call in the timeline: as the host knows it, or else as the conversation has it, which may be from a file. */
import type { HostCall, McpHost, ToolResultContent, ToolUseContent } from '@mcp-web/client';
import type { ModelResult, ModelTool } from '@mcp-web/client/tools';
import { html, type TemplateResult } from 'lit';
import { PARTS } from '../internal/style/shared-parts.ts';
import type { CardOwner } from '../tool-call/tool-call.ts';

export interface ChatCall {
  readonly host: McpHost | undefined;
  readonly use: ToolUseContent;
  /** How the host names it. */
  readonly callId: string | undefined;
  readonly result: ModelResult | ToolResultContent | undefined;
  /** The tool, if a server offers it now. */
  readonly tool: ModelTool | undefined;
  readonly owner: CardOwner;
}

export function callCard(shown: ChatCall): TemplateResult {
  const { host, callId, owner } = shown;
  return html`<mcp-tool-call part="call" exportparts="result, error, ${PARTS}" .host=${host} .callId=${callId} .call=${told(shown)} .owner=${owner}></mcp-tool-call>`;
}

/** What the model was told, once it was. */
function told({ use, callId, result, tool }: ChatCall): HostCall | undefined {
  if (!result) return undefined;
  return {
    id: callId ?? use.id,
    serverId: tool?.serverId ?? '',
    serverName: tool?.place?.split('/')[0] ?? '',
    name: tool?.tool?.name ?? use.name,
    tool: tool?.tool,
    arguments: use.input,
    by: 'model',
    state: result.isError ? 'failed' : 'done',
    startedAt: 0,
    endedAt: 0,
    result: { content: [...result.content], isError: result.isError === true },
  };
}
