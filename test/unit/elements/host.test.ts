import { assert } from 'chai';
import { type ConsentDecision, McpHost } from '@mcp-web/client';
import { McpConsentRequestEvent } from '@mcp-web/elements';
import '@mcp-web/elements/define';
import { errorOf } from '../../support/errors.ts';
import { serverUrl } from '../../support/servers.ts';
import { find, mount, until, unmount } from './page.ts';

describe('<mcp-host>', () => {
  const allow: ConsentDecision = { action: 'allow' };
  let url: string;
  before(async () => (url = await serverUrl('dual')));
  afterEach(unmount);

  const servers = (host: McpHost) => host.getSnapshot().servers;

  it('adds a server for each <mcp-server> inside it and removes it with the element', async () => {
    mount(`<mcp-host><div><mcp-server src="${url}"></mcp-server></div></mcp-host>`);
    const { host } = find('mcp-host');
    await until(() => servers(host).length === 1);
    find('mcp-server').insertAdjacentHTML('afterend', `<mcp-server src="${url}"></mcp-server>`);
    await until(() => servers(host).length === 2);
    find('mcp-server').remove();
    await until(() => servers(host).length === 1);
  });

  it('says on the console that `auth` came too late for a host that the page has changed', async () => {
    const reported: string[] = [];
    const { reportError } = globalThis;
    globalThis.reportError = (error) => reported.push(String(error));
    mount('<mcp-host></mcp-host>');
    const element = find('mcp-host');
    const { host } = element;
    host.add(url);
    element.auth = { authorize: (_server, send) => send };
    await element.updateComplete;
    globalThis.reportError = reportError;
    assert.match(reported.join(), /Set `auth` first/);
    assert.lengthOf(reported, 1);
    assert.equal(element.host, host);
    assert.lengthOf(servers(host), 1);
  });

  it('keeps a connection when its element is only moved', async () => {
    const main = mount(`<mcp-host><mcp-server src="${url}"></mcp-server><div></div></mcp-host>`);
    const { host } = find('mcp-host');
    const id = await until(() => servers(host)[0]?.id);
    find('div', main).append(find('mcp-server'));
    main.append(find('mcp-host'));
    await until(() => servers(host)[0]?.status === 'ready');
    assert.deepEqual(
      servers(host).map((server) => server.id),
      [id],
    );
  });

  it('tells servers the name of the page', async () => {
    mount('<mcp-host client-name="My page" client-version="3.2.1"></mcp-host>');
    const bodies: string[] = [];
    const record: typeof fetch = (input, init) => {
      if (typeof init?.body === 'string') bodies.push(init.body);
      return fetch(input, init);
    };
    const { host } = find('mcp-host');
    host.add(url, { fetch: record });
    await until(() => servers(host)[0]?.status === 'ready');
    assert.include(bodies[0] ?? '', '"name":"My page","version":"3.2.1"');
  });

  it('closes the connections of its own host when it leaves the page', async () => {
    mount('<mcp-host></mcp-host>');
    const { host } = find('mcp-host');
    await until(() => find('mcp-host').hasUpdated);
    host.add(url);
    unmount();
    await until(() => servers(host).length === 0);
  });

  it('uses a host of the page’s and leaves its connections alone', async () => {
    const main = mount('');
    const host = new McpHost();
    host.add(url);
    const element = document.createElement('mcp-host');
    element.host = host;
    element.innerHTML = '<mcp-tools></mcp-tools>';
    main.append(element);
    await until(() => find('mcp-tools').renderRoot.querySelector('.tool'));
    unmount();
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.lengthOf(servers(host), 1);
    host.close();
  });

  it('is found by elements that were there before it, by id, or as a property', async () => {
    const main = mount(`<mcp-tools for="later"></mcp-tools>`);
    const tools = find('mcp-tools');
    await tools.updateComplete;
    assert.lengthOf(tools.renderRoot.querySelectorAll('.card'), 0);
    main.insertAdjacentHTML('beforeend', '<mcp-host id="later"></mcp-host>');
    await until(() => tools.renderRoot.querySelector('.card'));

    find('mcp-host').host.add(url);
    await until(() => tools.renderRoot.querySelector('.tool'));
    tools.host = new McpHost();
    await until(() => !tools.renderRoot.querySelector('.tool'));
  });

  describe('before a tool runs', () => {
    let host: McpHost;
    let id: string;
    let element: HTMLElement;
    beforeEach(async () => {
      mount(`<mcp-host><mcp-server src="${url}"></mcp-server></mcp-host>`);
      element = find('mcp-host');
      ({ host } = find('mcp-host'));
      id = (await until(() => servers(host).find(({ tools }) => tools.length > 0))).id;
    });
    const ask = (answer: (event: McpConsentRequestEvent) => void) =>
      element.addEventListener('mcp-consent-request', answer);

    it('asks the page with the tool, the server and the arguments', async () => {
      const asked = new Promise<McpConsentRequestEvent>((resolve) =>
        document.addEventListener(
          'mcp-consent-request',
          (event) => {
            if (event instanceof McpConsentRequestEvent) resolve(event);
          },
          { once: true },
        ),
      );
      const call = host.callTool(id, 'echo', { message: 'hi' });
      const { tool, server, arguments: args, composed } = await asked;
      assert.equal(tool.name, 'echo');
      assert.equal(server.url, new URL(url).href);
      assert.deepEqual(args, { message: 'hi' });
      assert.isTrue(composed);
      await errorOf(call, 'denied');
    });

    for (const [kind, answer] of [
      ['a value', allow],
      ['a promise', Promise.resolve(allow)],
      ['a function', async () => allow],
    ] as const) {
      it(`takes ${kind} as the answer`, async () => {
        ask((event) => event.respondWith(answer));
        assert.include(JSON.stringify(await host.callTool(id, 'echo', { message: 'hi' })), 'Echo: hi');
      });
    }

    it('takes the first answer and tells nobody else', async () => {
      let others = 0;
      ask((event) => event.respondWith({ action: 'deny', reason: 'because' }));
      ask(() => others++);
      assert.match((await errorOf(host.callTool(id, 'echo', { message: 'hi' }), 'denied')).message, /because/);
      assert.equal(others, 0);
    });

    it('takes preventDefault() alone for a no', async () => {
      ask((event) => event.preventDefault());
      host.addResponder('consent');
      await errorOf(host.callTool(id, 'echo', { message: 'hi' }), 'denied');
    });

    it('refuses an answer that comes too late to be one', async () => {
      let late: McpConsentRequestEvent | undefined;
      ask((event) => (late = event));
      await errorOf(host.callTool(id, 'echo', { message: 'hi' }), 'denied');
      assert.throws(() => late?.respondWith({ action: 'allow' }), /while the event is dispatched/);
    });

    it('aborts the signal of a request whose caller gave up', async () => {
      const caller = new AbortController();
      let signal: AbortSignal | undefined;
      ask((event) =>
        event.respondWith((options) => {
          ({ signal } = options);
          caller.abort();
          return { action: 'allow' };
        }),
      );
      await host.callTool(id, 'echo', { message: 'hi' }, { signal: caller.signal }).then(
        () => assert.fail('ran'),
        () => {},
      );
      assert.isTrue(signal?.aborted);
    });
  });

  it('ignores a tag that the page uses for something else', async () => {
    const { define } = await import('../../../packages/elements/src/internal/base/element.ts');
    class Own extends HTMLElement {}
    customElements.define('mcp-taken', Own);
    define('mcp-taken', class extends HTMLElement {});
    assert.equal(customElements.get('mcp-taken'), Own);
  });
});
