import { css } from 'lit';

export const styles = css`
  .panel { gap: 16px; }
  .panel h3 { font-size: 1.2em; letter-spacing: -0.01em; }
  .panel h3:focus { outline: none; }
  .identity { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 8px; }
  .description-whole { white-space: pre-line; }
  .models { gap: 4px 12px; }
  .models label { gap: 8px; font-weight: 500; }
  .models input { inline-size: 18px; block-size: 18px; margin: 0; }
  .outcome { padding-block-start: 16px; border-block-start: 1px solid var(--_line); }
  .outcome .status { font-weight: 600; }
  .status.done { color: var(--_success); }
  .status.failed { color: var(--_danger); }
  .progress { display: grid; gap: 8px; }
  .progress-text { display: flex; justify-content: space-between; gap: 12px; font-variant-numeric: tabular-nums; min-block-size: 1.5em; }
`;
