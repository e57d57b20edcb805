import { css } from 'lit';

export const styles = css`
  :host { container-type: inline-size; }

  .card { display: grid; grid-template-columns: minmax(0, 1fr); overflow: clip; }
  .card:has(> .page-head:not([hidden])) { grid-template-rows: auto minmax(0, 1fr); }
  .list { min-inline-size: 0; padding: calc(3 * var(--_space)); background: var(--_sunken); }
  .detail { min-inline-size: 0; padding: calc(4 * var(--_space)); border-block-start: 1px solid var(--_line); }
  .scroll { overflow: auto; margin: 4px calc(-3 * var(--_space)) calc(-3 * var(--_space)); padding: 4px calc(3 * var(--_space)) calc(3 * var(--_space)); }

  /* A list in parts has to scroll by itself. A shorter one is part of the page, where a box that scrolls would be in the way of the finger. */
  .scroll.in-parts { max-block-size: max(320px, 60vh); }

  @container (min-width: 620px) {
    .card { grid-template-columns: minmax(210px, 32%) minmax(0, 1fr); grid-template-rows: minmax(0, 1fr); block-size: 100%; min-block-size: 340px; }
    .detail { padding: calc(5 * var(--_space)) calc(6 * var(--_space)) 0; border-block-start: 0; border-inline-start: 1px solid var(--_line); overflow: auto; scroll-padding-block-end: 64px; }
    /* Not padding, above which what is sticky would stop. */
    .detail::after { content: ''; display: block; block-size: calc(6 * var(--_space)); }
    .list { display: flex; flex-direction: column; }
    /* As tall as the panel beside it, however many tools it lists. */
    .scroll, .scroll.in-parts { flex: 1 1 420px; block-size: 0; max-block-size: none; }
  }

  .unfinished { margin-block: 8px; padding: 4px 8px 8px; border: 1px solid var(--_line); border-radius: var(--_radius-small); background: var(--_surface); }
  .unfinished .group-name { padding: 4px 0 0; }
  .unfinished b { overflow-wrap: anywhere; }

  .group + .group { margin-block-start: 16px; }
  .group-name { padding: 8px 8px 4px; font-size: 0.8667em; }
  .fold { position: relative; display: block; inline-size: 100%; margin: -4px 0; padding: 4px 0; padding-inline-end: 24px; border: 0; border-radius: var(--_radius-small); background: none; text-align: start; }
  .fold:hover bdi { color: var(--_accent-strong); }
  .fold::after { content: ''; position: absolute; inset-block-start: 9px; inset-inline-end: 8px; inline-size: 7px; block-size: 7px; border: solid var(--_text-soft); border-width: 0 1.5px 1.5px 0; rotate: 45deg; transition: rotate 120ms; }
  .fold[aria-expanded='false']::after { rotate: -45deg; }
  .fold[aria-expanded='false']:dir(rtl)::after { rotate: 135deg; }
  .count { background: var(--_surface); font-variant-numeric: tabular-nums; }
  .origin { display: block; color: var(--_text-soft); font-weight: 400; font-family: var(--_mono); font-size: 0.9em; }
  .group .soft { padding-inline: 8px; }

  .tool {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
    inline-size: 100%;
    padding: calc(2 * var(--_space));
    border: 1px solid transparent;
    border-radius: var(--_radius-small);
    background: none;
    text-align: start;
    line-height: 1.35;
  }
  .tool:hover { background: var(--_surface); border-color: var(--_line); }
  .tool[aria-current='true'] { background: var(--_accent-soft); border-color: transparent; box-shadow: inset 3px 0 0 var(--_accent); }
  .tool[aria-current='true']:dir(rtl) { box-shadow: inset -3px 0 0 var(--_accent); }
  /* A badge moves below the name rather than break it. */
  .tool b { flex: auto; max-inline-size: 100%; font-weight: 500; overflow-wrap: break-word; }
  .tool .description { flex: 100%; min-inline-size: 0; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; line-clamp: 2; overflow: hidden; color: var(--_text-soft); font-size: 0.8667em; text-align: -webkit-match-parent; text-align: match-parent; }
  .tool :is(.badge, .tone) { align-self: start; }
  /* What is visually hidden in it has its place in the list, not below the page. */
  .tone { position: relative; color: var(--_text-soft); }
  .tone.danger { color: var(--_danger); }
  /* The sign stays beside a name that breaks; a badge still has no room there. */
  .tool b:has(+ .tone) { flex: 1 1 60%; }
  .tone .sign-icon { vertical-align: -0.25em; }
  .tool:focus-visible { outline-offset: -2px; }

  /* Takes no room of its own. */
  .ended-place { position: sticky; inset-block-end: 76px; z-index: 1; display: flex; justify-content: center; align-items: end; block-size: 0; }
  .ended { max-inline-size: calc(100% - 24px); padding: 6px 6px 6px 14px; border: 1px solid var(--_line); border-radius: var(--_radius); background: var(--_surface); box-shadow: var(--_shadow); }
  .ended:dir(rtl) { padding: 6px 14px 6px 6px; }

  .empty { grid-column: 1 / -1; align-content: center; min-block-size: 160px; padding: 24px; }
  .skeleton { block-size: 44px; margin-block: 4px; border-radius: var(--_radius-small); background: var(--_line); opacity: 0.6; animation: pulse 1.4s ease-in-out infinite alternate; }
  @keyframes pulse { to { opacity: 0.25; } }

  @media (forced-colors: active) {
    .tool[aria-current='true'] { outline: 2px solid Highlight; }
    .skeleton { border: 1px solid GrayText; }
  }
`;

/** The panel of a tool. */
export const panelStyles = css`
  .panel { gap: calc(4 * var(--_space)); }
  .panel h3 { font-size: 1.2em; letter-spacing: -0.01em; }
  .panel h3:focus { outline: none; }
  /* Three names beside each other: each is told apart by the gap before it. */
  .identity, .identity span:not(.server-address) { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 12px; }
  .identity :is(code, .mono) { font-size: 0.9231em; }
  .description-whole { white-space: pre-line; }
  /* In sight beside a long form, unless there is little to see. */
  @media (height >= 480px) {
    .run-row { position: sticky; inset-block-end: 0; z-index: 1; margin-block: -14px -10px; padding-block: 14px 10px; background: linear-gradient(transparent, var(--_surface) 14px); }
  }
  .models { gap: 4px 12px; padding-block-start: 16px; border-block-start: 1px solid var(--_line); }
  .models label { gap: 8px; font-weight: 500; }
  .models input { inline-size: 18px; block-size: 18px; margin: 0; }
  .outcome { padding-block-start: 16px; border-block-start: 1px solid var(--_line); }
  .outcome:focus { outline: none; }
  .outcome .status { font-weight: var(--_strong); }
  .linked { padding: 12px; border: 1px solid var(--_line); border-radius: var(--_radius-small); background: var(--_sunken); }
  .linked .button { margin-inline-start: auto; }
  .elapsed { white-space: nowrap; }
  .status.done { color: var(--_success); }
  .status.failed { color: var(--_danger); }
  .progress { display: grid; gap: 8px; }
  .progress-text { display: flex; justify-content: space-between; gap: 12px; font-variant-numeric: tabular-nums; min-block-size: 1.5em; }
`;
