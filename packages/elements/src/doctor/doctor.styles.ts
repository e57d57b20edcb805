import { css } from 'lit';

export const styles = css`
  .card { padding: calc(4 * var(--_space)); }
`;
