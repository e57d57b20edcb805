import { assert } from 'chai';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { type LogEntry, McpHost } from '@mcp-web/client';
import { appsExtension } from '@mcp-web/client/apps';
import type { McpAppContextEvent, McpAppMessageEvent } from '@mcp-web/elements';
import '@mcp-web/elements/app/define';
import '@mcp-web/elements/tool-consent/define';
import { isChromium } from '../../support/engine.ts';
import { serverUrl } from '../../support/servers.ts';
import { assertAccessible, button, click, find, mount, textOf, unmount, until } from './page.ts';

const OWN_PAGE = '/packages/elements/app-sandbox.html';

describe('<mcp-app>', () => {
  let host: McpHost;
  let id: string;
  let count = 0;

  beforeEach(async () => {
    host = new McpHost({ extensions: { ...appsExtension } });
    id = host.add(await serverUrl('apps'));
    await host.ready(id);
  });
  afterEach(() => {
    unmount();
    host.close();
  });

  const app = () => find('mcp-app');
  const frame = () => app().shadowRoot?.querySelector('iframe');
  const logged = (part: string): Promise<LogEntry> =>
    until(() => [...host.log.getSnapshot()].find(({ data }) => JSON.stringify(data)?.includes(part)), part);
  const has = (part: string) => [...host.log.getSnapshot()].some(({ data }) => JSON.stringify(data)?.includes(part));
  const shows = (part: string, element: () => Element = app) => until(() => textOf(element()).includes(part), part);

  async function show(tool: string, args = {}, attributes = '', page?: string): Promise<string> {
    const sandbox = page ?? new URL('/app-sandbox.html', await serverUrl('apps')).href;
    const callId = `app-${++count}`;
    mount(
      `<textarea></textarea><mcp-app ${attributes} sandbox-url="${sandbox}">No app</mcp-app><mcp-tool-consent></mcp-tool-consent>`,
    );
    Object.assign(find('mcp-tool-consent'), { host, armDelay: 0 });
    Object.assign(app(), { host, armDelay: 0, callId });
    const remove = host.addConsentPolicy(() => ({ action: 'allow' }));
    await host.callTool(id, tool, args, { callId });
    remove();
    return callId;
  }

  const kinds = [
    { profile: 'on a second origin', attributes: '', page: undefined },
    { profile: 'without an origin', attributes: 'opaque', page: OWN_PAGE },
  ];
  for (const { profile, attributes, page } of kinds)
    it(`runs an app of the official SDK ${profile}: context, input, result, reading, logging [AP-05][AP-11][AP-12][AP-13][AP-15][AP-16][AP-18][AP-33]`, async () => {
      await show('weather', { city: 'Graz' }, attributes, page);
      const { data } = await logged('"connected":true');
      const { theme, note, containerDimensions, capabilities } = Object(data);
      assert.equal(theme, 'light');
      assert.equal(note, 'A note');
      assert.isAbove(containerDimensions.width, 0);
      assert.hasAllKeys(capabilities, ['serverTools', 'serverResources', 'logging', 'openLinks', 'sandbox']);
      const result = Object((await logged('"celsius":21')).data);
      assert.deepEqual(result.order, ['input', 'result']);
      await until(() => (frame()?.clientHeight ?? 0) > 50);
      assert.include(textOf(app()), 'App of Apps');
      assert.include(textOf(app()), 'Connects to: https://api.example.com');
    });

  it('puts the sandbox page into a frame with exactly these rights [AP-14]', async () => {
    await show('weather', { city: 'Graz' });
    await until(() => frame());
    assert.sameMembers(frame()?.getAttribute('sandbox')?.split(' ') ?? [], [
      'allow-scripts',
      'allow-same-origin',
      'allow-forms',
    ]);
    assert.equal(frame()?.allow, '');
    assert.notEqual(new URL(frame()?.src ?? '').origin, location.origin);
    await logged('"connected":true');
    await assertAccessible(app());
  });

  it('grants the features that the app asks for and the page allows [AP-30]', async () => {
    await show('weather', { city: 'Graz' }, 'allow="camera geolocation"');
    await until(() => frame());
    assert.equal(frame()?.allow, 'camera *');
  });

  it('refuses a sandbox page of its own origin, and says how to host it [AP-13]', async () => {
    await show('weather', { city: 'Graz' }, '', OWN_PAGE);
    await shows('Serve app-sandbox.html from another origin');
    assert.isUndefined(frame() ?? undefined);
    assert.isNotNull(app().shadowRoot?.querySelector('slot'));
  });

  it('is the sandbox page that refuses, too, if a page of its origin embeds it without the element', async () => {
    const main = mount(`<iframe src="${OWN_PAGE}"></iframe>`);
    const inner = main.querySelector('iframe');
    await until(() => inner?.contentDocument?.body?.textContent?.includes('has to be on another origin'));
    let isReady = false;
    addEventListener('message', ({ source }) => (isReady ||= source === inner?.contentWindow));
    inner?.contentWindow?.postMessage(
      { method: 'ui/notifications/sandbox-resource-ready', params: { html: 'x', policy: '' } },
      '*',
    );
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.isFalse(isReady);
    assert.isNull(inner?.contentDocument?.querySelector('iframe'));
  });

  it('shows what is inside it for calls without an app, and for an app that cannot be used [AP-57]', async () => {
    await show('secret');
    assert.isNotNull(app().shadowRoot?.querySelector('slot'));
    unmount();
    await show('broken');
    await shows('is no app');
    assert.isNotNull(app().shadowRoot?.querySelector('slot'));
  });

  it('shows nothing of an app before the call is allowed', async () => {
    mount('<mcp-app sandbox-url="https://sandbox.example/">No app</mcp-app><mcp-tool-consent></mcp-tool-consent>');
    Object.assign(find('mcp-tool-consent'), { host, armDelay: 0 });
    Object.assign(app(), { host, callId: 'denied' });
    const call = host.callTool(id, 'weather', { city: 'Graz' }, { callId: 'denied' }).catch(() => {});
    await click(await until(() => button(find('mcp-tool-consent'), 'Deny')));
    await call;
    await app().updateComplete;
    assert.isUndefined(frame() ?? undefined);
  });

  it('asks the user before the app calls a tool [AP-09][AP-54]', async () => {
    await show('weather', { city: 'Graz' });
    await logged('"celsius":21');
    await until(() => (frame()?.clientHeight ?? 0) > 80);
    await pressInFrame('Rate this forecast');
    await shows('rate', () => find('mcp-tool-consent'));
    await click(
      await until(() => {
        const found = button(find('mcp-tool-consent'), 'Allow once');
        return found?.ariaDisabled === 'true' ? undefined : found;
      }),
    );
    await logged('Rated good');
  });

  /** The button is the only thing in the frame that a Tab reaches. */
  async function pressInFrame(_name: string): Promise<void> {
    frame()?.focus();
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Enter' });
  }

  it('follows the color scheme of the page across the frame [AP-42]', async () => {
    await show('weather', { city: 'Graz' });
    await logged('"connected":true');
    app().style.colorScheme = 'dark';
    const { data } = await logged('"theme"');
    assert.isDefined(data);
    await logged('"changed":["theme"');
  });

  it('has the height that the app wants, up to a limit [AP-43]', async () => {
    await show('weather', { city: 'Graz' }, 'max-height="90"');
    await until(() => frame()?.clientHeight === 90);
  });

  it('lets the app clean up before it is closed, and opens it again [AP-40][AP-41]', async () => {
    await show('weather', { city: 'Graz' });
    await logged('"celsius":21');
    await click(await until(() => button(app(), 'Close app')));
    await logged('"torn":true');
    await shows('The app was closed');
    assert.isUndefined(frame() ?? undefined);
    await click(await until(() => button(app(), 'Open again')));
    await until(() => frame());
  });

  it('closes an app that asks for it, after it has cleaned up [AP-59][AP-60]', async () => {
    await show('hostile-close');
    await logged('torn down');
    await shows('The app was closed');
  });

  describe('with hostile apps', () => {
    it('gives them no storage and no way to other pages', async () => {
      await show('hostile-storage');
      await logged('"finished"');
      for (const name of ['localStorage', 'cookie', 'indexedDB', 'parent', 'top', 'sandbox'])
        assert.isTrue(has(`${name}: SecurityError`) || has(`${name}: TypeError`), name);
    });

    it('lets them open no windows and go nowhere', async () => {
      const before = location.href;
      await show('hostile-popup');
      await logged('"finished"');
      assert.isFalse(has('open: object'));
      assert.equal(location.href, before);
    });

    it('stops one that floods the page', async () => {
      await show('hostile-flood');
      await shows('too many messages');
      assert.isUndefined(frame() ?? undefined);
    });

    it('closes one that leaves its page', async () => {
      await show('hostile-away');
      await logged('leaving');
      await shows('left its page');
      assert.isUndefined(frame() ?? undefined);
    });

    it('shows on the frame what the policy blocked [AP-17][AP-23]', async () => {
      await show('hostile-network');
      await logged('fetch: TypeError');
      await shows('1 access of the app was blocked');
      assert.include(textOf(app()), 'https://undeclared.example/steal');
      await logged('undeclared.example');
    });

    it('takes no oversized message', async () => {
      await show('hostile-large');
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      assert.isFalse(has('answered'));
      assert.isEmpty(host.getSnapshot().requests);
    });

    it('refuses tools, links and messages that are not for them, without a question [AP-44][AP-45]', async () => {
      await show('hostile-calls');
      await logged('"finished"');
      for (const [name, answer] of Object.entries({
        'model-only': -32602,
        unknown: -32602,
        script: -32000,
        inward: -32000,
        'no-chat': -32601,
        full: 'inline',
      }))
        assert.isTrue(has(JSON.stringify([name, answer])), name);
      assert.isEmpty(host.getSnapshot().requests);
    });

    it('listens to no other window, and to no other origin', async () => {
      await show('weather', { city: 'Graz' });
      await logged('"connected":true');
      const forged = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'forged' } };
      window.postMessage(forged, '*');
      dispatchEvent(new MessageEvent('message', { data: forged, source: window, origin: 'null' }));
      // Only Chromium lets a script make such an event.
      if (isChromium)
        dispatchEvent(
          new MessageEvent('message', {
            data: forged,
            source: frame()?.contentWindow ?? null,
            origin: 'https://evil.example',
          }),
        );
      await new Promise((resolve) => setTimeout(resolve, 200));
      assert.isFalse(has('forged'));
    });

    it('gives the focus back when one takes it while the user writes, and closes one that does not stop', async () => {
      await show('hostile-focus');
      const field = document.querySelector('textarea');
      field?.focus();
      await sendMouse({ type: 'move', position: [1, 1] });
      await logged('"finished"');
      // Only Chromium lets a frame of another origin take it.
      if (isChromium) await shows('took the keyboard focus');
      await until(() => document.activeElement === field);
      await sendKeys({ press: 'a' });
      assert.equal(field?.value, 'a');
      assert.equal(frame() === null, isChromium);
    });
  });

  it('opens a page only if the user wants it, and shows where it leads [AP-48]', async () => {
    await show('hostile-link');
    await shows('Open a page for the app of Apps?');
    await shows('https:// example.com /page');
    await assertAccessible(app());
    await click(await until(() => button(app(), 'Cancel')));
    await logged('["link",{"code":-32000');
  });

  it('sends a message only if the user wants it; the last word to the model counts [AP-49][AP-50][AP-51][AP-52]', async () => {
    const heard: McpAppMessageEvent[] = [];
    const told: McpAppContextEvent[] = [];
    await show('hostile-message', {}, 'accepts="message context"');
    app().addEventListener('mcp-app-message', (event) => heard.push(event));
    app().addEventListener('mcp-app-context', (event) => told.push(event));
    await shows('Hello from the app');
    assert.isEmpty(heard);
    await click(
      await until(() => {
        const found = button(app(), 'Send');
        return found?.ariaDisabled === 'true' ? undefined : found;
      }),
    );
    await logged('"finished"');
    assert.deepEqual(heard[0]?.content, [{ type: 'text', text: 'Hello from the app' }]);
    assert.lengthOf(told, 2);
    assert.deepEqual(app().modelContext?.content, [{ type: 'text', text: 'second' }]);
    await shows('The app added notes for the model');
  });
});
