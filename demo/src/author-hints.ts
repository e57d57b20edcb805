/** What the authors of the connected servers could do better, for whoever opens it. */
import { displayName, type CallToolResult, type HostServer, type McpHost, type Tool } from '@mcp-web/client';
import type { PageLanguage } from './languages/page-language.ts';

/**
 * Fills a list when it is opened: before that, nothing is computed.
 *
 * @param options.tools the element whose results count, too
 */
export function setUpAuthorHints(
  details: HTMLDetailsElement,
  { host, tools, language }: { host: McpHost; tools: HTMLElement; language: PageLanguage },
): void {
  const list = document.createElement('ul');
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
        toolHints(tool, results.get(keyOf(server, tool))).map(({ message }) => hintOf(message, nameOf(server, tool))),
      ),
    );
    if (shown === servers)
      list.replaceChildren(...(items.length > 0 ? items : [itemOf(language.messages.noAuthorHints)]));
  };
  details.addEventListener('toggle', () => void show());
  host.subscribe(() => void show());
  const showAgain = (): void => {
    shown = undefined;
    void show();
  };
  language.addEventListener('change', showAgain);
  tools.addEventListener('mcp-tool-result', ({ server, tool, result }) => {
    results.set(keyOf(server, tool), result);
    showAgain();
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

/** The hints are in English only. */
function hintOf(message: string, name: HTMLElement): HTMLLIElement {
  const item = itemOf(name, document.createElement('br'), message);
  item.lang = 'en';
  item.dir = 'ltr';
  return item;
}

function itemOf(...parts: readonly (string | Node)[]): HTMLLIElement {
  const item = document.createElement('li');
  item.append(...parts);
  return item;
}
