import { css } from 'lit';

export const styles = css`
  :host { container-type: inline-size; }
  .call { border: var(--_line-width) solid var(--_line); border-radius: var(--_radius); background: var(--_surface); box-shadow: var(--_shadow-card); overflow: clip; }
  .call.asks { border-color: var(--_line-strong); }

  .line { display: grid; grid-template-columns: auto minmax(0, 1fr) fit-content(40%) fit-content(25%) auto; gap: 10px; align-items: center; inline-size: 100%; min-block-size: 44px; padding: calc(2 * var(--_space)) calc(3 * var(--_space)); border: 0; background: none; text-align: start; }
  .line:not([aria-disabled='true']):hover { background: var(--_sunken); }
  .line:focus-visible { outline-offset: -3px; border-radius: var(--_radius); }
  .what { display: flex; gap: 8px; align-items: baseline; min-inline-size: 0; overflow: clip; white-space: nowrap; }
  .what > * { min-inline-size: 0; overflow: clip; text-overflow: ellipsis; }
  .tool { flex: 0 1 auto; font-weight: var(--_strong); }
  .server { flex: 0 2 auto; }
  .preview { flex: 1 1000 0; font-family: var(--_mono); font-size: 0.8em; }
  :is(.state, .time) { min-inline-size: 0; overflow-wrap: anywhere; font-size: 0.8667em; }
  .state { font-weight: 500; }
  .time:empty { display: none; }
  .state:has(+ .time:empty) { grid-column: 3 / 5; text-align: end; }
  .time { text-align: end; font-variant-numeric: tabular-nums; }

  .sign, .chevron { inline-size: 18px; block-size: 18px; fill: none; stroke: currentcolor; stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round; }
  .chevron { grid-column: -2; inline-size: 16px; color: var(--_text-soft); transition: rotate 120ms; }
  .line[aria-expanded='true'] .chevron { rotate: 180deg; }
  .line[aria-disabled='true'] .chevron { visibility: hidden; }
  .waiting, .denied, .declined, .cancelled { color: var(--_text-soft); }
  .approval, .input { color: var(--_warning); }
  .running { color: var(--_accent); }
  .done { color: var(--_success); }
  .failed { color: var(--_danger); }
  .track { stroke: var(--_line); }
  .turns { transform-origin: 50% 50%; animation: turn 1s linear infinite; }
  @keyframes turn { to { rotate: 360deg; } }

  /* Two rows: what it is, then how it is. */
  @container (max-width: 30em) {
    .line { grid-template-columns: auto minmax(0, 1fr) fit-content(40%) 16px; }
    .what { grid-column: 2 / 4; }
    .preview { display: none; }
    .chevron { grid-row: 1; grid-column: 4; }
    .state, .state:has(+ .time:empty) { grid-row: 2; grid-column: 2; text-align: start; }
    .time { grid-row: 2; grid-column: 3 / 5; }
    .line { gap: 2px 10px; }
  }
  @media (prefers-reduced-motion: reduce) {
    .turns { animation: none; }
    .chevron { transition: none; }
  }
  @media (forced-colors: active) {
    .call.asks { border-width: 2px; }
  }
`;

export const bodyStyles = css`
  .body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 14px; padding: 12px; border-block-start: 1px solid var(--_line); }
  /* What of the card is above it. */
  .request { --_around: 84px; border-block-start: 1px solid var(--_line); }
  .request > ::part(dialog) { border: 0; border-radius: 0; }
  h3 { color: var(--_text-soft); font-size: 0.8667em; }
  pre { max-block-size: 15em; overflow: auto; }
  .progress { display: grid; gap: 6px; }
  .progress-text { display: flex; justify-content: space-between; gap: 12px; font-variant-numeric: tabular-nums; }
  .actions { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; }
  .actions > .soft { flex: 1 1 16em; }
`;
