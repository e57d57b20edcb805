import { assert } from 'chai';
import '@mcp-web/elements/define';
import { isChromium } from '../../support/engine.ts';
import { serverUrl } from '../../support/servers.ts';
import { find, mount, until, unmount } from './page.ts';

interface Agent {
  getTools(): Promise<{ name: string }[]>;
  executeTool(tool: object, input: object): Promise<string>;
}
const agent = (): Agent => Reflect.get(document, 'modelContext');
const offered = async (): Promise<number> => (await agent().getTools()).length;
async function untilOffered(isThere: boolean): Promise<void> {
  while ((await offered()) > 0 !== isThere) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('<mcp-host expose-tools>', () => {
  let url: string;
  before(async () => (url = await serverUrl('dual')));
  afterEach(unmount);

  if (!isChromium) {
    it('is a host like any other in a browser without WebMCP', async () => {
      mount(`<mcp-host expose-tools><mcp-server src="${url}"></mcp-server></mcp-host>`);
      await until(() => find('mcp-host').host.getSnapshot().servers[0]?.enabledTools.length);
      assert.isFalse('modelContext' in document);
    });
    return;
  }

  it('lets the browser’s agent call tools, after the user has allowed it in the dialog', async () => {
    mount(
      `<mcp-host expose-tools><mcp-server src="${url}"></mcp-server><mcp-tool-consent></mcp-tool-consent></mcp-host>`,
    );
    await untilOffered(true);
    const echo = (await agent().getTools()).find(({ name }) => name.includes('_echo_'));
    if (!echo) assert.fail('echo is not offered');
    const call = agent().executeTool(echo, { message: 'from the agent' });
    const { host } = find('mcp-host');
    const request = await until(() => host.getSnapshot().requests[0]);
    await until(() => find('mcp-tool-consent').shadowRoot?.querySelector('dialog[open]'));
    host.respond(request.id, { action: 'allow' });
    assert.include(JSON.parse(await call).content[0].text, 'Echo: from the agent');
  });

  it('offers them while the attribute is there and the element is in the page', async () => {
    mount(`<mcp-host><mcp-server src="${url}"></mcp-server></mcp-host>`);
    const element = find('mcp-host');
    await until(() => element.host.getSnapshot().servers[0]?.enabledTools.length);
    assert.equal(await offered(), 0);
    element.exposeTools = true;
    await untilOffered(true);
    element.exposeTools = false;
    await untilOffered(false);
    element.toggleAttribute('expose-tools', true);
    await untilOffered(true);
    unmount();
    await untilOffered(false);
  });
});
