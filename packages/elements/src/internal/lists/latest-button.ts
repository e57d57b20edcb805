/** The way to the end of a list, as long as there are rows that the user has not seen. It is in the bar below: over the list, it would cover a row. */
import { html, nothing, type TemplateResult } from 'lit';

interface LatestMessages {
  readonly latest: (count: number) => string;
}

/** @param unseen how many rows came that the user has not seen */
export function latestButton(
  messages: LatestMessages,
  unseen: number,
  onlatest: () => void,
): TemplateResult | typeof nothing {
  if (unseen === 0) return nothing;
  return html`<button type="button" class="button small primary latest" part="button primary small" @click=${onlatest}>${messages.latest(unseen)}</button>`;
}
