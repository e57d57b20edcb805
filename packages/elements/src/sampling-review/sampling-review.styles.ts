import { css } from 'lit';

export const styles = css`
  :host { --_width: 44rem; }
  .queue { margin: 24px 24px -16px; }
  .queue:empty { display: none; }
  .head { justify-content: space-between; }

  .settings { display: grid; gap: 4px; }
  .settings > div { display: grid; grid-template-columns: minmax(84px, 12rem) minmax(0, 1fr); gap: 0 12px; align-items: baseline; }

  .messages { display: grid; gap: 12px; }
  .message { display: grid; grid-template-columns: minmax(0, 1fr) fit-content(50%); gap: 4px 12px; padding: 10px 14px; border-inline-start: 3px solid var(--_line-strong); border-radius: var(--_radius-small); background: var(--_sunken); }
  .message.assistant { border-color: var(--_accent); }
  .message.system { border-color: var(--_warning); }
  .message > :not(.role, .remove) { grid-column: 1 / -1; }
  .role { color: var(--_text-soft); font-size: 0.8em; font-weight: var(--_strong); }
  .text { white-space: pre-wrap; }
  /* All of it scrolls with the dialog: a box in a box hides its end. */
  pre.whole { max-block-size: none; }
  .whole > bdi:not(:only-child) { display: block; content-visibility: auto; contain-intrinsic-block-size: auto 80em; }
  .message pre { background: var(--_surface); }
  textarea.field { min-block-size: 96px; field-sizing: content; max-block-size: 50dvh; }
  textarea.mono { tab-size: 2; }
  .field-error { color: var(--_danger); }

  [part='answer'] { padding: 12px 16px; border: 1px solid var(--_line); border-radius: var(--_radius); }
  .use { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px; }
  .edited { display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; }
  .remove { justify-self: end; }
  /* Reversed, so that it stays at its end while that grows. */
  .stream { display: flex; flex-direction: column-reverse; min-block-size: 120px; max-block-size: 40dvh; padding: 12px 16px; border: 1px solid var(--_line); border-radius: var(--_radius); overflow: auto; }
  .stream > div { margin-block-end: auto; }

  .tool { padding: 8px 12px; border: 1px solid var(--_line); border-radius: var(--_radius-small); }
  .tool .json-tree { margin: 0; }

  @media (max-width: 480px) {
    .queue { margin: 16px 16px -8px; }
    .settings > div { grid-template-columns: minmax(0, 1fr); }
  }
`;
