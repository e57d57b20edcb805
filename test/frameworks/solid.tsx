/** How a Solid page uses the elements; compiled, not run. */
import type {} from '@mcp-web/elements/solid';
import { McpHost } from '@mcp-web/client';
import type { McpServerElement } from '@mcp-web/elements';
import type { JSX } from 'solid-js';

const host = new McpHost({ clientInfo: { name: 'page', version: '1.0.0' } });
let card: McpServerElement | undefined;

export function Page(): JSX.Element {
  return (
    <mcp-host
      attr:client-name="page"
      prop:host={host}
      class="wide"
      on:mcp-consent-request={(event) => event.respondWith({ action: event.tool.name === 'echo' ? 'allow' : 'deny' })}
    >
      <mcp-server
        ref={(element) => (card = element)}
        src="/mcp"
        on:mcp-server-status={({ server }) => console.log(server.status, card)}
      />
      <mcp-tools on:mcp-tool-result={({ result }) => console.log(result.content)} />
      <mcp-schema-form
        schema={{ type: 'object' }}
        disabled
        on:mcp-form-submit={({ value }) => console.log(Object.keys(value))}
      />
      {/* @ts-expect-error a server has no such attribute */}
      <mcp-server source="/mcp" />
      {/* @ts-expect-error nor is its address a number */}
      <mcp-server src={1} />
      {/* @ts-expect-error nor does the event have that */}
      <mcp-tools on:mcp-tool-result={({ nothing }) => console.log(nothing)} />
    </mcp-host>
  );
}
