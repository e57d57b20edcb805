/** The inline nodes of Markdown as templates: emphasis, code, links, images and text. */
import type { AddressSpace } from '@mcp-web/client';
import { html, type TemplateResult } from 'lit';
import { beginning, visibleText } from '../internal/text/text.ts';
import { type LinkMessages, linkTo, normalized, targetOf } from './link.ts';
import { childrenOf, type Node } from './parse.ts';

/** The messages that the rendered text needs. */
export interface MarkdownMessages extends LinkMessages {
  pictureInText: string;
  taskDone: string;
  taskToDo: string;
  pictureNotLoaded: (alt: string, host: string) => string;
}

export interface DrawingContext {
  /** The text that the nodes are parts of. */
  readonly text: string;
  readonly messages: MarkdownMessages;
  /** The network of the server that the text comes from, if it is known. */
  readonly from?: AddressSpace | undefined;
  /** The target of a link that names it by a label. */
  readonly definition: (label: string) => string | undefined;
  /** Whether this is the label of a link: addresses in it are text, because one place can lead to one target only. */
  readonly isInLink?: boolean;
  /** Claims room for so many elements. False if too many are drawn already: the rest is shown as text. */
  readonly claim: (count?: number) => boolean;
}

/** Emphasis can nest without a limit. */
const MAX_DEPTH = 16;
/** They say how the text around them is drawn, and are not shown themselves. */
const HIDDEN = new Set([
  'CodeMark',
  'EmphasisMark',
  'HeaderMark',
  'LinkMark',
  'ListMark',
  'QuoteMark',
  'StrikethroughMark',
  'TaskMarker',
]);
/** Those that people write. The others are shown as they are written. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  middot: '·',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  larr: '←',
  rarr: '→',
  times: '×',
  deg: '°',
  euro: '€',
  copy: '©',
  reg: '®',
  trade: '™',
};

/** Renders what is inside of a node, or only the part of it between two places. */
export function inline(
  context: DrawingContext,
  node: Node,
  { from = node.from, to = node.to, depth = 0 }: { from?: number; to?: number; depth?: number } = {},
): unknown[] {
  const { text } = context;
  const drawn: unknown[] = [];
  // Text is made visible in one go: characters may combine with those of the next node.
  let words = '';
  let at = from;
  for (const child of childrenOf(node)) {
    if (child.to <= from || child.from >= to) continue;
    const isHidden = HIDDEN.has(child.name);
    if (!isHidden && (depth > MAX_DEPTH || !context.claim())) break;
    words += text.slice(at, child.from);
    at = child.to;
    const own = isHidden ? '' : span(context, child, depth);
    if (typeof own === 'string') words += own;
    else {
      drawn.push(visibleText(words), own);
      words = '';
    }
  }
  drawn.push(visibleText(words + text.slice(at, to)));
  return drawn;
}

/** Text comes as it is in the source. */
function span(context: DrawingContext, node: Node, depth: number): unknown {
  const source = context.text.slice(node.from, node.to);
  const inner = (): unknown[] => inline(context, node, { depth: depth + 1 });
  switch (node.name) {
    case 'StrongEmphasis':
      return html`<strong>${inner()}</strong>`;
    case 'Emphasis':
      return html`<em>${inner()}</em>`;
    case 'Strikethrough':
      return html`<del>${inner()}</del>`;
    case 'InlineCode':
      return html`<code>${visibleText(codeOf(source))}</code>`;
    case 'HardBreak':
      return html`<br />`;
    case 'Link':
      return link(context, node, depth);
    case 'Image':
      return image(context, node);
    case 'Autolink':
      return address(context, source.slice(1, -1), source);
    case 'URL':
      return address(context, source, source);
    case 'Escape':
      return source.slice(1);
    case 'Entity':
      return decoded(source);
    default:
      // HTML ends up here too, and is shown as text.
      return source;
  }
}

function codeOf(source: string): string {
  const marks = /^`+/.exec(source)?.[0].length ?? 0;
  const code = source.slice(marks, -marks).replaceAll('\n', ' ');
  return /^ .*[^ ].* $/.test(code) ? code.slice(1, -1) : code;
}

function link(context: DrawingContext, node: Node, depth: number): unknown {
  const { text, messages } = context;
  const { label, href, end } = partsOf(context, node);
  const target = href === undefined ? undefined : targetOf(href, context.from);
  const words = inline(target ? { ...context, isInLink: true } : context, node, { ...label, depth: depth + 1 });
  if (target) return linkTo(target, words, messages);
  // Brackets that lead nowhere are text, with whatever is inside of them.
  return href === undefined ? ['[', words, visibleText(text.slice(end, node.to))] : text.slice(node.from, node.to);
}

function image(context: DrawingContext, node: Node): TemplateResult {
  const { text, messages } = context;
  const { label, href = '' } = partsOf(context, node);
  const alt = beginning(visibleText(text.slice(label.from, label.to)), 200);
  return html`<span class="picture badge" part="badge">${messages.pictureNotLoaded(alt, targetOf(href)?.place ?? messages.pictureInText)}</span>`;
}

/** A URL or mail address that stands in the text as it is. */
function address({ messages, isInLink, from }: DrawingContext, written: string, source: string): unknown {
  if (isInLink) return written;
  const href = /^[a-z][a-z\d+.-]*:/i.test(written)
    ? written
    : written.includes('@') && !/^www\./i.test(written)
      ? `mailto:${written}`
      : `http://${written}`;
  const target = targetOf(href, from);
  return target ? linkTo(target, visibleText(written), messages) : source;
}

interface LinkParts {
  /** Between the first two brackets. */
  readonly label: { readonly from: number; readonly to: number };
  /** Where the closing bracket is. */
  readonly end: number;
  readonly href: string | undefined;
}

function partsOf({ text, definition }: DrawingContext, node: Node): LinkParts {
  const [open, close] = node.getChildren('LinkMark');
  const label = { from: open?.to ?? node.from, to: close?.from ?? node.to };
  // Addresses in the label are not the target.
  const after = (name: string): Node | undefined => node.getChildren(name).find(({ from }) => from > label.to);
  const url = after('URL');
  const named = after('LinkLabel');
  const isInPlace = text.charAt(label.to + 1) === '(' && node.to > label.to + 1;
  const name =
    named && named.to - named.from > 2 ? text.slice(named.from + 1, named.to - 1) : text.slice(label.from, label.to);
  return {
    label,
    end: label.to,
    href: url
      ? decoded(text.slice(url.from, url.to).replace(/^<(.*)>$/s, '$1')).replace(/\\([!-/:-@[-`{-~])/g, '$1')
      : isInPlace
        ? ''
        : definition(normalized(name)),
  };
}

/** Entities, as the characters that they stand for. */
function decoded(source: string): string {
  return source.replace(
    /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,6}));/g,
    (entity: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return NAMED[name] ?? entity;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : entity;
    },
  );
}
