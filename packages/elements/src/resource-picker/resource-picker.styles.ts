import { css } from 'lit';

export const styles = css`
  :host { container-type: inline-size; }
  .card { display: grid; grid-template-columns: minmax(0, 1fr); overflow: clip; }
  .card:has(> .page-head:not([hidden])) { grid-template-rows: auto minmax(0, 1fr); }
  .empty { align-content: center; min-block-size: 160px; }
  .list { align-content: start; gap: 0; min-inline-size: 0; background: var(--_sunken); }
  .bare { grid-column: 1 / -1; background: none; }
  .tools { gap: calc(2 * var(--_space)); padding: calc(3 * var(--_space)); }
  .hints { display: flex; flex-wrap: wrap; gap: 8px; }
  .hints select { flex: 1 1 8em; inline-size: auto; }
  .listbox { max-block-size: 320px; border-block-start: 1px solid var(--_line); }
  .line.option { background: var(--_surface); }
  .line .badge { align-self: center; }
  .line .soft { align-self: baseline; max-inline-size: 10em; }
  .detail { min-inline-size: 0; padding: calc(4 * var(--_space)); border-block-start: 1px solid var(--_line); }

  @container (min-width: 620px) {
    .card { grid-template-columns: minmax(230px, 36%) minmax(0, 1fr); grid-template-rows: minmax(0, 1fr); block-size: 100%; min-block-size: 340px; }
    .list { display: flex; flex-direction: column; }
    /* As tall as the panel beside it, however long the list is. */
    .card:has(.bare) { min-block-size: 0; }
    .listbox { flex: 1 1 420px; block-size: 0; max-block-size: none; }
    .detail { padding: calc(5 * var(--_space)) calc(6 * var(--_space)) calc(6 * var(--_space)); border-block-start: 0; border-inline-start: 1px solid var(--_line); overflow: auto; }
  }

  .panel { gap: 16px; }
  h3 { font-size: 1.2em; letter-spacing: -0.01em; }
  h3:focus { outline: none; }
  .facts { gap: 6px; }
  .news:empty { display: none; }
  .preview { padding-block-start: 16px; border-block-start: 1px solid var(--_line); }
`;
