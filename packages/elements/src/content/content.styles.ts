import { css } from 'lit';

export const styles = css`
  .stack { gap: 12px; }
  .block { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; min-inline-size: 0; overflow: clip; overflow-clip-margin: 6px; }
  .text { white-space: pre-wrap; tab-size: 4; }
  .framed { padding: 12px; border: 1px solid var(--_line); border-radius: var(--_radius-small); background: var(--_surface); }
  .head { display: flex; flex-wrap: wrap; align-items: center; gap: 2px 10px; min-block-size: 28px; }
  .kind { font-weight: var(--_strong); }
  .action { min-inline-size: 0; margin-inline-start: auto; }
  .action.row { gap: 2px; }
  .labels { display: flex; flex-wrap: wrap; gap: 4px; }
  .of-result { margin-block-end: -6px; }
  .button[aria-pressed='true'] { background: var(--_accent-soft); color: var(--_accent-strong); }

  /* As much lower as the rest that needs no button: see Fold. */
  .limited { max-block-size: 520px; overflow: hidden; }
  .limited.cut { max-block-size: 440px; mask-image: linear-gradient(#000 calc(100% - 56px), transparent); }
  /* Room for the focus ring of what begins at the edge. */
  .body { margin-inline: -4px; padding-inline: 4px; }
  .body .text.sunken { max-block-size: none; }
  .text.sunken { max-block-size: 420px; overflow: auto; padding: 10px 12px; border-radius: var(--_radius-small); background: var(--_sunken); }
  .name { font-weight: 550; }
  .uri { color: var(--_text-soft); }

  canvas {
    display: block;
    inline-size: auto;
    block-size: auto;
    max-inline-size: 100%;
    max-block-size: 60vh;
    border-radius: var(--_radius-small);
    /* A faint checkerboard, which shows which parts are transparent. */
    background: repeating-conic-gradient(var(--_sunken) 0 25%, var(--_surface) 0 50%) 0 0 / 16px 16px;
    outline: 1px solid var(--_line);
  }
  .framed > .button { justify-self: start; }
  audio { inline-size: 100%; }
  .media { min-block-size: 36px; }
  .failed { display: flex; align-items: center; gap: 8px; color: var(--_danger); font-weight: var(--_strong); }
  .failed::before { content: '⚠'; content: '⚠' / ''; }
  .is-error { padding-inline-start: 12px; border-inline-start: 3px solid var(--_danger); }
  .aside > summary { color: var(--_text-soft); font-size: 0.8667em; }
  .aside[open] > summary { margin-block-end: 8px; }

  @media (forced-colors: active) {
    .button[aria-pressed='true'] { border-color: Highlight; }
  }
  @media print {
    .limited, .limited.cut { max-block-size: none; overflow: visible; mask-image: none; }
  }
`;
