/** The tools of one server in the list, drawn in parts. */
import type { HostSnapshot, McpHost, Tool } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import { groupHead } from './group-head.ts';
import { enabledOf, type Group, toolKey } from './listed-tools.ts';
import { ROWS_OF_PART } from './list-parts.ts';
import type { ToolsMessages } from './messages.ts';
import { type ToolRow, toolRow } from './tool-row.ts';

interface ToolGroup {
  readonly host: McpHost | undefined;
  readonly snapshot: HostSnapshot | undefined;
  /** The index of the row that is the tab stop. */
  readonly stop: number;
  /** Whether the part with this key is drawn even if the tab stop is elsewhere. */
  readonly isDrawn: (key: string) => boolean;
  /** Undefined if the group cannot be folded. */
  readonly onfold: (() => void) | undefined;
  readonly row: (tool: Tool, key: string) => Omit<ToolRow, 'isStop' | 'isEnabled'>;
}

export function toolGroup(
  messages: ToolsMessages,
  shared: SharedMessages,
  group: Group,
  { host, snapshot, stop, isDrawn, onfold, row }: ToolGroup,
): TemplateResult {
  const { server, id, rows, start } = group;
  const enabled = new Set(enabledOf(snapshot, server));
  const starts = Array.from({ length: Math.ceil(rows.length / ROWS_OF_PART) }, (_, part) => part * ROWS_OF_PART);
  const hasRows = rows.length > 0;
  return html`<div class="group">
      ${groupHead(messages, shared, group, { host, enabledCount: enabled.size, onfold })}
      <div id="${id}-tools" role=${hasRows ? 'list' : 'presentation'} aria-labelledby=${hasRows ? id : nothing}>${repeat(
        starts,
        (from) => `${id}-${from}`,
        (from) => {
          const part = rows.slice(from, from + ROWS_OF_PART);
          const hasStop = stop >= start + from && stop < start + from + part.length;
          return html`<div class="part" data-key="${id}-${from}" data-rows=${part.length}>${
            hasStop || isDrawn(`${id}-${from}`)
              ? repeat(
                  part,
                  ({ name }) => name,
                  (tool, index) =>
                    toolRow(messages, shared, group, tool, from + index, {
                      ...row(tool, toolKey(server.id, tool.name)),
                      isStop: start + from + index === stop,
                      isEnabled: enabled.has(tool),
                    }),
                )
              : nothing
          }</div>`;
        },
      )}</div>
    </div>`;
}
