import { css } from 'lit';

export const styles = css`
  :host { display: contents; }

  dialog {
    inline-size: 36rem;
    max-inline-size: min(36rem, calc(100vw - 24px));
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
  .queue { justify-self: start; }

  .facts { display: grid; gap: 12px; padding: 12px 16px; border: 1px solid var(--_line); border-radius: var(--_radius); }
  .facts > div { display: grid; grid-template-columns: 84px minmax(0, 1fr); gap: 0 12px; align-items: baseline; }
  dt { color: var(--_text-soft); font-size: 0.8667em; }
  dd { overflow-wrap: anywhere; }
  .origin { display: block; font-family: var(--_mono); font-size: 0.8667em; font-weight: 600; }
  .description { white-space: pre-line; }

  .arguments-head { justify-content: space-between; }
  h3 { font-size: 1em; }
  h3 .soft { margin-inline-start: 4px; font-weight: 400; }
  pre { max-block-size: 220px; overflow: auto; }
  textarea.field { min-block-size: 160px; font-family: var(--_mono); font-size: 0.8667em; tab-size: 2; }
  .field-error { color: var(--_danger); }
  details summary { inline-size: fit-content; border-radius: 4px; color: var(--_text-soft); font-size: 0.8667em; }
  details summary:hover { color: var(--_text); }
  details .field { margin-block-start: 8px; }

  .foot { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; padding: 16px 24px; border-block-start: 1px solid var(--_line); background: var(--_sunken); }
  .foot .deny { margin-inline-end: auto; min-inline-size: 96px; }
  .hint { flex: 1 0 100%; }

  @media (max-width: 480px) {
    .body { padding: 16px; }
    .foot { display: grid; padding: 12px 16px; }
    .foot .deny { margin: 0; }
    .facts > div { grid-template-columns: minmax(0, 1fr); }
  }
`;
