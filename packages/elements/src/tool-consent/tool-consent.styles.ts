import { css } from 'lit';

export const styles = css`
  :host { --_width: 39rem; }

  .lead { gap: 8px; }
  .who, .who > span { display: flex; flex-wrap: wrap; gap: 0 12px; align-items: baseline; }
  .who > span { gap: 0 8px; min-inline-size: 0; }
  .who > span > * { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; line-clamp: 4; overflow: clip; }
  .who > span > .mono { display: block; }
  .sign { display: flex; gap: 8px; align-items: flex-start; margin-block-start: 4px; color: var(--_text-soft); }
  .sign > .sign-icon { margin-block-start: 0.15em; }
  .sign:is(.caution, .danger) { padding: 8px 12px; border-radius: var(--_radius-small); font-weight: 500; }
  .sign.caution { background: var(--_warning-soft); color: var(--_warning); }
  .sign.danger { background: var(--_danger-soft); color: var(--_danger); }

  .scope { max-inline-size: 100%; overflow-wrap: anywhere; white-space: normal; }
  .description { white-space: pre-line; }
  .arguments-head { justify-content: space-between; }
  .arguments-head > .row { gap: 16px; }
  h3 .soft { margin-inline-start: 4px; font-weight: 400; }
  .names code { margin-inline-end: 8px; }
  /* All of it scrolls with the dialog: a box in a box hides its end. */
  pre { max-block-size: none; overflow: visible; }
  pre > bdi { display: block; }
  pre.many > bdi { content-visibility: auto; contain-intrinsic-block-size: auto 80em; }
  .out-of-sight { flex: none; padding: 8px 24px; background: var(--_warning-soft); color: var(--_warning); }

  /* Above the buttons and below the arguments, of which some stay in sight: the dialog grows upwards, or they have less space. */
  .body:has(~ .longer) { flex-shrink: 1000; }
  .longer { flex: 0 1 auto; gap: 16px; max-block-size: 45dvh; padding: calc(4 * var(--_space)) calc(6 * var(--_space)) calc(5 * var(--_space)); border-block-start: 1px solid var(--_line); background: var(--_surface); box-shadow: var(--_shadow); overflow: auto; animation: rise 120ms ease-out; }
  .longer:focus { outline: none; }
  .choice { display: grid; grid-template-columns: minmax(0, 1fr) 15em; gap: 8px 16px; align-items: center; }
  .risk { display: flex; gap: 8px; align-items: baseline; margin-block-start: 4px; }

  .foot:has(> .for-longer) { gap: 8px 12px; }
  .foot > .for-longer { margin-inline: auto -10px; padding-inline: 10px; }
  .foot:has(> .for-longer) > .cancel { margin-inline-end: 0; }
  .for-longer[aria-disabled='true'] { border-color: transparent !important; background: none !important; }
  .for-longer[aria-expanded='true'] { border-color: var(--_accent); background: var(--_accent-soft); color: var(--_accent-strong); }
  .button:where(:not([aria-disabled='true'])) {
    &.primary.caution { border-color: var(--_danger); background: var(--_surface); color: var(--_danger); }
    &.primary.caution:hover { background: var(--_danger-soft); color: var(--_danger); }
  }

  .changed { background: var(--_warning-soft); }
  .changes { position: relative; display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; max-block-size: 240px; overflow: auto; padding: 10px 12px; border-radius: var(--_radius-small); background: var(--_surface); color: var(--_text); }
  .path { color: var(--_text-soft); }
  .diff { white-space: pre-wrap; }
  del, ins { padding-inline: 2px; border-radius: 3px; text-decoration-thickness: 1px; }
  del { background: var(--_danger-soft); color: var(--_danger); }
  ins { background: var(--_success-soft); color: var(--_success); text-decoration: none; }

  @container (max-width: 34em) {
    .foot > .for-longer { margin: 0; }
    .foot > .button { padding-inline: 8px; }
    .choice { grid-template-columns: minmax(0, 1fr); }
    .more, .longer, .out-of-sight { padding-inline: 16px; }
  }
  /* In a low box, such as a chat beside a log: who asks, what the tool may do and a few arguments are in sight at once. */
  @container (max-height: 30rem) {
    .frame .lead, .frame .lead > .tight { gap: 4px; }
    .frame :is(.who, .sign) { font-size: 0.8667em; line-height: 1.35; }
    .frame .sign { margin-block-start: 0; }
    .frame .sign:is(.caution, .danger) { padding-block: 4px; }
    .frame .arguments-head { min-block-size: 0; font-size: 0.8667em; }
    .frame pre { padding: 4px 8px; }
  }
  /* A low window, or a zoomed one: what is to be read has the space. */
  @media (max-height: 600px) {
    .body { gap: 10px; padding-block: 14px; }
    .foot { padding-block: 10px; }
    .sign { font-size: 0.8667em; }
    .sign:is(.caution, .danger) { padding-block: 5px; }
    .more { padding-block: 4px; }
    .for-longer { min-block-size: 30px; }
    .longer { gap: 8px; padding-block: 10px; }
  }
  @media (forced-colors: active) {
    .foot > .for-longer { margin-inline-end: 0; }
    pre { border: 1px solid; }
    .sign:is(.caution, .danger) { border: 2px solid CanvasText; }
    .more, .longer { border-block-start: 2px solid CanvasText; }
    .for-longer[aria-expanded='true'] { border: 2px solid Highlight; }
  }
`;
