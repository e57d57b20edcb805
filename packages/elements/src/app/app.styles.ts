import { css } from 'lit';

export const styles = css`
  :host { --_width: 44rem; color-scheme: inherit; }
  .head { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: center; padding: 8px 12px; border-block-end: 1px solid var(--_line); background: var(--_sunken); }
  .head b { font-weight: 500; }
  .head .origin { flex: 1 1 auto; color: var(--_text-soft); font-family: var(--_mono); font-size: 0.8667em; overflow-wrap: anywhere; }
  .note { margin: 0; padding: 6px 12px; border-block-end: 1px solid var(--_line); overflow-wrap: anywhere; }
  iframe { display: block; inline-size: 100%; block-size: 0; border: 0; color-scheme: inherit; }
  .plain iframe { background: transparent; }
  .probe { position: absolute; visibility: hidden; color: light-dark(rgb(0 0 0), rgb(255 255 255)); transition: color 1ms; }
  .notice { margin: 12px; }
  .address { padding: 10px 12px; border: 1px solid var(--_line); border-radius: var(--_radius); background: var(--_sunken); max-block-size: 40dvh; overflow: auto; overflow-wrap: anywhere; }
`;
