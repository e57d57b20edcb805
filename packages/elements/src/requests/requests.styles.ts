import { css } from 'lit';

export const styles = css`
  .head { justify-content: space-between; padding: calc(3 * var(--_space)) calc(4 * var(--_space)); border-block-end: 1px solid var(--_line); background: var(--_sunken); }
  h3 { font-size: 1em; }
  h3:focus, .empty:focus { outline: none; }
  .group + .group { border-block-start: 1px solid var(--_line); }
  .who { padding: 10px 16px 4px; }
  .who bdi { font-weight: var(--_strong); }
  .line { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 8px; align-items: center; inline-size: 100%; min-block-size: 44px; padding: 8px 16px; border: 0; background: none; text-align: start; }
  .line:hover { background: var(--_sunken); }
  .line:focus-visible { outline-offset: -3px; }
  .chevron { inline-size: 16px; block-size: 16px; fill: none; stroke: var(--_text-soft); stroke-width: 1.7; stroke-linecap: round; stroke-linejoin: round; transition: rotate 120ms; }
  .line[aria-expanded='true'] .chevron { rotate: 180deg; }
  .request { border-block: 1px solid var(--_line); }
  li:last-child > .request { border-block-end: 0; }
  .request > ::part(dialog) { border: 0; border-radius: 0; }
  @media (prefers-reduced-motion: reduce) {
    .chevron { transition: none; }
  }
`;
