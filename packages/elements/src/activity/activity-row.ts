/** One message on one line. */
import type { HostServer } from '@mcp-web/client';
import { type ActivityEntry, addressWithoutSecrets } from '@mcp-web/client/activity';
import { html, nothing, type TemplateResult } from 'lit';
import { serverName } from '../internal/server/identity.ts';
import { shortText } from '../internal/text/text.ts';
import type { ActivityMessages } from './messages.ts';

/** Longer names are cut off, in characters. */
const MAX_NAME = 60;

/** Each state has a symbol, so that none is told by its color alone. */
const SYMBOLS = { pending: '…', done: '✓', error: '✕', failed: '✕', cancelled: '–' } as const;

export interface ActivityRowOptions {
  /** What the host calls the server. */
  readonly serverName: string;
  readonly isOpen: boolean;
  /** Whether the Tab key leads to it. */
  readonly isTabStop: boolean;
  /** Its place in the list, and how many there are. */
  readonly place: number;
  readonly count: number;
}

/** Says what the host calls the server of an entry. A file tells only addresses. */
export function namesOf(servers: readonly HostServer[]): (entry: ActivityEntry) => string | undefined {
  const ofAddresses = new Map(servers.map((server) => [addressWithoutSecrets(server.url), serverName(server)]));
  const ofIds = new Map(servers.map((server) => [server.id, serverName(server)]));
  return ({ server, serverId }) => (serverId === undefined ? ofAddresses.get(server) : ofIds.get(serverId));
}

export function activityRow(
  messages: ActivityMessages,
  entry: ActivityEntry,
  options: ActivityRowOptions,
): TemplateResult {
  const { serverName, isOpen, isTabStop, place, count } = options;
  const { id, direction, method, name, length, kind } = entry;
  return html`<div role="listitem" aria-posinset=${place} aria-setsize=${count}><button type="button" class="entry" part="entry item" data-id=${id} data-state=${entry.state} aria-expanded=${isOpen} tabindex=${isTabStop ? 0 : -1}>
    <span class="sign soft"><span aria-hidden="true">${direction === 'sent' ? '↑' : '↓'}</span><span class="visually-hidden">${messages[direction]}</span></span>
    <span class="method"><bdi>${shortText(method, MAX_NAME)}</bdi>${name === undefined ? nothing : html` <bdi class="soft">${shortText(name, MAX_NAME)}</bdi>`}</span>
    <span class="source soft"><bdi>${shortText(serverName, MAX_NAME)}</bdi></span>
    <span class="state">${stateLabel(messages, entry)}</span>
    <span class="size soft">${kind === 'http' ? '' : messages.size(length / 1_000)}</span>
  </button></div>`;
}

/** How far it is: a symbol and, once there is an answer, the time. */
export function stateLabel(messages: ActivityMessages, { state, kind, durationMs, exchange }: ActivityEntry): unknown {
  if (kind === 'notification') return nothing;
  const status = state === 'failed' && exchange?.status !== undefined ? `${exchange.status} ` : '';
  const time = durationMs === undefined ? '' : messages.milliseconds(Math.round(durationMs));
  return html`<span class="shape" aria-hidden="true">${SYMBOLS[state]}</span><span class="visually-hidden">${messages.states[state]}</span> ${status}${time}`;
}
