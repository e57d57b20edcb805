/** Requests in pages of many kinds: where a button can be pressed, and where it stays off. */
import { assert } from 'chai';
import { McpHost } from '@mcp-web/client';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/tool-consent/define';
import { done, json, legacyServer, result, URL_OF_SCRIPT } from '../../support/scripted-server.ts';
import { button, find, mount, unmount, until } from './page.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Nothing happens within it. */
const A_WHILE = 400;

const consent = () => find('mcp-tool-consent');
const named = (name: string) => until(() => button(consent(), name), name);
const isOn = (): boolean => button(consent(), 'Allow once')?.ariaDisabled === 'false';
const armed = () => until(() => isOn() && button(consent(), 'Allow once'), 'Allow once is on');

function style(...css: string[]): void {
  document.adoptedStyleSheets = css.map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
}

interface Asked {
  readonly host: McpHost;
  readonly waits: () => number;
  readonly ask: () => Promise<void>;
  /** How often the tool ran. */
  readonly runs: () => number;
}

/** A page that asks for consent to run a tool. */
async function setUp(markup: string): Promise<Asked> {
  let runs = 0;
  const { fetch } = legacyServer(
    ({ method, id }) => {
      if (method === 'tools/list')
        return json(result(id, { tools: [{ name: 'tidy', inputSchema: { type: 'object' } }] }));
      if (method !== 'tools/call') return undefined;
      runs++;
      return json(result(id, done));
    },
    { tools: {} },
  );
  const host = new McpHost();
  mount(`<mcp-host>${markup}</mcp-host><div id="cover"></div>`);
  find('mcp-host').host = host;
  const id = host.add(URL_OF_SCRIPT, { fetch });
  await until(() => host.getSnapshot().servers.some(({ tools }) => tools.length > 0));
  const waits = () => host.getSnapshot().requests.length;
  return {
    host,
    waits,
    runs: () => runs,
    ask: async () => {
      const before = waits();
      host.callTool(id, 'tidy', {}).catch(() => {});
      await until(() => waits() > before);
    },
  };
}

afterEach(() => {
  unmount();
  document.adoptedStyleSheets = [];
  scrollTo(0, 0);
});

const INLINE = '<mcp-tool-consent inline></mcp-tool-consent>';

describe('A request in a page', () => {
  for (const [what, css] of [
    [
      'whose body is empty and clips',
      'body { block-size: 0; margin: 0; overflow: hidden; } #box { position: fixed; inset: 0; }',
    ],
    [
      'that is short, with a widget in a corner',
      'body { overflow-x: hidden; } #box { position: fixed; inset: auto 0 0 auto; inline-size: 400px; }',
    ],
    ['whose root scrolls', 'html { block-size: 100%; overflow-y: scroll; } #box { padding-block: 3000px; }'],
    [
      'whose root and body scroll',
      'html { block-size: 100%; overflow: hidden; } body { block-size: 100%; margin: 0; overflow: auto; } #box { padding-block: 3000px; }',
    ],
    [
      'that it leaves for the window',
      '#clip { block-size: 10px; overflow: hidden; } #box { position: fixed; inset: 150px 50px auto; }',
    ],
    [
      'that it leaves for a box around',
      'main { position: relative; } #clip { block-size: 10px; overflow: hidden; } #box { position: absolute; inset: 150px 50px auto; }',
    ],
    ['with a box that is none', '#clip { display: contents; overflow: hidden; }'],
  ] as const)
    it(`${what} can be allowed, but not before nothing lies above its head`, async () => {
      style(css, '#cover { position: fixed; z-index: 9; }');
      const { ask } = await setUp(`<div id="clip"><div id="box">${INLINE}</div></div>`);
      consent().armDelay = 300;
      const cover = document.querySelector<HTMLElement>('#cover') ?? assert.fail();
      let isCovering = true;
      const followHead = (): void => {
        if (!isCovering) return;
        requestAnimationFrame(followHead);
        const { left, top, width, height } = consent().renderRoot.querySelector('.body')?.getBoundingClientRect() ?? {};
        Object.assign(cover.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
      };
      followHead();
      await ask();
      await named('Deny');
      consent().scrollIntoView({ block: 'center' });
      await pause(2 * A_WHILE);
      assert.isFalse(isOn());
      isCovering = false;
      cover.remove();
      await armed();
    });
});
