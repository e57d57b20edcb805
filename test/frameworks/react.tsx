/** How a React page uses the elements; compiled, not run. */
import { McpHost as HostElement, McpServer, McpTools, useMcpHost } from '@mcp-web/elements/react';
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

/** The same with the components, for pages that a server renders. */
export function Rendered(): ReactNode {
  const { host, snapshot } = useMcpHost((begun) => begun.add('/mcp'), { clientInfo: { name: 'page', version: '1' } });
  return (
    <HostElement host={host} className="wide">
      {snapshot.servers.map(({ status }) => status)}
      <McpServer ref={card} serverId="a" onmcp-server-status={({ server }) => console.log(server.status)} />
      <McpTools key="tools" markdown onmcp-tool-result={({ result }) => console.log(result.content)} />
      {/* @ts-expect-error a server has no such attribute */}
      <McpServer source="/mcp" />
      {/* @ts-expect-error nor does the event have that */}
      <McpTools onmcp-tool-result={({ nothing }) => console.log(nothing)} />
    </HostElement>
  );
}
