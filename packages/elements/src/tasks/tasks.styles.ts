import { css } from 'lit';

export const styles = css`
  .head { justify-content: space-between; padding: 10px 12px; border-block-end: 1px solid var(--_line); background: var(--_sunken); }
  .head h3 { color: var(--_text); font-size: 1em; }
  .title:focus, .empty:focus { outline: none; }
  .head > .row { flex: 0 1 auto; }
  .blocked { margin: 12px; }
  .call { border: 0; border-radius: 0; }
  li + li > .call, .more { border-block-start: 1px solid var(--_line); }
  .said { margin-block-start: -4px; padding-block-end: 10px; padding-inline: 40px 12px; overflow: clip; text-overflow: ellipsis; white-space: nowrap; }
  .line:hover + .said { background: var(--_sunken); }
  .notify[aria-pressed='true'] { border-color: var(--_accent); background: var(--_accent-soft); color: var(--_accent-strong); }
  .more { padding: 8px 12px; }
  .facts { display: flex; flex-wrap: wrap; gap: 2px 16px; }
  @media (forced-colors: active) {
    .notify[aria-pressed='true'] { outline: 2px solid Highlight; }
  }
`;
