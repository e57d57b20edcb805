import { css } from 'lit';

export const styles = css`
  .card { padding: 16px; }
`;
