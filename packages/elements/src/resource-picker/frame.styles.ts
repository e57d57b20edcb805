import { css } from 'lit';

export const styles = css`
  :host { container-type: inline-size; }
  .card { display: grid; grid-template-columns: minmax(0, 1fr); overflow: clip; }
  .empty { display: grid; gap: 4px; align-content: center; justify-items: center; min-block-size: 160px; padding: 20px 16px; color: var(--_text-soft); text-align: center; }
  .empty b { color: var(--_text); font-weight: 600; }
`;
