import { css } from 'lit';

export const styles = css`
  .form { gap: 18px; }
  .loading { margin-block-start: 27px; }
  .toggle { justify-self: start; margin-block: -6px; margin-inline-start: -10px; }
`;
