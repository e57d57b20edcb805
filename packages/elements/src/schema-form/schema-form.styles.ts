import { css } from 'lit';

export const styles = css`
  .form { gap: 18px; }
  .item { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px; min-inline-size: 0; margin: 0; padding: 0; border: 0; }
  .head { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 12px; }
  label, legend { font-weight: 550; line-height: 1.4; overflow-wrap: anywhere; }
  legend { padding: 0; margin-block-end: 4px; }
  label code, legend code { font-weight: 400; margin-inline-start: 4px; }
  .required { margin-inline-start: 3px; color: var(--_danger); }
  .hints { display: grid; gap: 2px; margin-block-start: -4px; }
  .notice.small { padding: 6px 10px; }

  .check { display: grid; grid-template-columns: auto minmax(0, 1fr); align-items: baseline; gap: 8px; }
  .check input { inline-size: 16px; block-size: 16px; margin: 0; transform: translateY(2px); }
  .options .check label, .head .check label, fieldset > .check label { font-weight: 400; }
  .item > .check + .hints { margin-block-start: -2px; margin-inline-start: 24px; }
  .options { display: grid; gap: 6px; max-block-size: 260px; overflow: auto; padding: 2px; margin: -2px; }
  @media (pointer: coarse) {
    .check { padding-block: 6px; }
  }

  .narrow { max-inline-size: 24em; }
  textarea.field { max-block-size: 60vh; overflow: auto; }
  @supports (field-sizing: content) {
    textarea.field { field-sizing: content; }
  }
  textarea.mono { font-size: 0.8667em; line-height: 1.5; tab-size: 2; }
  .field:disabled { border-color: var(--_line); background: var(--_sunken); color: var(--_text-soft); }

  .problem { color: var(--_danger); font-weight: 550; }
  .problem::before { content: '⚠ '; content: '⚠ ' / ''; }
  .problems { display: grid; gap: 4px; }
  .toggle { justify-self: start; margin-block: -6px; margin-inline-start: -10px; }
`;
