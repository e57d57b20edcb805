import { css } from 'lit';

export const styles = css`
  .message { white-space: pre-line; }

  .address { max-block-size: 9.5em; padding: 10px 12px; border: 1px solid var(--_line); border-radius: var(--_radius-small); background: var(--_sunken); color: var(--_text-soft); overflow: auto; }
  .address b { color: var(--_text); }

  .visit { display: inline-grid; gap: 0; }
  .visit::after { content: attr(data-other); block-size: 0; overflow: clip; visibility: hidden; }

  .muting { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 4px 12px; }
  .muting button { color: var(--_text-soft); text-align: start; }

  .note:empty { position: absolute; }
  .body .note:not(:empty) { padding: 8px 12px; border-radius: var(--_radius-small); background: var(--_accent-soft); color: var(--_accent-strong); }
  .frame + .note:not(:empty) { margin-block-start: 8px; color: var(--_text-soft); }
  dialog + .note:not(:empty) {
    position: fixed;
    inset-block-end: 16px;
    inset-inline: 16px;
    z-index: 1;
    inline-size: fit-content;
    max-inline-size: calc(100vw - 32px);
    margin-inline: auto;
    padding: 10px 16px;
    border: 1px solid var(--_line);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
  }
`;
