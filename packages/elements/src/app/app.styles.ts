import { css } from 'lit';

export const styles = css`
  :host { --_width: 44rem; position: relative; color-scheme: inherit; }
  .head { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: center; padding: 8px 12px; border-block-end: 1px solid var(--_line); background: var(--_sunken); }
  .head b { font-weight: 500; }
  .head .origin { flex: 1 1 auto; color: var(--_text-soft); font-family: var(--_mono); font-size: 0.8667em; overflow-wrap: anywhere; }
  .note { margin: 0; padding: 6px 12px; border-block-end: 1px solid var(--_line); overflow-wrap: anywhere; }
  iframe { display: block; inline-size: 100%; block-size: 0; border: 0; color-scheme: inherit; }
  iframe[hidden] { display: none; }
  .plain iframe { background: transparent; }
  .card:popover-open { position: fixed; inset: 0; display: flex; flex-direction: column; inline-size: auto; block-size: auto; max-inline-size: none; max-block-size: none; margin: 0; padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left); border: 0; border-radius: 0; background: var(--_surface); color: var(--_text); }
  .card:popover-open iframe { flex: 1 1 0; min-block-size: 0; block-size: auto !important; }
  .probe { position: absolute; inset: 0 0 auto; block-size: 0; visibility: hidden; color: light-dark(rgb(0 0 0), rgb(255 255 255)); transition: color 1ms; }
  .notice { margin: 12px; }
  .main { position: relative; display: flex; flex: 1 1 auto; flex-direction: column; min-block-size: 0; }
  .main > .body { min-block-size: 0; }
  .end { display: block; block-size: 1px; margin-block-start: -1px; }
  .more { position: absolute; inset-inline: 0; inset-block-end: 0; display: flex; gap: 8px 16px; align-items: center; justify-content: space-between; padding: 8px 24px; border-block-start: 1px solid var(--_line); background: var(--_surface); color: var(--_text-soft); }
  .more > span { flex: 1; min-inline-size: 0; }
  .said { padding: 10px 12px; border: 1px solid var(--_line); border-radius: var(--_radius); background: var(--_sunken); overflow-wrap: anywhere; white-space: pre-wrap; }
  .address { padding: 10px 12px; border: 1px solid var(--_line); border-radius: var(--_radius); background: var(--_sunken); max-block-size: 40dvh; overflow: auto; overflow-wrap: anywhere; }
`;
