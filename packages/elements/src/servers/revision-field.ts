/** The revision of the protocol that the user chooses for a server. */
import { type Revision, REVISIONS } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import type { ServersMessages } from './messages.ts';
import { textIn } from './form-text.ts';

export function revisionField(messages: ServersMessages, chosen?: Revision): TemplateResult {
  return html`<label class="revision">${messages.revision}<select class="field" part="control select" name="revision">
    <option value="" ?selected=${!chosen}>${messages.newestRevision}</option>
    ${REVISIONS.map((revision) => html`<option value=${revision} ?selected=${revision === chosen}>${revision}</option>`)}
  </select></label>`;
}

/** The revision that is chosen in a form. Undefined for the newest one, and where the user cannot choose. */
export function chosenRevision(form: HTMLFormElement): Revision | undefined {
  const chosen = textIn(form, 'revision');
  return REVISIONS.find((revision) => revision === chosen);
}
