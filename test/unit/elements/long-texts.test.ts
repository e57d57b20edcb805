/** Long texts of servers do not keep the page busy: what is not shown is not read, and what is shown is drawn a little at a time. */
import { assert } from 'chai';
import '../../../packages/elements/src/content/define.ts';
import type { McpContentElement } from '../../../packages/elements/src/content/content.ts';
import { shortestOf } from './page.ts';

type Shown = Partial<Pick<McpContentElement, 'content' | 'result' | 'markdown'>>;

const MB = 1_000_000;
/** `unit`, as often as it fits into the length. */
const fill = (unit: string, length = MB): string => unit.repeat(Math.floor(length / unit.length));
const text = (value: string): Shown => ({ content: { type: 'text', text: value } });
const markdown = (value: string): Shown => ({ ...text(value), markdown: true });
const resource = (value: string, mimeType = 'text/plain'): Shown => ({
  content: { type: 'resource', resource: { uri: 'file:///a', mimeType, text: value } },
});
const structured = (structuredContent: unknown): Shown => ({ result: { content: [], structuredContent } });
const blocks = (count: number, value: string, asMarkdown = false): Shown => ({
  content: Array.from({ length: count }, () => ({ type: 'text' as const, text: value })),
  markdown: asMarkdown,
});

function nested(depth: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

/** By what they are. Each is made when it is needed, so that only one is in memory. */
const CASES: Readonly<Record<string, () => Shown>> = {
  // The first four took 5 to 11 s.
  'Markdown: rows with a line below each': () => markdown(fill('|\n|--\n', 30_000)),
  'Markdown: a table in each second line': () => markdown(fill('|a|\n-\n', 30_000)),
  'Markdown: lists that may be tables': () => markdown(fill('-\n|\n|-', 30_000)),
  'Markdown: tables that may be headings': () => markdown(fill(':-|x|y\n-|-\n', 30_000)),
  'Markdown: 1 MB of rows': () => markdown(fill('|\n|--\n')),
  'Markdown: 1 MB of quotes in quotes': () => markdown(fill('> > > > > > > >\n')),
  'Markdown: 1 MB of items': () => markdown(fill('- a\n')),
  'Markdown: 1 MB of headings': () => markdown(fill('# a\n')),
  'Markdown: 1 MB of emphasis': () => markdown(fill('*_')),
  'Markdown: 1 MB of links': () => markdown(fill('[a](http://b.c) ')),
  'Markdown: 1 MB of code': () => markdown(`\`\`\`\n${fill('x\n')}`),
  'Markdown: one word of 1 MB': () => markdown(fill('x')),
  'Markdown: 1 MB of empty cells': () => markdown(`|a|b|\n|-|-|\n${fill('|||\n')}`),
  'Markdown: 1 MB of ordinary text': () => markdown(fill('## One\n\nSome **bold** words and `code`.\n\n- an item\n\n')),
  'text: 1 MB of words': () => text(fill('word ')),
  'text: one word of 1 MB': () => text(fill('x')),
  'text: 1 MB of empty lines': () => text(fill('\n')),
  'text: 1 MB of combining marks': () => text(fill('\u0300')),
  'text: 1 MB of letters with marks': () => text(fill('a\u0300')),
  'text: 1 MB of bidirectional overrides': () => text(fill('\u202E')),
  'text: 1 MB of joiners': () => text(fill('\u200D')),
  'text: 1 MB of dashes of three ems': () => text(fill('\u2E3B')),
  'resource: one word of 1 MB': () => resource(fill('x')),
  'resource: 1 MB of JSON': () => resource(JSON.stringify(fill('1', 300_000).split('')), 'application/json'),
  'JSON: arrays in arrays': () => structured(nested(100_000)),
  'JSON: an array of half a million members': () => structured(Array.from({ length: 500_000 }, () => 0)),
  'JSON: an object of a hundred thousand members': () =>
    structured(Object.fromEntries(Array.from({ length: 100_000 }, (_none, index) => [`k${index}`, 0]))),
  'JSON: a name and a text of half a megabyte': () => structured({ [fill('\u202E', MB / 2)]: fill('x', MB / 2) }),
  'fifty blocks of overrides': () => blocks(50, fill('\u202E', 20_000)),
  'fifty blocks of Markdown': () => blocks(50, fill('# a\n- b\n', 20_000), true),
  'an image of 1 MB that is none': () => ({ content: { type: 'image', mimeType: 'image/png', data: fill('A') } }),
};

/** No task takes longer than 50 ms on an idle machine. A busy one needs several times as long, but what has no limit takes seconds. */
const MAX_MS = 1_000;

describe('Long texts in <mcp-content>', () => {
  afterEach(() => document.body.replaceChildren());

  for (const [name, make] of Object.entries(CASES))
    it(`do not keep the page busy: ${name}`, async function () {
      // Up to six tries, each of which takes seconds on a busy machine.
      this.timeout(240_000);
      const longest = await shortestOf(() => longestPause(make()), MAX_MS);
      assert.isBelow(longest, MAX_MS);
    });

  for (const [name, one, part] of [
    ['texts', text(fill('word ', 28_000)), '[part=text]'],
    ['structured contents', structured(Array.from({ length: 100 }, () => 0)), '[part=structured]'],
  ] as const)
    it(`are drawn a few in each frame of the page, however many elements have one: ${name}`, async () => {
      const elements = Array.from({ length: 30 }, () => Object.assign(document.createElement('mcp-content'), one));
      const drawn = (): number => elements.filter(({ shadowRoot }) => shadowRoot?.querySelector(part)).length;
      document.body.append(...elements);
      let most = 0;
      for (let before = 0; before < 30;) {
        await new Promise((resolve) => requestAnimationFrame(resolve));
        most = Math.max(most, drawn() - before);
        before = drawn();
      }
      // Two, or some more if frames are late.
      assert.isBelow(most, 15);
    });

  it('are drawn by one element after the other, if all of them have Markdown', async () => {
    const elements = Array.from({ length: 10 }, () =>
      Object.assign(document.createElement('mcp-content'), markdown(fill('## One\n\nSome **bold** words.\n\n', 5_000))),
    );
    const pieces = (element?: McpContentElement): number => element?.shadowRoot?.querySelectorAll('.piece').length ?? 0;
    document.body.append(...elements);
    await elements[0]?.updateComplete;
    assert.isAbove(pieces(elements[0]), 1);
    assert.equal(pieces(elements.at(-1)), 0);
    await elements.at(-1)?.updateComplete;
    assert.equal(pieces(elements.at(-1)), pieces(elements[0]));
  });

  it('are drawn a few blocks in each frame, until all are there', async () => {
    const element = await show(blocks(50, fill('word ', 3_000)));
    assert.equal(element.shadowRoot?.querySelectorAll('[part=text]').length, 50);
  });

  it('grow by blocks of their own, which end with a word', async () => {
    const element = await show(text(fill('some words ', 100_000)));
    const parts = (): string[] =>
      [...(element.shadowRoot?.querySelectorAll('.text bdi') ?? [])].map(({ textContent }) => textContent);
    const more = (): void => element.shadowRoot?.querySelector<HTMLElement>('.text button')?.click();
    assert.lengthOf(parts(), 1);
    for (let clicks = 0; clicks < 20 && parts().at(-1)?.endsWith('…'); clicks++) more();
    assert.isAbove(parts().length, 3);
    assert.equal(parts().join(''), fill('some words ', 100_000));
    more();
    assert.lengthOf(parts(), 1);
  });
});

async function show(what: Shown): Promise<McpContentElement> {
  const element = Object.assign(document.createElement('mcp-content'), what);
  document.body.append(element);
  await element.updateComplete;
  return element;
}

/** The longest time, in ms, in which the page could not do anything else while it showed this. */
async function longestPause(what: Shown): Promise<number> {
  let longest = 0;
  let before = performance.now();
  let isOver = false;
  const watch = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - before);
    before = now;
    if (!isOver) setTimeout(watch);
  };
  setTimeout(watch);
  await show(what);
  // Layout follows the last change.
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 20)));
  isOver = true;
  document.body.replaceChildren();
  return longest;
}
