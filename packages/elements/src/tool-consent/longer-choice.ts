/** The choice of allowing a tool or a skill for longer than once. */
import type { HostConsent } from '@mcp-web/client';
import { html, nothing, type TemplateResult } from 'lit';
import { shortText } from '../internal/text/text.ts';
import type { ToolConsentMessages } from './messages.ts';
import type { Tone } from '../internal/server/tone.ts';

export interface LongerChoice {
  readonly name: string;
  readonly tone: Tone;
  /** What the user has to know before they allow a risky one for good. */
  readonly risk: string;
  readonly always: HostConsent['always'];
  readonly mayAllow: boolean;
  /** Whether the user said that they know the risk. */
  readonly isRiskKnown: boolean;
  readonly onsession: (event: Event) => void;
  readonly onalways: (event: Event) => void;
  readonly onrisk: (event: Event) => void;
  readonly onkeydown: (event: KeyboardEvent) => void;
}

export function longerChoice(messages: ToolConsentMessages, choice: LongerChoice): TemplateResult {
  const { name, tone, always, mayAllow, isRiskKnown } = choice;
  const isRisky = tone !== 'calm';
  const mayAlways = mayAllow && (isRiskKnown || !isRisky);
  const kind = isRisky && tone !== 'addition' ? 'danger' : '';
  return html`<div class="longer stack" id="longer" part="longer" role="group" aria-labelledby="longer-title" tabindex="-1" @keydown=${choice.onkeydown}>
    <h3 id="longer-title">${messages.longerTitle(shortText(name, 60))}</h3>
    <div class="choice">
      <p class="small" id="session-hint">${messages.sessionHint}</p>
      <button type="button" class="button ${kind}" part="button secondary ${kind}" aria-disabled=${!mayAllow} aria-describedby="session-hint" @click=${choice.onsession}>${messages.allowSession}</button>
    </div>
    ${
      always === 'available'
        ? html`<div class="choice">
      <div class="small">
        <p id="always-hint">${messages.alwaysHint}</p>
        ${isRisky ? html`<label class="risk"><input part="checkbox" type="checkbox" .checked=${isRiskKnown} @change=${choice.onrisk} /> <span>${choice.risk}</span></label>` : nothing}
      </div>
      <button type="button" class="button ${kind}" part="button secondary ${kind}" aria-disabled=${!mayAlways} aria-describedby="always-hint" @click=${choice.onalways}>${messages.allowAlways}</button>
    </div>`
        : always === 'off'
          ? nothing
          : html`<p class="soft small">${messages[always]}</p>`
    }
  </div>`;
}
