/** The nodes of Markdown as templates. What has no template of its own is shown as text. */
import { html, nothing, type TemplateResult } from 'lit';
import { visibleText } from '../internal/text/text.ts';
import { type DrawingContext, inline } from './inline.ts';
import { childrenOf, type Node } from './parse.ts';

const SHOWN_NOWHERE = new Set(['QuoteMark', 'ListMark', 'LinkReference']);
const NUMBER = /^\d{1,9}/;

/** Renders the blocks inside of a node. */
export function blocks(context: DrawingContext, parent: Node): unknown[] {
  const drawn: unknown[] = [];
  let end = parent.from;
  for (const child of childrenOf(parent)) {
    if (!SHOWN_NOWHERE.has(child.name)) {
      if (!context.claim()) return [...drawn, rest(context, end, parent.to)];
      drawn.push(block(context, child));
    }
    end = child.to;
  }
  // What was not parsed any more.
  if (parent.name === 'Document' && context.text.slice(end).trim() !== '') drawn.push(rest(context, end, parent.to));
  return drawn;
}

/** What is beyond the limits, as text. */
const rest = ({ text }: DrawingContext, from: number, to: number): TemplateResult =>
  html`<p class="rest">${visibleText(text.slice(from, to).trim())}</p>`;

function block(context: DrawingContext, node: Node): unknown {
  const heading = /^(?:ATX|Setext)Heading(\d)$/.exec(node.name)?.[1];
  if (heading) {
    // Below the headings of the page.
    return html`<p role="heading" aria-level=${Math.min(6, Number(heading) + 3)} class="h${heading}">${inline(context, node)}</p>`;
  }
  switch (node.name) {
    case 'HorizontalRule':
      return html`<hr />`;
    case 'Blockquote':
      return html`<blockquote>${blocks(context, node)}</blockquote>`;
    case 'BulletList':
      return html`<ul>${items(context, node)}</ul>`;
    case 'OrderedList':
      return html`<ol start=${Number(NUMBER.exec(context.text.slice(node.from, node.from + 9))?.[0] ?? 1)}>${items(context, node)}</ol>`;
    case 'FencedCode':
    case 'CodeBlock':
      return html`<pre tabindex="0" dir="ltr"><code>${visibleText(codeOf(context, node))}</code></pre>`;
    case 'Table':
      return table(context, node);
    default:
      return html`<p>${inline(context, node)}</p>`;
  }
}

function items(context: DrawingContext, list: Node): unknown[] {
  const drawn: unknown[] = [];
  for (const item of childrenOf(list)) {
    if (item.name !== 'ListItem') continue;
    if (!context.claim()) return [...drawn, html`<li>${rest(context, item.from, list.to)}</li>`];
    drawn.push(
      html`<li>${[...childrenOf(item)].filter(({ name }) => !SHOWN_NOWHERE.has(name)).map((child, index) => itemPart(context, child, index))}</li>`,
    );
  }
  return drawn;
}

/** The first paragraph of an item stands beside its marker. */
function itemPart(context: DrawingContext, node: Node, index: number): unknown {
  if (node.name === 'Task') {
    const isDone = context.text.charAt(node.from + 1) !== ' ';
    const { taskDone, taskToDo } = context.messages;
    return html`<span role="img" aria-label=${isDone ? taskDone : taskToDo}>${isDone ? '☑' : '☐'}</span> ${inline(context, node)}`;
  }
  return node.name === 'Paragraph' && index === 0 ? inline(context, node) : block(context, node);
}

function codeOf({ text }: DrawingContext, node: Node): string {
  return [...childrenOf(node)]
    .filter(({ name }) => name === 'CodeText')
    .map(({ from, to }) => text.slice(from, to))
    .join('');
}

function table(context: DrawingContext, node: Node): TemplateResult {
  const [head, ...rows] = [...childrenOf(node)].filter(({ name }) => /^Table(Header|Row)$/.test(name)).map(cellsOf);
  if (!head || !context.claim((rows.length + 1) * head.length)) return rest(context, node.from, node.to);
  const cell = (own: Node | undefined): unknown => (own ? inline(context, own) : nothing);
  return html`<div class="table" tabindex="0"><table><thead><tr>${head.map((own) => html`<th>${cell(own)}</th>`)}</tr></thead><tbody>${rows.map((row) => html`<tr>${head.map((_, at) => html`<td>${cell(row[at])}</td>`)}</tr>`)}</tbody></table></div>`;
}

/** The parser has no nodes for empty cells: they are where two delimiters follow each other. */
function cellsOf(row: Node): (Node | undefined)[] {
  const cells: (Node | undefined)[] = [];
  let before = '';
  for (const child of childrenOf(row)) {
    if (child.name === 'TableCell') cells.push(child);
    else if (child.name === 'TableDelimiter' && child.name === before) cells.push(undefined);
    before = child.name;
  }
  return cells;
}
