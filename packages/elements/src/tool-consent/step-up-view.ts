/** Which permissions a server wants beyond those it has, and which authorization server grants them. */
import type { StepUpConsentRequest } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';
import { serverAddress, serverName } from '../internal/server/identity.ts';
import { issuerHost, requestedScopes } from '../internal/server/sign-in.ts';
import { shortText } from '../internal/text/text.ts';
import type { ToolConsentMessages } from './messages.ts';

export interface StepUpActions {
  /** Gets the end of the list. */
  readonly onend: (end?: Element) => void;
  readonly onmute: () => void;
}

export function stepUpView(
  messages: ToolConsentMessages,
  { server, issuer, scope }: StepUpConsentRequest,
  { onend, onmute }: StepUpActions,
): TemplateResult {
  const name = shortText(serverName(server));
  return html`<h2 part="dialog-title" id="heading" tabindex="-1">${messages.stepUpTitle(name)}</h2>
        <dl class="facts" id="about">
          <div><dt>${messages.server}</dt><dd><bdi>${name}</bdi><span class="origin"><bdi dir="ltr">${serverAddress(server)}</bdi></span></dd></div>
          <div><dt>${messages.issuer}</dt><dd><span class="origin"><bdi dir="ltr">${issuerHost(issuer)}</bdi></span></dd></div>
          <div><dt>${messages.scope}</dt><dd>${requestedScopes(scope)}<i class="end" ${ref(onend)}></i></dd></div>
        </dl>
        <p><button type="button" class="link soft small mute" part="link" @click=${onmute}>${messages.mute}</button></p>`;
}
