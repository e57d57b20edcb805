import { css } from 'lit';

export const styles = css`
  :host { container-type: inline-size; }
  .card { display: flex; flex-direction: column; block-size: 100%; overflow: clip; }
  .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; padding: 10px 12px; }
  .bar.top { border-block-end: 1px solid var(--_line); }
  .bar.bottom { justify-content: space-between; border-block-start: 1px solid var(--_line); font-size: 0.8667em; }
  .bar .field { flex: 0 1 auto; inline-size: auto; max-inline-size: 100%; min-block-size: 32px; padding-block: 3px; font-size: 0.9333em; }
  .bar input.field { flex: 1 1 160px; }
  .bar label { display: inline-flex; align-items: center; gap: 8px; color: var(--_text-soft); }
  .actions { gap: 6px; margin-inline-start: auto; }

  /* 320px, or what a height of the element leaves. */
  .frame { position: relative; flex: 1 1 320px; min-block-size: 120px; }
  .scroller { position: absolute; inset: 0; overflow-y: auto; overflow-x: clip; overflow-anchor: none; background: var(--_sunken); }
  .scroller:focus-visible { outline-offset: -2px; }
  .sizer { position: relative; min-block-size: 100%; }
  .window { position: absolute; inset-block-start: 0; inset-inline: 0; }
  .latest { position: absolute; inset-block-end: 10px; inset-inline: 0; margin-inline: auto; inline-size: fit-content; border-radius: 999px; box-shadow: 0 2px 10px rgb(16 18 27 / 25%); }

  .entry {
    display: grid;
    grid-template-columns: 100px 100px minmax(0, 150px) minmax(0, 1fr);
    grid-template-areas: 'level time source message';
    align-items: center;
    gap: 0 10px;
    inline-size: 100%;
    block-size: 30px;
    padding: 0 12px;
    border: 0;
    border-inline-start: 3px solid transparent;
    background: none;
    font-size: 0.8667em;
    text-align: start;
    white-space: nowrap;
  }
  .entry > * { overflow: hidden; text-overflow: ellipsis; }
  .entry:hover { background: var(--_accent-soft); }
  .entry[aria-expanded='true'] { border-inline-start-color: var(--_accent); background: var(--_accent-soft); }
  .entry:focus-visible { outline-offset: -2px; }
  .ruler { position: absolute; inset-block-start: 0; visibility: hidden; pointer-events: none; }
  .level { grid-area: level; display: inline-flex; align-items: baseline; gap: 6px; color: var(--_text-soft); font-weight: 550; }
  .shape { inline-size: 1.1em; text-align: center; }
  .time { grid-area: time; color: var(--_text-soft); font-family: var(--_mono); font-variant-numeric: tabular-nums; text-overflow: clip; }
  .source { grid-area: source; }
  .message { grid-area: message; font-family: var(--_mono); }

  .level:is([data-level='info'], [data-level='notice']) { color: var(--_accent-strong); }
  .level[data-level='warning'] { color: var(--_warning); }
  .level:is([data-level='error'], [data-level='critical'], [data-level='alert'], [data-level='emergency']) { color: var(--_danger); }
  .entry:not(:hover, [aria-expanded='true'])[data-level='warning'] { background: color-mix(in srgb, var(--_warning-soft) 60%, transparent); }
  .entry:not(:hover, [aria-expanded='true']):is([data-level='error'], [data-level='critical'], [data-level='alert'], [data-level='emergency']) { background: color-mix(in srgb, var(--_danger-soft) 60%, transparent); }

  .details .level { font-size: 0.8667em; }
  .details { padding: 10px 12px; border-block-start: 1px solid var(--_line); }
  .data { max-block-size: 220px; margin-block-start: 8px; overflow: auto; }
  .words { font-family: var(--_mono); font-size: 0.8667em; white-space: pre-wrap; }
  .empty { position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 6px; padding: 16px; text-align: center; background: var(--_sunken); }
  .empty p { max-inline-size: 44ch; text-wrap: balance; }

  @container (max-width: 620px) {
    .entry {
      grid-template-columns: auto auto minmax(0, 1fr);
      grid-template-areas: 'level time source' 'message message message';
      align-content: center;
      block-size: 52px;
    }
    .source { text-align: end; }
    .bar select.field { flex: 1 1 120px; }
  }
  @media (forced-colors: active) {
    .entry { forced-color-adjust: none; color: CanvasText; background: Canvas; }
    .entry[aria-expanded='true'], .entry:hover { border-inline-start-color: Highlight; background: Canvas; }
    .entry .level { color: CanvasText; }
  }
`;
