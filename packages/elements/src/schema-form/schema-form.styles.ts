import { css } from 'lit';

export const styles = css`
  .form { gap: calc(4.5 * var(--_space)); }
  .toggle { justify-self: start; margin-block: -6px; margin-inline-start: -10px; }

  /* One field. */
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

  /* Full, or clearly short: fields of nearly one width look like a mistake. */
  .narrow:is([type='number'], [type='date'], [type='time']) { max-inline-size: 12em; }
  .narrow[type='datetime-local'] { max-inline-size: 16em; }
  .field:disabled { border-color: var(--_line); background-color: var(--_sunken); color: var(--_text-soft); }

  .problem { color: var(--_danger); font-weight: 550; }
  .problem::before { content: '⚠ '; content: '⚠ ' / ''; }
  .problems { display: grid; gap: 4px; }

  legend { padding: 0; margin-block-end: 4px; font-weight: 550; line-height: 1.4; }
  legend code { font-weight: 400; margin-inline-start: 4px; }
  .options .check label { font-weight: 400; }
  .options { display: grid; gap: 6px; max-block-size: 260px; overflow: auto; padding: 2px; margin: -2px; }
  .examples { display: flex; flex-wrap: wrap; gap: 6px; }
  .example { max-inline-size: 100%; padding: 2px 10px; border: 1px solid var(--_line); border-radius: 999px; background: var(--_sunken); color: var(--_text-soft); font-size: 0.8667em; overflow-wrap: anywhere; }
  .example:not(:disabled):hover { border-color: var(--_accent); color: var(--_accent-strong); }
  .example:disabled { cursor: not-allowed; }
  @media (pointer: coarse) { .example { padding-block: 6px; } }
  textarea.field { max-block-size: 60vh; overflow: auto; }
  textarea.growing { min-block-size: var(--_height); }
  @supports (field-sizing: content) {
    textarea.field { field-sizing: content; }
  }

  /* Objects, lists and kinds. */
  .members { display: grid; grid-template-columns: minmax(0, 1fr); gap: calc(4.5 * var(--_space)); }
  .optional > summary { inline-size: fit-content; padding-block: 4px; color: var(--_text-soft); font-weight: 550; }
  .optional > summary:hover { color: var(--_text); }
  .optional[open] > summary { margin-block-end: 12px; }
  [part='problems'] ul { display: grid; gap: 2px; margin-block-start: 4px; }
  .structure { gap: 8px; }
  .structure.open { padding-block: 2px; }
  .structure.open > .members, .structure.open > .list-items:not(.of-structures), .structure.open > .variant { padding-inline-start: 14px; border-inline-start: 2px solid var(--_line); }
  @media (hover: hover) {
    .structure:not(:hover, :focus-within) > .head .as-json:not([aria-pressed='true']) { opacity: 0; }
  }
  .label { font-weight: 550; line-height: 1.4; }
  .item-title { margin-inline-start: 4px; color: var(--_text-soft); font-weight: 400; }
  .label code { font-weight: 400; margin-inline-start: 4px; }
  .tools { display: inline-flex; flex-wrap: wrap; align-items: center; gap: 2px; }
  .tools .check { margin-inline-end: 8px; }
  .head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 12px; }
  .list-items { display: grid; gap: 10px; }
  .list-item:not(.simple) > .number { display: none; }
  .list-item:not(.simple) { grid-template-columns: minmax(0, 1fr) fit-content(50%); }
  .list-items:empty { display: none; }
  .list-item { display: grid; grid-template-columns: auto minmax(0, 1fr) fit-content(50%); gap: 6px 10px; align-items: start; }
  .list-item > .number { min-inline-size: 1.5em; padding-block-start: 4px; text-align: end; font-variant-numeric: tabular-nums; }
  .list-item.simple > .number { padding-block-start: 9px; }
  .list-item.simple > .tools { padding-block-start: 4px; }
  .list-item .item-value .narrow { max-inline-size: none; }
  .icon { min-inline-size: 28px; padding-inline: 6px; }
  .icon[aria-disabled='true'] { border-color: transparent !important; background: none !important; opacity: 0.4; }
  .member { display: grid; grid-template-columns: minmax(0, 1fr) fit-content(50%); gap: 6px 10px; align-items: end; padding: 10px 12px; border: 1px solid var(--_line); border-radius: var(--_radius-small); }
  .member-name { display: grid; gap: 4px; }
  .member-name .field { max-inline-size: 24em; }
  .member-value { grid-column: 1 / -1; }
  @media (width < 480px) {
    .list-item { grid-template-columns: auto minmax(0, 1fr); }
    .list-item:not(.simple) { grid-template-columns: minmax(0, 1fr); }
    .list-item > .tools { grid-column: -2; }
    .structure.open > .members, .structure.open > .list-items:not(.of-structures), .structure.open > .variant { padding-inline-start: 10px; }
  }

  /* A combobox. */
  .combo { position: relative; display: grid; grid-template-columns: minmax(0, 1fr); max-inline-size: 24em; }
  .combo > input, .combo::after { grid-area: 1 / 1; }
  .combo > input { padding-inline-end: 32px; }
  .combo::after { content: ''; place-self: center end; inline-size: 7px; block-size: 7px; margin-inline-end: 14px; margin-block-end: 4px; border: solid var(--_text-soft); border-width: 0 1.5px 1.5px 0; rotate: 45deg; pointer-events: none; }
  .combo .list {
    position: absolute; inset-inline: 0; inset-block-start: calc(100% + 4px); z-index: 10; max-block-size: 16em; overflow: auto; padding: 4px;
    border: 1px solid var(--_line-strong); border-radius: var(--_radius-small); background: var(--_surface); box-shadow: 0 8px 24px -8px rgb(16 18 27 / 40%);
  }
  .combo li { padding: 6px 8px; border-radius: calc(var(--_radius-small) - 2px); cursor: pointer; }
  .combo li:hover { background: var(--_sunken); }
  .combo li[aria-selected='true'] { background: var(--_accent-soft); color: var(--_accent-strong); outline: 1px solid transparent; }
  .combo [role='status'] { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

  .date-time { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 8px; max-inline-size: 28em; }
  @media (width < 480px) { .date-time { grid-template-columns: minmax(0, 1fr); } }

  .folded { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px; }
  .folded pre { max-block-size: 12em; overflow: auto; background: var(--_sunken); }

  .notice.secret { display: block; padding: 6px 10px; font-size: 1em; }
  textarea.mono { font-size: 0.8667em; line-height: 1.5; tab-size: 2; }
  .head .check label { font-weight: 400; }
  .head .visually-hidden { margin: 0; }
`;
