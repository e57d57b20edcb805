import { assert } from 'chai';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/prompt-picker/define';
import '@mcp-web/elements/resource-picker/define';
import '@mcp-web/elements/server/define';
import '@mcp-web/elements/tools/define';
import { error, json, legacyServer, result, URL_OF_SCRIPT } from '../../support/scripted-server.ts';
import { faultUrl } from '../../support/servers.ts';
import { assertAccessible, button, click, find, mount, textOf, unmount, until } from './page.ts';

const EMPTY = { tools: [], prompts: [], resources: [], resourceTemplates: [] };

/** A server whose lists are empty, or fail until `mend` is called. */
function emptyServer(broken: readonly string[]): { fetch: typeof fetch; mend: () => void } {
  const failing = new Set(broken);
  const { fetch } = legacyServer(({ method, id }) => {
    if (!method?.includes('/list')) return undefined;
    return json(failing.has(method) ? error(id, -32_603, 'Not today') : result(id, EMPTY));
  });
  return { fetch, mend: () => failing.clear() };
}

const FALSE_CLAIMS = {
  'mcp-tools': 'This server offers no tools.',
  'mcp-prompt-picker': 'No server has prompts.',
  'mcp-resource-picker': 'No server has resources.',
} as const;

const METHODS = {
  'mcp-tools': 'tools/list',
  'mcp-prompt-picker': 'prompts/list',
  'mcp-resource-picker': 'resources/list',
} as const;

describe('a list that could not be loaded', () => {
  afterEach(unmount);

  for (const tag of ['mcp-tools', 'mcp-prompt-picker', 'mcp-resource-picker'] as const) {
    it(`is not said to be empty, and can be loaded again: <${tag}>`, async () => {
      mount(`<mcp-host><${tag}></${tag}></mcp-host>`);
      const { host } = find('mcp-host');
      const { fetch, mend } = emptyServer([METHODS[tag]]);
      const id = host.add(URL_OF_SCRIPT, { fetch });
      await host.ready(id).catch(() => {});
      const picker = find(tag);
      if (tag === 'mcp-prompt-picker') await click(find('input', picker.renderRoot));
      const retry = await until(() => button(picker, 'Retry loading the lists of scripted'));
      assert.include(textOf(picker), 'could not be loaded');
      assert.notInclude(textOf(picker), FALSE_CLAIMS[tag]);
      await assertAccessible(picker);
      mend();
      await click(retry);
      await until(() => host.getSnapshot().servers[0]?.failedLists === undefined);
      if (tag === 'mcp-prompt-picker') await click(find('input', picker.renderRoot));
      await until(() => textOf(picker).includes(FALSE_CLAIMS[tag]), textOf(picker));
      assert.notInclude(textOf(picker), 'could not be loaded');
    });
  }

  it('does not count as no tools on the card of the server, which can load it again', async () => {
    mount('<mcp-host><mcp-server server-id="a"></mcp-server></mcp-host>');
    const { host } = find('mcp-host');
    const { fetch, mend } = emptyServer(['tools/list']);
    await host.ready(host.add(URL_OF_SCRIPT, { id: 'a', fetch })).catch(() => {});
    const card = find('mcp-server');
    const retry = await until(() => button(card, 'Retry loading the lists of scripted'));
    assert.include(textOf(card), 'Connected, but a list could not be loaded.');
    assert.notInclude(textOf(card), '0 tools');
    await assertAccessible(card);
    mend();
    await click(retry);
    await until(() => textOf(card).includes('0 tools'));
  });

  it('leaves what is known of the others', async () => {
    mount('<mcp-host><mcp-tools></mcp-tools></mcp-host>');
    const { host } = find('mcp-host');
    const { fetch } = emptyServer(['prompts/list']);
    await host.ready(host.add(URL_OF_SCRIPT, { fetch })).catch(() => {});
    await until(() => textOf(find('mcp-tools')).includes('This server offers no tools.'));
  });
});

describe('a server that has not answered for three seconds', () => {
  afterEach(unmount);

  it('is said to be slow, wherever it is waited for', async () => {
    mount(
      `<mcp-host><mcp-server src="${await faultUrl('connect/slow')}"></mcp-server><mcp-tools></mcp-tools><mcp-resource-picker></mcp-resource-picker></mcp-host>`,
    );
    for (const tag of ['mcp-server', 'mcp-tools', 'mcp-resource-picker'] as const) {
      await until(() => textOf(find(tag)).includes('Has not answered yet'), `${tag} is slow`);
      await assertAccessible(find(tag));
    }
  });
});
