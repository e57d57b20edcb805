import { css } from 'lit';

export const styles = css`
  .stack { gap: 12px; }
  .block { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; min-inline-size: 0; }
  .text { white-space: pre-wrap; tab-size: 4; }
`;
