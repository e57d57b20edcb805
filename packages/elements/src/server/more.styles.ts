import { css } from 'lit';

export const styles = css`
  .sign-in { justify-content: space-between; }
  .sign-in p { flex: 1; min-inline-size: 10em; }
  .sign-in .quiet { margin-inline-end: -10px; }

  dl { clear: both; display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; padding-block-start: 10px; line-height: 1.5; }
  dt { color: var(--_text-soft); font-size: 0.8667em; }
  dd { white-space: pre-line; }
  dd.row { gap: 6px; }
`;
