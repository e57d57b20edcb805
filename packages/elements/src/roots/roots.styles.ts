import { css } from 'lit';

export const styles = css`
  :host { display: block; --_width: 32rem; }
  .card > * + * { border-block-start: 1px solid var(--_line); }
  .head { padding: 12px 16px; background: var(--_sunken); }
  h3 { font-size: 1em; }
  h4 { font-size: 1em; }
  .section { padding: 12px 16px; }
  .empty:focus { outline: none; }
  .root { display: grid; grid-template-columns: minmax(0, 1fr) fit-content(40%); gap: 0 12px; align-items: center; padding: 8px 16px; }
  .root + .root { border-block-start: 1px solid var(--_line); }
  .folder { display: block; min-inline-size: 0; overflow-wrap: anywhere; }
  .folder b { font-weight: 500; }
  .folder code { display: block; color: var(--_text-soft); }
  .of-server { display: grid; gap: 4px; min-inline-size: 0; margin: 0; padding: 10px 0 0; border: 0; }
  .of-server legend { display: contents; }
  .origin { display: block; color: var(--_text-soft); font-family: var(--_mono); font-size: 0.8667em; font-weight: 400; }
`;

/** Of the form that adds a root, and of a choice among roots. They are in the dialog, too. */
export const choiceStyles = css`
  .choose { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 10px; align-items: start; padding-block: 6px; }
  .choose input { inline-size: 18px; block-size: 18px; margin: 2px 0 0; }
  .choices { min-inline-size: 0; margin: 0; padding: 0; border: 0; }
  .choices legend { padding: 0; font-weight: var(--_strong); }
  .add { display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: end; }
  .add label { display: grid; flex: 2 1 12rem; gap: 2px; min-inline-size: 0; font-size: 0.8667em; overflow-wrap: anywhere; }
  .add label + label { flex: 1 1 8rem; }
  .add > p { flex-basis: 100%; }
  .problem { color: var(--_danger); }
`;
