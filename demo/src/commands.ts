import { displayName, type HostServer, type McpHost, type Tool } from '@mcp-web/client';
import type { PageMessages } from './languages/page-messages.ts';

/** Something that the visitor can go to, or do. */
export interface Command {
  readonly name: string;
  /** What kind of thing it is, or where it belongs. */
  readonly about: string;
  readonly run: () => unknown;
}

interface CommandsOptions {
  readonly host: McpHost;
  readonly messages: () => PageMessages;
  readonly showTool: (serverId: string, tool: Tool) => unknown;
  readonly showServer: (serverId: string) => unknown;
  readonly addServer: () => unknown;
  /** The parts of the page: tabs, fields and buttons that can be pressed. */
  readonly targets: Iterable<HTMLElement>;
}

/** Everything that the visitor can go to at this moment. */
export function commandsNow({ host, messages, showTool, showServer, addServer, targets }: CommandsOptions): Command[] {
  const { commands } = messages();
  const { servers } = host.getSnapshot();
  const named = servers.map((server) => ({ ...server, name: nameOf(server, servers) }));
  const tools = named.flatMap(({ id, name, tools: own }) =>
    own.map((tool) => ({
      name: displayName(tool).slice(0, 80),
      about: `${commands.tool} · ${name}`,
      run: () => showTool(id, tool),
    })),
  );
  const parts = [...targets]
    .filter((target) => !target.hidden)
    .map((target) => ({
      name: (
        target.getAttribute('aria-label') ??
        target.closest('label')?.textContent ??
        target.textContent ??
        ''
      ).trim(),
      about:
        target.getAttribute('role') === 'tab'
          ? commands.view
          : (target.closest('fieldset')?.ariaLabel ?? commands.action),
      run: () => {
        for (let fold = target.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
          fold.open = true;
        target.click();
        target.focus();
      },
    }));
  const places = named.map(({ id, name }) => ({ name, about: commands.server, run: () => showServer(id) }));
  const add = { name: commands.addServer, about: commands.action, run: addServer };
  return [...tools, ...places, add, ...parts];
}

/** With the address where several servers have the same name. */
function nameOf({ id, info, url }: HostServer, all: readonly HostServer[]): string {
  const own = (server: Pick<HostServer, 'info' | 'url'>): string =>
    (server.info?.identity ? displayName(server.info.identity) : new URL(server.url).host).slice(0, 60);
  const name = own({ ...(info && { info }), url });
  return all.some((other) => other.id !== id && own(other) === name) ? `${name} (${new URL(url).host})` : name;
}

/** Those that have every word that was typed: first those whose name begins with it, then those whose name has it. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const [first = ''] = words;
  const begin: Command[] = [];
  const contain: Command[] = [];
  const belong: Command[] = [];
  for (const command of commands) {
    const name = command.name.toLowerCase();
    const text = `${name} ${command.about.toLowerCase()}`;
    if (!words.every((word) => text.includes(word))) continue;
    const isNamed = words.every((word) => name.includes(word));
    (name.startsWith(first) ? begin : isNamed ? contain : belong).push(command);
  }
  return [...begin, ...contain, ...belong];
}
