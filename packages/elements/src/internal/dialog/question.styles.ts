/** What the dialogs look alike in, in which users decide something. Loaded with the first of them. */
import { css } from 'lit';

export const questionStyles = css`
  .facts { display: grid; gap: 12px; padding: 12px 16px; border: 1px solid var(--_line); border-radius: var(--_radius); }
  .facts > div { display: grid; grid-template-columns: 84px minmax(0, 1fr); gap: 0 12px; align-items: baseline; }
  dt { color: var(--_text-soft); font-size: 0.8667em; }
  .origin { display: block; font-family: var(--_mono); font-size: 0.8667em; font-weight: 600; }

  h2:focus { outline: none; }
  h3 { font-size: 1em; }
  /* Some letters are as wide as a sentence: what a server calls itself does not push from sight where it is. */
  h2, dd > bdi:has(+ .origin) { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 6; line-clamp: 6; overflow: clip; text-align: -webkit-match-parent; text-align: match-parent; }
  pre { max-block-size: 220px; overflow: auto; }
  summary { inline-size: fit-content; border-radius: 4px; color: var(--_text-soft); font-size: 0.8667em; }
  summary:hover { color: var(--_text); }
  details > :not(summary) { margin-block-start: 8px; }

  @media (max-width: 480px) {
    .facts > div { grid-template-columns: minmax(0, 1fr); }
  }
`;
