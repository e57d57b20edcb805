import { css } from 'lit';

export const styles = css`
  :host(:state(attached)) { display: contents; }
`;
