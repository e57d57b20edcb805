import { css } from 'lit';

export const styles = css`
  :host { container-type: inline-size; }
  .card { display: flex; flex-direction: column; block-size: 100%; overflow: clip; }
  .bar { justify-content: space-between; padding: 10px 12px; }
  .bottom { justify-content: flex-start; }
  .bottom [role='status'] { margin-inline-start: auto; }
  .bar .field { flex: 1 160px; inline-size: auto; block-size: 2.3em; min-block-size: 0; padding-block: 3px; font-size: 0.9333em; }
  .bar .choices { flex: 1 0 100%; }
  .bar .choices .field { flex: 1 1 140px; }
  .button.chosen { border-color: var(--_accent); color: var(--_accent-strong); }
  .actions { margin-inline-start: auto; }
  .start { display: grid; justify-items: start; gap: 10px; padding: 16px; }
  .recording { border-radius: 0; justify-content: space-between; }

  /* 320px, or what is left if the element has a height. */
  .frame { position: relative; flex: 1 320px; min-block-size: 120px; border-block: 1px solid var(--_line); }
  .scroller { contain: strict; position: absolute; inset: 0; overflow: hidden auto; overflow-anchor: none; outline-offset: -2px; background: var(--_sunken); }
  .sizer { position: relative; }
  .window { position: absolute; inset-inline: 0; }
  .entry {
    contain: strict;
    display: grid;
    grid-template-columns: 1.4em minmax(0, 1fr) minmax(0, 160px) 110px 72px;
    align-items: center;
    gap: 0 10px;
    inline-size: 100%;
    block-size: 30px;
    padding: 0 12px;
    border: 0;
    border-inline-start: 3px solid transparent;
    outline-offset: -2px;
    background: none;
    font-size: 0.8667em;
    text-align: start;
    white-space: nowrap;
  }
  .entry > * { overflow: hidden; text-overflow: ellipsis; }
  .entry:is(:hover, [aria-expanded='true']) { background: var(--_accent-soft); }
  .entry[aria-expanded='true'] { border-color: var(--_accent); }
  .ruler { position: absolute; visibility: hidden; }
  .method { font-family: var(--_mono); }
  .state, .size { text-align: end; font-variant-numeric: tabular-nums; }
  :is([data-state='error'], [data-state='failed']) .state, .state:is([data-state='error'], [data-state='failed']) { color: var(--_danger); }
  [data-state='done'] .shape { color: var(--_success); }

  .frame .empty { position: absolute; inset: 0; align-content: center; background: var(--_sunken); }
  .latest { position: absolute; inset-block-end: 10px; inset-inline: 0; margin-inline: auto; inline-size: fit-content; border-radius: 999px; box-shadow: 0 2px 10px rgb(16 18 27 / 25%); }

  .details { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; padding: 10px 12px; border-block-end: 1px solid var(--_line); }
  .details h3 { font-size: 0.9333em; }
  .details h4 { padding-block: 6px 2px; font-size: 0.8667em; }
  .data { max-block-size: 320px; overflow: auto; }
  .http { margin-block-start: 8px; }
  .http summary { font-size: 0.8667em; font-weight: 600; }
  .http .inner { padding-block: 4px; padding-inline-start: 16px; }
  .headers div { display: flex; flex-wrap: wrap; gap: 0 6px; }
  .events { max-block-size: 200px; overflow: auto; }
  .text { font-family: var(--_mono); font-size: 0.8667em; white-space: pre-wrap; }

  @container (max-width: 620px) {
    .entry { grid-template-columns: 1.4em minmax(0, 1fr) auto; align-content: center; block-size: 52px; }
    .source { grid-column: 2; grid-row: 2; }
    .size { grid-column: 3; grid-row: 2; }
  }
  @media (forced-colors: active) {
    .entry { forced-color-adjust: none; color: CanvasText; background: Canvas; }
    .entry:is(:hover, [aria-expanded='true']) { border-color: Highlight; background: Canvas; }
  }
`;
