import type { CallToolResult, Tool } from '@mcp-web/client';
import { assert } from 'chai';
import '../../../packages/elements/src/content/define.ts';
import type { McpContentElement } from '../../../packages/elements/src/content/content.ts';
import { csv } from '../../../packages/elements/src/content/csv.ts';
import { assertAccessible, button, fastestOf, find, focused, mount, press, textOf, unmount, until } from './page.ts';

const TOOL: Tool = { name: 'list.issues', inputSchema: { type: 'object' } };

/** What the page copied and saved. Nothing leaves the page. */
const copied: string[] = [];
const saved: { name: string; text: string }[] = [];

const rows = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ id: index, title: `Issue ${index}`, open: index % 2 === 0 }));
const text = (json: string): object => ({ content: [{ type: 'text', text: json }] });
const structured = (structuredContent: unknown): object => ({ content: [], structuredContent });

async function show(result: object, tool: Tool | undefined = TOOL): Promise<McpContentElement> {
  unmount();
  mount('<mcp-content></mcp-content>');
  const element = find('mcp-content');
  Object.assign(element, { result: result as CallToolResult, tool });
  await element.updateComplete;
  return element;
}
const all = (element: McpContentElement, selector: string): HTMLElement[] => [
  ...element.renderRoot.querySelectorAll<HTMLElement>(selector),
];
const cells = (element: McpContentElement): string[][] =>
  all(element, 'tr').map((row) => [...row.children].map((one) => textOf(one)));
/** What depends on sizes is drawn then. */
const nextFrames = (): Promise<unknown> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
const clickOn = (element: McpContentElement, name: string): void =>
  (button(element, name) ?? assert.fail(`no button ${name}`)).click();

describe('Results in <mcp-content>', () => {
  const createObjectURL = URL.createObjectURL.bind(URL);
  let mayCopy = true;
  before(() => {
    let latest: Blob | undefined;
    URL.createObjectURL = (blob: Blob) => {
      latest = blob;
      return createObjectURL(blob);
    };
    HTMLAnchorElement.prototype.click = function save(this: HTMLAnchorElement) {
      const name = this.download;
      // Not `text()`, which drops the mark that spreadsheets need.
      void latest
        ?.arrayBuffer()
        .then((bytes) => saved.push({ name, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }));
    };
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: {
        write: async ([item]: ClipboardItem[]) => {
          if (!mayCopy) throw new Error('no');
          const blob = await item?.getType('text/plain');
          copied.push((await blob?.text()) ?? '');
        },
      },
    });
  });
  after(() => {
    URL.createObjectURL = createObjectURL;
    Reflect.deleteProperty(HTMLAnchorElement.prototype, 'click');
    Reflect.deleteProperty(navigator, 'clipboard');
  });
  beforeEach(() => {
    copied.length = saved.length = 0;
    mayCopy = true;
  });
  afterEach(unmount);

  it('copies the texts of a result as they came', async () => {
    const element = await show({
      content: [
        { type: 'text', text: ' one\n' },
        { type: 'text', text: '{"two":2}' },
      ],
    });
    clickOn(element, 'Copy the result');
    await until(() => copied.length > 0);
    assert.deepEqual(copied, [' one\n\n\n{"two":2}']);
    await until(() => textOf(element).includes('Copied'));
    assert.deepEqual(all(element, '[role=status]').map(textOf).filter(Boolean), ['Copied']);
  });

  it('says so when the browser does not allow copying', async () => {
    mayCopy = false;
    const element = await show(text('one'));
    clickOn(element, 'Copy the result');
    await until(() => textOf(element).includes('Could not be copied'));
  });

  it('copies structured content as JSON, however deep it is', async () => {
    const element = await show(structured({ ok: [1, 2] }));
    clickOn(element, 'Copy the result');
    await until(() => copied.length > 0);
    assert.equal(copied[0], JSON.stringify({ ok: [1, 2] }, null, 2));
    let deep: unknown = 'end';
    for (let depth = 0; depth < 20_000; depth++) deep = [deep];
    const deeper = await show(structured({ deep }));
    clickOn(deeper, 'Copy the result');
    await until(() => copied.length > 1);
    assert.equal(copied[1]?.replaceAll(/\s/g, ''), `{"deep":${'['.repeat(20_000)}"end"${']'.repeat(20_000)}}`);
  });

  it('shows and copies the JSON that arrived', async () => {
    const result = { content: [{ type: 'text', text: 'plain' }], _meta: { 'example.com/trace': 'abc' } };
    const element = await show(result);
    assert.notInclude(textOf(element), 'trace');
    clickOn(element, 'JSON of the result');
    await element.updateComplete;
    assert.include(textOf(element), 'example.com/trace');
    assert.equal(button(element, 'JSON of the result')?.getAttribute('aria-pressed'), 'true');
    clickOn(element, 'Copy the JSON of the result');
    await until(() => copied.length > 0);
    assert.equal(copied[0], JSON.stringify(result, null, 2));
    await assertAccessible(element);
  });

  it('saves a result under the name of its tool, and never as a program', async () => {
    const element = await show(structured({ ok: true }));
    clickOn(element, 'Save list_issues.json');
    await until(() => saved.length > 0);
    assert.deepEqual(saved, [{ name: 'list_issues.json', text: '{\n  "ok": true\n}' }]);
    const hostile = await show(text('one'), { name: '../../CON.exe\u202Etxt', inputSchema: { type: 'object' } });
    all(hostile, '[part~=actions] button')[1]?.click();
    await until(() => saved.length > 1);
    assert.match(saved[1]?.name ?? '', /^[\p{L}\p{N}_ -]+\.txt$/u);
  });

  it('shows JSON that came as text as a tree, and the text itself in the JSON of the result', async () => {
    const element = await show(text(' {"name": "Ada", "tags": ["a", "b"]} '));
    assert.lengthOf(all(element, '[part=json] .json-tree'), 1);
    assert.include(textOf(element), 'name Ada');
    const [summary] = all(element, '[part=json] summary');
    assert.include(summary?.textContent, 'tags');
    clickOn(element, 'JSON of the result');
    await element.updateComplete;
    assert.include(textOf(element), '{"name": "Ada", "tags": ["a", "b"]}');
  });

  it('leaves a text that is not JSON as it is', async () => {
    const element = await show({
      content: ['{ not JSON }', '42', '"text"', '[1, 2'].map((one) => ({ type: 'text', text: one })),
    });
    assert.lengthOf(all(element, '.json-tree'), 0);
    assert.include(textOf(element), '{ not JSON }');
  });

  it('shows no number with other digits than the server sent', async () => {
    const element = await show(text('[{"id": 12345678901234567890}, {"id": 1.0}]'));
    assert.include(textOf(element), '12345678901234567890');
    assert.lengthOf(all(element, '.json-tree, table'), 0);
    assert.lengthOf(all(await show(text('[{"id": 1234567890123456}]')), '.json-tree'), 1);
  });

  it('shows short rows as a table, and as a tree when asked to', async () => {
    const element = await show(structured({ total: 2, issues: rows(2) }));
    assert.deepEqual(cells(element), [
      ['id', 'title', 'open'],
      ['0', 'Issue 0', 'true'],
      ['1', 'Issue 1', 'false'],
    ]);
    assert.include(textOf(element), 'total 2');
    assert.include(textOf(element), '2 rows');
    await assertAccessible(element);
    clickOn(element, 'Tree');
    await element.updateComplete;
    assert.lengthOf(all(element, 'table'), 0);
    assert.equal(button(element, 'Tree')?.getAttribute('aria-pressed'), 'true');
    clickOn(element, 'Table');
    await element.updateComplete;
    assert.lengthOf(all(element, 'tbody tr'), 2);
  });

  it('shows rows with long or nested cells as a tree, and as a table when asked to', async () => {
    const element = await show(structured([{ a: { b: 1 } }, { c: 'x'.repeat(5_000) }]));
    assert.lengthOf(all(element, 'table'), 0);
    clickOn(element, 'Table');
    await element.updateComplete;
    assert.deepEqual(cells(element)[1], ['{b: 1}', '']);
    assert.isBelow(textOf(element).length, 1_000);
  });

  it('draws some of 100,000 rows at once, and saves all of them while the page lives on', async () => {
    const many = rows(100_000);
    const element = await show(structured(many));
    assert.lengthOf(all(element, 'tbody tr'), 200);
    clickOn(element, 'Show 200 more rows (99,800 left)');
    await element.updateComplete;
    assert.lengthOf(all(element, 'tbody tr'), 400);
    assert.equal(focused(), all(element, 'tbody tr')[200]);
    let frames = 0;
    const count = (): void => {
      frames++;
      if (saved.length === 0) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    clickOn(element, 'Save CSV');
    await until(() => saved.length > 0);
    assert.equal(saved[0]?.name, 'list_issues.csv');
    assert.equal(saved[0]?.text.split('\r\n').length, 100_002);
    assert.isAbove(frames, 1);
  });

  it('draws a table of many columns in part, and says so', async () => {
    const wide = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`column ${index}`, index]));
    const element = await show(structured([wide, wide]));
    clickOn(element, 'Table');
    await element.updateComplete;
    assert.lengthOf(all(element, 'th'), 20);
    assert.include(textOf(element), 'Only 20 columns fit here.');
    clickOn(element, 'Save CSV');
    await until(() => textOf(element).includes('Too many columns for CSV'));
    assert.isEmpty(saved);
  });

  it('writes CSV that no spreadsheet takes for formulas', () => {
    const lines = [
      ...csv([
        { a: '=HYPERLINK("http://evil.example")', b: -5 },
        { a: 'x";=cmd()', b: '+1' },
        { a: '\t@SUM(A1)', b: null },
        { a: 'say "hi", 3 - 2 = 1', b: [1, { c: 2 }] },
        { '=b': true },
      ]),
    ]
      .join('')
      .split('\r\n');
    assert.deepEqual(lines, [
      `\uFEFF"a","b","'=b"`,
      `"'=HYPERLINK(""http://evil.example"")",-5,`,
      `"x"";'=cmd()","'+1",`,
      `"\t'@SUM(A1)",,`,
      `"say ""hi"", 3 - 2 = 1","[1,{""c"":2}]",`,
      ',,true',
      '',
    ]);
  });

  it('writes a long hostile cell at once', async () => {
    const cell = `${'\t'.repeat(300_000)}${'"'.repeat(300_000)}${' '.repeat(300_000)}`;
    assert.isBelow(await fastestOf(() => [...csv([{ cell }])], 300), 300);
  });

  it('shows the beginning of a high result, and all of it on request', async () => {
    const element = await show(text(Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n')));
    const body = all(element, '.body')[0] ?? assert.fail('no body');
    await until(() => button(element, 'Show all'));
    assert.isBelow(body.getBoundingClientRect().height, 600);
    await assertAccessible(element);
    clickOn(element, 'Show all');
    await element.updateComplete;
    assert.isAbove(body.getBoundingClientRect().height, 2_000);
    clickOn(element, 'Show less');
    await element.updateComplete;
    assert.isBelow(body.getBoundingClientRect().height, 600);
  });

  it('shows all of it as soon as the focus goes below the limit, or the user opens something', async () => {
    const value = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`key ${index}`, { inner: [index] }]));
    const element = await show(structured(value));
    await until(() => button(element, 'Show all'));
    const summaries = all(element, 'summary');
    summaries.at(-1)?.focus();
    await until(() => button(element, 'Show less'));
    const other = await show(structured(value));
    await until(() => button(other, 'Show all'));
    all(other, 'summary')[0]?.click();
    await until(() => button(other, 'Show less'));
  });

  it('still offers all of a high result when an equal one is set, and after something in it was opened', async () => {
    const result = structured(Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`key ${index}`, [index]])));
    const element = await show(result);
    const setAgain = async (): Promise<void> => {
      Object.assign(element, { result: structuredClone(result) });
      await element.updateComplete;
      await nextFrames();
      assert.isDefined(button(element, 'Show all'));
      assert.lengthOf(all(element, '.body.cut'), 1);
    };
    await until(() => button(element, 'Show all'));
    await setAgain();
    clickOn(element, 'Show all');
    await until(() => button(element, 'Show less'));
    await setAgain();
  });

  it('keeps the focus on the button for all of it when an equal result is set', async () => {
    const long = text('line\n'.repeat(200));
    const element = await show(long);
    (await until(() => button(element, 'Show all'))).focus();
    Object.assign(element, { result: structuredClone(long) });
    await element.updateComplete;
    await nextFrames();
    assert.equal(focused(), button(element, 'Show all'));
  });

  it('limits no result that is not high, and no content without a result', async () => {
    const element = await show(text('short'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.isUndefined(button(element, 'Show all'));
    const { content } = JSON.parse(JSON.stringify(text('[{"a":1},{"a":2}]\n'.repeat(200))));
    Object.assign(element, { result: undefined, content });
    await element.updateComplete;
    assert.lengthOf(all(element, '.body, [part~=actions], table'), 0);
  });

  it('shows a text and structured content of any depth', async () => {
    const deep = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
    const element = await show({ ...text(deep), structuredContent: { a: 1 } });
    assert.lengthOf(all(element, '[part=structured]'), 1);
    assert.lengthOf(all(element, '[part=json]'), 1);
    const other = await show({ ...text('{"a":1}'), structuredContent: JSON.parse(deep) });
    assert.lengthOf(all(other, '[part=structured]'), 1);
  });

  it('offers nothing to do with an empty result', async () => {
    const element = await show({ content: [] });
    assert.lengthOf(all(element, 'button'), 0);
    assert.include(textOf(element), 'The result is empty.');
  });

  it('has actions for the keyboard, in the order in which they are shown', async () => {
    const element = await show(structured(rows(3)));
    button(element, 'Copy the result')?.focus();
    const order: (string | null | undefined)[] = [];
    for (let stop = 0; stop < 6; stop++) {
      order.push(focused()?.getAttribute('aria-label') ?? focused()?.textContent);
      await press('Tab');
    }
    assert.deepEqual(order, [
      'Copy the result',
      'Save list_issues.json',
      'JSON of the result',
      'Table',
      'Tree',
      'Save CSV',
    ]);
  });
});
