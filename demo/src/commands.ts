import { displayName, type McpHost, type Tool } from '@mcp-web/client';
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
  /** The parts of the page: tabs, fields and buttons that can be pressed. */
  readonly targets: Iterable<HTMLElement>;
}

/** Everything that the visitor can go to at this moment. */
export function commandsNow({ host, messages, showTool, targets }: CommandsOptions): Command[] {
  const { commands } = messages();
  const tools = host.getSnapshot().servers.flatMap(({ id, info, url, tools: own }) => {
    const server = info?.identity ? displayName(info.identity) : new URL(url).host;
    return own.map((tool) => ({
      name: displayName(tool).slice(0, 80),
      about: `${commands.tool} · ${server.slice(0, 60)}`,
      run: () => showTool(id, tool),
    }));
  });
  const parts = [...targets]
    .filter((target) => !target.hidden)
    .map((target) => ({
      name: (target.dataset['command'] || target.getAttribute('aria-label') || target.textContent || '').trim(),
      about: target.getAttribute('role') === 'tab' ? commands.view : commands.action,
      run: () => {
        target.click();
        target.focus();
      },
    }));
  return [...tools, ...parts];
}

/** Those that have every word that was typed. The ones whose name begins with the first word come first. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const words = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const [first = ''] = words;
  const found = commands.filter(({ name, about }) => {
    const text = `${name} ${about}`.toLocaleLowerCase();
    return words.every((word) => text.includes(word));
  });
  const rank = ({ name }: Command): number => (name.toLocaleLowerCase().startsWith(first) ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b));
}
