import { assert } from 'chai';
import { McpHost } from '@mcp-web/client';
import '@mcp-web/elements/define';
import { button, find, mount, unmount, until } from './page.ts';

describe('how elements look', () => {
  let host: McpHost | undefined;
  const sheet = document.createElement('style');
  afterEach(() => {
    unmount();
    host?.close();
    sheet.remove();
  });

  async function shown(css: string): Promise<HTMLElement> {
    sheet.textContent = css;
    document.head.append(sheet);
    mount('<mcp-log-viewer></mcp-log-viewer>');
    const viewer = find('mcp-log-viewer');
    host = new McpHost();
    viewer.host = host;
    await until(() => button(viewer, 'Clear'));
    return viewer;
  }
  const styleOf = (element: Element | undefined): CSSStyleDeclaration => getComputedStyle(element ?? document.body);

  it('a button that is off looks off, whatever the page says', async () => {
    const css = 'mcp-log-viewer::part(button) { border-color: red; background: red; color: red }';
    const viewer = await shown(css);
    const [off, on] = [button(viewer, 'Clear'), button(viewer, 'Filters')];
    assert.isTrue(off?.matches('[disabled]'));
    const red = 'rgb(255, 0, 0)';
    for (const property of ['borderTopColor', 'backgroundColor', 'color'] as const) {
      assert.equal(styleOf(on)[property], red);
      assert.notEqual(styleOf(off)[property], red);
    }
  });

  it('custom properties set height, radius and lines of controls, apart from those of cards', async () => {
    const viewer = await shown(
      ':root { --mcp-control-height: 50px; --mcp-radius: 20px; --mcp-radius-control: 3px; --mcp-line-width: 2px; --mcp-button: lime }',
    );
    const small = styleOf(button(viewer, 'Filters'));
    const card = styleOf(viewer.shadowRoot?.querySelector('[part~=card]') ?? undefined);
    assert.deepEqual(
      [small.minHeight, small.borderTopLeftRadius, small.borderTopWidth, small.backgroundColor],
      ['42px', '3px', '2px', 'rgb(0, 255, 0)'],
    );
    assert.deepEqual([card.borderTopLeftRadius, card.borderTopWidth], ['20px', '2px']);
  });
});
