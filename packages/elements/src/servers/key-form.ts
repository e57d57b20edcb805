/** Asks for a token or key where the server refuses the page without one. */
import type { HostServer } from '@mcp-web/client';
import { isSendable, type ListedServer, type ServerList } from '@mcp-web/client/servers';
import { html, type TemplateResult } from 'lit';
import { wantsSignIn } from '../internal/server/sign-in.ts';
import type { EditProblem } from './edited-server.ts';
import { textIn } from './form-text.ts';
import type { ServersMessages } from './messages.ts';

interface KeyFormOptions {
  readonly server: ListedServer;
  readonly list: ServerList;
  readonly hosted: HostServer;
  /** What is wrong with what was entered. */
  readonly problem: EditProblem | undefined;
  readonly onproblem: (problem: EditProblem) => void;
  readonly ondone: () => void;
}

/** Folded where the user can sign in as well. */
export function keyForm(messages: ServersMessages, options: KeyFormOptions): TemplateResult {
  const { server, hosted, problem } = options;
  // One that was refused is entered again.
  const name = server.headers.at(-1)?.name ?? 'Authorization';
  return html`<form class="key" part="key" autocomplete="off" novalidate @submit=${(event: Event) => submit(event, options)}>
    <details class="header" ?open=${!wantsSignIn(hosted)}>
      <summary part="summary">${messages.useKey}</summary>
      <div class="fields">
        <label>${messages.headerName}<input class="field" part="control" name="name" dir="ltr" .value=${name} spellcheck="false" autocapitalize="off" maxlength="200" /></label>
        <label class="grow">${messages.headerValue}<input class="field" part="control" name="value" type="password" autocomplete="new-password" dir="ltr" placeholder="Bearer …" maxlength="8000" aria-describedby="key-${server.id}" aria-invalid=${problem !== undefined} /></label>
        <button class="button primary" part="button primary">${messages.connect}</button>
      </div>
      <p class="small ${problem ? 'problem' : 'soft'}" id="key-${server.id}" role="status">${problem ? messages[problem] : messages.valueHint}</p>
    </details>
  </form>`;
}

function submit(event: Event, { server, list, onproblem, ondone }: KeyFormOptions): void {
  event.preventDefault();
  const form = event.currentTarget;
  if (!(form instanceof HTMLFormElement)) return;
  const header = { name: textIn(form, 'name'), value: textIn(form, 'value') };
  const problem = !header.value ? 'missingValue' : isSendable(header.name, header.value) ? undefined : 'wrongHeader';
  if (problem) {
    onproblem(problem);
    return form.querySelector<HTMLElement>('[name=value]')?.focus();
  }
  const others = server.headers.filter(({ name }) => name.toLowerCase() !== header.name.toLowerCase());
  list.update(server.id, { headers: [...others, header] });
  // Nobody finds the value in the page any more.
  form.reset();
  ondone();
}
