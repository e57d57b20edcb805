import { css } from 'lit';

export const styles = css`
  :host(:state(attached)) { display: contents; }
  input { anchor-name: --field; }
  .popup {
    inset: auto;
    inline-size: min(28rem, calc(100vw - 16px));
    max-block-size: min(25rem, 60dvh);
    margin: 0;
    padding: 0;
    border: 1px solid var(--_line);
    border-radius: var(--_radius-small);
    background: var(--_surface);
    color: var(--_text);
    font: 400 var(--_size) / 1.5 var(--_font);
    text-align: start;
    box-shadow: var(--_shadow);
    overflow: clip;
  }
  .popup:popover-open { display: flex; flex-direction: column; }
  .popup.free { position: fixed; max-block-size: min(20rem, 60dvh); }
  @supports (position-area: block-end) {
    .popup:not(.free) { position-anchor: --field; position-area: block-end span-inline-end; position-try-fallbacks: flip-block; inline-size: max(anchor-size(inline), min(20rem, 100vw - 16px)); margin-block: 4px; }
  }
  .popup .listbox { flex: 0 1 auto; }

  dialog:focus { outline: none; }
  /* The server stays in view while the rest scrolls. */
  header { padding: 24px 24px 0; }
  /* Some characters are as wide as a sentence: names must not push the buttons out of sight. */
  header h2 { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 6; line-clamp: 6; overflow: clip; text-align: -webkit-match-parent; text-align: match-parent; }
  .identity > code, .identity bdi:not(.mono) { display: inline-block; max-block-size: 4.5em; overflow: clip; vertical-align: bottom; }
  .body { padding-block-start: 12px; outline-offset: -2px; }
  .preview { padding-block-start: 16px; border-block-start: 1px solid var(--_line); }
  .message { display: grid; gap: 4px; padding: 10px 14px; border-radius: var(--_radius); background: var(--_accent-soft); }
  .message.assistant { background: var(--_sunken); }
  @media (max-width: 480px) {
    header { padding: 16px 16px 0; }
  }
  @media (forced-colors: active) {
    .message { border: 1px solid CanvasText; }
  }
`;
