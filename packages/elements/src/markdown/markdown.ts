/** Markdown as Lit templates: it produces no HTML, loads nothing, and shows where each link leads. */
import { css, html, nothing, type TemplateResult } from 'lit';
import { Lexer, type Token, type Tokens } from 'marked';
import { visibleText } from '../internal/text/text.ts';

/** The messages that the rendered text needs. */
export interface MarkdownMessages {
  opensTab: string;
  pictureInText: string;
  pictureNotLoaded: (alt: string, host: string) => string;
}

const markdownStyles = css`
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

/** Longer text stays plain: parsing it could take too long. */
const MAX_LENGTH = 30_000;
/** A longer paragraph stays plain: the parser would scan it again and again. */
const MAX_RUN = 4_000;
/** What is not parsed after this time stays plain too. */
const MAX_MS = 250;
/** Markdown can nest without limit. */
const MAX_DEPTH = 24;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Renders the text. Undefined if it is too long or too deeply nested: show it as it is then. */
function render(text: string, messages: MarkdownMessages): TemplateResult | undefined {
  if (text.length > MAX_LENGTH || isTooDeep(text)) return undefined;
  try {
    return html`<div class="markdown">${blocks(parse(text), messages, 0)}</div>`;
  } catch {
    return undefined;
  }
}

/** Does what the library's own `lex` does, but within limits. */
function parse(text: string): readonly Token[] {
  const lexer = new Lexer({ gfm: true });
  const deadline = performance.now() + MAX_MS;
  lexer.blockTokens(text.replace(/\r\n?/g, '\n'), lexer.tokens);
  for (const { src, tokens } of lexer.inlineQueue) {
    if (src.length > MAX_RUN || performance.now() > deadline) tokens.push({ type: 'text', raw: src, text: src });
    else lexer.inlineTokens(src, tokens);
  }
  return lexer.tokens;
}

/** The parser scans each level of nesting again for every level around it. */
function isTooDeep(text: string): boolean {
  return new RegExp(String.raw`^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){${MAX_DEPTH}}|[[*_~\u0060(]{200}`, 'm').test(
    text,
  );
}

function blocks(tokens: readonly Token[], messages: MarkdownMessages, depth: number): unknown[] {
  return depth > MAX_DEPTH ? [] : tokens.map((token) => block(token, messages, depth));
}

function block(token: Token, messages: MarkdownMessages, depth: number): unknown {
  if (isList(token)) return list(token, messages, depth);
  if (isTable(token)) return table(token, messages, depth);
  const inner = (tokens: readonly Token[] | undefined): unknown[] => inline(tokens ?? [], messages, depth + 1);
  switch (token.type) {
    case 'space':
    case 'def':
      return nothing;
    case 'heading':
      // Below the headings of the page.
      return html`<p role="heading" aria-level=${Math.min(6, Number(token['depth']) + 3)} class="h${Number(token['depth'])}">${inner(token.tokens)}</p>`;
    case 'paragraph':
      return html`<p>${inner(token.tokens)}</p>`;
    case 'code':
      return html`<pre tabindex="0" dir="ltr"><code>${visibleText(String(token['text']))}</code></pre>`;
    case 'blockquote':
      return html`<blockquote>${blocks(token.tokens ?? [], messages, depth + 1)}</blockquote>`;
    case 'hr':
      return html`<hr />`;
    case 'text':
      return token.tokens ? inner(token.tokens) : plain(token.raw);
    default:
      // HTML ends up here too, and is shown as text.
      return html`<p>${visibleText(token.raw.trim())}</p>`;
  }
}

const isList = (token: Token): token is Tokens.List => token.type === 'list' && Array.isArray(token['items']);
const isTable = (token: Token): token is Tokens.Table => token.type === 'table' && Array.isArray(token['rows']);

function list({ ordered, start, items }: Tokens.List, messages: MarkdownMessages, depth: number): TemplateResult {
  const entries = items.map(
    ({ task, checked, tokens }) =>
      html`<li>${task ? html`<span role="img" aria-label=${checked ? '✓' : '–'}>${checked ? '☑' : '☐'}</span> ` : nothing}${blocks(
        tokens.filter(({ type }) => type !== 'checkbox'),
        messages,
        depth + 1,
      )}</li>`,
  );
  return ordered ? html`<ol start=${Number(start) || 1}>${entries}</ol>` : html`<ul>${entries}</ul>`;
}

function table({ header, rows }: Tokens.Table, messages: MarkdownMessages, depth: number): TemplateResult {
  const cells = (row: readonly Tokens.TableCell[]): unknown[] =>
    row.map(({ tokens, header: isHead }) =>
      isHead
        ? html`<th>${inline(tokens, messages, depth + 1)}</th>`
        : html`<td>${inline(tokens, messages, depth + 1)}</td>`,
    );
  return html`<div class="table" tabindex="0"><table><thead><tr>${cells(header)}</tr></thead><tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table></div>`;
}

function inline(tokens: readonly Token[], messages: MarkdownMessages, depth: number): unknown[] {
  return depth > MAX_DEPTH ? [] : tokens.map((token) => span(token, messages, depth));
}

function span(token: Token, messages: MarkdownMessages, depth: number): unknown {
  const inner = (): unknown[] =>
    inline(token.type !== 'image' && 'tokens' in token ? (token.tokens ?? []) : [], messages, depth + 1);
  switch (token.type) {
    case 'strong':
      return html`<strong>${inner()}</strong>`;
    case 'em':
      return html`<em>${inner()}</em>`;
    case 'del':
      return html`<del>${inner()}</del>`;
    case 'codespan':
      return html`<code>${visibleText(String(token['text']))}</code>`;
    case 'br':
      return html`<br />`;
    case 'link':
      return link(String(token['href']), inner(), messages, token.raw);
    case 'image':
      return html`<span class="picture badge">${messages.pictureNotLoaded(visibleText(String(token['text'])).slice(0, 200), placeOf(String(token['href'])) ?? messages.pictureInText)}</span>`;
    case 'escape':
      return visibleText(String(token['text']));
    case 'text':
      return token.tokens ? inner() : plain(token.raw);
    default:
      return visibleText(token.raw);
  }
}

/** A button rather than an anchor, because a browser may look up the host of an anchor before the user clicks. The target is shown beside it. */
function link(href: string, label: unknown[], { opensTab }: MarkdownMessages, raw: string): unknown {
  const place = placeOf(href);
  if (place === undefined) return visibleText(raw);
  const onclick = (): void => void window.open(href, '_blank', 'noopener,noreferrer');
  return html`<button type="button" class="link" @click=${onclick}>${label}<span class="visually-hidden"> ${opensTab}</span></button><bdi class="place">${place}</bdi>`;
}

/** The host of a URL, or the recipient of a mail. Undefined for URLs that are not safe to open. */
function placeOf(href: string): string | undefined {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.host;
  return url?.protocol === 'mailto:' ? visibleText(decoded(url.pathname)).slice(0, 200) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function plain(raw: string): string {
  return visibleText(
    raw.replace(
      /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g,
      (entity: string, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return NAMED[name] ?? entity;
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
          ? String.fromCodePoint(code)
          : entity;
      },
    ),
  );
}

/** What elements load in order to render Markdown. */
export const markdown = { render, styles: [markdownStyles] };
