import { css } from 'lit';

export const styles = css`
  :host { display: block; --_width: 32rem; }
  .card > * + *:not(.news:empty) { border-block-start: 1px solid var(--_line); }
  .head { padding: 12px 16px; background: var(--_sunken); }
  h3 { font-size: 1em; }
  .section { padding: 12px 16px; }
  .news { justify-content: space-between; padding: 8px 16px; background: var(--_accent-soft); color: var(--_accent-strong); }
  .news:empty { position: absolute; padding: 0; }
  .news span { flex: 1 1 12em; min-inline-size: 0; overflow-wrap: anywhere; }

  .server { padding: 14px 16px 10px; }
  .server + .server { border-block-start: 1px solid var(--_line); }
  .server > .about { gap: 2px; }
  .title { justify-content: space-between; }
  .alias { min-inline-size: 0; overflow-wrap: anywhere; }
  .url { overflow-wrap: anywhere; }
  mcp-server { display: block; }
  mcp-server::part(card) { padding: 0; border: 0; border-radius: 0; background: none; box-shadow: none; overflow: visible; }
  mcp-server::part(remove) { display: none; }
  mcp-server.named::part(name) { color: var(--_text-soft); font-weight: 400; }
  .tools { gap: 2px 6px; }
  .tools .button { padding-inline: 6px; }
  .tools .check { margin-inline-end: auto; }
  /* What does not fit goes to the next line together. */
  .end, .movers { display: flex; gap: 2px; }
  .end { margin-inline-start: auto; }
  .mover { min-inline-size: 32px; padding-inline: 6px; }
  .mover[aria-disabled='true'] { border-color: transparent !important; background: none !important; opacity: 0.5; }

  .check { display: inline-grid; grid-template-columns: auto minmax(0, 1fr); gap: 8px; align-items: center; min-block-size: 28px; }
  .check input { inline-size: 18px; block-size: 18px; margin: 0; }
  label { overflow-wrap: anywhere; overflow-x: visible; }
  .fields { display: flex; flex-wrap: wrap; gap: 8px 10px; align-items: end; min-inline-size: 0; margin: 0; padding: 0; border: 0; }
  .fields legend { padding: 0 0 4px; font-weight: 600; }
  .fields label { display: grid; flex: 1 1 8rem; gap: 2px; min-inline-size: 0; font-size: 0.8667em; }
  .fields .grow { flex: 2 1 12rem; }
  .add > .fields .grow { flex: 1 1 9rem; }
  .revision { display: grid; gap: 2px; max-inline-size: 16rem; font-size: 0.8667em; }
  .edit, .missing { padding: 12px; border-radius: var(--_radius-small); background: var(--_sunken); }
  .problem { color: var(--_danger); }
  .problem:empty { display: none; }

  summary { inline-size: fit-content; max-inline-size: 100%; border-radius: 4px; color: var(--_text-soft); font-weight: 500; font-size: 0.8667em; }
  details[open] > summary ~ * { margin-block-start: 8px; }
  .import { margin-block-start: 8px; }
  .found { min-inline-size: 0; margin: 0; padding: 0; border: 0; }
  .found:focus { outline: none; }
  .found legend { padding: 0 0 8px; }
  .found ul { max-block-size: 24rem; overflow-y: auto; }
  .found li { padding-block: 6px; border-block-start: 1px solid var(--_line); }
  .found .choose.check { display: grid; align-items: start; }
  .found .choose.check + p { padding-inline-start: 26px; }
  .found .about { min-inline-size: 0; overflow-wrap: anywhere; }
  .found .url { display: block; }
  .line { display: block; }

  @media (forced-colors: active) {
    .news:not(:empty), .edit, .missing { border: 1px solid CanvasText; }
  }
`;
