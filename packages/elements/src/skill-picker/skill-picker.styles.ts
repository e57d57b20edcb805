import { css } from 'lit';

export const styles = css`
  :host { --_width: 26rem; }
  .find { padding: calc(3 * var(--_space)) calc(4 * var(--_space)); border-block-end: 1px solid var(--_line); background: var(--_sunken); }
  .find input { inline-size: 100%; }
  .group { padding: calc(3 * var(--_space)) calc(4 * var(--_space)); }
  .group + .group { border-block-start: 1px solid var(--_line); }
  h3 { font-size: 1em; }
  .origin { display: block; color: var(--_text-soft); font-family: var(--_mono); font-size: 0.8667em; font-weight: 400; }
  .skill { display: grid; grid-template-columns: minmax(0, 1fr) fit-content(50%); gap: 2px 12px; align-items: start; padding-block: 10px; }
  .skill + .skill { border-block-start: 1px solid var(--_line); }
  .skill b { font-weight: 500; }
  .skill .button { grid-area: 1 / 2 / 4; }
  .skill p { margin: 0; overflow-wrap: anywhere; }
  .notice { margin: 8px 16px; }
`;
