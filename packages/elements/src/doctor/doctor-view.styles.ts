import { css } from 'lit';

export const styles = css`
  .doctor .copied { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: end; gap: 4px 8px; }
  .doctor pre { max-block-size: 24em; overflow: auto; overscroll-behavior: contain; text-align: start; }
  .doctor .wrapped { overflow-wrap: anywhere; }
  .doctor p:empty { position: absolute; }
  .doctor details { line-height: 28px; }
  .doctor summary { inline-size: fit-content; }
  .doctor li { line-height: 1.5; padding-block: 4px; overflow-wrap: anywhere; }
`;
