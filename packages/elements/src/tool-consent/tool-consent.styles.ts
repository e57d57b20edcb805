import { css } from 'lit';

export const styles = css`
  :host { --_width: 39rem; }
  .description { white-space: pre-line; }
  .arguments-head { justify-content: space-between; }
  h3 .soft { margin-inline-start: 4px; font-weight: 400; }

  .changed { background: var(--_warning-soft); }
  .changes { position: relative; display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; max-block-size: 240px; overflow: auto; padding: 10px 12px; border-radius: var(--_radius-small); background: var(--_surface); color: var(--_text); }
  .path { color: var(--_text-soft); }
  .diff { white-space: pre-wrap; }
  del, ins { padding-inline: 2px; border-radius: 3px; text-decoration-thickness: 1px; }
  del { background: var(--_danger-soft); color: var(--_danger); }
  ins { background: var(--_success-soft); color: var(--_success); text-decoration: none; }
`;
