import { type HostServer, LOG_LEVELS } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { serverName } from '../internal/server-identity.ts';
import { shortText } from '../internal/text.ts';
import type { LogFilter } from './filter.ts';
import { text } from './text.ts';

export interface ToolbarModel {
  readonly filter: LogFilter;
  readonly servers: readonly HostServer[];
  readonly isFollowing: boolean;
  readonly isEmpty: boolean;
  readonly onfilter: (change: Partial<LogFilter>) => void;
  readonly onfollow: () => void;
  readonly onsave: () => void;
  readonly onclear: () => void;
}

export function toolbar({ filter, servers, isFollowing, isEmpty, onfilter, onfollow, onsave, onclear }: ToolbarModel): TemplateResult {
  const ontext = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement) onfilter({ text: target.value });
  };
  const onlevel = ({ target }: Event): void => {
    const level = LOG_LEVELS.find((one) => target instanceof HTMLSelectElement && one === target.value);
    if (level) onfilter({ level });
  };
  const onserver = ({ target }: Event): void => {
    if (target instanceof HTMLSelectElement) onfilter({ serverId: target.value });
  };
  return html`<div class="bar top" role="group" aria-label=${text.search}>
    <input class="field" type="search" aria-label=${text.search} placeholder=${text.search} autocomplete="off" spellcheck="false" .value=${filter.text} @input=${ontext} />
    <select class="field level-filter" aria-label=${text.level} @change=${onlevel}>
      ${LOG_LEVELS.map((level) => html`<option value=${level} .selected=${filter.level === level}>${text.levelFrom(level)}</option>`)}
    </select>
    ${servers.length > 1 || filter.serverId !== ''
      ? html`<select class="field server-filter" aria-label=${text.server} @change=${onserver}>
          <option value="" .selected=${filter.serverId === ''}>${text.allServers}</option>
          ${servers.map((server) => html`<option value=${server.id} .selected=${filter.serverId === server.id}>${shortText(serverName(server), 40)}</option>`)}
        </select>`
      : nothing}
    <span class="actions row">
      <button type="button" class="button small" @click=${onfollow}>${isFollowing ? text.pause : text.follow}</button>
      <button type="button" class="button small" title=${text.saveHint} ?disabled=${isEmpty} @click=${onsave}>${text.save}</button>
      <button type="button" class="button small" ?disabled=${isEmpty} @click=${onclear}>${text.clear}</button>
    </span>
  </div>`;
}
