/** The list of a combobox, the notes below it, and its placeholders. */
import { css } from 'lit';

export const listboxStyles = css`
  .listbox { position: relative; overflow: auto; overscroll-behavior: contain; }
  .listbox:focus { outline: none; }
  .sizer { position: relative; }
  .window { position: absolute; inset-inline: 0; }
  .line { display: grid; align-content: center; gap: 0 8px; block-size: 3.4em; padding-inline: 12px; line-height: 1.35; }
  .line > * { min-inline-size: 0; overflow: hidden; text-align: -webkit-match-parent; text-align: match-parent; text-overflow: ellipsis; white-space: nowrap; }
  .line.head { position: sticky; z-index: 1; inset-block-start: 0; background: var(--_sunken); border-block-end: 1px solid var(--_line); font-size: 1em; }
  .line.head b { font-size: 0.8667em; font-weight: var(--_strong); }
  .line .second { color: var(--_text-soft); font-size: 0.8667em; }
  .line .origin { color: var(--_text-soft); font: 400 0.8em/1.4 var(--_mono); }
  .line.option { grid-template-columns: minmax(0, 1fr) auto; border-inline-start: 3px solid transparent; cursor: pointer; }
  .line.option .second { grid-column: 1 / -1; }
  .line.option:hover { background: var(--_sunken); }
  .line.option[aria-current='true'] { border-inline-start-color: var(--_accent); }
  .line.option[aria-selected='true'] { background: var(--_accent-soft); }
  .line.option code { color: var(--_text-soft); align-self: baseline; max-inline-size: 12em; }
  .line b { font-weight: 500; }

  .server-notes { display: grid; flex: none; gap: 4px; max-block-size: 8em; padding: 8px 12px; border-block-start: 1px solid var(--_line); background: var(--_sunken); overflow: auto; }
  .identity { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 8px; }
  .description { white-space: pre-line; }
  .skeletons { padding-inline: 12px; }
  .skeleton { block-size: 44px; margin-block: 4px; border-radius: var(--_radius-small); background: var(--_line); opacity: 0.6; animation: pulse 1.4s ease-in-out infinite alternate; }
  @keyframes pulse { to { opacity: 0.25; } }

  @media (forced-colors: active) {
    .line.option[aria-selected='true'] { outline: 2px solid Highlight; outline-offset: -2px; }
    .line.option[aria-current='true'] { border-inline-start-color: Highlight; }
    .skeleton { border: 1px solid GrayText; }
  }
`;
