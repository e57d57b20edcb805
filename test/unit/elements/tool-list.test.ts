/** The list of `<mcp-tools>`: what it says of tools that may destroy something, and how it is folded and scrolled. */
import { assert } from 'chai';
import type { McpHost } from '@mcp-web/client';
import '@mcp-web/elements/tools/define';
import { hostOf, type ScriptedTool, toolServer } from '../../support/tool-servers.ts';
import { assertAccessible, button, find, mount, textOf, unmount, until } from './page.ts';

const NOTES = 'https://notes.example/mcp';

const withHints = (name: string, annotations?: object): ScriptedTool => ({ name, ...(annotations && { annotations }) });
const RISKY = [
  withHints('read', { readOnlyHint: true, destructiveHint: true }),
  withHints('extend', { readOnlyHint: false, destructiveHint: false }),
  withHints('untold'),
  withHints('wipe', { destructiveHint: true }),
];

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
    await until(() => rows().length === Math.min(count, 200), `${count} rows`);
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
});
