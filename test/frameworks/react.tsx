/** How a React page uses the elements; compiled, not run. */
import type {} from '@mcp-web/elements/react';
import { McpHost } from '@mcp-web/client';
import type { McpServerElement } from '@mcp-web/elements';
import { createRef, type ReactNode } from 'react';

const host = new McpHost({ clientInfo: { name: 'page', version: '1.0.0' } });
const card = createRef<McpServerElement>();

export function Page(): ReactNode {
  return (
    <mcp-host
      client-name="page"
      host={host}
      className="wide"
      onmcp-consent-request={(event) => event.respondWith({ action: event.tool.name === 'echo' ? 'allow' : 'deny' })}
    >
      <mcp-server ref={card} src="/mcp" onmcp-server-status={({ server }) => console.log(server.status)} />
      <mcp-tools key="tools" onmcp-tool-result={({ result }) => console.log(result.content)} />
      <mcp-schema-form
        schema={{ type: 'object' }}
        disabled
        onmcp-form-submit={({ value }) => console.log(Object.keys(value))}
      />
      {/* @ts-expect-error a server has no such attribute */}
      <mcp-server source="/mcp" />
      {/* @ts-expect-error nor is its address a number */}
      <mcp-server src={1} />
      {/* @ts-expect-error nor does the event have that */}
      <mcp-tools onmcp-tool-result={({ nothing }) => console.log(nothing)} />
    </mcp-host>
  );
}
