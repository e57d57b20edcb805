/** Says on the console that elements wait for servers which may have been given to another host. */
import type { McpHost } from '@mcp-web/client';

/** How long a page may take to add its first server, in ms. */
const PATIENCE_MS = 5_000;

/** Elements that show nothing without a server. */
const NEEDY = 'mcp-tools, mcp-prompt-picker, mcp-resource-picker, mcp-server[server-id]';

/** @param element an `<mcp-host>` that made its host itself */
export function warnWithoutServer(element: HTMLElement, host: McpHost, signal: AbortSignal): void {
  const timer = setTimeout(() => {
    if (host.getSnapshot().servers.length > 0 || !element.querySelector(NEEDY)) return;
    console.warn(
      'The elements in this <mcp-host> have no server. The element made a host of its own, because its `host` property is not set. ' +
        'If your page made one: some frameworks do not set the properties of custom elements that the server rendered. ' +
        'Set `host` from a ref, or use the components of @mcp-web/elements/react.',
      element,
    );
  }, PATIENCE_MS);
  // It has one, even if the user removes it soon.
  const unsubscribe = host.subscribe(() => {
    if (host.getSnapshot().servers.length > 0) end();
  });
  function end(): void {
    clearTimeout(timer);
    unsubscribe();
  }
  signal.addEventListener('abort', end, { once: true });
}
