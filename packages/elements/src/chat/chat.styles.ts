import { css } from 'lit';

/** As wide as lines are read with ease, in the middle of a wide chat. */
const COLUMN = css`min(100%, 46rem)`;

export const styles = css`
  :host { --_width: 30rem; block-size: 100%; min-block-size: 22rem; }
  .chat { position: relative; display: grid; grid-template: auto minmax(0, 1fr) auto / minmax(0, 1fr); block-size: 100%; min-block-size: inherit; container-type: inline-size; }
  :is(.toolbar, .foot-of-chat) { padding-inline: 12px; }

  .toolbar { display: flex; flex-wrap: wrap; align-items: center; gap: 2px; padding-block: 8px; border-block-end: 1px solid var(--_line); }
  .toolbar ::slotted([slot='header']) { flex: 1 1 4rem; }
  .toolbar h2 { flex: 1 1 4rem; min-inline-size: 0; padding-inline-start: 4px; font-size: 1em; overflow: clip; text-overflow: ellipsis; white-space: nowrap; }

  .timeline { container-type: size; overflow: auto; overscroll-behavior: contain; padding-inline: 16px; }
  .timeline:focus-visible { outline-offset: -2px; }
  .said-so-far { display: grid; grid-template-columns: minmax(0, 1fr); align-content: start; gap: 20px; inline-size: ${COLUMN}; min-block-size: 100%; margin-inline: auto; padding-block: 20px; }

  .greeting { display: grid; gap: 6px; place-content: center; justify-items: center; padding-block: 24px; text-align: center; }
  .said-so-far:has(> .greeting) { align-content: center; }
  .greeting h3 { font-size: 1.3333em; letter-spacing: -0.01em; }
  .offers { justify-content: center; margin-block-start: 10px; }

  article { min-inline-size: 0; content-visibility: auto; contain-intrinsic-block-size: auto 80px; overflow-clip-margin: 6px; }
  article:focus-within, article:last-of-type { content-visibility: visible; }
  .user { display: grid; grid-template-columns: minmax(0, 1fr); gap: 6px; justify-items: end; }
  .bubble-row { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; justify-content: end; max-inline-size: 100%; min-inline-size: 0; }
  .bubble { min-inline-size: min(100%, 4rem); max-inline-size: min(100%, 36rem); padding: 8px 14px; border-radius: var(--_radius); border-end-end-radius: 4px; background: var(--_accent-soft); white-space: pre-wrap; }
  .answer { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; }
  .goes-on { margin-block-start: -10px; }
  .said { line-height: 1.6; }
  .text { white-space: pre-wrap; }

  /* Seen when they are needed; a finger cannot hover. */
  .actions { display: flex; gap: 2px; margin-inline-start: -10px; }
  .user .actions { min-inline-size: 0; max-inline-size: 100%; margin-inline: 0; }
  @media (hover: hover) {
    .user .actions { opacity: 0; }
    .user:is(:hover, :focus-within) .actions { opacity: 1; }
  }
  .user:has(.edit[aria-disabled='true']) .actions { visibility: hidden; }

  .waiting { min-block-size: 1.5em; }
  .dots { display: inline-flex; gap: 4px; }
  .dots i { inline-size: 6px; block-size: 6px; border-radius: 50%; background: currentcolor; animation: wait 1.2s ease-in-out infinite; }
  .dots i:nth-child(2) { animation-delay: 150ms; }
  .dots i:nth-child(3) { animation-delay: 300ms; }
  @keyframes wait { 0%, 60%, 100% { opacity: 0.3; } 30% { opacity: 1; } }

  /* Over the same place as the foot. */
  :is(.to-end, .foot-of-chat) { grid-area: 3 / 1; }
  .to-end { position: relative; z-index: 1; display: grid; justify-items: center; block-size: 0; }
  .to-end .button { translate: 0 -40px; box-shadow: var(--_shadow); border-radius: 999px; }
  /* Not above what waits, not even unseen: Chromium would take that for covered. */
  .to-end.by-key:not(:focus-within) { position: absolute; inset: auto 0 0 auto; inline-size: 1px; block-size: 1px; overflow: clip; clip-path: inset(50%); }
  .to-end.by-key:not(:focus-within) .button { translate: none; }
  .foot-of-chat { display: grid; grid-row: 3; grid-template-columns: minmax(0, 1fr); gap: 8px; inline-size: calc(${COLUMN} + 24px); max-inline-size: 100%; margin-inline: auto; padding-block: 4px 12px; }
  .foot-of-chat > .notice { justify-content: space-between; }
  ::slotted([slot='footer']) { color: var(--_text-soft); font-size: 0.8667em; text-align: center; }

  .composer { display: grid; grid-template-columns: minmax(0, 1fr); gap: 4px; padding: 8px; border: var(--_line-width) solid var(--_line-strong); border-radius: calc(var(--_radius) + 4px); background: var(--_surface); cursor: text; }
  .composer:has(textarea:focus) { border-color: var(--_accent); outline: 2px solid color-mix(in srgb, var(--_accent) 25%, transparent); }
  .composer textarea { padding: 6px 8px; border: 0; outline: none; background: none; }
  .composer textarea::placeholder { color: var(--_text-soft); opacity: 1; }
  .tools { display: flex; flex-wrap: wrap; align-items: center; gap: 4px; }
  .tools .send { margin-inline-start: auto; border-radius: 999px; }
  .icon-button { flex: none; inline-size: var(--_height); padding: 0; }
  svg { inline-size: 18px; block-size: 18px; fill: none; stroke: currentcolor; stroke-width: 1.75; stroke-linecap: round; stroke-linejoin: round; }
  .send rect { fill: currentcolor; }
  select.model { inline-size: auto; font-size: 0.8667em; field-sizing: content; max-inline-size: min(100%, 16rem); border-color: transparent; background: none; box-shadow: none; color: var(--_text-soft); text-overflow: ellipsis; cursor: pointer; }
  select.model:hover { background: var(--_sunken); color: var(--_text); }
  select.model option { background: var(--_surface); color: var(--_text); }
  .model-name { padding-inline: 8px; }

  /* The field is as high as its text, in whatever style the page gives it. */
  textarea.grow { display: block; inline-size: 100%; min-block-size: 0; max-block-size: min(14rem, 40dvh); block-size: var(--_grown, auto); field-sizing: content; line-height: 1.5; resize: none; overflow: var(--_overflow, auto); border-radius: var(--_radius-small); }

  .chips { gap: 6px; }
  .chip { display: inline-flex; align-items: center; gap: 6px; max-inline-size: 100%; padding: 2px 10px; border: 1px solid var(--_line); border-radius: 999px; background: var(--_sunken); font-size: 0.8667em; cursor: default; }
  .chip .remove { min-block-size: 24px; inline-size: 24px; margin-inline-end: -6px; padding: 0; border: 0; border-radius: 50%; }
  .chip .remove svg { inline-size: 14px; block-size: 14px; }
  .sent-chips { justify-content: flex-end; }
  .sent-chip summary { list-style: none; cursor: pointer; }
  .sent-chip summary::-webkit-details-marker { display: none; }
  .sent-chip[open] { inline-size: 100%; padding: 10px; border: 1px solid var(--_line); border-radius: var(--_radius-small); }
  .sent-chip[open] summary { margin-block-end: 10px; }

  .editing { gap: 8px; padding: 8px; border: 1px solid var(--_accent); border-radius: var(--_radius); background: var(--_surface); }
  .editing textarea { padding: 6px 8px; border: 0; outline: none; }
  .editing .row { justify-content: flex-end; }
  .edit-hint { flex: 1; padding-inline-start: 8px; }

  dialog.attach { --_width: 56rem; }
  dialog .main { display: contents; }
  dialog label { font-weight: 500; font-size: 0.9333em; }
  dialog label .field { font-weight: 400; }
  .check { display: flex; gap: 8px; align-items: baseline; }

  @container (max-width: 30rem) {
    .timeline { padding-inline: 12px; }
    .foot-of-chat { padding: 4px 8px 8px; }
    .toolbar { padding-inline: 8px; }
  }
  /* Otherwise phones zoom in. */
  @media (pointer: coarse) {
    textarea.grow { font-size: max(16px, 1em); }
  }
  @media (forced-colors: active) {
    .bubble { border: 1px solid CanvasText; }
    .composer:has(textarea:focus) { outline: 2px solid Highlight; }
    .tools .send, .icon-button { border-color: ButtonBorder; }
  }
`;
