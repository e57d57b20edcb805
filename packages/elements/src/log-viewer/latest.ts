import { css, html, nothing } from 'lit';
import type { Reading } from './view.ts';

/** The way back to the end, once it was left. */
export function latest({ text, tail, host, entries }: Reading): unknown {
  if (tail.isFollowing) return nothing;
  const missed = (host?.log.getSnapshot().at(-1)?.id ?? 0) - (entries()?.at(-1)?.id ?? 0);
  return html`<button type="button" class="button small primary latest" data-do="follow">${missed > 0 ? text.latestWith(missed) : text.latest}</button>`;
}

export const latestStyles = css`
  .latest { position: absolute; inset-block-end: 10px; inset-inline: 0; margin-inline: auto; inline-size: fit-content; border-radius: 999px; box-shadow: 0 2px 10px rgb(16 18 27 / 25%); }
`;
