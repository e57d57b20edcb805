/** The buttons below a question, where their words do not fit beside each other. Loaded with the first question. */
import { css } from 'lit';

export const footStyles = css`
  dialog { container-type: inline-size; }
  .foot { max-block-size: 70dvh; overflow: auto; }
  /* Equal ones, two in a row if they can be. A single one at the end takes the whole row. */
  @container (max-width: 34em) {
    .foot { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, max(8em, 34%)), 1fr)); }
    .foot .cancel { margin: 0; }
    .foot :last-child:nth-child(odd) { grid-column: 1 / -1; }
  }
  /* Four fit in some languages only. */
  @container (max-width: 46em) {
    .foot:has(:nth-child(4)) { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, max(8em, 34%)), 1fr)); }
    .foot:has(:nth-child(4)) .cancel { margin: 0; }
  }
`;
