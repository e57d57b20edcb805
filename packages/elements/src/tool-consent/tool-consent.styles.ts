import { css } from 'lit';

export const styles = css`
  :host { --_width: 39rem; }
  .description { white-space: pre-line; }
  .arguments-head { justify-content: space-between; }
  h3 .soft { margin-inline-start: 4px; font-weight: 400; }
  .changed { background: var(--_warning-soft); }
`;
