// White space and comments of `html` and `css` templates, which no minifier of JavaScript may touch, taken out of what is
// published and of what is weighed. Text that users see stays: a line break becomes the space that it is rendered as, or
// nothing where a block begins or ends. (An element that HTML makes a block and a style makes inline is written without
// line breaks around it, where the space matters.) Minified once more, a template stays as it is.
import { readFile } from 'node:fs/promises';
import MagicString from 'magic-string';
import { parseSync } from 'vite';

/** Stands for an expression while a template is one string. A character of private use, so that no source has it. */
const HOLE = '\uE000';
const SPACE = '[ \\t\\r\\n\\f]';
const BLOCKS = new Set(
  `address article aside blockquote dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6
  header hgroup hr legend li main menu nav ol optgroup option p pre section summary table tbody td tfoot th thead tr ul`.split(
    /\s+/,
  ),
);
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** Where every space counts. */
const VERBATIM = 'pre|textarea|script|style';
const TOKENS = new RegExp(
  `<!--[^]*?-->|<(${VERBATIM})\\b[^]*?</\\1${SPACE}*>|</?[a-zA-Z](?:"[^"]*"|'[^']*'|[^"'>])*>`,
  'g',
);
const minifiers = { html: minifyHtml, svg: minifyHtml, css: minifyCss };

/**
 * @param {string} code TypeScript or JavaScript
 * @param {string} file its name, for its language
 * @returns {MagicString | undefined} undefined where there is nothing to take out
 */
export function minifyTemplates(code, file) {
  if (!/\b(html|svg|css)\s*`/.test(code)) return undefined;
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`);
  const out = new MagicString(code);
  for (const {
    tag,
    quasi: { quasis },
  } of taggedTemplates(program)) {
    const minify = minifiers[tag.name];
    if (!minify) continue;
    const parts = quasis.map(({ value }) => value.raw);
    if (parts.some((part) => part.includes(HOLE))) throw new Error(`${file}: U+E000 in a template`);
    const minified = minify(parts.join(HOLE)).split(HOLE);
    if (minified.length !== parts.length) throw new Error(`${file}: an expression was lost in ${parts.join('${…}')}`);
    quasis.forEach(({ start, end }, index) => {
      // Where the parser counts the back-tick and the braces in, and where it does not.
      const at = code.indexOf(parts[index], start);
      if (at < 0 || at + parts[index].length > end) throw new Error(`${file}: a template is not where the parser says`);
      if (minified[index] !== parts[index]) out.update(at, at + parts[index].length, minified[index]);
    });
  }
  return out.hasChanged() ? out : undefined;
}

/**
 * As a plugin of Vite, for builds.
 * @param {(path: string) => boolean} isOurs says which files are published
 */
export function minifyTemplatesInVite(isOurs) {
  return {
    name: 'minify-templates',
    apply: 'build',
    transform(code, id) {
      const out = isOurs(id) ? minifyTemplates(code, 'module.js') : undefined;
      return out && { code: out.toString(), map: out.generateMap({ source: id, hires: 'boundary' }) };
    },
  };
}

/**
 * As a plugin of esbuild.
 * @param {(path: string) => boolean} isOurs
 */
export function minifyTemplatesInEsbuild(isOurs) {
  return {
    name: 'minify-templates',
    setup({ onLoad }) {
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (!isOurs(path)) return undefined;
        const code = await readFile(path, 'utf8');
        return { contents: minifyTemplates(code, path)?.toString() ?? code, loader: 'ts' };
      });
    },
  };
}

/** @param {string} template with `HOLE` for each expression */
export function minifyHtml(template) {
  const tokens = [];
  let end = 0;
  for (const match of template.matchAll(TOKENS)) {
    tokens.push({ text: template.slice(end, match.index) });
    end = match.index + match[0].length;
    const [whole] = match;
    if (whole.startsWith('<!--') && !whole.includes(HOLE)) continue;
    if (whole.startsWith('<!--')) tokens.push({ tag: whole });
    else tokens.push({ tag: match[1] ? whole : minifyTag(whole), ...edgesOf(whole) });
  }
  tokens.push({ text: template.slice(end) });
  // What a comment stood between is one text.
  const merged = [];
  for (const token of tokens) {
    const last = merged.at(-1);
    if (token.text !== undefined && last?.text !== undefined) last.text += token.text;
    else merged.push(token);
  }
  return merged
    .map((token, index) => {
      if (token.text === undefined) return token.tag;
      let { text } = token;
      if (merged[index - 1]?.endsLine) text = text.replace(new RegExp(`^${SPACE}*\\n${SPACE}*`), '');
      if (merged[index + 1]?.beginsLine) text = text.replace(new RegExp(`${SPACE}*\\n${SPACE}*$`), '');
      return text.replace(new RegExp(`${SPACE}*\\n${SPACE}*`, 'g'), ' ');
    })
    .join('');
}

/** Where no space is rendered: around a block, and within a button. */
function edgesOf(tag) {
  const name = nameOf(tag);
  const isEnd = tag.startsWith('</');
  return {
    beginsLine: BLOCKS.has(name) || (name === 'button' && isEnd),
    endsLine: BLOCKS.has(name) || (name === 'button' && !isEnd),
  };
}

function nameOf(tag) {
  return /^<\/?([^\s/>]+)/.exec(tag)[1].toLowerCase();
}

/** One space between attributes, no quotes where HTML needs none. A value with an expression in it stays as it is. */
function minifyTag(tag) {
  const [, opening, rest, slash] = /^(<\/?[^\s/>]+)([^]*?)\s*(\/?)>$/.exec(tag);
  const attributes = [...rest.matchAll(/[^\s=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"']+))?/g)].map(([attribute]) => {
    const [, name, , value] = /^([^\s=]+)(?:\s*=\s*(["']?)([^]*?)\2)?$/.exec(attribute);
    if (value === undefined) return attribute;
    const isBare = value !== '' && !/[\s"'`=<>\\]/.test(value) && !value.includes(HOLE);
    return isBare ? `${name}=${value}` : attribute.replace(/\s*=\s*/, '=');
  });
  // Without quotes, a slash would belong to the value.
  const end = slash && !VOID.has(nameOf(tag)) ? `${attributes.length > 0 ? ' ' : ''}/>` : '>';
  return [opening, ...attributes].join(' ') + end;
}

/**
 * Strings, and addresses without quotes, are left alone; so is what stands before a colon: `a :hover` is not `a:hover`.
 * And so is a template with escapes, where not everything that looks like a quote is one.
 * @param {string} template with `HOLE` for each expression
 */
export function minifyCss(template) {
  if (template.includes('\\')) return template;
  const bare = template.replace(/("[^"]*"|'[^']*'|\burl\([^)]*\))|\/\*[^]*?\*\//g, (_whole, kept) => kept ?? ' ');
  return bare
    .split(/("[^"]*"|'[^']*'|\burl\([^)]*\))/)
    .map((part, index) =>
      index % 2
        ? part
        : part
            .replace(/\s+/g, ' ')
            .replace(/ ?([{};,>]) ?/g, '$1')
            .replace(/([:(]) /g, '$1')
            .replace(/ ([)!])/g, '$1')
            .replace(/;+\}/g, '}'),
    )
    .join('')
    .trim();
}

function taggedTemplates(node, found = []) {
  if (Array.isArray(node)) for (const item of node) taggedTemplates(item, found);
  else if (typeof node?.type === 'string') {
    if (node.type === 'TaggedTemplateExpression' && node.tag.type === 'Identifier') found.push(node);
    for (const child of Object.values(node)) if (typeof child === 'object') taggedTemplates(child, found);
  }
  return found;
}
