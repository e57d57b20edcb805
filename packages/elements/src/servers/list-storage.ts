/** Whether the user wants the list stored on this device, and what went wrong with that. */
import type { ServerList } from '@mcp-web/client/servers';
import { html, nothing, type TemplateResult } from 'lit';
import type { ServersMessages } from './messages.ts';

export function listStorage(messages: ServersMessages, list: ServerList): TemplateResult | typeof nothing {
  if (!list.canStore) return nothing;
  const { isStored, problem } = list.getSnapshot();
  const onchange = ({ target }: Event): void => {
    if (target instanceof HTMLInputElement) list.setStored(target.checked);
  };
  const note = problem && (isStored ? messages.notStored : messages.notRead);
  return html`<div class="section stack tight">
    <label class="check"><input type="checkbox" part="checkbox" class="remember" aria-describedby="remember-hint" .checked=${isStored} @change=${onchange} /> ${messages.remember}</label>
    <p class="soft small" id="remember-hint">${messages.rememberHint}</p>
    ${note ? html`<p class="notice danger" part="error" role="alert">${note}</p>` : nothing}
  </div>`;
}
