import { css } from 'lit';

/** A modal dialog: a body that scrolls, and the buttons below it. `--_width` sets its width. */
export const dialogStyles = css`
  dialog {
    container-type: inline-size;
    inline-size: var(--_width, 36rem);
    max-inline-size: calc(100vw - 24px);
    max-block-size: calc(100dvh - 24px);
    padding: 0;
    border: var(--_line-width) solid var(--_line);
    border-radius: var(--_radius-dialog);
    background: var(--_surface);
    color: var(--_text);
    font: 400 var(--_size) / 1.5 var(--_font);
    box-shadow: var(--_shadow);
    overflow: clip;
  }
  dialog[open] { display: flex; flex-direction: column; animation: rise 160ms ease-out; }
  dialog::backdrop { background: rgb(12 14 20 / 45%); }
  /* It does not fade in: Chromium would take it for hidden by the page, and its buttons would wait. */
  @keyframes rise { from { transform: translateY(8px); } }
  dialog[open]::backdrop { animation: appear 160ms ease-out; }
  @keyframes appear { from { opacity: 0; } }
  /* Rows as high as what is in them: in WebKit, what clips, as headings do, would have no height where the body is low. */
  .body { flex: 1 1 auto; grid-auto-rows: max-content; gap: calc(4 * var(--_space)); padding: calc(6 * var(--_space)); overflow: auto; }
  h2 { font-size: 1.25em; letter-spacing: -0.01em; }
  /* With a position, they are layers of their own: Chromium can then tell whether anything covers them. */
  .foot, h2 { position: relative; }
  .foot { display: flex; flex: none; flex-wrap: wrap; justify-content: flex-end; gap: 8px; max-block-size: 70dvh; padding: calc(4 * var(--_space)) calc(6 * var(--_space)); border-block-start: 1px solid var(--_line); background: var(--_sunken); overflow: auto; }
  .foot .cancel { margin-inline-end: auto; min-inline-size: 96px; }

  @media (max-width: 480px) {
    .body { padding: 16px; }
    .foot { padding: 12px 16px; }
  }

  /* Where the buttons do not fit side by side: of equal width, two in a row if possible. A single one at the end takes the whole row. */
  @container (max-width: 34em) {
    .foot { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, max(8em, 34%)), 1fr)); }
    .foot .cancel { margin: 0; }
    .foot :last-child:nth-child(odd) { grid-column: 1 / -1; }
  }
  /* Four buttons fit in some languages only. */
  @container (max-width: 46em) {
    .foot:has(:nth-child(4)) { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, max(8em, 34%)), 1fr)); }
    .foot:has(:nth-child(4)) .cancel { margin: 0; }
  }
`;

/** The same in the flow of the page. Its body scrolls, so that the buttons below it stay in sight. */
export const frameStyles = css`
  .frame {
    display: flex;
    flex-direction: column;
    container-type: inline-size;
    /* In a box of a definite height, such as the timeline of a chat, all of it can be on the screen at once. */
    max-block-size: min(36rem, 85dvh, max(min(18rem, 100cqb - 12px), 100cqb - var(--_around, 12px)));
    border: var(--_line-width) solid var(--_line-strong);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    overflow: clip;
  }
  .frame[hidden] { display: none; }
  .frame .body { padding: 16px; overscroll-behavior: contain; }
  .frame .foot { padding: 12px 16px; }
  .frame h2 { font-size: 1.0667em; }
  /* Below the text, not above it: little of that may be in sight. */
  .frame .more { position: static; flex: none; padding-inline: 16px; box-shadow: none; }
  .announcement:focus { outline: none; }

  /* In a low box: what is to be read has the space. */
  @container (max-height: 30rem) {
    .frame .body { gap: 8px; padding: 8px 12px; }
    .frame .more { gap: 8px; padding: 4px 12px; line-height: 1.25; }
    .frame .foot, .frame .foot:has(:nth-child(4)) { display: flex; flex-wrap: nowrap; gap: 6px; max-block-size: 45cqb; padding: 8px 12px; }
    .frame .foot > .button { flex: 0 1 auto; min-inline-size: 0; padding-inline: 8px; line-height: 1.15; overflow-wrap: anywhere; }
    .frame .foot > .cancel { flex: none; margin-inline-end: auto; min-inline-size: 0; max-inline-size: 40%; }
    .frame .longer { max-block-size: 50cqb; }
  }
`;

/** What the dialogs share in which users answer a request: who asks, and for what. */
export const requestStyles = css`
  .facts { display: grid; gap: 12px; padding: 12px 16px; border: 1px solid var(--_line); border-radius: var(--_radius); }
  .facts > div { display: grid; grid-template-columns: 84px minmax(0, 1fr); gap: 0 12px; align-items: baseline; }
  dt { color: var(--_text-soft); font-size: 0.8667em; }
  .origin { display: block; font-family: var(--_mono); font-size: 0.8667em; font-weight: var(--_strong); }

  .main { position: relative; display: flex; flex: 1 1 auto; flex-direction: column; min-block-size: 0; }
  .main > .body { min-block-size: 0; }
  .end { display: block; block-size: 1px; margin-block-start: -1px; }
  .more { position: absolute; inset-inline: 0; inset-block-end: 0; display: flex; gap: 8px 16px; align-items: center; justify-content: space-between; padding: 8px 24px; border-block-start: 1px solid var(--_line); background: var(--_surface); color: var(--_text-soft); box-shadow: 0 -12px 16px -8px rgb(12 14 20 / 18%); }
  .more > span { flex: 1; min-inline-size: 0; }
  .more > .button { flex: 0 1 auto; min-inline-size: 0; max-inline-size: 60%; }

  h2:focus { outline: none; }
  h3 { font-size: 1em; }
  /* Some characters are as wide as a sentence: a server's name must not push its origin out of sight. */
  h2, dd > bdi:has(+ .origin) { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 6; line-clamp: 6; overflow: clip; text-align: -webkit-match-parent; text-align: match-parent; }
  pre { max-block-size: 220px; overflow: auto; }
  summary { inline-size: fit-content; border-radius: 4px; color: var(--_text-soft); font-size: 0.8667em; }
  summary:hover { color: var(--_text); }
  details > :not(summary) { margin-block-start: 8px; }

  @media (max-width: 480px) {
    .facts > div { grid-template-columns: minmax(0, 1fr); }
  }
`;
