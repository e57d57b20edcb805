import { css } from 'lit';

export const styles = css`
  :host { --_width: 26rem; }
  .head { justify-content: space-between; padding: calc(3 * var(--_space)) calc(4 * var(--_space)); border-block-end: 1px solid var(--_line); background: var(--_sunken); }
  .notice { margin: 12px 16px 0; }
  .group { padding: calc(3 * var(--_space)) calc(4 * var(--_space)); }
  .group + .group { border-block-start: 1px solid var(--_line); }
  .group-head { justify-content: space-between; align-items: start; }
  h3 { font-size: 1em; }
  h3:focus, .head:focus { outline: none; }
  .origin { display: block; color: var(--_text-soft); font-family: var(--_mono); font-size: 0.8667em; font-weight: 400; }

  .permission { display: grid; grid-template-columns: minmax(0, 1fr) fit-content(50%); gap: 0 12px; align-items: center; padding-block: 8px; }
  .permission + .permission { border-block-start: 1px solid var(--_line); }
  .permission b { font-weight: 500; }
  .permission .button { grid-area: 1 / 2 / 3; }

  .tools { padding: calc(3 * var(--_space)) calc(4 * var(--_space)); border-block-start: 1px solid var(--_line); }
  .tools > summary { border-radius: 4px; font-weight: var(--_strong); }
  .tools > p { margin-block-start: 4px; }
  .changed:not(:empty) { justify-content: space-between; margin-block-start: 8px; padding: 4px 4px 4px 10px; border-radius: var(--_radius-small); background: var(--_accent-soft); color: var(--_accent-strong); }
  .of-server { margin-block-start: 14px; }

  .actions { position: relative; justify-content: flex-end; }
  .button.confirm[aria-disabled='false'] { border-color: transparent; background: var(--_danger); color: var(--_surface); }

  @media (forced-colors: active) {
    .button.confirm { border-color: ButtonBorder; }
  }
`;
