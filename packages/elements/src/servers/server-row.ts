/** One server of the list: what `<mcp-server>` shows of it, or what is missing, and what the user can do with it. */
import type { HostServer, McpHost } from '@mcp-web/client';
import { connectionHeaders, type ListedServer, type ServerList } from '@mcp-web/client/servers';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { serverAddress } from '../internal/server/identity.ts';
import { wantsKey } from '../internal/server/sign-in.ts';
import { PARTS } from '../internal/style/shared-parts.ts';
import { shortText } from '../internal/text/text.ts';
import type { McpServerElement } from '../server/server.ts';
import type { EditProblem } from './edited-server.ts';
import type { ServersMessages } from './messages.ts';
import type { EditOptions, RowForms } from './row-forms.ts';

/** What the user does with a row. */
export interface RowActions {
  readonly turn: (server: ListedServer, isOn: boolean) => void;
  readonly reconnect: (server: ListedServer) => void;
  readonly edit: (server: ListedServer, isEdited: boolean) => void;
  /** @param next what gets the focus then, as a selector in the row */
  readonly removeHeader: (name: string, next: string) => void;
  readonly move: (server: ListedServer, by: -1 | 1) => void;
  readonly remove: (server: ListedServer) => void;
  readonly problem: (problem: EditProblem) => void;
}

export interface RowModel {
  readonly server: ListedServer;
  /** What tells it from all others in the list. */
  readonly label: string;
  /** Tells servers apart that have the same address, where the host does not know them. */
  readonly ordinal: number | undefined;
  readonly place: { readonly index: number; readonly count: number };
  readonly hosted: HostServer | undefined;
  readonly host: McpHost;
  readonly list: ServerList;
  readonly forms: RowForms;
  readonly isEdited: boolean;
  readonly canChooseRevision: boolean;
  /** The names of the headers that go when the user saves. */
  readonly removedHeaders: ReadonlySet<string>;
  /** What is wrong with what was entered in this row. */
  readonly problem: EditProblem | undefined;
  readonly fetchIcons: boolean;
  readonly messages: McpServerElement['messages'];
}

export function serverRow(messages: ServersMessages, model: RowModel, actions: RowActions): TemplateResult {
  const { server, label, isEdited, hosted } = model;
  const onkeydown = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') || isInField(event)) return;
    event.preventDefault();
    actions.move(server, event.key === 'ArrowUp' ? -1 : 1);
  };
  return html`<li class="server stack" part="server" data-id=${server.id} tabindex="-1" aria-label=${label} @keydown=${onkeydown}>
    <div class="about stack">${title(messages, model)}${body(model)}</div>
    ${server.isOn && !isEdited && !connectionHeaders(server) ? model.forms.missing(messages, editOptions(model, actions)) : nothing}
    ${hosted && !isEdited && wantsKey(hosted) ? model.forms.key(messages, { ...editOptions(model, actions), hosted }) : nothing}
    ${isEdited ? model.forms.edit(messages, editOptions(model, actions)) : nothing}
    ${tools(messages, model, actions)}
  </li>`;
}

const editOptions = (
  { server, list, problem, removedHeaders, canChooseRevision }: RowModel,
  actions: RowActions,
): EditOptions => ({
  server,
  list,
  problem,
  removedHeaders,
  canChooseRevision,
  onproblem: actions.problem,
  onremoveheader: actions.removeHeader,
  ondone: () => actions.edit(server, false),
});

/** What the user calls it. Where nothing else says who it is, its host. */
function title(messages: ServersMessages, { server }: RowModel): TemplateResult | typeof nothing {
  const { alias, url, isOn } = server;
  const name = alias ?? (isOn && connectionHeaders(server) ? undefined : new URL(url).host);
  if (name === undefined) return nothing;
  return html`<div class="row title"><b class="alias" part="alias"><bdi>${shortText(name)}</bdi></b>${isOn ? nothing : html`<span class="badge" part="status">${messages.off}</span>`}</div>`;
}

function body(model: RowModel): TemplateResult {
  const { server, host, fetchIcons, ordinal } = model;
  const { id, url, revision, alias, isOn } = server;
  const headers = connectionHeaders(server);
  if (isOn && headers)
    return html`<mcp-server class=${alias ? 'named' : ''} part="connection" exportparts="status, error, diagnosis, user, requests, ${PARTS}" data-id=${id} .host=${host} .src=${url} .revision=${revision} .headers=${headers.length > 0 ? headers : undefined} .messages=${model.messages} ?fetch-icons=${fetchIcons}></mcp-server>`;
  return html`<span class="url soft mono"><bdi dir="ltr">${serverAddress({ url, ordinal })}</bdi></span>`;
}

function tools(messages: ServersMessages, model: RowModel, actions: RowActions): TemplateResult {
  const { server, label, place, hosted, isEdited } = model;
  const onturn = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement) actions.turn(server, target.checked);
  };
  const mover = (by: -1 | 1, name: string, isLast: boolean): TemplateResult =>
    html`<button type="button" class="button quiet small mover ${by < 0 ? 'up' : 'down'}" part="button quiet small" aria-label=${name} title=${name} aria-keyshortcuts=${by < 0 ? 'Alt+ArrowUp' : 'Alt+ArrowDown'} aria-disabled=${isLast} @click=${() => actions.move(server, by)}><span aria-hidden="true">${by < 0 ? '↑' : '↓'}</span></button>`;
  return html`<div class="tools row" part="actions">
    <label class="check"><input type="checkbox" role="switch" part="checkbox switch" aria-label=${messages.onNamed(label)} .checked=${live(server.isOn)} @change=${onturn} /> ${messages.on}</label>
    ${hosted?.status === 'ready' ? html`<button type="button" class="button quiet small" part="button quiet small" aria-label=${messages.reconnectNamed(label)} @click=${() => actions.reconnect(server)}>${messages.reconnect}</button>` : nothing}
    <button type="button" class="button quiet small editor" part="button quiet small" aria-label=${messages.editNamed(label)} aria-expanded=${isEdited} @click=${() => actions.edit(server, !isEdited)}>${messages.edit}</button>
    <span class="end">${place.count > 1 ? html`<span class="movers">${mover(-1, messages.moveUpNamed(label), place.index === 0)}${mover(1, messages.moveDownNamed(label), place.index === place.count - 1)}</span>` : nothing}<button type="button" class="button quiet danger small" part="button quiet danger small" aria-label=${messages.removeNamed(label)} @click=${() => actions.remove(server)}>${messages.remove}</button></span>
  </div>`;
}

/** In a text these keys move the caret, and in a list of options they open it or choose. */
const isInField = (event: Event): boolean =>
  event
    .composedPath()
    .some(
      (node) =>
        (node instanceof HTMLInputElement && node.type !== 'checkbox') ||
        node instanceof HTMLSelectElement ||
        node instanceof HTMLTextAreaElement ||
        (node instanceof HTMLElement && node.isContentEditable),
    );
