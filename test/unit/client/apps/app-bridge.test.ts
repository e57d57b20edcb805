import { assert } from 'chai';
import { type JsonObject, McpHost } from '@mcp-web/client';
import {
  AppBridge,
  type AppBridgeOptions,
  type AppDisplayMode,
  appsExtension,
  appUriOf,
  isToolFor,
  loadApp,
} from '@mcp-web/client/apps';
import { errorOf } from '../../../support/errors.ts';
import { serverUrl } from '../../../support/servers.ts';

describe('AppBridge', () => {
  let host: McpHost;
  let id: string;
  let sent: JsonObject[];
  let bridge: AppBridge;

  beforeEach(async () => {
    host = new McpHost({ extensions: { ...appsExtension } });
    id = host.add(await serverUrl('apps'));
    await host.ready(id);
    sent = [];
  });
  afterEach(() => {
    bridge?.stop();
    host.close();
  });

  const open = async (options: Partial<AppBridgeOptions> = {}) => {
    const app = await loadApp(host, id, 'ui://weather/view.html');
    bridge = new AppBridge({
      host,
      app,
      send: (message) => void sent.push(message),
      context: { theme: 'dark' },
      ...options,
    });
  };
  const until = async <T>(look: () => T | undefined): Promise<T> => {
    for (let attempt = 0; attempt < 2_000; attempt++) {
      const seen = look();
      if (seen !== undefined) return seen;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return assert.fail(`in vain: ${String(look)}`);
  };
  const answerTo = (wanted: number) => until(() => sent.find((message) => message['id'] === wanted));
  const post = (message: JsonObject): void => bridge.receive({ jsonrpc: '2.0', ...message });
  const ask = (number: number, method: string, params: JsonObject = {}) => {
    post({ id: number, method, params });
    return answerTo(number);
  };
  const codeOf = (answer: JsonObject): unknown => new Map(Object.entries(answer['error'] ?? {})).get('code');
  const methods = () => sent.flatMap(({ method }) => method ?? []);
  const hello = { appInfo: { name: 'app', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' };
  const begin = async () => {
    await ask(1, 'ui/initialize', hello);
    post({ method: 'ui/notifications/initialized', params: {} });
  };

  for (const [era, revision] of [
    ['modern', undefined],
    ['legacy', '2025-06-18'],
  ] as const)
    it(`declares the extension to servers of the ${era} era with the type of app that it shows [AP-01][VN-23]`, async () => {
      const bodies: unknown[] = [];
      const watched = host.add(await serverUrl('apps'), {
        revision,
        fetch: (input, init) => {
          bodies.push(init?.body);
          return fetch(input, init);
        },
      });
      await host.ready(watched);
      assert.equal(host.getSnapshot().servers.find(({ id: one }) => one === watched)?.era, era);
      assert.include(
        String(bodies),
        '"extensions":{"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}}',
      );
    });

  it('declares nothing of it for a page that does not say that it shows apps [VN-24]', async () => {
    const bodies: unknown[] = [];
    const plain = new McpHost();
    const fetchAndNote: typeof fetch = (input, init) => {
      bodies.push(init?.body);
      return fetch(input, init);
    };
    await plain.ready(plain.add(await serverUrl('apps'), { fetch: fetchAndNote }));
    plain.close();
    assert.notInclude(String(bodies), 'io.modelcontextprotocol/ui');
  });

  it('finds the app of a tool under both names, and who may call the tool [AP-02]', () => {
    const tools = new Map(host.getSnapshot().servers[0]?.tools.map((tool) => [tool.name, tool]));
    const of = (name: string) => tools.get(name) ?? assert.fail(name);
    assert.equal(appUriOf(of('weather')), 'ui://weather/view.html');
    assert.equal(appUriOf(of('flat')), 'ui://weather/view.html');
    assert.isUndefined(appUriOf(of('rate')));
    assert.isUndefined(appUriOf({ _meta: { ui: { resourceUri: 'https://example.com/' } } }));
    assert.isTrue(isToolFor('model', of('weather')) && isToolFor('app', of('weather')));
  });

  it('keeps tools that are only for apps from models [AP-08]', async () => {
    const [server] = host.getSnapshot().servers;
    const names = server?.enabledTools.map(({ name }) => name) ?? [];
    assert.include(names, 'secret');
    assert.notInclude(names, 'rate');
    await errorOf(host.callTool(id, 'rate', { text: 'x' }), 'invalid-argument');
  });

  it('reads the app from its server, and refuses what is no app [AP-03][AP-06][AP-26]', async () => {
    const app = await loadApp(host, id, 'ui://weather/view.html');
    assert.match(app.html, /<title>Weather/);
    assert.deepEqual(app.permissions, ['camera']);
    assert.isTrue(app.prefersBorder);
    assert.deepEqual(app.policy.domains.connectDomains, ['https://api.example.com']);
    assert.lengthOf(app.policy.refused, 1);
    assert.equal((await loadApp(host, id, 'ui://weather/blob.html')).html, '<p>Grüße');
    await errorOf(loadApp(host, id, 'ui://weather/broken.html'), 'invalid-result');
    await errorOf(loadApp(host, id, 'note://one'), 'invalid-argument');
    assert.include(
      JSON.stringify([...host.log.getSnapshot()].map(({ data }) => data)),
      'connect-src https://api.example.com',
    );
  });

  it('looks for what the app declares in the list, too [AP-07]', async () => {
    const { policy, prefersBorder } = await loadApp(host, id, 'ui://weather/listed.html');
    assert.deepEqual(policy.domains.connectDomains, ['https://api.example.com']);
    assert.isFalse(prefersBorder);
  });

  it('sends nothing but answers before the app is ready; then the input once, then the result [AP-19][AP-35][AP-36][AP-37][AP-38]', async () => {
    await open();
    bridge.setPartialInput({ city: 'G' });
    bridge.updateContext({ theme: 'light' });
    assert.isEmpty(sent);
    const answer = await ask(1, 'ui/initialize', hello);
    assert.nestedPropertyVal(answer, 'result.protocolVersion', '2026-01-26');
    assert.nestedPropertyVal(answer, 'result.hostContext.theme', 'light');
    bridge.setPartialInput({ city: 'Gr' });
    assert.isEmpty(methods());
    post({ method: 'ui/notifications/initialized', params: {} });
    bridge.setResult({ content: [] });
    bridge.setInput({ city: 'Graz' });
    bridge.setInput({ city: 'Linz' });
    bridge.setPartialInput({ city: 'Wi' });
    bridge.cancel('late');
    assert.deepEqual(methods(), [
      'ui/notifications/tool-input-partial',
      'ui/notifications/tool-input',
      'ui/notifications/tool-result',
    ]);
    assert.deepInclude(sent[2], { params: { arguments: { city: 'Graz' } } });
  });

  it('answers ui/initialize with who and where the host is, and declares only what it does [AP-33][AP-34]', async () => {
    await open();
    const { result } = await ask(1, 'ui/initialize', hello);
    const { hostCapabilities, hostInfo } = Object(result);
    assert.property(hostInfo, 'name');
    assert.hasAllKeys(hostCapabilities, ['serverTools', 'serverResources', 'logging', 'sandbox']);
    assert.deepEqual(hostCapabilities.sandbox.csp.connectDomains, ['https://api.example.com']);
    assert.equal(codeOf(await ask(2, 'ui/initialize', hello)), -32600);
  });

  it('says when the call was cancelled [AP-39]', async () => {
    await open();
    await begin();
    bridge.setInput({});
    bridge.cancel('user');
    assert.deepInclude(sent.at(-1), { method: 'ui/notifications/tool-cancelled', params: { reason: 'user' } });
  });

  it('says that a call was cancelled whose input never was complete, and sends no more of it [AP-37][AP-39]', async () => {
    await open();
    await begin();
    bridge.setPartialInput({ city: 'Gr' });
    bridge.cancel('denied');
    bridge.setPartialInput({ city: 'Gra' });
    bridge.setInput({ city: 'Graz' });
    assert.deepEqual(methods(), ['ui/notifications/tool-input-partial', 'ui/notifications/tool-cancelled']);
  });

  it('gives an app no result that would keep the page busy, and says so once for each', async () => {
    let told = 0;
    await open({ onoversized: () => void told++ });
    await begin();
    bridge.setInput({});
    const result = { content: [], structuredContent: { values: Array.from({ length: 5_000_000 }, () => 0) } };
    bridge.setResult(result);
    bridge.setResult(result);
    assert.nestedPropertyVal(sent.at(-1), 'params.isError', true);
    assert.notInclude(JSON.stringify(sent), 'values":');
    assert.equal(told, 1);
    assert.isTrue([...host.log.getSnapshot()].some(({ data }) => JSON.stringify(data)?.includes('"too-large"')));
  });

  it('tells only what changed around the app [AP-42]', async () => {
    await open();
    await begin();
    bridge.updateContext({ theme: 'dark', locale: 'de' });
    assert.deepInclude(sent.at(-1), { method: 'ui/notifications/host-context-changed', params: { locale: 'de' } });
    const { length } = sent;
    bridge.updateContext({ theme: 'dark' });
    assert.lengthOf(sent, length);
  });

  it('calls tools for the app with consent, and only those that are for apps [AP-09][AP-10][AP-54]', async () => {
    await open();
    await begin();
    assert.equal(codeOf(await ask(2, 'tools/call', { name: 'secret', arguments: {} })), -32602);
    assert.equal(codeOf(await ask(3, 'tools/call', { name: 'nothing' })), -32602);
    // Nobody is there to allow it.
    assert.equal(codeOf(await ask(4, 'tools/call', { name: 'rate', arguments: { text: 'x' } })), -32000);
    // A server of the same host, with other tools.
    const other = host.add(await serverUrl('modern'), { id: 'other' });
    await host.ready(other);
    const elsewhere = host.getSnapshot().servers.find((server) => server.id === other)?.tools[0] ?? assert.fail();
    assert.equal(codeOf(await ask(8, 'tools/call', { name: elsewhere.name, arguments: {} })), -32602);
    const twin = host.add(await serverUrl('apps'), { id: 'twin' });
    await host.ready(twin);
    const seen: string[] = [];
    host.addConsentPolicy(({ server, tool }) => {
      seen.push(tool.name);
      assert.equal(server.id, id);
      return { action: 'allow' };
    });
    const answer = await ask(5, 'tools/call', { name: 'rate', arguments: { text: 'good' } });
    assert.deepEqual(seen, ['rate']);
    assert.nestedPropertyVal(answer, 'result.content[0].text', 'Rated good');
    assert.nestedPropertyVal(
      await ask(6, 'resources/read', { uri: 'note://one' }),
      'result.contents[0].text',
      'A note',
    );
    assert.deepInclude(await ask(7, 'ping'), { result: {} });
  });

  it('cuts what the server says went wrong', async () => {
    await open();
    await begin();
    const answer = await ask(2, 'resources/read', { uri: `note://${'x'.repeat(5_000)}` });
    const { message }: { message?: unknown } = Object(answer['error']);
    assert.typeOf(message, 'string');
    assert.lengthOf(String(message), 2_000);
  });

  it('asks nobody for an app whose calls the user refused several times [AP-31]', async () => {
    await open();
    await begin();
    let questions = 0;
    host.addResponder('consent');
    const deny = host.subscribe(() => {
      for (const { id: request } of host.getSnapshot().requests) {
        questions++;
        host.respond(request, { action: 'deny' });
      }
    });
    for (let id = 10; id < 15; id++)
      assert.equal(codeOf(await ask(id, 'tools/call', { name: 'rate', arguments: { text: 'x' } })), -32000);
    deny();
    assert.equal(questions, 3);
  });

  it('asks nobody for an app that took its questions back several times [AP-31]', async () => {
    await open();
    await begin();
    host.addResponder('consent');
    for (let id = 10; id < 13; id++) {
      post({ id, method: 'tools/call', params: { name: 'rate', arguments: { text: 'x' } } });
      await until(() => host.getSnapshot().requests[0]);
      post({ method: 'notifications/cancelled', params: { requestId: id } });
      await until(() => host.getSnapshot().requests.length === 0 || undefined);
    }
    assert.equal(codeOf(await ask(13, 'tools/call', { name: 'rate', arguments: { text: 'x' } })), -32000);
  });

  it('lets an app take back calls that need no question', async () => {
    await open();
    await begin();
    host.addConsentPolicy(() => ({ action: 'allow' }));
    for (let id = 10; id < 20; id++) {
      post({ id, method: 'tools/call', params: { name: 'rate', arguments: { text: 'x' } } });
      post({ method: 'notifications/cancelled', params: { requestId: id } });
    }
    const answer = await ask(20, 'tools/call', { name: 'rate', arguments: { text: 'good' } });
    assert.nestedPropertyVal(answer, 'result.content[0].text', 'Rated good');
  });

  it('makes a limited number of calls for an app, so that the host still knows those of others', async () => {
    await open();
    await begin();
    for (let id = 100; id < 200; id++) {
      post({ id, method: 'tools/call', params: { name: 'rate', arguments: { text: 'x' } } });
      post({ method: 'notifications/cancelled', params: { requestId: id } });
    }
    await answerTo(199);
    assert.isBelow(host.calls.getSnapshot().length, 70);
  });

  it('does not call a tool that the user switched off', async () => {
    await open();
    await begin();
    host.addConsentPolicy(() => ({ action: 'allow' }));
    await host.setToolEnabled(id, 'rate', false);
    assert.equal(codeOf(await ask(2, 'tools/call', { name: 'rate', arguments: { text: 'x' } })), -32000);
  });

  it('answers requests for another display mode with the one in force [AP-44][AP-45][AP-46]', async () => {
    await open();
    await begin();
    for (const [index, mode] of ['fullscreen', 'pip', 'inline'].entries())
      assert.deepInclude(await ask(10 + index, 'ui/request-display-mode', { mode }), { result: { mode: 'inline' } });
  });

  it('shows the app in another mode only if app and page have declared it, and says what came of it [AP-44][AP-45][AP-47]', async () => {
    const asked: string[] = [];
    let inForce: AppDisplayMode = 'fullscreen';
    await open({
      context: { displayMode: 'inline', availableDisplayModes: ['inline', 'fullscreen'] },
      ondisplaymode: (mode) => {
        asked.push(mode);
        bridge.updateContext({ displayMode: inForce });
        return inForce;
      },
    });
    assert.isEmpty(bridge.displayModes);
    const availableDisplayModes = ['inline', 'fullscreen', 'pip', 'hologram'];
    await ask(1, 'ui/initialize', { ...hello, appCapabilities: { availableDisplayModes } });
    assert.deepEqual(bridge.displayModes, ['inline', 'fullscreen', 'pip']);
    post({ method: 'ui/notifications/initialized', params: {} });
    assert.deepInclude(await ask(2, 'ui/request-display-mode', { mode: 'pip' }), { result: { mode: 'inline' } });
    assert.equal(codeOf(await ask(3, 'ui/request-display-mode', { mode: 'hologram' })), -32602);
    assert.isEmpty(asked);
    assert.deepInclude(await ask(4, 'ui/request-display-mode', { mode: 'fullscreen' }), {
      result: { mode: 'fullscreen' },
    });
    assert.deepInclude(sent, {
      jsonrpc: '2.0',
      method: 'ui/notifications/host-context-changed',
      params: { displayMode: 'fullscreen' },
    });
    inForce = 'fullscreen';
    assert.deepInclude(await ask(5, 'ui/request-display-mode', { mode: 'inline' }), { result: { mode: 'fullscreen' } });
    assert.deepEqual(asked, ['fullscreen', 'inline']);
  });

  it('passes on links, messages and what the model is to know, if the page does something with them [AP-48][AP-49][AP-50][AP-51]', async () => {
    await open();
    await begin();
    for (const [index, method] of ['ui/open-link', 'ui/message', 'ui/update-model-context'].entries()) {
      const params = { url: 'https://example.com/', role: 'user', content: [{ type: 'text', text: 'Hi' }] };
      assert.equal(codeOf(await ask(20 + index, method, params)), -32601);
    }
    const heard: unknown[] = [];
    const note = async (what: unknown) => heard.push(what) !== 2;
    await open({ onopenlink: note, onmessage: note, onmodelcontext: (context) => void note(context) });
    sent = [];
    await begin();
    assert.deepInclude(await ask(2, 'ui/open-link', { url: 'https://example.com/' }), { result: {} });
    assert.equal(codeOf(await ask(3, 'ui/open-link', { url: 'https://example.org/' })), -32000);
    await ask(4, 'ui/message', { role: 'user', content: { type: 'text', text: 'Hi' } });
    assert.equal(codeOf(await ask(5, 'ui/message', { role: 'assistant', content: [] })), -32602);
    await ask(6, 'ui/update-model-context', { structuredContent: { a: 1 } });
    assert.deepEqual(heard.slice(2), [
      [{ type: 'text', text: 'Hi' }],
      { content: undefined, structuredContent: { a: 1 } },
    ]);
  });

  it('takes nothing but text as a message, and not more than the user can read [AP-50]', async () => {
    const heard: unknown[] = [];
    await open({ onmessage: async (content) => heard.push(content) > 0 });
    const answer = await ask(1, 'ui/initialize', hello);
    assert.deepEqual(Object(answer['result']).hostCapabilities.message, { text: {} });
    post({ method: 'ui/notifications/initialized', params: {} });
    const text = { type: 'text', text: 'Hi' };
    for (const [index, content] of [
      [{ type: 'image', data: 'AA==', mimeType: 'image/png' }],
      [text, { type: 'resource', resource: { uri: 'note://one', text: 'Pay' } }],
      { type: 'resource_link', uri: 'note://one', name: 'one' },
      { type: 'future', text: 'Pay' },
      Array.from({ length: 21 }, () => text),
      [{ type: 'text', text: 'x'.repeat(9_999) }, text],
    ].entries())
      assert.equal(codeOf(await ask(10 + index, 'ui/message', { role: 'user', content })), -32602, String(index));
    assert.isEmpty(heard);
    await ask(20, 'ui/message', { role: 'user', content: [{ ...text, _meta: { hidden: 'Pay' } }] });
    assert.deepEqual(heard, [[text]]);
  });

  it('logs what the app logs, and what it asks for [AP-31]', async () => {
    await open();
    await begin();
    post({ method: 'notifications/message', params: { level: 'warning', logger: 'x', data: { a: 1 } } });
    post({ method: 'notifications/message', params: { level: 'loud', data: 'no' } });
    await ask(2, 'resources/read', { uri: 'note://one' });
    const entries = [...host.log.getSnapshot()];
    assert.deepInclude(
      entries.find(({ logger }) => logger === 'app x'),
      { level: 'warning', data: { a: 1 } },
    );
    assert.isUndefined(entries.find(({ data }) => data === 'no'));
    assert.include(JSON.stringify(entries), 'note://one');
  });

  it('ignores what is no message, and what no JSON has [AP-31]', async () => {
    await open();
    const loop: { self?: unknown } = {};
    loop.self = loop;
    let deep: unknown = 1;
    for (let level = 0; level < 100; level++) deep = [deep];
    const large = { jsonrpc: '2.0', id: 1, method: 'ping', params: { text: 'x'.repeat(5_000_000) } };
    const odd = [
      undefined,
      null,
      7,
      'x',
      [],
      {},
      new Map(),
      new ArrayBuffer(8),
      { jsonrpc: '1.0', id: 1, method: 'ping' },
    ];
    for (const data of [
      ...odd,
      { jsonrpc: '2.0', id: {}, method: 'ping' },
      { jsonrpc: '2.0', id: 1, method: 7 },
      loop,
      large,
    ])
      bridge.receive(data);
    for (const params of [deep, loop, new Map(), { date: new Date() }, { big: 1n }])
      bridge.receive({ jsonrpc: '2.0', id: 1, method: 'ping', params: { params } });
    await new Promise((resolve) => setTimeout(resolve));
    assert.isEmpty(sent);
    assert.deepInclude(await ask(1, 'ping'), { result: {} });
  });

  it('stops an app that floods it', async () => {
    let isFlooded = false;
    await open({ onflood: () => (isFlooded = true) });
    await begin();
    for (let count = 0; count < 2_000; count++)
      post({ method: 'ui/notifications/size-changed', params: { height: count } });
    assert.isTrue(isFlooded);
    const { length } = sent;
    post({ id: 9, method: 'ping' });
    await new Promise((resolve) => setTimeout(resolve));
    assert.lengthOf(sent, length);
  });

  it('has a limited number of requests open, and cancels those that the app cancels', async () => {
    const signals: AbortSignal[] = [];
    await open({
      onopenlink: (_url, { signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    await begin();
    for (let count = 0; count < 40; count++)
      post({ id: 100 + count, method: 'ui/open-link', params: { url: 'https://a.example/' } });
    assert.lengthOf(signals, 32);
    assert.equal(codeOf(await answerTo(139)), -32000);
    post({ method: 'notifications/cancelled', params: { requestId: 100 } });
    assert.isTrue(signals[0]?.aborted);
    assert.isFalse(signals[1]?.aborted);
  });

  it('asks the app to clean up, waits for its answer, but not for long [AP-40][AP-41]', async () => {
    await open();
    await begin();
    const closing = bridge.close();
    assert.deepInclude(sent.at(-1), { id: 'teardown', method: 'ui/resource-teardown' });
    let isClosed = false;
    void closing.then(() => (isClosed = true));
    await new Promise((resolve) => setTimeout(resolve));
    assert.isFalse(isClosed);
    post({ id: 'teardown', result: {} });
    // At once, rather than when its time is over.
    await new Promise((resolve) => setTimeout(resolve));
    assert.isTrue(isClosed);
    sent = [];
    await open();
    await begin();
    // Without an answer.
    await bridge.close();
  });
});
