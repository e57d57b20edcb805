import { css } from 'lit';

export const styles = css`
  .card { padding: calc(4 * var(--_space)); }
  .head { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: start; }
  .name { flex: 1 1 auto; max-inline-size: 100%; font-weight: var(--_strong); line-height: 1.4; overflow-wrap: break-word; text-align: -webkit-match-parent; text-align: match-parent; }
  .url { flex: 100%; }
  .head ::slotted([slot='actions']) { margin-inline-start: auto; }

  .dot { inline-size: 8px; block-size: 8px; border: 2px solid currentcolor; border-radius: 50%; }
  .ready .dot { background: currentcolor; }
  .turning .dot { border-block-start-color: transparent; animation: turn 0.9s linear infinite; }
  .danger .dot, .warning .dot { border-radius: 1px; background: currentcolor; transform: rotate(45deg); }
  @keyframes turn { to { transform: rotate(1turn); } }

  .foot { display: flow-root; margin-block-end: -4px; line-height: calc(var(--_height) - 8px); }
  .foot.ruled { padding-block-start: 8px; border-block-start: 1px solid var(--_line); }
  .remove { float: inline-end; margin-inline-end: calc(-2.5 * var(--_space)); }
  .foot > .primary { margin-inline-end: 8px; }
  .foot > .button { margin-block: 2px; vertical-align: top; }
  details { line-height: 28px; }
  .requests:empty, [part='slow']:empty { position: absolute; }
  .counts { display: flex; flex-wrap: wrap; gap: 0 12px; }
  .counts b { font-weight: var(--_strong); color: var(--_text); font-variant-numeric: tabular-nums; }

  summary { inline-size: fit-content; border-radius: var(--_radius-small); color: var(--_text-soft); font-size: 0.8667em; }
  summary:hover { color: var(--_text); }

  .sign-in { justify-content: space-between; }
  .sign-in p { flex: 1; min-inline-size: 10em; }
  .sign-in .quiet { margin-inline-end: calc(-2.5 * var(--_space)); }

  dl { clear: both; display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; padding-block-start: 10px; line-height: 1.5; }
  dt { color: var(--_text-soft); font-size: 0.8667em; }
  dd { white-space: pre-line; }
  dd.row { gap: 6px; }
`;
