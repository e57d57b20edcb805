import { assert } from 'chai';
import { McpHost } from '@mcp-web/client';
import {
  McpHostElement,
  McpSchemaFormElement,
  McpServerElement,
  McpToolsElement,
  registerMessages,
} from '@mcp-web/elements';
import '@mcp-web/elements/define';
import { json, modernServer, result, type Scripted } from '../../support/scripted-server.ts';
import { serverUrl } from '../../support/servers.ts';
import { button, find, mount, textOf, unmount, until } from './page.ts';

/** A server in the page with one tool of this name, which returns the name. */
function serverOf(name: string): Scripted {
  const tools = [{ name, inputSchema: { type: 'object', properties: { note: { type: 'string' } } } }];
  return modernServer(
    ({ method, id }) => {
      if (method === 'tools/list')
        return json(result(id, { resultType: 'complete', tools, ttlMs: 0, cacheScope: 'private' }));
      return method === 'tools/call'
        ? json(result(id, { resultType: 'complete', content: [{ type: 'text', text: `${name} ran` }] }))
        : undefined;
    },
    { tools: {} },
  );
}

const isListed = async (host: McpHost) =>
  until(() => host.getSnapshot().servers.every(({ status, tools }) => status === 'ready' && tools.length > 0));

describe('elements that are defined after the page used them', () => {
  afterEach(unmount);

  it('use what was set on them earlier, and find each other', async () => {
    const main = mount(
      '<late-host><late-server></late-server><late-tools></late-tools></late-host><late-form></late-form>',
    );
    const host = new McpHost();
    const id = host.add('https://late.example/mcp', { fetch: serverOf('late_tool').fetch });
    await isListed(host);
    const [hostElement, server, tools, form] = ['host', 'server', 'tools', 'form'].map((name) =>
      main.querySelector(`late-${name}`),
    );
    assert.isTrue(Boolean(hostElement && server && tools && form));
    if (!hostElement || !server || !tools || !form) return;
    Object.assign(hostElement, { host });
    Object.assign(server, { serverId: id });
    Object.assign(form, {
      schema: { type: 'object', properties: { name: { type: 'string' } } },
      value: { name: 'Ada' },
    });
    // The innermost first, as scripts may do that load one element each.
    customElements.define('late-tools', class extends McpToolsElement {});
    customElements.define('late-form', class extends McpSchemaFormElement {});
    customElements.define('late-server', class extends McpServerElement {});
    await until(() => textOf(tools).includes('<mcp-host>'));
    customElements.define('late-host', class extends McpHostElement {});
    await until(() => textOf(tools).includes('late_tool'));
    await until(() => textOf(server).includes('Connected'));
    assert.isTrue(hostElement instanceof McpHostElement && hostElement.host === host);
    assert.isTrue(form instanceof McpSchemaFormElement);
    if (form instanceof McpSchemaFormElement) {
      await form.updateComplete;
      assert.deepEqual(form.value, { name: 'Ada' });
    }
    host.close();
  });
});

describe('two hosts on one page', () => {
  afterEach(unmount);

  it('show and ask each for itself', async () => {
    const main = mount(
      '<mcp-host id="one"><mcp-tools></mcp-tools><mcp-tool-consent></mcp-tool-consent></mcp-host><mcp-host id="two"><mcp-tools></mcp-tools><mcp-tool-consent></mcp-tool-consent></mcp-host>',
    );
    const [one, two] = [...main.querySelectorAll('mcp-host')];
    assert.isTrue(one !== undefined && two !== undefined && one.host !== two.host);
    if (!one || !two) return;
    const first = serverOf('first_tool');
    const second = serverOf('second_tool');
    one.host.add('https://same.example/mcp', { fetch: first.fetch });
    const id = two.host.add('https://same.example/mcp', { fetch: second.fetch });
    await Promise.all([isListed(one.host), isListed(two.host)]);
    await until(
      () =>
        textOf(find('mcp-tools', one)).includes('first_tool') && textOf(find('mcp-tools', two)).includes('second_tool'),
    );
    assert.notInclude(textOf(find('mcp-tools', one)), 'second_tool');

    const calling = two.host.callTool(id, 'second_tool', {});
    const dialog = (host: Element) => find('dialog', find('mcp-tool-consent', host).renderRoot);
    await until(() => dialog(two).open);
    assert.isFalse(dialog(one).open);
    const [pending] = two.host.getSnapshot().requests;
    assert.isFalse(one.host.respond(pending?.id ?? '', { action: 'allow' }), 'the other host knows nothing of it');
    two.host.respond(pending?.id ?? '', { action: 'allow', permission: 'session' });
    assert.deepEqual((await calling).content, [{ type: 'text', text: 'second_tool ran' }]);
    assert.isEmpty(one.host.getSnapshot().consent.permissions);
    assert.isEmpty(first.receivedFor('tools/call'));
  });
});

describe('an element that is moved', () => {
  afterEach(unmount);

  const open = async () => {
    const main = mount('<mcp-host id="one"><mcp-tools></mcp-tools></mcp-host><mcp-host id="two"></mcp-host>');
    const [one, two] = [...main.querySelectorAll('mcp-host')];
    assert.isTrue(one !== undefined && two !== undefined);
    if (!one || !two) throw new Error('no hosts');
    one.host.add('https://one.example/mcp', { fetch: serverOf('first_tool').fetch });
    two.host.add('https://two.example/mcp', { fetch: serverOf('second_tool').fetch });
    const tools = find('mcp-tools', main);
    (await until(() => tools.renderRoot.querySelector<HTMLElement>('.tool'))).click();
    const form = await until(() => tools.renderRoot.querySelector('mcp-schema-form'));
    await form.updateComplete;
    form.value = { note: 'typed' };
    return { one, two, tools, form };
  };

  it('within its host keeps what the user did in it', async () => {
    const { one, tools, form } = await open();
    const section = document.createElement('section');
    one.append(section);
    section.append(tools);
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.isTrue(tools.renderRoot.querySelector('mcp-schema-form') === form);
    assert.deepEqual(form.value, { note: 'typed' });
    assert.include(textOf(tools), 'first_tool');
  });

  it('within one task still updates once when the messages change', async () => {
    const { one, tools } = await open();
    for (let time = 0; time < 3; time++) one.append(tools);
    await tools.updateComplete;
    let renderings = 0;
    tools.requestUpdate = () => void renderings++;
    registerMessages('xx', {});
    assert.equal(renderings, 1);
  });

  it('to another host shows that host, and nothing of the former', async () => {
    const { two, tools } = await open();
    two.append(tools);
    await until(() => textOf(tools).includes('second_tool'));
    assert.notInclude(textOf(tools), 'first_tool');
    assert.isNull(tools.renderRoot.querySelector('.panel'));
  });
});

describe('a host that is taken out of the page while it asks', () => {
  afterEach(unmount);

  it('leaves no dialog open, and nothing is allowed', async () => {
    const main = mount('<mcp-host id="asking"></mcp-host><mcp-tool-consent for="asking"></mcp-tool-consent>');
    const element = find('mcp-host', main);
    const { host } = element;
    const scripted = serverOf('some_tool');
    const id = host.add('https://gone.example/mcp', { fetch: scripted.fetch });
    await isListed(host);
    const dialog = () => find('dialog', find('mcp-tool-consent', main).renderRoot);
    const calling = host.callTool(id, 'some_tool', {}).then(
      () => 'it ran',
      ({ code }: { code: string }) => code,
    );
    await until(() => dialog().open);
    element.remove();
    await until(() => !dialog().open);
    assert.include(['closed', 'denied'], await calling);
    assert.isEmpty(scripted.receivedFor('tools/call'));
    assert.isUndefined(button(find('mcp-tool-consent', main), 'Allow once'));
  });

  it('cancels server requests', async () => {
    const main = mount('<mcp-host id="asking"></mcp-host><mcp-elicitation-form for="asking"></mcp-elicitation-form>');
    const element = find('mcp-host', main);
    const { host } = element;
    await find('mcp-elicitation-form', main).updateComplete;
    host.addConsentPolicy(() => ({ action: 'allow' }));
    const id = host.add(await serverUrl('modern'));
    await isListed(host);
    const params = {
      mode: 'form',
      message: 'Who?',
      requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
    };
    const calling = host.callTool(id, 'elicit', { params }).then(
      () => 'answered',
      ({ code }: { code: string }) => code,
    );
    const dialog = () => find('dialog', find('mcp-elicitation-form', main).renderRoot);
    await until(() => dialog().open);
    element.remove();
    await until(() => !dialog().open);
    assert.equal(await calling, 'closed');
    assert.isEmpty(host.getSnapshot().requests);
  });
});
