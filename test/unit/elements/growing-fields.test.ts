/** Text areas that are as high as their text, in the style of any page. */
import { assert } from 'chai';
import type { McpHost } from '@mcp-web/client';
import '@mcp-web/elements/chat/define';
import { hostOf, toolServer } from '../../support/tool-servers.ts';
import { find, mount, unmount, until } from './page.ts';

/** Of a few lines, and of more than fit. */
const WORDS = 'Please book a table for four people on Friday. ';
const TEXT = WORDS.repeat(3);
const LONG = WORDS.repeat(80);
const STYLES = {
  'of its own': '',
  large: 'font-size: 24px',
  'with high lines': 'line-height: 2.5',
  'with tight lines': 'line-height: 1',
  'with space around it': 'padding: 20px 40px',
  'with space, a border and another box':
    'padding: 15px; border: 5px solid; box-sizing: content-box; inline-size: auto',
  'in a wide font': 'font: 700 20px/1.7 monospace; letter-spacing: 2px',
};

describe('the fields of a chat', () => {
  let host: McpHost;
  const supports = CSS.supports.bind(CSS);
  afterEach(() => {
    CSS.supports = supports;
    unmount();
    document.adoptedStyleSheets = [];
    host.close();
  });

  const chat = () => find('mcp-chat');

  async function open(style: string, width: number): Promise<void> {
    host = await hostOf({ 'https://notes.example/mcp': toolServer([{ name: 'echo' }]) });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`mcp-chat { inline-size: ${width}px; block-size: 700px; } mcp-chat::part(input) { ${style} }`);
    document.adoptedStyleSheets = [sheet];
    mount('<mcp-chat></mcp-chat>');
    chat().host = host;
    chat().model = () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'Done.' } });
    await until(() => chat().renderRoot.querySelector('#input'));
  }

  async function write(field: HTMLTextAreaElement, text: string): Promise<void> {
    field.value = text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await chat().updateComplete;
    await new Promise(requestAnimationFrame);
  }

  const isWhole = ({ scrollHeight, clientHeight }: Element): boolean => scrollHeight <= clientHeight + 1;
  const composer = async () => find('#input' as 'textarea', chat().renderRoot);
  const editing = async () => {
    await chat().send('Hello');
    (await until(() => chat().renderRoot.querySelector<HTMLElement>('.user .edit'))).click();
    return until(() => chat().renderRoot.querySelector<HTMLTextAreaElement>('.editing textarea'));
  };

  /** As in a browser where text areas do not grow by themselves. */
  const measured = async () => {
    assert.include(find('#input' as 'textarea', chat().renderRoot).style.cssText, '--_grown');
    return composer();
  };

  for (const [what, get] of Object.entries({ composer, editing, measured }))
    for (const [name, style] of Object.entries(STYLES))
      it(`show all of a text, or scroll: ${what}, ${name}`, async () => {
        for (const width of [700, 360]) {
          if (what === 'measured') CSS.supports = () => false;
          await open(what === 'measured' ? `field-sizing: fixed; ${style}` : style, width);
          const field = await get();
          await write(field, 'Hi');
          const oneLine = field.clientHeight;
          assert.isTrue(isWhole(field), `one line in ${width} px`);
          await write(field, TEXT);
          const several = field.clientHeight;
          assert.isAbove(several, oneLine);
          assert.isTrue(isWhole(field) || several > 180, `${width} px: ${field.scrollHeight} in ${several}`);
          await write(field, LONG);
          assert.isBelow(field.clientHeight, 300);
          assert.match(getComputedStyle(field).overflowY, /auto|scroll/);
          field.scrollTop = 1e6;
          assert.closeTo(field.scrollTop, field.scrollHeight - field.clientHeight, 2);
          await write(field, TEXT);
          assert.equal(field.clientHeight, several);
          if (width === 700) {
            unmount();
            document.adoptedStyleSheets = [];
            host.close();
          }
        }
      });

  it('show all of a text when they get narrower', async () => {
    CSS.supports = () => false;
    await open('field-sizing: fixed; font-size: 20px', 700);
    const field = await composer();
    await write(field, TEXT);
    const before = field.clientHeight;
    chat().style.inlineSize = '420px';
    await until(() => field.clientHeight > before && isWhole(field), 'higher');
  });
});
