/** The name of a server and its headers, to change; and the values that are missing. */
import {
  filledHeader,
  isSendable,
  type ListedServer,
  type ServerHeader,
  type ServerList,
} from '@mcp-web/client/servers';
import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { shortText } from '../internal/text/text.ts';
import type { EditProblem } from './edited-server.ts';
import { textIn } from './form-text.ts';
import type { ServersMessages } from './messages.ts';
import { chosenRevision, revisionField } from './revision-field.ts';

interface ServerEditOptions {
  readonly server: ListedServer;
  readonly list: ServerList;
  /** What is wrong with what was entered. */
  readonly problem: EditProblem | undefined;
  /** The names of the headers that go when the user saves. */
  readonly removedHeaders: ReadonlySet<string>;
  /** Whether the user chooses the revision to use. */
  readonly canChooseRevision: boolean;
  readonly onproblem: (problem: EditProblem) => void;
  /** @param next what gets the focus then, as a selector in the row */
  readonly onremoveheader: (name: string, next: string) => void;
  readonly ondone: () => void;
}

/** Changes everything that the user can change, when they save. A value that is left empty stays as it is. */
export function editForm(messages: ServersMessages, options: ServerEditOptions): TemplateResult {
  const { server, problem, removedHeaders, canChooseRevision, onremoveheader, ondone } = options;
  const { id, alias = '', revision } = server;
  const headers = numbered(server).filter(({ header }) => !removedHeaders.has(header.name));
  const onsubmit = (event: Event): void => submit(event, options, { isWhole: true });
  return html`<form class="stack edit" part="edit" autocomplete="off" novalidate @submit=${onsubmit}>
    <div class="stack tight">
      <label class="stack tight">${messages.alias}<input class="field" part="control" name="alias" dir="auto" maxlength="80" .value=${alias} aria-describedby="alias-${id}" /></label>
      <p class="soft small" id="alias-${id}">${messages.aliasHint}</p>
    </div>
    ${canChooseRevision ? revisionField(messages, revision) : nothing}
    ${repeat(
      headers,
      ({ header }) => header.name,
      ({ header, index }, at) => {
        const neighbor = headers[at + 1] ?? headers[at - 1];
        const next = neighbor ? `[data-header="${neighbor.index}"]` : '.edit [name=name]';
        return html`<div class="fields">${valueField(messages, header, index)}
        <button type="button" class="button small danger" part="button secondary danger small" data-header=${index} aria-label=${messages.removeHeaderNamed(shortText(header.name, 60))} @click=${() => onremoveheader(header.name, next)}>${messages.removeHeader}</button></div>`;
      },
    )}
    <fieldset class="fields">
      <legend class="small">${messages.addHeader}</legend>
      <label>${messages.headerName}<input class="field" part="control" name="name" dir="ltr" spellcheck="false" autocapitalize="off" maxlength="200" /></label>
      <label class="grow">${messages.headerValue}<input class="field" part="control" name="value" type="password" autocomplete="new-password" dir="ltr" maxlength="8000" /></label>
    </fieldset>
    <p class="small problem" role="status">${problem ? messages[problem] : ''}</p>
    <div class="row">
      <button class="button primary small" part="button primary small">${messages.save}</button>
      <button type="button" class="button small" part="button secondary small" @click=${ondone}>${messages.cancel}</button>
    </div>
  </form>`;
}

/** Asks for the values without which nothing connects. */
export function missingForm(messages: ServersMessages, options: ServerEditOptions): TemplateResult {
  const { server, problem } = options;
  const onsubmit = (event: Event): void => submit(event, options, { isWhole: false });
  return html`<form class="stack missing" part="edit" autocomplete="off" novalidate @submit=${onsubmit}>
    <p>${messages.needsValue}</p>
    ${repeat(
      numbered(server).filter(({ header }) => header.value === undefined),
      ({ header }) => header.name,
      ({ header, index }) => html`<div class="fields">${valueField(messages, header, index)}</div>`,
    )}
    <p class="small problem" role="status">${problem ? messages[problem] : ''}</p>
    <div class="row"><button class="button primary small" part="button primary small">${messages.connect}</button></div>
  </form>`;
}

/** The headers with the numbers of their fields. */
const numbered = ({ headers }: ListedServer): { readonly header: ServerHeader; readonly index: number }[] =>
  headers.map((header, index) => ({ header, index }));

/** Never shows the value that is there. */
function valueField(messages: ServersMessages, header: ServerHeader, index: number): TemplateResult {
  const { name, value, template } = header;
  return html`<label class="grow">${messages.valueOf(shortText(name, 60))}<input class="field" part="control" name=${`value-${index}`} type="password" autocomplete="new-password" dir="ltr" maxlength="8000" placeholder=${value === undefined ? '' : messages.unchanged} />${
    value === undefined && template
      ? html`<span class="soft">${messages.template(shortText(template, 120))}</span>`
      : nothing
  }</label>`;
}

function submit(event: Event, options: ServerEditOptions, { isWhole }: { readonly isWhole: boolean }): void {
  event.preventDefault();
  const form = event.currentTarget;
  if (!(form instanceof HTMLFormElement)) return;
  const { server, list, removedHeaders, canChooseRevision, onproblem, ondone } = options;
  const kept = numbered(server).filter(({ header }) => !isWhole || !removedHeaders.has(header.name));
  const headers = kept.map(({ header, index }) => {
    const typed = textIn(form, `value-${index}`);
    return typed ? filledHeader(header, typed) : header;
  });
  const [name, value] = [textIn(form, 'name'), textIn(form, 'value')];
  if (isWhole && (name || value)) headers.push({ name, value });
  if (headers.some((one) => !isSendable(one.name, one.value ?? ''))) return onproblem('wrongHeader');
  if (headers.some((one) => one.value === '' || (!isWhole && one.value === undefined)))
    return onproblem('missingValue');
  list.update(server.id, {
    headers,
    ...(isWhole && { alias: textIn(form, 'alias') }),
    ...(isWhole && canChooseRevision && { revision: chosenRevision(form) }),
  });
  // Nobody finds the values in the page any more.
  form.reset();
  ondone();
}
