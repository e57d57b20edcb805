/** The frame of a modal dialog: a body that scrolls, a foot with what to do. `--_width` says how wide. */
import { css } from 'lit';

export const dialogStyles = css`
  dialog {
    inline-size: var(--_width, 36rem);
    max-inline-size: calc(100vw - 24px);
    max-block-size: calc(100dvh - 24px);
    padding: 0;
    border: 1px solid var(--_line);
    border-radius: calc(var(--_radius) + 4px);
    background: var(--_surface);
    color: var(--_text);
    font: 400 var(--_size) / 1.5 var(--_font);
    box-shadow: var(--_shadow);
    overflow: clip;
  }
  dialog[open] { display: flex; flex-direction: column; animation: rise 160ms ease-out; }
  dialog::backdrop { background: rgb(12 14 20 / 45%); }
  @keyframes rise { from { opacity: 0; transform: translateY(8px); } }
  .body { flex: 1 1 auto; gap: 16px; padding: 24px; overflow: auto; }
  h2 { font-size: 1.25em; letter-spacing: -0.01em; }
  .foot { display: flex; flex: none; flex-wrap: wrap; justify-content: flex-end; gap: 8px; padding: 16px 24px; border-block-start: 1px solid var(--_line); background: var(--_sunken); }
  .foot .cancel { margin-inline-end: auto; min-inline-size: 96px; }

  @media (max-width: 480px) {
    .body { padding: 16px; }
    .foot { padding: 12px 16px; }
  }
`;
