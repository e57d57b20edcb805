/** The bar below the entries: how many there are, what happened, and the way to those that came meanwhile. */
import { html, nothing, type TemplateResult } from 'lit';
import { latestButton } from '../../internal/lists/latest-button.ts';
import type { LogViewerMessages } from '../messages.ts';

export interface FootOptions {
  readonly shown: number;
  readonly all: number;
  /** How many entries were dropped to make room. */
  readonly dropped: number;
  /** How much of the log is filtered, between 0 and 1. */
  readonly share: number;
  /** What happened, for screen readers too. */
  readonly status: string;
  /** How many rows of the log came that the user has not seen. */
  readonly unseen: number;
  readonly onlatest: () => void;
}

export function foot(messages: LogViewerMessages, options: FootOptions): TemplateResult {
  const { shown, all, dropped, share, status, unseen, onlatest } = options;
  return html`<div class="bar row small bottom">
    <span class="soft">${messages.shown(shown, all)}${dropped > 0 ? html` <span title=${messages.droppedHint}>· ${messages.dropped(dropped)}</span>` : nothing}</span>
    ${share < 1 ? html`<span class="soft">${messages.filtering(Math.floor(share * 100))}</span>` : nothing}
    <span role="status" class="soft">${status}</span>
    ${latestButton(messages, unseen, onlatest)}
  </div>`;
}
