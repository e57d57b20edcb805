import '@mcp-web/elements/define';
import type {} from '@mcp-web/elements/solid';
import type { JSX } from 'solid-js';

export function Tools(): JSX.Element {
  return (
    <mcp-host attr:client-name="My app">
      <mcp-server src="https://example.com/mcp" />
      <mcp-tools on:mcp-tool-result={({ result }) => console.log(result.content)} />
      <mcp-tool-consent />
    </mcp-host>
  );
}
