/** The bar below the messages: how many there are, which are left out, what happened, and the way to those that came meanwhile. */
import { html, nothing, type TemplateResult } from 'lit';
import { latestButton } from '../internal/lists/latest-button.ts';
import type { ActivityMessages } from './messages.ts';

export interface ActivityFootOptions {
  readonly shown: number;
  readonly all: number;
  /** How many were dropped to make room. */
  readonly dropped: number;
  readonly isFromFile: boolean;
  readonly isPaused: boolean;
  /** How much was searched with the filter, between 0 and 1. */
  readonly share: number;
  /** What happened, for screen readers too. */
  readonly status: string;
  /** Undefined while nothing is filtered. */
  readonly onclearfilter: (() => void) | undefined;
  /** How many rows of the list came that the user has not seen. */
  readonly unseen: number;
  readonly onlatest: () => void;
}

export function activityFoot(messages: ActivityMessages, options: ActivityFootOptions): TemplateResult {
  const { shown, all, dropped, isFromFile, isPaused, share, status, onclearfilter, unseen, onlatest } = options;
  return html`<div class="bar row small bottom">
    <span class="soft">${messages.shown(shown, all)}</span>
    ${share < 1 ? html`<span class="soft">${messages.filtering(Math.floor(share * 100))}</span>` : nothing}
    ${onclearfilter && shown > 0 ? html`<button type="button" class="link" part="link" @click=${onclearfilter}>${messages.clearFilter}</button>` : nothing}
    ${dropped > 0 ? html`<span class="soft dropped" title=${isFromFile ? '' : messages.droppedHint}>${messages.dropped(dropped)}</span>` : nothing}
    ${isPaused && !isFromFile ? html`<span class="soft">${messages.paused}</span>` : nothing}
    <span role="status" class="soft">${status}</span>
    ${latestButton(messages, unseen, onlatest)}
  </div>`;
}
