/** Markdown as Lit templates: no HTML is made of it, nothing is loaded, and nobody is sent anywhere without seeing where. */
import { html, nothing, type TemplateResult } from 'lit';
import { Lexer, type Token, type Tokens } from 'marked';
import { visibleText } from '../internal/text/text.ts';

/** What the element says around it. */
export interface MarkdownMessages {
  opensTab: string;
  pictureInText: string;
  pictureNotLoaded: (alt: string, host: string) => string;
}

/** Longer text stays plain: taking it apart could take longer than anybody waits. */
const MAX_LENGTH = 30_000;
/** A paragraph of this length is none: what is inside it is looked for again and again, and stays plain. */
const MAX_RUN = 4_000;
/** What has not been taken apart by then stays plain too. */
const MAX_MS = 250;
/** Markdown nests without end; pages do not. */
const MAX_DEPTH = 24;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** The text, rendered; `undefined` when it is too long or too strange and is better shown as it is. */
export function renderMarkdown(text: string, words: MarkdownMessages): TemplateResult | undefined {
  if (text.length > MAX_LENGTH || isTooDeep(text)) return undefined;
  try {
    return html`<div class="markdown">${blocks(takeApart(text), words, 0)}</div>`;
  } catch {
    return undefined;
  }
}

/** As the library's own `lex` does, which knows no bounds. */
function takeApart(text: string): readonly Token[] {
  const lexer = new Lexer({ gfm: true });
  const deadline = performance.now() + MAX_MS;
  lexer.blockTokens(text.replace(/\r\n?/g, '\n'), lexer.tokens);
  for (const { src, tokens } of lexer.inlineQueue) {
    if (src.length > MAX_RUN || performance.now() > deadline) tokens.push({ type: 'text', raw: src, text: src });
    else lexer.inlineTokens(src, tokens);
  }
  return lexer.tokens;
}

/** Each level of nesting is taken apart again by all levels around it. */
function isTooDeep(text: string): boolean {
  return new RegExp(String.raw`^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){${MAX_DEPTH}}|[[*_~\u0060(]{200}`, 'm').test(
    text,
  );
}

function blocks(tokens: readonly Token[], words: MarkdownMessages, depth: number): unknown[] {
  return depth > MAX_DEPTH ? [] : tokens.map((token) => block(token, words, depth));
}

function block(token: Token, words: MarkdownMessages, depth: number): unknown {
  if (isList(token)) return list(token, words, depth);
  if (isTable(token)) return table(token, words, depth);
  const inner = (tokens: readonly Token[] | undefined): unknown[] => inline(tokens ?? [], words, depth + 1);
  switch (token.type) {
    case 'space':
    case 'def':
      return nothing;
    case 'heading':
      // The page's own headings outrank those of a server.
      return html`<p role="heading" aria-level=${Math.min(6, Number(token['depth']) + 3)} class="h${Number(token['depth'])}">${inner(token.tokens)}</p>`;
    case 'paragraph':
      return html`<p>${inner(token.tokens)}</p>`;
    case 'code':
      return html`<pre tabindex="0" dir="ltr"><code>${visibleText(String(token['text']))}</code></pre>`;
    case 'blockquote':
      return html`<blockquote>${blocks(token.tokens ?? [], words, depth + 1)}</blockquote>`;
    case 'hr':
      return html`<hr />`;
    case 'text':
      return token.tokens ? inner(token.tokens) : plain(token.raw);
    default:
      // HTML too: it is shown as what it is, text.
      return html`<p>${visibleText(token.raw.trim())}</p>`;
  }
}

const isList = (token: Token): token is Tokens.List => token.type === 'list' && Array.isArray(token['items']);
const isTable = (token: Token): token is Tokens.Table => token.type === 'table' && Array.isArray(token['rows']);

function list({ ordered, start, items }: Tokens.List, words: MarkdownMessages, depth: number): TemplateResult {
  const entries = items.map(
    ({ task, checked, tokens }) =>
      html`<li>${task ? html`<span role="img" aria-label=${checked ? '✓' : '–'}>${checked ? '☑' : '☐'}</span> ` : nothing}${blocks(
        tokens.filter(({ type }) => type !== 'checkbox'),
        words,
        depth + 1,
      )}</li>`,
  );
  return ordered ? html`<ol start=${Number(start) || 1}>${entries}</ol>` : html`<ul>${entries}</ul>`;
}

function table({ header, rows }: Tokens.Table, words: MarkdownMessages, depth: number): TemplateResult {
  const cells = (row: readonly Tokens.TableCell[]): unknown[] =>
    row.map(({ tokens, header: isHead }) =>
      isHead ? html`<th>${inline(tokens, words, depth + 1)}</th>` : html`<td>${inline(tokens, words, depth + 1)}</td>`,
    );
  return html`<div class="table" tabindex="0"><table><thead><tr>${cells(header)}</tr></thead><tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table></div>`;
}

function inline(tokens: readonly Token[], words: MarkdownMessages, depth: number): unknown[] {
  return depth > MAX_DEPTH ? [] : tokens.map((token) => span(token, words, depth));
}

function span(token: Token, words: MarkdownMessages, depth: number): unknown {
  const inner = (): unknown[] =>
    inline(token.type !== 'image' && 'tokens' in token ? (token.tokens ?? []) : [], words, depth + 1);
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
      return link(String(token['href']), inner(), words, token.raw);
    case 'image':
      return html`<span class="picture badge">${words.pictureNotLoaded(visibleText(String(token['text'])).slice(0, 200), placeOf(String(token['href'])) ?? words.pictureInText)}</span>`;
    case 'escape':
      return visibleText(String(token['text']));
    case 'text':
      return token.tokens ? inner() : plain(token.raw);
    default:
      return visibleText(token.raw);
  }
}

/** A button and not an anchor: a browser may look up the host of an anchor before anybody clicks. Where it leads stands beside it. */
function link(href: string, label: unknown[], { opensTab }: MarkdownMessages, raw: string): unknown {
  const place = placeOf(href);
  if (place === undefined) return visibleText(raw);
  const onclick = (): void => void window.open(href, '_blank', 'noopener,noreferrer');
  return html`<button type="button" class="link" @click=${onclick}>${label}<span class="visually-hidden"> ${opensTab}</span></button><bdi class="place">${place}</bdi>`;
}

/** The host of an address, or whom a mail goes to; nothing for addresses that nobody should be sent to. */
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
