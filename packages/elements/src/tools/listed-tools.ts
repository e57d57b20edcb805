/** What `<mcp-tools>` lists, and what is open of it. */
import type { HostServer, HostSnapshot, Tool } from '@mcp-web/client';
import type { Search } from '../internal/lists/search.ts';
import type { ToolRun } from './tool-run.ts';

/** A tool that the user has selected. Its panel stays, and with it the form and the latest result. */
export interface Opened {
  readonly serverId: string;
  readonly name: string;
  readonly run: ToolRun;
}

export interface Group {
  readonly server: HostServer;
  readonly id: string;
  /** Those that match the filter. */
  readonly tools: readonly Tool[];
  /** Those of them in the list: none, if the group is folded. */
  readonly rows: readonly Tool[];
  readonly isFolded: boolean;
  /** How many rows are in the groups before. */
  readonly start: number;
}

/** Stands for a tool, whatever the server and the tool are called. */
export const toolKey = (serverId: string, name: string): string => JSON.stringify([serverId, name]);

/** The tools by server. If the user filters them, the best match comes first, in each group and among the groups, and none is folded. */
export function grouped(
  servers: readonly HostServer[],
  filter: string,
  search: Search<Tool>,
  folded: ReadonlySet<string>,
): readonly Group[] {
  const canFold = servers.length > 1 && filter.trim() === '';
  const groups = servers.map((server, index) => {
    const { items, best } = search.find(server.tools, filter);
    const isFolded = canFold && folded.has(server.id);
    return { server, id: `server-${index}`, tools: items, rows: isFolded ? [] : items, isFolded, best };
  });
  if (filter.trim() !== '') groups.sort((one, other) => other.best - one.best);
  let start = 0;
  return groups.map((group) => {
    const placed = { ...group, start };
    start += group.rows.length;
    return placed;
  });
}

/** Until the host knows which tools are off, all count as on: otherwise it would look as if the user's choices were lost. */
export function enabledOf(snapshot: HostSnapshot | undefined, { enabledTools, tools }: HostServer): readonly Tool[] {
  return snapshot?.consent.isKnown ? enabledTools : tools;
}

export const hasTool = (snapshot: HostSnapshot | undefined, serverId: string, name: string): boolean =>
  snapshot?.servers.some(({ id, tools }) => id === serverId && tools.some((tool) => tool.name === name)) ?? false;

/** How many rows the list has. */
export function countOf(groups: readonly Group[]): number {
  const last = groups.at(-1);
  return last ? last.start + last.rows.length : 0;
}

/** The place of a tool among the rows, or -1. */
export function placeOf(groups: readonly Group[], key: string | undefined): number {
  const [id, name]: unknown[] = key === undefined ? [] : JSON.parse(key);
  const group = groups.find(({ server }) => server.id === id);
  const index = group?.rows.findIndex((tool) => tool.name === name) ?? -1;
  return group && index >= 0 ? group.start + index : -1;
}

export interface OpenedTool {
  readonly key: string;
  readonly opened: Opened;
  readonly server: HostServer;
  readonly tool: Tool;
}

/** What the user has selected, as long as its server has it. */
export function openedTools(opened: ReadonlyMap<string, Opened>, servers: readonly HostServer[]): OpenedTool[] {
  return [...opened].flatMap(([key, one]) => {
    const server = servers.find(({ id }) => id === one.serverId);
    const tool = server?.tools.find(({ name }) => name === one.name);
    return server && tool ? [{ key, opened: one, server, tool }] : [];
  });
}

export const panelId = (key: string): string => `tool-${encodeURIComponent(key)}`;

/** The panel in which an event happened. */
export const panelOf = ({ currentTarget }: Event): Element | null =>
  currentTarget instanceof Element ? currentTarget.closest('.panel') : null;

/** Its button is about to disappear, and the focus with it. */
export function cancel(event: Event, { run }: Opened): void {
  panelOf(event)?.querySelector<HTMLElement>('.run')?.focus();
  run.cancel();
}
