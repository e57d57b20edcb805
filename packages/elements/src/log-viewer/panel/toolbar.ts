/** The bar above the entries: what to filter by, and the buttons. */
import { type HostServer, LOG_LEVELS } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { pageHead } from '../../internal/base/page-head.ts';
import { filterChoice } from '../../internal/lists/filter-choice.ts';
import { serverName } from '../../internal/server/identity.ts';
import { shortText } from '../../internal/text/text.ts';
import type { LogViewerMessages } from '../messages.ts';
import { KINDS, type LogFilter } from '../search/filter.ts';
import { moreButton } from './more-menu.ts';

/** Longer names are cut off, in characters. */
const MAX_NAME = 40;

export interface ToolbarOptions {
  readonly filter: LogFilter;
  readonly servers: readonly HostServer[];
  readonly loggers: readonly string[];
  readonly isFollowing: boolean;
  readonly isFindOpen: boolean;
  /** Whether the user sees what else there is to filter by. */
  readonly isFilterOpen: boolean;
  readonly isMoreOpen: boolean;
  /** Whether there is nothing to clear. */
  readonly isEmpty: boolean;
  readonly onfilter: (change: Partial<LogFilter>) => void;
  readonly ontogglefilter: () => void;
  readonly ontogglefollow: () => void;
  readonly ontogglefind: () => void;
  readonly onclear: () => void;
}

export function toolbar(messages: LogViewerMessages, options: ToolbarOptions): TemplateResult {
  const { filter, isFollowing, isFindOpen, isFilterOpen, isMoreOpen, isEmpty } = options;
  const { onfilter, ontogglefilter, ontogglefollow, ontogglefind, onclear } = options;
  const { level, kind, serverId, logger, sameRequest } = filter;
  const chosen = [level !== 'debug', kind, serverId, logger, sameRequest].filter(Boolean).length;
  const oninput = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement) onfilter({ text: target.value });
  };
  return html`${pageHead('header')}<div class="bar row" role="group" aria-label=${messages.search}>
    <input class="field" part="control small" type="search" name="text" aria-label=${messages.search} placeholder=${messages.search} autocomplete="off" spellcheck="false" .value=${filter.text} @input=${oninput} />
    <button type="button" class="button small ${chosen > 0 ? 'chosen' : ''}" part="button secondary small" aria-expanded=${isFilterOpen} aria-controls="choices" @click=${ontogglefilter}>${chosen > 0 ? messages.filtersWith(chosen) : messages.filters}</button>
    <span class="actions row">
      <button type="button" class="button small" part="button secondary small" @click=${ontogglefollow}>${isFollowing ? messages.pause : messages.follow}</button>
      <button type="button" class="button small" part="button secondary small" aria-expanded=${isFindOpen} @click=${ontogglefind}>${messages.find}</button>
      <button type="button" class="button small" part="button secondary small" ?disabled=${isEmpty} @click=${onclear}>${messages.clear}</button>
      ${moreButton(messages, isMoreOpen)}
      <slot name="actions"></slot>
    </span>
    <div class="choices row" id="choices" ?hidden=${!isFilterOpen}>${choices(messages, options)}</div>
  </div>`;
}

function choices(messages: LogViewerMessages, { filter, servers, loggers, onfilter }: ToolbarOptions): unknown {
  return [
    filterChoice(
      messages.level,
      'level',
      filter.level,
      LOG_LEVELS.map((level) => [
        level,
        level === 'debug' ? messages.allLevels : messages.levelFrom(messages.levelNames[level]),
      ]),
      (value) => onfilter({ level: LOG_LEVELS.find((level) => level === value) ?? 'debug' }),
    ),
    filterChoice(
      messages.kind,
      'kind',
      filter.kind,
      [['', messages.allKinds], ...KINDS.map((kind) => [kind, messages.kinds[kind]] as const)],
      (value) => onfilter({ kind: KINDS.find((kind) => kind === value) ?? '' }),
    ),
    servers.length > 1 || filter.serverId
      ? filterChoice(
          messages.server,
          'serverId',
          filter.serverId,
          [
            ['', messages.allServers],
            ...servers.map((server) => [server.id, shortText(serverName(server), MAX_NAME)] as const),
          ],
          (serverId) => onfilter({ serverId }),
        )
      : nothing,
    loggers.length > 1 || filter.logger
      ? filterChoice(
          messages.logger,
          'logger',
          filter.logger,
          [['', messages.allLoggers], ...loggers.map((logger) => [logger, shortText(logger, MAX_NAME)] as const)],
          (logger) => onfilter({ logger }),
        )
      : nothing,
  ];
}
