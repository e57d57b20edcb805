import { css } from 'lit';

export const styles = css`
  .item { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px; min-inline-size: 0; margin: 0; padding: 0; border: 0; }
  label { font-weight: 550; line-height: 1.4; }
  label code { font-weight: 400; margin-inline-start: 4px; }
  .required { margin-inline-start: 3px; color: var(--_danger); }
  .hints { display: grid; gap: 2px; margin-block-start: -4px; }

  .check { display: grid; grid-template-columns: auto minmax(0, 1fr); align-items: baseline; gap: 8px; }
  .check input { inline-size: 16px; block-size: 16px; margin: 0; transform: translateY(2px); }
  .item > .check + .hints { margin-block-start: -2px; margin-inline-start: 24px; }
  @media (pointer: coarse) {
    .check { padding-block: 6px; }
  }

  .narrow { max-inline-size: 24em; }
  .field:disabled { border-color: var(--_line); background: var(--_sunken); color: var(--_text-soft); }

  .problem { color: var(--_danger); font-weight: 550; }
  .problem::before { content: '⚠ '; content: '⚠ ' / ''; }
  .problems { display: grid; gap: 4px; }
`;
