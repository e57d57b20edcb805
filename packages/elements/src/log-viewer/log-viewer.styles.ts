import { css } from 'lit';

export const styles = css`
  :host { container-type: inline-size; }
  .card { display: flex; flex-direction: column; block-size: 100%; overflow: clip; }
  .bar { justify-content: space-between; padding: 10px 12px; }
  /* A choice is as wide and high whatever there is to choose from: that comes later. */
  .field { flex: 0 12em; block-size: 2.3em; min-block-size: 0; padding-block: 3px; font-size: 0.9333em; }
  .bar input { flex: 1 160px; }
  .actions { margin-inline-start: auto; }

  /* 320px, or what a height of the element leaves. */
  .frame { position: relative; flex: 1 320px; min-block-size: 120px; border-block: 1px solid var(--_line); }
  .scroller { contain: strict; position: absolute; inset: 0; overflow: hidden auto; overflow-anchor: none; outline-offset: -2px; background: var(--_sunken); }
  .sizer { position: relative; }
  .window { position: absolute; inset-inline: 0; }

  .entry {
    contain: strict;
    display: grid;
    grid-template-columns: 100px 100px minmax(0, 150px) minmax(0, 1fr);
    align-items: center;
    gap: 0 10px;
    inline-size: 100%;
    block-size: 30px;
    padding: 0 12px;
    border: 0;
    border-inline-start: 3px solid transparent;
    outline-offset: -2px;
    background: color-mix(in srgb, var(--_wash, transparent) 60%, transparent);
    font-size: 0.8667em;
    text-align: start;
    white-space: nowrap;
  }
  .entry > * { overflow: hidden; text-overflow: ellipsis; }
  .ruler { position: absolute; visibility: hidden; }
  .level { display: inline-flex; align-items: baseline; gap: 6px; color: var(--_ink, var(--_text-soft)); font-weight: 550; }
  .shape { inline-size: 1.1em; text-align: center; }
  /* Not a bdi: that would not tell the source which way it runs, and so where it is cut. */
  .name { unicode-bidi: isolate; }
  .time, .message { font-family: var(--_mono); }

  /* Their first letters tell them apart, but for error and emergency, which look alike. */
  [data-level^='i'], [data-level^='n'] { --_ink: var(--_accent-strong); }
  [data-level^='w'] { --_ink: var(--_warning); --_wash: var(--_warning-soft); }
  [data-level^='e'], [data-level^='c'], [data-level^='a'] { --_ink: var(--_danger); --_wash: var(--_danger-soft); }

  @container (max-width: 620px) {
    .entry {
      grid-template-columns: auto auto minmax(0, 1fr);
      align-content: center;
      block-size: 52px;
    }
    .message { grid-column: 1 / -1; }
    .field { flex: 1 120px; }
    .source { justify-self: end; max-inline-size: 100%; }
  }
  @media (forced-colors: active) {
    .entry { --_ink: CanvasText; forced-color-adjust: none; color: CanvasText; background: Canvas; }
  }
`;
