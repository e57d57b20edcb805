import { css } from 'lit';

export const styles = css`
  .bottom { justify-content: flex-start; }
  .bottom [role='status'] { margin-inline-start: auto; }
  .bar .field { flex: 1 160px; inline-size: auto; block-size: 2.3em; min-block-size: 0; padding-block: 3px; font-size: 0.9333em; }
  .bar .choices .field { flex: 1 1 140px; }
  .start { display: grid; align-content: start; justify-items: start; gap: 10px; padding: 16px; }
  .recording { border-radius: 0; justify-content: space-between; }

  .entry {
    grid-template-columns: 1.4em minmax(0, 1fr) minmax(0, 160px) 110px 72px;
    background: none;
  }
  .entry:is(:hover, [aria-expanded='true']) { background: var(--_accent-soft); }
  .entry[aria-expanded='true'] { border-color: var(--_accent); }
  .method { font-family: var(--_mono); }
  .state, .size { text-align: end; font-variant-numeric: tabular-nums; }
  :is([data-state='error'], [data-state='failed']) .state, .state:is([data-state='error'], [data-state='failed']) { color: var(--_danger); }
  [data-state='done'] .shape { color: var(--_success); }

  .frame .empty { position: absolute; inset: 0; align-content: center; background: var(--_sunken); }

  .details h3 { font-size: 0.9333em; }
  .details h4 { padding-block: 6px 2px; font-size: 0.8667em; }
  .data { max-block-size: 320px; overflow: auto; }
  .http { margin-block-start: 8px; }
  .http summary { padding-block: 3px; font-size: 0.8667em; font-weight: var(--_strong); }
  .http .inner { padding-block: 4px; padding-inline-start: 16px; }
  .headers div { display: flex; flex-wrap: wrap; gap: 0 6px; }
  .events li { min-block-size: 24px; }
  .events { max-block-size: 200px; overflow: auto; }

  @container (max-width: 620px) {
    .entry { grid-template-columns: 1.4em minmax(0, 1fr) auto; align-content: center; block-size: 52px; }
    .source { grid-column: 2; grid-row: 2; }
    .size { grid-column: 3; grid-row: 2; }
  }
`;
