/** The bar above the messages: what to filter by, and the buttons. */
import { html, nothing, type TemplateResult } from 'lit';
import { pageHead } from '../internal/base/page-head.ts';
import { filterChoice } from '../internal/lists/filter-choice.ts';
import { shortText } from '../internal/text/text.ts';
import type { ActivityFilter, ActivityKind } from './activity-search.ts';
import type { ActivityMessages } from './messages.ts';

const KINDS: readonly ActivityKind[] = ['request', 'notification', 'received', 'http'];
const STATES = ['pending', 'done', 'error', 'failed', 'cancelled'] as const;

export interface ActivityToolbarOptions {
  readonly filter: ActivityFilter;
  readonly isFilterOpen: boolean;
  /** Each with its id, its name, and its address without secrets. */
  readonly servers: readonly (readonly [id: string, name: string, address: string])[];
  readonly isEmpty: boolean;
  /** Undefined while a file is shown. */
  readonly isPaused: boolean | undefined;
  readonly onfilter: (change: Partial<ActivityFilter>) => void;
  readonly ontogglefilter: () => void;
  readonly onpause: () => void;
  readonly onclear: () => void;
  readonly onsave: () => void;
  readonly onopen: (file: File) => void;
}

export function activityToolbar(messages: ActivityMessages, options: ActivityToolbarOptions): TemplateResult {
  const { filter, isFilterOpen, isEmpty, isPaused, onfilter, ontogglefilter, onpause, onclear, onsave } = options;
  const chosen = [filter.kind, filter.state, filter.server].filter(Boolean).length;
  const oninput = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement) onfilter({ text: target.value });
  };
  return html`${pageHead('header')}<div class="bar row" role="group" aria-label=${messages.search}>
    <input class="field" part="control small" type="search" name="text" aria-label=${messages.search} placeholder=${messages.search} autocomplete="off" spellcheck="false" .value=${filter.text} @input=${oninput} />
    <button type="button" class="button small filters ${chosen > 0 ? 'chosen' : ''}" part="button secondary small" aria-expanded=${isFilterOpen} aria-controls="choices" @click=${ontogglefilter}>${chosen > 0 ? messages.filtersWith(chosen) : messages.filters}</button>
    <span class="actions row">
      ${isPaused === undefined ? nothing : html`<button type="button" class="button small pause" part="button secondary small" @click=${onpause}>${isPaused ? messages.resume : messages.pause}</button><button type="button" class="button small clear" part="button secondary small" ?disabled=${isEmpty} @click=${onclear}>${messages.clear}</button>`}
      <button type="button" class="button small save" part="button secondary small" title=${messages.saveHint} ?disabled=${isEmpty} @click=${onsave}>${messages.save}</button>
      ${openButton(messages, options.onopen)}
      <slot name="actions"></slot>
    </span>
    <div class="choices row" id="choices" ?hidden=${!isFilterOpen}>${choices(messages, options)}</div>
  </div>`;
}

/** Chooses a file. The button is what people see and use; the field behind it is what browsers have. */
export function openButton(messages: ActivityMessages, onopen: (file: File) => void): TemplateResult {
  const onclick = ({ currentTarget }: Event): void => {
    const field = currentTarget instanceof Element ? currentTarget.nextElementSibling : undefined;
    if (field instanceof HTMLInputElement) field.click();
  };
  const onchange = ({ currentTarget }: Event): void => {
    const field = currentTarget instanceof HTMLInputElement ? currentTarget : undefined;
    const file = field?.files?.[0];
    if (file) onopen(file);
    // The same file can be opened again.
    if (field) field.value = '';
  };
  return html`<button type="button" class="button small open" part="button secondary small" title=${messages.openHint} @click=${onclick}>${messages.open}</button><input type="file" hidden accept=".jsonl" @change=${onchange} />`;
}

function choices(messages: ActivityMessages, { filter, servers, onfilter }: ActivityToolbarOptions): unknown {
  return [
    filterChoice(
      messages.kind,
      'kind',
      filter.kind,
      [['', messages.kinds.all], ...KINDS.map((kind) => [kind, messages.kinds[kind]] as const)],
      (value) => onfilter({ kind: KINDS.find((kind) => kind === value) ?? '' }),
    ),
    filterChoice(
      messages.state,
      'state',
      filter.state,
      [['', messages.allStates], ...STATES.map((state) => [state, messages.states[state]] as const)],
      (value) => onfilter({ state: STATES.find((state) => state === value) ?? '' }),
    ),
    servers.length > 1 || filter.server
      ? filterChoice(
          messages.server,
          'server',
          filter.server,
          [['', messages.allServers], ...servers.map(([id, name]) => [id, shortText(name, 40)] as const)],
          (server) => onfilter({ server, address: servers.find(([id]) => id === server)?.[2] ?? '' }),
        )
      : nothing,
  ];
}
