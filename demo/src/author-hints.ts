/** What the authors of the connected servers could do better, for whoever opens it. */
import { displayName, type CallToolResult, type HostServer, type McpHost, type Tool } from '@mcp-web/client';

/**
 * Fills a list when it is opened: before that, nothing is computed.
 *
 * @param tools the element whose results count, too
 */
export function setUpAuthorHints(details: HTMLDetailsElement, host: McpHost, tools: HTMLElement): void {
  const list = document.createElement('ul');
  list.lang = 'en';
  list.dir = 'ltr';
  details.append(list);
  const results = new Map<string, CallToolResult>();
  let shown: readonly HostServer[] | undefined;
  const show = async (): Promise<void> => {
    const { servers } = host.getSnapshot();
    if (!details.open || shown === servers) return;
    shown = servers;
    const others = servers.filter(({ url, tools: own }) => own.length > 0 && new URL(url).origin !== location.origin);
    const { toolHints } = await import('@mcp-web/client/tools/hints');
    // The servers of this page are here as examples: their hints would hide those of others.
    const items = (others.length > 0 ? others : servers).flatMap((server) =>
      server.tools.flatMap((tool) =>
        toolHints(tool, results.get(keyOf(server, tool))).map(({ message }) => itemOf(message, nameOf(server, tool))),
      ),
    );
    if (shown === servers)
      list.replaceChildren(...(items.length > 0 ? items : [itemOf('There is nothing to improve.')]));
  };
  details.addEventListener('toggle', () => void show());
  host.subscribe(() => void show());
  tools.addEventListener('mcp-tool-result', ({ server, tool, result }) => {
    results.set(keyOf(server, tool), result);
    shown = undefined;
    void show();
  });
}

function keyOf({ id }: HostServer, { name }: Tool): string {
  return `${id} ${name}`;
}

function nameOf({ info, url }: HostServer, { name }: Tool): HTMLElement {
  const server = info?.identity ? displayName(info.identity) : new URL(url).host;
  const element = document.createElement('bdi');
  element.textContent = `${name.slice(0, 60)} · ${server.slice(0, 60)}`;
  return element;
}

function itemOf(message: string, name?: HTMLElement): HTMLLIElement {
  const item = document.createElement('li');
  if (name) item.append(name, document.createElement('br'));
  item.append(message);
  return item;
}
