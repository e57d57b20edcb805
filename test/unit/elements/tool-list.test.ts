/** The list of `<mcp-tools>`: what it says of tools that may destroy something, and how it is folded and scrolled. */
import { assert } from 'chai';
import type { McpHost } from '@mcp-web/client';
import '@mcp-web/elements/tools/define';
import { hostOf, type ScriptedTool, toolServer } from '../../support/tool-servers.ts';
import { assertAccessible, button, find, focused, mount, press, textOf, type, unmount, until } from './page.ts';

const CALENDAR = 'https://calendar.example/mcp';
const MAIL = 'https://mail.example/mcp';
const NOTES = 'https://notes.example/mcp';

const withHints = (name: string, annotations?: object): ScriptedTool => ({ name, ...(annotations && { annotations }) });
const RISKY = [
  withHints('read', { readOnlyHint: true, destructiveHint: true }),
  withHints('extend', { readOnlyHint: false, destructiveHint: false }),
  withHints('untold'),
  withHints('wipe', { destructiveHint: true }),
];

const many = (count: number, name: string): ScriptedTool[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `${name}_${index}`,
    description: `Does one thing with ${name}.`,
  }));

describe('the list of tools', () => {
  let host: McpHost;
  afterEach(() => {
    unmount();
    host.close();
  });

  const tools = () => find('mcp-tools');
  const rows = () => [...tools().renderRoot.querySelectorAll<HTMLElement>('.tool')];
  const row = (name: string) => rows().find((one) => textOf(one).startsWith(name)) ?? assert.fail(`no ${name}`);

  async function open(servers: Record<string, readonly ScriptedTool[]>, inlineSize = '900px'): Promise<void> {
    host = await hostOf(
      Object.fromEntries(Object.entries(servers).map(([url, offered]) => [url, toolServer([...offered])])),
    );
    mount('<mcp-tools></mcp-tools>');
    tools().style.inlineSize = inlineSize;
    tools().host = host;
    const count = Object.values(servers).flat().length;
    await until(() => (count > 200 ? rows().length > 0 : rows().length === count), `${count} rows`);
  }
  const pick = async (name: string): Promise<Element> => {
    row(name).click();
    const shown = () => tools().renderRoot.querySelector('.panel:not([hidden])');
    return until(() => (textOf(shown()?.querySelector('h3') ?? document.body) === name ? shown() : undefined), name);
  };

  it('marks tools that may destroy something, in words too, and those of which nothing is known', async () => {
    await open({ [NOTES]: RISKY });
    const marked = rows().map((one) => one.querySelector('.sign-icon') !== null);
    assert.deepEqual(marked, [false, false, true, true]);
    assert.include(textOf(row('wipe')), 'According to the server: may delete or overwrite data');
    assert.include(textOf(row('untold')), 'May change or delete data');
    const colorOf = (name: string) => getComputedStyle(row(name).querySelector('.tone') ?? assert.fail()).color;
    assert.notEqual(colorOf('wipe'), colorOf('untold'));
    await assertAccessible(tools());
  });

  it('has another button for a tool that may destroy something, but not while it is off', async () => {
    await open({
      [NOTES]: [...RISKY, { ...withHints('slow', { destructiveHint: true }), run: async () => new Promise(() => {}) }],
    });
    const colorOf = async (name: string) => {
      const run = (await pick(name)).querySelector('.run') ?? assert.fail();
      return getComputedStyle(run).backgroundColor;
    };
    assert.equal(await colorOf('read'), await colorOf('extend'));
    assert.equal(await colorOf('read'), await colorOf('untold'));
    assert.notEqual(await colorOf('read'), await colorOf('wipe'));
    assert.isNull((await pick('read')).querySelector('.run .sign-icon'));
    for (const name of ['untold', 'wipe']) {
      const run = (await pick(name)).querySelector('.run') ?? assert.fail();
      assert.isNotNull(run.querySelector('.sign-icon'));
      assert.equal(textOf(run), 'Run');
      await assertAccessible(tools());
    }
    const before = await colorOf('slow');
    host.addConsentPolicy(() => ({ action: 'allow' }));
    button(tools(), 'Run')?.click();
    await until(() => tools().renderRoot.querySelector('.panel:not([hidden]) .run[aria-disabled=true]'));
    assert.notEqual(await colorOf('slow'), before);
  });

  it('makes the page no longer by words that nobody sees', async () => {
    await open({ [NOTES]: Array.from({ length: 60 }, (_, index) => withHints(`tool_${index}`)) });
    tools().style.blockSize = '300px';
    await until(() => tools().offsetHeight === 300);
    const page = document.scrollingElement ?? document.body;
    assert.isAtMost(page.scrollHeight, Math.max(innerHeight, 400));
  });

  it('shows which tool is selected by more than a strip, in colors that can be read', async () => {
    await open({ [NOTES]: many(2, 'note') });
    const colorOf = (name: string) => getComputedStyle(row(name)).backgroundColor;
    for (const colorScheme of ['light', 'dark']) {
      tools().style.colorScheme = colorScheme;
      await pick('note_0');
      assert.notInclude(['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)', 'rgb(24, 27, 32)'], colorOf('note_0'));
      assert.notEqual(colorOf('note_0'), colorOf('note_1'));
      await assertAccessible(tools());
    }
  });

  describe('of several servers', () => {
    const head = (name: string) =>
      [...tools().renderRoot.querySelectorAll<HTMLElement>('.fold')].find((one) => textOf(one).startsWith(name)) ??
      assert.fail(`no ${name}`);
    beforeEach(async () => {
      await open({ [NOTES]: many(3, 'note'), [MAIL]: many(3, 'mail'), [CALENDAR]: many(2, 'day') });
    });
    const fold = async () => {
      head('mail.example').click();
      await until(() => rows().length === 5);
    };

    it('can be folded by server, and the arrow keys skip what is folded', async () => {
      row('mail_1').focus();
      head('mail.example').focus();
      await press('Enter');
      await until(() => rows().length === 5);
      assert.equal(head('mail.example').ariaExpanded, 'false');
      assert.equal(head('notes.example').ariaExpanded, 'true');
      assert.deepEqual(
        rows()
          .filter(({ tabIndex }) => tabIndex === 0)
          .map((one) => textOf(one.querySelector('b') ?? one)),
        ['note_0'],
      );
      row('note_2').focus();
      await press('ArrowDown');
      assert.isTrue(focused() === row('day_0'));
      await press('ArrowUp');
      assert.isTrue(focused() === row('note_2'));
      await press('End');
      assert.isTrue(focused() === row('day_1'));
      await assertAccessible(tools());
      head('mail.example').click();
      await until(() => rows().length === 8);
    });

    it('is opened where the user searches, and for a tool that the page shows', async () => {
      await fold();
      find('input', tools().renderRoot).focus();
      await type('mail_');
      await until(() => rows().length === 3);
      assert.isNull(tools().renderRoot.querySelector('.fold'));
      find('input', tools().renderRoot).value = '';
      find('input', tools().renderRoot).dispatchEvent(new InputEvent('input', { bubbles: true }));
      await until(() => rows().length === 5);
      const { id } = host.getSnapshot().servers[1] ?? assert.fail();
      await tools().showTool(id, 'mail_2');
      await until(() => rows().length === 8);
      assert.equal(row('mail_2').ariaCurrent, 'true');
    });

    it('opens a server that the page wants to show', async () => {
      await fold();
      await tools().showServer(host.getSnapshot().servers[1]?.id ?? '');
      await until(() => rows().length === 8);
    });
  });

  it('of one server cannot be folded', async () => {
    await open({ [NOTES]: many(3, 'note') });
    assert.isNull(tools().renderRoot.querySelector('.fold'));
  });

  describe('in one column', () => {
    const list = () => tools().renderRoot.querySelector('.scroll') ?? assert.fail('no list');

    it('is part of the page, and scrolls the page to a server', async () => {
      await open({ [NOTES]: many(40, 'note'), [MAIL]: many(40, 'mail') }, '380px');
      assert.equal(list().scrollHeight, list().clientHeight);
      await tools().showServer(host.getSnapshot().servers[1]?.id ?? '');
      const { top, bottom } = (tools().renderRoot.querySelector('#server-1') ?? assert.fail()).getBoundingClientRect();
      assert.isTrue(top >= -1 && bottom <= innerHeight, `${top} to ${bottom}`);
      await pick('mail_39');
      await until(() => {
        const { top: panelTop } = (
          tools().renderRoot.querySelector('.panel:not([hidden])') ?? assert.fail()
        ).getBoundingClientRect();
        return panelTop >= 0 && panelTop < innerHeight;
      });
    });

    it('scrolls by itself where it is drawn in parts', async () => {
      await open({ [NOTES]: many(400, 'note') }, '380px');
      await until(() => list().scrollHeight > list().clientHeight && rows().length < 300);
    });
  });
});
