import { css } from 'lit';

export const styles = css`
  /* Each choice has the same size, whatever there is to choose from. */
  .field { flex: 0 12em; block-size: 2.3em; min-block-size: 0; padding-block: 3px; font-size: 0.9333em; }
  .bar .choices .field { flex: 1 1 140px; inline-size: auto; }
  .bar input { flex: 1 160px; }

  .entry {
    grid-template-columns: max(112px, 9em) max(100px, 7.5em) minmax(0, 150px) minmax(0, 1fr);
    background: color-mix(in srgb, var(--_wash, transparent) 60%, transparent);
  }
  .entry.call { grid-template-columns: max(112px, 9em) max(100px, 7.5em) minmax(0, 150px) minmax(0, 1fr) auto; }
  .entry:is(:hover, [aria-expanded='true']) { background: var(--_accent-soft); }
  .entry[aria-expanded='true'] { border-color: var(--_accent); }
  .level { display: inline-flex; align-items: baseline; gap: 6px; color: var(--_ink, var(--_text-soft)); font-weight: 550; }
  .shape { flex: none; inline-size: 1.1em; text-align: center; }
  svg.shape { align-self: center; block-size: 1.1em; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
  .tool { font-weight: var(--_strong); }
  /* Not a bdi: the cell takes its direction, and so the end that is cut off, from the name. */
  .name { unicode-bidi: isolate; }
  .time, .message { font-family: var(--_mono); }

  /* The first letter of a level is enough: error and emergency look alike. */
  [data-level^='i'], [data-level^='n'] { --_ink: var(--_accent-strong); }
  .level.done { color: var(--_success); }
  [data-level^='w'] { --_ink: var(--_warning); --_wash: var(--_warning-soft); }
  [data-level^='e'], [data-level^='c'], [data-level^='a'] { --_ink: var(--_danger); --_wash: var(--_danger-soft); }

  .empty { position: absolute; inset: 0; display: grid; place-content: center; justify-items: center; gap: 6px; padding: 16px; text-align: center; background: var(--_sunken); }
  .empty p { max-inline-size: 44ch; text-wrap: balance; }

  .find { border-block-start: 1px solid var(--_line); font-size: 0.9333em; }
  mark { border-radius: 2px; background: light-dark(#ffe08a, #6b5200); color: inherit; }
  .entry.found { outline: 2px solid var(--_accent); outline-offset: -2px; }
  .entry.found mark { background: light-dark(#ffc107, #a67c00); }

  .details .level { font-size: 0.8667em; }
  .details [aria-pressed='true'] { border-color: var(--_accent); background: var(--_accent-soft); color: var(--_accent-strong); }
  .parts { display: grid; grid-template-columns: minmax(0, 1fr); gap: 8px; }
  .steps { display: grid; gap: 2px; padding: 0; list-style: none; overflow-wrap: anywhere; }
  .data { max-block-size: 220px; overflow: auto; }

  .more { position: fixed; inset: auto; inline-size: 380px; max-inline-size: calc(100vw - 16px); margin: 0; padding: 14px; border: 1px solid var(--_line); border-radius: var(--_radius); overflow: auto; background: var(--_surface); color: inherit; box-shadow: var(--_shadow); }
  .more:popover-open { display: grid; grid-template-columns: minmax(0, 1fr); gap: 16px; }
  .more fieldset { min-inline-size: 0; margin: 0; padding: 0; border: 0; }
  .more legend { padding: 0 0 6px; font-size: 0.8667em; font-weight: var(--_strong); }
  .more ul { display: grid; gap: 6px; }
  .more li { justify-content: space-between; }
  .more .server { min-inline-size: 0; }
  .more label { display: flex; align-items: center; gap: 8px; min-block-size: 24px; }
  .more select { flex: none; inline-size: auto; }
  .not-stored { border-radius: 0; justify-content: space-between; }

  @container (max-width: 620px) {
    .entry {
      grid-template-columns: auto auto minmax(0, 1fr);
      align-content: center;
      block-size: 52px;
    }
    .entry.call { grid-template-columns: auto auto minmax(0, 1fr) auto; }
    .message { grid-column: 1 / -1; }
    .call .message { grid-column: 1 / 4; }
    .call .ms { display: none; }
    .call .source { grid-column: 3 / -1; }
    .took { font-size: 0.9286em; }
    .field { flex: 1 120px; }
    .source { justify-self: end; max-inline-size: 100%; }
    /* Unless something was found in it. */
    .source:not(:has(mark)) .name { position: absolute; inline-size: 1px; overflow: hidden; clip-path: inset(50%); }
    .source:not(:has(mark))::before { content: attr(data-initials) / ''; padding: 1px 5px; border: 1px solid var(--_line); border-radius: var(--_radius-small); font-size: 0.8462em; font-weight: 550; }
  }
  @media (forced-colors: active) {
    .entry.found { outline-color: Highlight; }
    mark, .entry.found mark { background: Mark; color: MarkText; }
  }
`;
