import type { StepUpConsentRequest } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import { serverName, serverOrigin } from '../internal/server/server-identity.ts';
import type { SharedMessages } from '../internal/text/shared-messages.ts';
import { issuerHost, scopeList } from '../internal/server/sign-in-text.ts';
import { shortText } from '../internal/text/text.ts';
import type { ToolConsentMessages } from './messages.ts';

export const english = {
  issuer: 'Sign in at',
  scope: 'It wants',
};

export type StepUpMessages = typeof english;

/** What a server wants besides what the user agreed to, and who would be asked for it. Loaded on demand. */
export function stepUpFacts(
  text: StepUpMessages & Pick<ToolConsentMessages, 'server'>,
  shared: SharedMessages,
  { server, issuer, scope }: StepUpConsentRequest,
): TemplateResult {
  return html`<dl class="facts">
      <div><dt>${text.server}</dt><dd><bdi>${shortText(serverName(server))}</bdi><span class="origin"><bdi dir="ltr">${serverOrigin(server)}</bdi></span></dd></div>
      <div><dt>${text.issuer}</dt><dd><span class="origin"><bdi dir="ltr">${issuerHost(issuer)}</bdi></span></dd></div>
      <div><dt>${text.scope}</dt><dd>${scopeList(shared, scope)}</dd></div>
    </dl>`;
}
