// Markdown as a code host reads it: the same addresses of headings, tables, and code that is colored by classes.
import hljs from 'highlight.js/lib/common';
import MarkdownIt from 'markdown-it';

/**
 * @typedef {{ depth: number, id: string, text: string }} Heading
 * @typedef {{ headings: Heading[], resolve?: (href: string) => string | undefined, image?: (src: string) => string, sizeOf?: (src: string) => string }} Env
 */

const markdown = new MarkdownIt({ html: true, highlight: colored });

/** Parses a document. The ids of its headings are in `env.headings`. */
export function parse(text) {
  const env = { headings: [] };
  const tokens = markdown.parse(text, env);
  const ids = new Map();
  tokens.forEach((token, index) => {
    if (token.type !== 'heading_open') return;
    const heading = textOf(tokens[index + 1]);
    const slug = slugOf(heading);
    const count = ids.get(slug) ?? 0;
    ids.set(slug, count + 1);
    const id = count === 0 ? slug : `${slug}-${count}`;
    token.attrSet('id', id);
    env.headings.push({ depth: Number(token.tag.slice(1)), id, text: heading });
  });
  return { tokens, env };
}

/** The HTML of parsed tokens. `env.resolve` says where a link leads: undefined for a file that the site does not have. */
export function render(tokens, env) {
  return markdown.renderer.render(tokens, markdown.options, env);
}

/** The visible text of an inline token. */
export function textOf(inline) {
  return (inline.children ?? [])
    .map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : type === 'softbreak' ? ' ' : ''))
    .join('');
}

/** As GitHub makes them. */
function slugOf(text) {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
}

export function escape(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

function colored(code, language) {
  const name = { jsx: 'javascript', tsx: 'typescript', vue: 'xml', svelte: 'xml', astro: 'xml' }[language] ?? language;
  return hljs.getLanguage(name) ? hljs.highlight(code, { language: name }).value : escape(code);
}

const { rules } = markdown.renderer;
const plain = (tokens, index, options, _env, self) => self.renderToken(tokens, index, options);

// Documents contain `<br>` and comments. Everything else in angle brackets is text.
rules.html_block = (tokens, index) => htmlOf(tokens[index].content);
rules.html_inline = (tokens, index) => htmlOf(tokens[index].content);
const htmlOf = (html) =>
  html.trimStart().startsWith('<!--') ? '' : /^<br ?\/?>$|^<\/?a( id="[\w.-]+")?>$/.test(html) ? html : escape(html);

rules.link_open = (tokens, index, options, env, self) => {
  const token = tokens[index];
  const href = env.resolve?.(token.attrGet('href') ?? '');
  const close = tokens.slice(index).find(({ type, level }) => type === 'link_close' && level === token.level);
  if (href === undefined) {
    token.tag = close.tag = 'span';
    token.attrs = [];
  } else {
    token.attrSet('href', href);
    if (/^https?:/.test(href)) token.attrSet('rel', 'noopener');
  }
  return self.renderToken(tokens, index, options);
};
rules.image = (tokens, index, _options, env) => {
  const { attrs, content } = tokens[index];
  const src = attrs.find(([name]) => name === 'src')[1];
  return `<img src="${escape(env.image?.(src) ?? src)}" alt="${escape(content)}"${env.sizeOf?.(src) ?? ''} loading="lazy">`;
};
// The policy of the site forbids the style attribute with which columns are aligned.
rules.th_open = rules.td_open = (tokens, index, options, env, self) => {
  const token = tokens[index];
  const align = /text-align:(\w+)/.exec(token.attrGet('style') ?? '')?.[1];
  token.attrs = align ? [['class', align]] : null;
  // An empty cell is the head of nothing.
  if (tokens[index + 1].content === '') token.tag = tokens[index + 2].tag = 'td';
  return plain(tokens, index, options, env, self);
};
rules.table_open = () => '<div class="table"><table>\n';
rules.table_close = () => '</table></div>\n';
rules.heading_close = (tokens, index, options, env, self) => {
  const { attrs } = tokens.slice(0, index).findLast(({ type }) => type === 'heading_open');
  const id = attrs.find(([name]) => name === 'id')[1];
  const link =
    tokens[index].tag === 'h1' ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this heading">#</a>`;
  return link + plain(tokens, index, options, env, self);
};
