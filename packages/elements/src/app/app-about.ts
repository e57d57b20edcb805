/** What the user should know of an app: where it connects to, what was blocked, and what it tells the model. */
import { html, nothing, type TemplateResult } from 'lit';
import { serverText, shortText } from '../internal/text/text.ts';
import type { AppMessages } from './messages.ts';
import type { RunningApp } from './running-app.ts';

/** In characters. Behind "Show more", the one that matters would not be seen. */
const MAX_DOMAINS = 2_000;

export function aboutApp(
  messages: AppMessages,
  { app, violations, violationCount, modelContext, missesResult }: RunningApp,
): TemplateResult {
  const { connectDomains, resourceDomains, frameDomains, baseUriDomains } = app.policy.domains;
  const domains = [...new Set([...connectDomains, ...resourceDomains, ...frameDomains, ...baseUriDomains])];
  return html`${domains.length > 0 ? html`<p class="note small soft"><bdi>${serverText(messages.domains(domains.join(', ')), MAX_DOMAINS)}</bdi></p>` : nothing}
    ${missesResult ? html`<p class="note small" role="alert" part="error">${messages.oversized}</p>` : nothing}
    ${modelContext ? html`<p class="note small soft" role="status">${messages.contextNote}</p>` : nothing}
    ${
      violations.length > 0
        ? html`<details class="note small" part="violations"><summary part="summary">${messages.violations(violationCount)}</summary><ul>${violations.map(({ directive, blocked }) => html`<li>${messages.violation(shortText(directive, 40), shortText(blocked, 200))}</li>`)}</ul></details>`
        : nothing
    }`;
}
