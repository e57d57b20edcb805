import { assert } from 'chai';
import { McpHost } from '@mcp-web/client';
import '@mcp-web/elements/define';
import { find, mount, unmount, until } from './page.ts';

describe('the slot for an empty state', () => {
  let host: McpHost | undefined;
  afterEach(() => {
    unmount();
    host?.close();
  });

  for (const tag of [
    'mcp-permissions',
    'mcp-requests',
    'mcp-resource-picker',
    'mcp-roots',
    'mcp-skill-picker',
    'mcp-tasks',
    'mcp-tools',
  ] as const)
    it(`<${tag}> shows the page's words in place of its own`, async () => {
      mount(`<${tag}><p slot="empty">Nothing here</p></${tag}>`);
      host = new McpHost();
      find(tag).host = host;
      const words = find('p');
      await until(() => words.getBoundingClientRect().height > 0, 'the words');
      const own = words.assignedSlot?.querySelector('b');
      assert.equal(own?.getBoundingClientRect().height, 0);
    });
});
