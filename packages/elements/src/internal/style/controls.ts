/** Buttons, fields, badges, cards and notices of all elements. */
import { css } from 'lit';

export const controls = css`
  h2, h3, h4, p, dl, dd, ul, ol, pre, figure { margin: 0; }
  ul, ol { padding: 0; list-style: none; }
  h2, h3, h4 { font-weight: var(--_strong); line-height: 1.3; text-wrap: balance; }

  /* A character may be wider than its line, in some font, and no break helps. */
  :where(p, dt, dd, li, h2, h3, h4, label, legend, pre, summary, td, th, .badge, .button, .text) { overflow-x: clip; }

  button, summary, input, select, textarea { font: inherit; color: inherit; }
  button, summary { touch-action: manipulation; cursor: pointer; }

  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    max-inline-size: 100%;
    min-block-size: var(--_height);
    padding: 4px calc(3.5 * var(--_space));
    border: var(--_line-width) solid var(--_button-line);
    border-radius: var(--_radius-control);
    background: var(--_button);
    color: var(--_button-text);
    font-weight: 500;
    line-height: 1.3;
    box-shadow: var(--_shadow-control);
  }
  .button.primary { border-color: transparent; background: var(--_accent); color: var(--_on-accent); }
  .button.quiet { border-color: transparent; background: none; color: var(--_text-soft); box-shadow: none; }
  .button.small { min-block-size: calc(var(--_height) - 8px); padding: 2px calc(2.5 * var(--_space)); font-size: 0.8667em; }
  /* Whatever colors a page gives the part: a button that is off, such as Allow at first, looks off. */
  .button[disabled], .button[aria-disabled='true'] { border-color: var(--_line) !important; background: var(--_sunken) !important; color: var(--_text-soft) !important; cursor: not-allowed; }
  .button:where(:not([disabled], [aria-disabled='true'])) {
    &:hover { border-color: var(--_accent); color: var(--_accent-strong); }
    &:active { background: var(--_sunken); }
    &.primary:hover { border-color: transparent; background: var(--_accent-strong); color: var(--_on-accent); }
    &.danger:hover { border-color: var(--_danger); color: var(--_danger); }
    &.quiet:hover { border-color: transparent; background: var(--_sunken); color: var(--_text); }
    &.quiet.danger:hover { background: var(--_danger-soft); color: var(--_danger); }
  }
  .link { padding: 0; border: 0; background: none; white-space: normal; color: var(--_accent); text-decoration: underline; text-underline-offset: 0.2em; }
  button.link { min-block-size: 24px; }
  .link:hover { color: var(--_accent-strong); }

  .field {
    inline-size: 100%;
    min-inline-size: 0;
    min-block-size: var(--_height);
    padding: 6px calc(3 * var(--_space));
    border: var(--_line-width) solid var(--_line-strong);
    border-radius: var(--_radius-control);
    background: var(--_control);
    line-height: 1.4;
    box-shadow: var(--_shadow-control);
  }
  /* The same arrow in every browser, except for a select that looks like text. */
  select.field:where(:not(.model)) {
    --_arrow: transparent 40%, var(--_text-soft) 40% 60%, transparent 60%;
    padding-inline-end: 32px;
    background-image: linear-gradient(45deg, var(--_arrow)), linear-gradient(135deg, var(--_arrow));
    background-position: right 17px center, right 12px center;
    background-size: 5px 5px;
    background-repeat: no-repeat;
    appearance: none;
  }
  select.field:where(:not(.model)):dir(rtl) { background-position: left 12px center, left 17px center; }
  textarea.field { min-block-size: 76px; resize: vertical; }
  .field::placeholder { color: var(--_text-soft); opacity: 1; }
  .field[aria-invalid='true'] { border-color: var(--_danger); }
  input[type='checkbox'], input[type='radio'] { accent-color: var(--_accent); }

  :focus-visible { outline: var(--_ring); outline-offset: 2px; }
  .field:focus-visible { border-color: var(--_accent); outline-offset: -1px; }

  .badge {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    max-inline-size: 100%;
    padding: 1px 8px;
    border: 1px solid transparent;
    border-radius: 999px;
    background: var(--_sunken);
    color: var(--_text-soft);
    font-size: 0.8em;
    font-weight: 500;
    line-height: 1.5;
  }
  .claims { gap: 6px; }
  .badge.accent { background: var(--_accent-soft); color: var(--_accent-strong); }
  .badge.success { background: var(--_success-soft); color: var(--_success); }
  .badge.warning { background: var(--_warning-soft); color: var(--_warning); }
  .queue:empty { position: absolute; }
  .badge.danger { background: var(--_danger-soft); color: var(--_danger); }

  .server-address { color: var(--_text-soft); font-weight: 400; }
  .server-address strong { color: var(--_text); font-weight: var(--_strong); }

  .card { border: var(--_line-width) solid var(--_line); border-radius: var(--_radius); background: var(--_surface); box-shadow: var(--_shadow-card); overflow: clip; }

  .empty { display: grid; gap: 4px; justify-items: center; padding: 32px 24px; text-align: center; color: var(--_text-soft); }
  .empty b { color: var(--_text); font-weight: var(--_strong); }
  .empty:focus { outline: none; }

  .notice { padding: calc(2.5 * var(--_space)) calc(3 * var(--_space)); border: 1px solid var(--_line); border-radius: var(--_radius-small); background: var(--_sunken); font-size: 0.9333em; }
  .notice.warning { border-color: transparent; background: var(--_warning-soft); color: var(--_warning); }
  .notice.danger { border-color: transparent; background: var(--_danger-soft); }
  .notice.danger code { color: var(--_danger); }

  .icon { inline-size: 20px; block-size: 20px; margin-inline-end: 6px; vertical-align: -4px; }

  .notice code { font-weight: var(--_strong); }

  .page-head { grid-column: 1 / -1; display: flex; flex-wrap: wrap; align-items: center; gap: calc(2 * var(--_space)); padding: calc(3 * var(--_space)) calc(4 * var(--_space)); border-block-end: 1px solid var(--_line); }
  .page-head .page-actions { display: flex; flex-wrap: wrap; align-items: center; gap: calc(2 * var(--_space)); margin-inline-start: auto; }
  ::slotted([slot='header']) { min-inline-size: 0; margin: 0; overflow-wrap: break-word; }
  ::slotted([slot='icon']) { inline-size: 20px; block-size: 20px; margin-inline-end: 6px; vertical-align: -4px; object-fit: contain; }
  .row { display: flex; flex-wrap: wrap; align-items: center; gap: calc(2 * var(--_space)); }
  .stack { display: grid; grid-template-columns: minmax(0, 1fr); gap: calc(3 * var(--_space)); }
  .stack.tight { gap: var(--_space); }
  .soft { color: var(--_text-soft); }
  bdi.part { display: block; }
  .small { font-size: 0.8667em; }
  code, pre, .mono { font-family: var(--_mono); font-size: 0.8667em; }
  pre { padding: 12px; border-radius: var(--_radius-small); background: var(--_sunken); white-space: pre-wrap; tab-size: 2; }

  .visually-hidden {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  progress {
    display: block;
    inline-size: 100%;
    block-size: 6px;
    border: 0;
    border-radius: 3px;
    overflow: hidden;
    appearance: none;
    background: var(--_line);
    color: var(--_accent);
  }
  progress::-webkit-progress-bar { background: none; }
  progress::-webkit-progress-value { border-radius: 3px; background: var(--_accent); transition: inline-size 200ms; }
  progress::-moz-progress-bar { border-radius: 3px; background: var(--_accent); }
  progress:indeterminate {
    background: linear-gradient(90deg, var(--_line) 35%, var(--_accent) 50%, var(--_line) 65%) 100% / 300% 100%;
    animation: slide 1.6s linear infinite;
  }
  progress:indeterminate::-moz-progress-bar { background: none; }
  @keyframes slide { to { background-position-x: 0%; } }

  @media (prefers-reduced-motion: reduce) {
    *, ::before, ::after, progress::-webkit-progress-value { animation: none !important; transition: none !important; }
  }
  @media (forced-colors: active) {
    select.field:where(:not(.model)) { padding-inline-end: 4px; background-image: none; appearance: auto; }
    .badge, .notice { border-color: CanvasText; }
    .button.primary, .button.quiet { border-color: ButtonBorder; }
    .button[aria-disabled='true'] { border-color: GrayText !important; color: GrayText !important; }
    progress { border: 1px solid CanvasText; }
    progress::-webkit-progress-value { background: Highlight; }
    progress::-moz-progress-bar { background: Highlight; }
  }
`;
