/** Splits Markdown into nodes, in small steps and within limits. */
import { type MarkdownConfig, parser, Autolink, Strikethrough, Table, TaskList } from '@lezer/markdown';

export type Tree = ReturnType<typeof parser.parse>;
export type Node = Tree['topNode'];

export function* childrenOf(node: Node): Generator<Node, undefined, undefined> {
  for (let child = node.firstChild; child; child = child.nextSibling) yield child;
}

/** What is nested deeper stays plain. */
const MAX_DEPTH = 10;
/** A longer paragraph stays plain, and so does one with more characters that mean something: each is compared with others. */
const MAX_RUN = 10_000;
const MAX_MARKS = 400;
const MARKS = /[*_~`[\]<!&\\:@.]/g;
/** A piece that takes longer stays plain, in ms. Ordinary ones take a few. */
const MAX_MS = 250;

const SPACE = 0x20;
const LINE_END = 0xa;

const limits: MarkdownConfig = {
  // HTML is shown as text, so it is only text.
  remove: ['HTMLBlock'],
  parseBlock: [
    {
      name: 'TooDeep',
      before: 'IndentedCode',
      parse(block, line) {
        if (block.depth <= MAX_DEPTH) return false;
        const start = block.lineStart + line.pos;
        block.addElement(block.elt('Paragraph', start, block.lineStart + line.text.length));
        block.nextLine();
        return true;
      },
    },
    { name: 'TooLong', endLeaf: (_block, _line, { content }) => content.length > MAX_RUN },
  ],
  parseInline: [
    {
      name: 'TooMuch',
      before: 'Escape',
      parse: (run, _next, start) => (start === run.offset && isTooMuch(run.text) ? run.end : -1),
    },
    {
      // For each space, the parser would look at all that follow.
      name: 'Spaces',
      before: 'HardBreak',
      parse(run, next, start) {
        if (next !== SPACE) return -1;
        let end = start + 1;
        while (run.char(end) === SPACE) end++;
        return run.char(end) === LINE_END ? -1 : end;
      },
    },
  ],
};

/** How a line begins that is not the one below the head of a table: for each space, the parser would look at all that follow. */
const FAR_IN = /^[>\s]{100}/;
const table: MarkdownConfig = {
  ...Table,
  parseBlock: (Table.parseBlock ?? []).map((one) => ({
    ...one,
    endLeaf: (block, line, leaf) =>
      line.text.includes('|') && !FAR_IN.test(block.peekLine()) && one.endLeaf?.(block, line, leaf) === true,
  })),
};

function isTooMuch(text: string): boolean {
  if (text.length > MAX_RUN) return true;
  let marks = 0;
  for (const _mark of text.matchAll(MARKS)) if (++marks > MAX_MARKS) return true;
  return false;
}

const markdownParser = parser.configure([table, TaskList, Strikethrough, Autolink, limits]);

/** Parses one piece. A step takes less than a millisecond for ordinary text. */
export class PieceParse {
  readonly #steps;
  #spent = 0;
  /** The longest step. It may be one in which the machine did something else, so it does not count. */
  #longest = 0;

  constructor(text: string) {
    this.#steps = markdownParser.startParse(text);
  }

  /** Goes on until then. Returns the tree once it is done, and undefined before that. What takes too long is left out of the tree. */
  goOn(until: number): Tree | undefined {
    if (this.#spent - this.#longest > MAX_MS && this.#steps.stoppedAt === null)
      this.#steps.stopAt(this.#steps.parsedPos);
    for (let before = performance.now(); ;) {
      const tree = this.#steps.advance();
      const now = performance.now();
      this.#spent += now - before;
      this.#longest = Math.max(this.#longest, now - before);
      before = now;
      if (tree || now >= until) return tree ?? undefined;
    }
  }
}
