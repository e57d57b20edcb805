import { assert } from 'chai';
import { type AddServerOptions, McpHost } from '@mcp-web/client';
import '@mcp-web/elements/elicitation-form/define';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/tools/define';
import { leave, MemoryCalls } from '../../support/memory-calls.ts';
import { done, event, json, legacyServer, result, stream, URL_OF_SCRIPT } from '../../support/scripted-server.ts';
import { assertAccessible, button, find, focused, mount, textOf, unmount, until } from './page.ts';

const QUESTION = {
  jsonrpc: '2.0',
  id: 'question',
  method: 'elicitation/create',
  params: { message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } },
};

describe('the list of unfinished calls in <mcp-tools>', () => {
  let callStore: MemoryCalls;
  let host: McpHost;
  beforeEach(() => void (callStore = new MemoryCalls()));
  afterEach(() => {
    unmount();
    host.close();
  });

  const tools = () => find('mcp-tools');
  const section = () => tools().renderRoot.querySelector('.unfinished');

  async function open(options: AddServerOptions = {}): Promise<void> {
    const { fetch } = legacyServer(({ method, id, headers }) => {
      if (method === 'tools/list')
        return json(result(id, { tools: [{ name: 'slow', title: 'Slow', inputSchema: { type: 'object' } }] }));
      if (method === 'tools/call') return stream(`id: e0\ndata:\n\nid: e1\n${event(QUESTION)}`, { staysOpen: true });
      return headers.get('Last-Event-ID') === 'e5' ? stream(`id: e6\n${event(result(7, done))}`) : undefined;
    });
    host = new McpHost({ callStore });
    mount('<mcp-host><mcp-tools></mcp-tools><mcp-elicitation-form></mcp-elicitation-form></mcp-host>');
    find('mcp-host').host = host;
    host.add(URL_OF_SCRIPT, { fetch, ...options });
    await until(() => tools().renderRoot.querySelector('.tool'));
  }

  it('is absent where no call was left', async () => {
    await open();
    assert.isNull(section());
  });

  it('resumes a call in the panel of its tool', async () => {
    await leave(callStore);
    await open();
    const resume = await until(() => button(tools(), 'Resume Slow'));
    assert.match(textOf(section() ?? tools()), /Unfinished calls.*Slow.*scripted.*Called/);
    await assertAccessible(tools());
    resume.click();
    await until(() => textOf(tools().renderRoot.querySelector('.outcome') ?? tools()).includes('Done'));
    await until(() => section() === null);
    assert.equal(callStore.calls.size, 0);
  });

  it('says that an answer is lost, and forgets the call', async () => {
    await leave(callStore, { stream: undefined });
    await open();
    const forget = await until(() => button(tools(), 'Forget the call of Slow'));
    assert.isUndefined(button(tools(), 'Resume Slow'));
    assert.include(textOf(section() ?? tools()), 'The tool may have run');
    forget.click();
    await until(() => section() === null);
    assert.equal(callStore.calls.size, 0);
    assert.isNotNull(focused());
  });

  for (const [does, which, principal] of [
    ['keeps a question for the next page', 'can be gone on with', 'ada'],
    ['refuses a question', 'was not recorded', undefined],
  ] as const)
    it(`${does} when the user leaves this one, where its call ${which}`, async () => {
      await open({ principal, headers: { 'X-User': 'ada' } });
      host.addConsentPolicy(() => ({ action: 'allow' }));
      host.callTool('server-1', 'slow').catch(() => {});
      await until(() => host.getSnapshot().requests.length === 1);
      await until(() => !principal || callStore.only?.stream?.lastEventId === 'e0');
      window.dispatchEvent(new PageTransitionEvent('pagehide'));
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.lengthOf(host.getSnapshot().requests, principal ? 1 : 0);
    });
});
