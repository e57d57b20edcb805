/** What the user may filter by. Until this is here, its place is kept. */
import { LOG_LEVELS, type LogKind } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { serverName } from '../internal/server/server-identity.ts';
import { shortText } from '../internal/text/text.ts';
import type { Reading } from './view.ts';

/** Value and label. */
type Option = readonly [string, string];

export const KINDS: readonly LogKind[] = ['log', 'call', 'decision', 'sign-in'];

export function choices({ filter, text, host }: Reading, kinds: Readonly<Record<LogKind, string>>): unknown {
  const choice = (
    label: string,
    name: 'level' | 'kind' | 'serverId' | 'logger',
    options: readonly Option[],
  ): TemplateResult =>
    html`<select class="field" name=${name} aria-label=${label}>
      ${options.map(([value, said]) => html`<option value=${value} .selected=${filter[name] === value}>${said}</option>`)}
    </select>`;
  const servers = host?.getSnapshot().servers ?? [];
  const loggers = [...(host?.log.loggers ?? [])];
  return [
    choice(
      text.level,
      'level',
      LOG_LEVELS.map((level): Option => [level, text.levelFrom(level)]),
    ),
    choice(text.kind, 'kind', [['', text.allKinds], ...KINDS.map((kind): Option => [kind, kinds[kind]])]),
    servers.length > 1 || filter.serverId
      ? choice(text.server, 'serverId', [
          ['', text.allServers],
          ...servers.map((server): Option => [server.id, shortText(serverName(server), 40)]),
        ])
      : nothing,
    loggers.length > 1 || filter.logger
      ? choice(text.logger, 'logger', [
          ['', text.allLoggers],
          ...loggers.map((logger): Option => [logger, shortText(logger, 40)]),
        ])
      : nothing,
  ];
}
