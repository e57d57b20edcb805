import { css } from 'lit';

export const markdownStyles = css`
  .markdown { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; }
  .markdown [role='heading'] { font-weight: 600; line-height: 1.3; }
  .markdown .h1 { font-size: 1.3em; }
  .markdown .h2 { font-size: 1.15em; }
  .markdown :is(ul, ol) { display: grid; gap: 4px; padding-inline-start: 1.5em; list-style: revert; }
  .markdown blockquote { display: grid; gap: 10px; margin: 0; padding-inline-start: 12px; border-inline-start: 3px solid var(--_line); color: var(--_text-soft); }
  .markdown pre { overflow: auto; }
  .markdown hr { inline-size: 100%; margin: 0; border: 0; border-block-start: 1px solid var(--_line); }
  .table { overflow: auto; }
  .markdown table { border-collapse: collapse; }
  .markdown :is(th, td) { padding: 4px 10px; border: 1px solid var(--_line); text-align: start; vertical-align: top; }
  .markdown th { background: var(--_sunken); font-weight: 600; }
  .markdown .link { display: inline; text-align: start; }
  .place { margin-inline-start: 0.35em; color: var(--_text-soft); font-size: 0.8667em; }
  .place::before { content: '('; }
  .place::after { content: ')'; }
`;
