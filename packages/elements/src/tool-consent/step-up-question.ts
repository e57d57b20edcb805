import type { StepUpConsentRequest } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import { issuerHost, scopeList } from '../internal/sign-in-text.ts';
import { serverName, serverOrigin } from '../internal/server-identity.ts';
import { shortText } from '../internal/text.ts';

const text = {
  question: (server: string) => html`Give <bdi>${server}</bdi> more permissions?`,
  server: 'Server',
  issuer: 'Sign in at',
  scope: 'It wants',
};

/** What a server wants besides what the user agreed to, and who would be asked for it. */
export function stepUpQuestion({ server, issuer, scope }: StepUpConsentRequest): TemplateResult {
  const name = shortText(serverName(server));
  return html`<h2 id="question">${text.question(name)}</h2>
    <dl class="facts" id="about">
      <div><dt>${text.server}</dt><dd><bdi>${name}</bdi><span class="origin"><bdi dir="ltr">${serverOrigin(server)}</bdi></span></dd></div>
      <div><dt>${text.issuer}</dt><dd><span class="origin"><bdi dir="ltr">${issuerHost(issuer)}</bdi></span></dd></div>
      <div><dt>${text.scope}</dt><dd>${scopeList(scope)}</dd></div>
    </dl>`;
}
