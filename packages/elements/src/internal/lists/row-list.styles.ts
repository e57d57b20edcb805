/** A list of rows that are drawn only where they can be seen, in a card with a bar to filter them: the log, the messages. */
import { css } from 'lit';

export const rowListStyles = css`
  :host { container-type: inline-size; }
  /* What is opened has its place below the list, where one scrolls to it in a low element, or beside it if there is room. */
  .card { display: flex; flex-direction: column; block-size: 100%; overflow: hidden auto; }
  .bar { justify-content: space-between; padding: 10px 12px; }
  .bar .choices { flex: 1 0 100%; }
  .button.chosen { border-color: var(--_accent); color: var(--_accent-strong); }
  .actions { margin-inline-start: auto; }

  /* 320px, or what is left if the element has a height. */
  .frame { position: relative; flex: 1 320px; min-block-size: 120px; border-block: 1px solid var(--_line); }
  .panes { display: contents; }
  .panes:has(> .details) > .frame { min-block-size: 64px; }
  .scroller { contain: strict; position: absolute; inset: 0; overflow: hidden auto; overflow-anchor: none; outline-offset: -2px; background: var(--_sunken); }
  .sizer { position: relative; }
  .window { position: absolute; inset-inline: 0; }
  .entry {
    contain: strict;
    display: grid;
    align-items: center;
    gap: 0 10px;
    inline-size: 100%;
    block-size: 30px;
    padding: 0 12px;
    border: 0;
    border-inline-start: 3px solid transparent;
    outline-offset: -2px;
    font-size: 0.8667em;
    text-align: start;
    white-space: nowrap;
  }
  .entry > * { overflow: hidden; text-overflow: ellipsis; }
  .ruler { position: absolute; visibility: hidden; }
  /* The bar is as high without the button: nothing moves when that appears. */
  .bottom { min-block-size: calc(var(--_height) + 4px); padding-block: 5px; }
  .bottom .button { font-size: 1em; }
  .details { display: grid; flex: none; grid-template-columns: minmax(0, 1fr); gap: 8px; padding: 10px 12px; border-block-end: 1px solid var(--_line); }

  @container (min-width: 1100px) {
    .panes:has(> .details) { display: grid; flex: 1 320px; grid-template: minmax(0, 1fr) / minmax(0, 3fr) minmax(0, 2fr); min-block-size: 120px; }
    .panes > .details { display: flex; flex-direction: column; min-block-size: 0; border-block: 1px solid var(--_line); border-inline-start: 1px solid var(--_line); }
    .details > .data { flex: 1; min-block-size: 0; max-block-size: none; }
  }

  /* In a low element, the rows get the room. */
  .low .bar { gap: 4px 8px; padding-block: 4px; }
  .low .frame { min-block-size: 64px; }
  .low .bottom { min-block-size: 32px; }
  .low .bottom .button { min-block-size: 24px; padding-block: 0; }
  @container (max-width: 620px) {
    /* What to filter by is behind its button, unless it is in use. */
    .low .bar:not(.find):not(:has(> .choices:not([hidden]))) > input:placeholder-shown:not(:focus) { display: none; }
    .low .bar:not(.find) { column-gap: 4px; }
    .low .bar:not(.find) > .actions { display: contents; }
    .low .bar .button { padding-inline: calc(1.5 * var(--_space)); }
  }

  /* Only names of system colors: what the page's color scheme gives may be unreadable on the user's background. */
  @media (forced-colors: active) {
    .entry { border-color: Canvas; background: Canvas; color: CanvasText; }
    .entry:is(:hover, [aria-expanded='true']) { border-color: Highlight; background: Canvas; }
  }
  .text { font-family: var(--_mono); font-size: 0.8667em; white-space: pre-wrap; }
`;
