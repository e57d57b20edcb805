import { css } from 'lit';

export const styles = css`
  .card { overflow: clip; }
  .empty { display: grid; gap: 4px; justify-items: center; padding: 32px 24px; text-align: center; color: var(--_text-soft); }
  .empty b { color: var(--_text); font-weight: 600; }
  .empty:focus { outline: none; }
`;
