import { assert } from 'chai';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import { type JsonObject, type LogEntry, McpHost } from '@mcp-web/client';
import { appsExtension } from '@mcp-web/client/apps';
import type { McpAppContextEvent, McpAppMessageEvent } from '@mcp-web/elements';
import '@mcp-web/elements/app/define';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/tool-consent/define';
import { engine, isChromium } from '../../support/engine.ts';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { serverUrl } from '../../support/servers.ts';
import {
  assertAccessible,
  button,
  chooseIn,
  click,
  find,
  mount,
  press,
  pressWith,
  textOf,
  unmount,
  until,
} from './page.ts';

const OWN_PAGE = '/packages/elements/app-sandbox.html';

describe('<mcp-app>', () => {
  let host: McpHost;
  let id: string;
  let count = 0;
  let listening: AbortController | undefined;

  beforeEach(async () => {
    host = new McpHost({ extensions: { ...appsExtension } });
    id = host.add(await serverUrl('apps'));
    await host.ready(id);
  });
  afterEach(() => {
    listening?.abort();
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
    const callId = `app-${++count}`;
    await place(attributes, page);
    Object.assign(app(), { callId });
    const remove = host.addConsentPolicy(() => ({ action: 'allow' }));
    await host.callTool(id, tool, args, { callId });
    remove();
    return callId;
  }

  async function place(attributes = '', page?: string): Promise<void> {
    const sandbox = page ?? new URL('/app-sandbox.html', await serverUrl('apps')).href;
    mount(
      `<textarea></textarea><mcp-app ${attributes} sandbox-url="${sandbox}">No app</mcp-app><mcp-tool-consent></mcp-tool-consent>`,
    );
    Object.assign(find('mcp-tool-consent'), { host, armDelay: 0 });
    Object.assign(app(), { host, armDelay: 0 });
  }

  /** All that comes out of the frame, from its first message on. */
  function overhear(): JsonObject[] {
    const heard: JsonObject[] = [];
    listening = new AbortController();
    addEventListener('message', ({ source, data }) => source === frame()?.contentWindow && heard.push(data), {
      signal: listening.signal,
    });
    return heard;
  }

  const kinds = [
    { profile: 'on a second origin', attributes: '', page: undefined },
    { profile: 'without an origin', attributes: 'opaque', page: OWN_PAGE },
  ];
  for (const { profile, attributes, page } of kinds)
    it(`runs an app of the official SDK ${profile}: context, input, result, reading, logging [AP-05][AP-11][AP-12][AP-13][AP-15][AP-16][AP-18][AP-22][AP-27][AP-32][AP-33][BR-12]`, async () => {
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
      assert.isFalse(app().shadowRoot?.querySelector('.card')?.classList.contains('plain'));
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

  it('has an icon and controls of the page beside the name of the server', async () => {
    await show('weather', { city: 'Graz' });
    await until(() => frame());
    app().insertAdjacentHTML(
      'beforeend',
      '<b slot="icon">*</b><button slot="actions" type="button">Of the page</button>',
    );
    const head = app().shadowRoot?.querySelector('.head') ?? assert.fail('no head');
    const { top, bottom } = head.getBoundingClientRect();
    for (const own of app().children) {
      const place = own.getBoundingClientRect();
      assert.isTrue(place.height > 0 && place.top >= top && place.bottom <= bottom, own.slot);
    }
  });

  it('hears of the sandbox page that it is ready, and no request of its own [AP-15][AP-20]', async () => {
    const heard = overhear();
    await show('weather', { city: 'Graz' });
    await logged('"connected":true');
    assert.deepEqual(heard[0], { jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} });
    const own = heard.filter(({ method }) => String(method).startsWith('ui/notifications/sandbox-'));
    assert.isEmpty(own.filter((message) => 'id' in message));
  });

  it('has no border if the app wants none [AP-56]', async () => {
    await show('listed');
    await until(() => app().shadowRoot?.querySelector('.card.plain'));
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
    const heard = new Promise((resolve) => inner?.contentWindow?.addEventListener('message', resolve, { once: true }));
    inner?.contentWindow?.postMessage(
      { method: 'ui/notifications/sandbox-resource-ready', params: { html: 'x', policy: '' } },
      '*',
    );
    await heard;
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

  it('is for pages whose host says so by an attribute', async () => {
    const bodies: unknown[] = [];
    mount('<mcp-host show-apps></mcp-host>');
    const { host: own } = find('mcp-host');
    const watched = own.add(await serverUrl('apps'), {
      fetch: (input, init) => {
        bodies.push(init?.body);
        return fetch(input, init);
      },
    });
    await own.ready(watched);
    assert.include(String(bodies), '"io.modelcontextprotocol/ui":{"mimeTypes":["text/html;profile=mcp-app"]}');
  });

  it('shows nothing of an app before the call is allowed', async () => {
    mount('<mcp-app sandbox-url="https://sandbox.example/">No app</mcp-app><mcp-tool-consent></mcp-tool-consent>');
    Object.assign(find('mcp-tool-consent'), { host, armDelay: 0 });
    Object.assign(app(), { host, callId: 'denied' });
    const call = host.callTool(id, 'weather', { city: 'Graz' }, { callId: 'denied' }).catch(() => {});
    await until(() => button(find('mcp-tool-consent'), 'Deny'));
    await app().updateComplete;
    assert.isNotNull(app().shadowRoot?.querySelector('slot'));
    assert.isNull(app().shadowRoot?.querySelector('.card') ?? null);
    assert.isFalse(has('ui://weather/view.html'));
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
    await shows('An app of this server wants to call the tool', () => find('mcp-tool-consent'));
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
    await logged('"changed":["theme"');
  });

  describe('gives apps the theme of the page', () => {
    const colors = (entry: LogEntry) => Object(entry.data).shown;

    /** As the official SDK in the app reads it. It refuses variables that the specification does not have. */
    async function dressed(): Promise<{ variables: Record<string, string>; css: unknown; shown: object }> {
      const { css, shown } = Object((await logged('"connected":true')).data);
      const parts = [...host.log.getSnapshot()].map(({ data }) => Object(data).variables ?? {});
      return { variables: Object.assign({}, ...parts), css, shown };
    }

    it('in all variables of the specification, with light-dark(), and tells it of another color scheme [AP-34][AP-55]', async () => {
      await show('weather', { city: 'Graz' });
      const { variables, css, shown } = await dressed();
      assert.lengthOf(Object.keys(variables), 76);
      for (const [name, value] of Object.entries(variables)) assert.isNotEmpty(value, name);
      for (const [name, value] of Object.entries(variables))
        if (name.startsWith('--color-') && !name.endsWith('-ghost')) assert.match(value, /^light-dark\(/, name);
      assert.equal(variables['--color-text-ghost'], variables['--color-text-secondary']);
      assert.equal(variables['--border-radius-lg'], '12px');
      assert.isUndefined(css);
      assert.propertyVal(shown, 'backgroundColor', 'rgb(255, 255, 255)');
      app().style.colorScheme = 'dark';
      assert.equal(colors(await logged('"changed":["theme"]')).backgroundColor, 'rgb(24, 27, 32)');
    });

    it('as the page has set it, in pixels, and tells it when that changes anywhere in the page [AP-42][AP-55]', async () => {
      const sheet = new CSSStyleSheet();
      document.adoptedStyleSheets.push(sheet);
      const root = document.documentElement;
      root.style.fontSize = '10px';
      try {
        sheet.replaceSync('mcp-app { --mcp-font-size: 1.4rem; --brand: rgb(0 0 10); --mcp-surface: var(--brand) }');
        await show('weather', { city: 'Graz' });
        const { variables, shown } = await dressed();
        assert.equal(variables['--font-text-md-size'], '14px');
        assert.equal(variables['--color-background-primary'], 'rgb(0 0 10)');
        assert.deepInclude(shown, { backgroundColor: 'rgb(0, 0, 10)', fontSize: '14px', borderRadius: '6px' });
        // Nothing but a style sheet tells of these.
        sheet.replaceSync('main { --mcp-surface: rgb(0 0 20); --mcp-font-size: 1.4rem }');
        await logged('"backgroundColor":"rgb(0, 0, 20)"');
        sheet.replaceSync('main { --mcp-surface: rgb(0 0 20); --mcp-font-size: 1.4rem; --mcp-radius: 1rem }');
        await logged('"borderRadius":"5px"');
      } finally {
        root.removeAttribute('style');
        document.adoptedStyleSheets.pop();
      }
    });

    it('with what the page wants otherwise, now and later, and with fonts', async () => {
      await place();
      const fonts = '@font-face { font-family: Own; src: url(https://fonts.example/own.woff2) }';
      const variables = { '--color-background-primary': 'rgb(1 2 3)', '--shadow-lg': undefined, '--own': 'x' };
      Object.assign(app(), { appStyles: { variables, css: { fonts } }, callId: 'dressed' });
      host.addConsentPolicy(() => ({ action: 'allow' }));
      await host.callTool(id, 'weather', { city: 'Graz' }, { callId: 'dressed' });
      const sent = await dressed();
      assert.propertyVal(sent.shown, 'backgroundColor', 'rgb(1, 2, 3)');
      assert.deepEqual(sent.css, { fonts });
      assert.notProperty(sent.variables, '--own');
      assert.isUndefined(sent.variables['--shadow-lg']);
      assert.match(sent.variables['--color-text-primary'] ?? '', /^light-dark/);
      app().appStyles = { variables: { '--color-background-primary': 'rgb(4 5 6)' } };
      assert.equal(colors(await logged('"changed":["styles"]')).backgroundColor, 'rgb(4, 5, 6)');
      await assertAccessible(app());
    });
  });

  it('tells the app when the language around it changes [AP-42]', async () => {
    await show('hostile-modes');
    await logged('["mode"');
    const around = app().closest('main') ?? assert.fail();
    around.lang = 'pt-BR';
    await logged('"locale":"pt-BR"');
  });

  it('is entered with Tab, and left again, in both directions', async () => {
    await show('hostile-fields');
    await logged('finished');
    const after = document.createElement('button');
    after.textContent = 'After';
    app().after(after);
    const times = (what: string) =>
      [...host.log.getSnapshot()].filter(({ data }) => JSON.stringify(data)?.includes(what)).length;
    const tabUntil = async (tab: () => Promise<void>, isThere: () => boolean): Promise<void> => {
      for (let presses = 0; !isThere(); presses++) {
        assert.isBelow(presses, 12, 'the focus went elsewhere');
        await tab();
        // The app tells of its focus a moment later. If that takes long, the next key only goes further.
        for (let looks = 0; looks < 25 && !isThere() && app().shadowRoot?.activeElement === frame(); looks++)
          await new Promise((resolve) => setTimeout(resolve, 20));
      }
    };
    const forth = () => press('Tab');
    const back = () => pressWith('Shift', 'Tab');
    find('textarea').focus();
    await tabUntil(forth, () => times('focus one') === 1);
    await tabUntil(forth, () => times('focus two') === 1);
    await tabUntil(forth, () => document.activeElement === after);
    await tabUntil(back, () => times('focus two') === 2);
    await tabUntil(back, () => document.activeElement === find('textarea'));
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

  it('lets the app clean up before the page shows it differently [AP-40]', async () => {
    await show('weather', { city: 'Graz' });
    await logged('"celsius":21');
    const before = frame();
    app().maxHeight = 70;
    await logged('"torn":true');
    await until(() => frame() && frame() !== before);
    await until(() => frame()?.clientHeight === 70);
  });

  it('lets the app clean up when the page gives it another host, or none [AP-40]', async () => {
    await show('weather', { city: 'Graz' });
    await logged('"celsius":21');
    app().host = undefined;
    await logged('"torn":true');
    await until(() => !frame());
  });

  it('keeps the app while a call of the same id waits, and then shows that one [AP-35][AP-40]', async () => {
    const callId = await show('weather', { city: 'Graz' });
    await logged('{"celsius":21},"city":"Graz"');
    const before = frame();
    const call = host.callTool(id, 'weather', { city: 'Linz' }, { callId });
    await until(() => button(find('mcp-tool-consent'), 'Allow once'));
    await app().updateComplete;
    assert.isTrue(before?.isConnected);
    assert.isFalse(has('"torn":true'));
    await chooseIn(find('mcp-tool-consent'), 'Allow once');
    await call;
    await logged('"torn":true');
    assert.deepEqual(Object((await logged('{"celsius":21},"city":"Linz"')).data).order, ['input', 'result']);
    assert.isFalse(before?.isConnected);
  });

  it('closes the app of a server that is removed', async () => {
    await show('weather', { city: 'Graz' });
    await logged('"celsius":21');
    host.remove(id);
    await until(() => !frame() && app().shadowRoot?.querySelector('slot'));
  });

  it('closes an app whose sandbox page loads again', async () => {
    await show('weather', { city: 'Graz' });
    await logged('"celsius":21');
    const shown = frame() ?? assert.fail();
    shown.src = String(shown.src);
    await shows('left its page');
  });

  it('does not listen twice after a move', async () => {
    await show('weather', { city: 'Graz' });
    await logged('"celsius":21');
    const asked: string[] = [];
    const matchMedia = window.matchMedia.bind(window);
    window.matchMedia = (query) => {
      asked.push(query);
      return matchMedia(query);
    };
    const element = app();
    element.parentElement?.append(element);
    window.matchMedia = matchMedia;
    assert.isEmpty(asked);
    await until(() => frame());
  });

  /** Resolves once the app, or another resource, is asked for. Nothing comes back before `release` is called. */
  async function hold(
    auth?: FakeSignIn,
    uri = 'ui://',
  ): Promise<{ asked: Promise<AbortSignal | null | undefined>; release: () => void }> {
    const asked = Promise.withResolvers<AbortSignal | null | undefined>();
    const released = Promise.withResolvers<void>();
    id = host.add(await serverUrl('apps'), {
      auth,
      fetch: async (input, init) => {
        if (typeof init?.body === 'string' && init.body.includes('"resources/read"') && init.body.includes(uri)) {
          asked.resolve(init.signal);
          await released.promise;
        }
        return fetch(input, init);
      },
    });
    await host.ready(id);
    return { asked: asked.promise, release: released.resolve };
  }

  describe('while it loads', () => {
    it('does not open after close() [AP-40]', async () => {
      const { asked, release } = await hold();
      await show('weather', { city: 'Graz' });
      await asked;
      await app().close();
      release();
      await shows('The app was closed');
      assert.isUndefined(frame() ?? undefined);
      await click(await until(() => button(app(), 'Open again')));
      await logged('"celsius":21');
    });

    it('does not open what a user has asked for who has signed out meanwhile', async () => {
      const auth = new FakeSignIn(SIGNED_IN);
      const { asked, release } = await hold(auth);
      const callId = await show('weather', { city: 'Graz' });
      await asked;
      auth.become({ state: 'signed-out' });
      release();
      await until(() => !host.calls.get(callId));
      auth.become(SIGNED_IN);
      await host.ready(id);
      host.addConsentPolicy(() => ({ action: 'allow' }));
      await host.callTool(id, 'weather', { city: 'Linz' }, { callId });
      await logged('{"celsius":21},"city":"Linz"');
      assert.isFalse(has('{"celsius":21},"city":"Graz"'));
    });
  });

  describe('that is not needed anymore', () => {
    const ways: [string, (auth: FakeSignIn) => void][] = [
      ['because the user has signed out', (auth) => auth.become({ state: 'signed-out' })],
      ['because its server has left the host', () => host.remove(id)],
      ['because the element has left the page', () => app().remove()],
    ];
    for (const [why, leave] of ways) {
      it(`while its page is fetched, is never shown, ${why}`, async () => {
        const auth = new FakeSignIn(SIGNED_IN);
        const { asked, release } = await hold(auth);
        await show('weather', { city: 'Graz' });
        const element = app();
        const signal = await asked;
        const heard: unknown[] = [];
        listening = new AbortController();
        addEventListener('message', ({ data }) => heard.push(data), { signal: listening.signal });
        leave(auth);
        await until(() => signal?.aborted, 'the request is cancelled');
        release();
        await new Promise((resolve) => setTimeout(resolve, 500));
        assert.isNull(element.shadowRoot?.querySelector('iframe, .card') ?? null);
        assert.isEmpty(heard);
      });

      it(`before it has said that it is ready, loses its frame, ${why}`, async () => {
        const auth = new FakeSignIn(SIGNED_IN);
        await hold(auth, 'nothing');
        await show('blob');
        const element = app();
        const shown = await until(() => frame());
        await shows('Loading the app');
        leave(auth);
        await until(() => !shown.isConnected);
        await element.updateComplete;
        assert.isNull(element.shadowRoot?.querySelector('iframe') ?? null);
      });

      it(`while its requests wait, gets no answer, and they are cancelled, ${why}`, async () => {
        const auth = new FakeSignIn(SIGNED_IN);
        const { asked, release } = await hold(auth, 'note://one');
        await show('hostile-waits');
        const element = app();
        const signal = await asked;
        await logged('"waiting"');
        const request = await until(() => host.getSnapshot().requests[0]);
        const { callId = '' } = request.request;
        assert.equal(host.calls.get(callId)?.by, 'app');
        leave(auth);
        await until(() => host.getSnapshot().requests.length === 0, 'nobody is asked anymore');
        await until(() => signal?.aborted, 'the request is cancelled');
        await until(() => !element.shadowRoot?.querySelector('iframe'));
        assert.isFalse(host.respond(request.id, { action: 'allow' }));
        release();
        await new Promise((resolve) => setTimeout(resolve, 500));
        assert.notEqual(host.calls.get(callId)?.state, 'done');
        assert.isFalse(has('answered'));
        assert.isFalse(has('Rated'));
      });
    }
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
      // WebKit has no error for cookies, and no cookies.
      assert.isTrue(has('cookie: SecurityError') || has('cookie: none'));
      for (const name of ['localStorage', 'indexedDB', 'parent', 'top', 'sandbox'])
        assert.isTrue(has(`${name}: SecurityError`) || has(`${name}: TypeError`), name);
    });

    it('lets them open no windows and go nowhere', async () => {
      const before = location.href;
      await show('hostile-popup');
      await logged('"finished"');
      // Firefox throws, the others return null.
      assert.isTrue(has('open: null') || has('open: InvalidAccessError'));
      assert.isFalse(has('top: string'));
      assert.equal(location.href, before);
    });

    it('lets them download nothing', async () => {
      await show('hostile-download');
      // In WebKit, such a link leads away.
      await until(() => has('"finished"') || textOf(app()).includes('left its page'));
      const downloads = await fetch(new URL('/downloads', await serverUrl('apps')));
      assert.equal(await downloads.text(), '0');
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

    const visits = async () => (await fetch(new URL('/impostors', await serverUrl('apps')))).text();
    for (const [when, name] of [
      ['while the browser reads it', 'moves-at-once'],
      ['before it has loaded', 'moves-in-time'],
      ['after it has rewritten its page', 'moves-unseen'],
      ['after it has rewritten its page, which had not loaded', 'moves-unseen-in-time'],
    ])
      it(`lets one that may embed a page not go there ${when} [AP-17][AP-23]`, async () => {
        const before = await visits();
        await show(`hostile-${name}`);
        // In some browsers it stays on its page, in others it gets a page that says that it may not go there.
        await until(() => has('"tried 60"') || textOf(app()).includes('left its page'));
        assert.isFalse(has('impostor'));
        assert.equal(await visits(), before);
      });

    it('lets one embed the pages that its server declared, and shows all domains that it may use [AP-17][AP-27]', async () => {
      await show('hostile-embeds');
      await logged('embedded');
      assert.include(textOf(app()), 'https://decoy-9.cdn.example.com');
      assert.include(textOf(app()), 'https://base.example.com');
      assert.isFalse(has('impostor'));
    });

    it('keeps one that rewrites its page', async () => {
      await show('hostile-rewrites');
      await logged('"tried 60"');
      assert.isNotNull(frame());
    });

    it('lets one neither hide what was blocked nor invent it [AP-23]', async () => {
      await show('hostile-forge');
      await logged('"finished"');
      await shows('30 accesses of the app were blocked');
      await logged('https://undeclared.example/29');
      assert.notInclude(textOf(app()), 'invented');
      assert.isFalse(has('invented'));
    });

    for (const [what, amounts] of [
      ['20 million characters', { characters: 20_000_000, values: 1 }],
      ['three million values', { characters: 1, values: 3_000_000 }],
    ] as const)
      it(`gives an app an error in place of ${what} of its server, and tells the user`, async () => {
        await show('bulk', amounts);
        const { data } = await logged('["got",true');
        assert.include(JSON.stringify(data), 'Too large for an app');
        await shows('A result of the server was too large for the app');
        await logged('"too-large"');
        app().style.colorScheme = 'dark';
        await logged('"alive"');
        await assertAccessible(app());
      });

    it('gives an app all of a result that is just not too large, and tells it that a resource was', async () => {
      await show('bulk', { characters: 9_000_000, values: 190_000 });
      const { data } = await logged('["got",false,9000000');
      assert.equal(Object(data)[4], 190_000);
      await logged('["read",-32000]');
      await shows('A result of the server was too large for the app');
    });

    it('takes no oversized message', async () => {
      await show('hostile-large');
      await logged('"finished"');
      assert.isFalse(has('answered'));
      assert.isEmpty(host.getSnapshot().requests);
    });

    it('refuses tools, links and messages that are not for them, without a question [AP-44][AP-45][AP-46][AP-47][AP-68]', async () => {
      await show('hostile-calls');
      await logged('"finished"');
      for (const [name, answer] of Object.entries({
        'model-only': -32602,
        unknown: -32602,
        script: -32000,
        inward: -32000,
        'no-chat': -32601,
        full: 'inline',
        pip: 'inline',
        abandoned: -32601,
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
      // Later than all of these.
      app().style.colorScheme = 'dark';
      await logged('"changed":["theme"');
      assert.isFalse(has('forged'));
    });

    it('gives the focus back when one takes it while the user writes, and closes one that does it again', async () => {
      await show('hostile-focus');
      await logged('"tried 20"');
      const field = document.querySelector('textarea');
      await sendMouse({ type: 'move', position: [1, 1] });
      field?.focus();
      // In WebKit, a frame cannot take it.
      if (engine === 'webkit') await logged('"tried 60"');
      else await shows('took the keyboard focus');
      await until(() => document.activeElement === field);
      await sendKeys({ type: 'secret' });
      assert.equal(field?.value, 'secret');
      assert.isFalse(has('heard'));
    });

    it('puts up with one that takes it again, but not soon', async () => {
      await show('hostile-rare-focus');
      const field = document.querySelector('textarea');
      await sendMouse({ type: 'move', position: [1, 1] });
      field?.focus();
      await logged('"tried 2"');
      await until(() => document.activeElement === field);
      assert.isNotNull(frame());
    });

    it('lets them take no key from a dialog of the host', async () => {
      await show('hostile-grab');
      await shows('Open a page for the app of Apps?');
      if (engine === 'webkit') {
        await logged('"tried 20"');
        await until(() => app().shadowRoot?.activeElement === button(app(), 'Cancel'));
        await sendKeys({ press: 'Enter' });
        await logged('["link",{"code":-32000');
      } else await shows('took the keyboard focus');
      await until(() => !app().shadowRoot?.querySelector('dialog')?.open);
      assert.isFalse(has('heard'));
    });

    it('keeps buttons of the page off that they move under the pointer', async () => {
      await show('hostile-grow');
      // Without these, all of it fits into the window: where the page scrolls, a browser may scroll along with what moves.
      for (const other of document.querySelectorAll('main > :is(h1, h2, textarea)')) other.remove();
      const inline = document.createElement('mcp-tool-consent');
      find('mcp-tool-consent').replaceWith(inline);
      const armDelay = 1_000;
      Object.assign(inline, { host, armDelay, inline: true });
      await until(() => (frame()?.clientHeight ?? 0) > 0);
      const call = host.callTool(id, 'broken').catch((error: unknown) => error);
      const allow = await until(() => button(inline, 'Allow once'));
      const isOn = () => allow.ariaDisabled === 'false';
      const move = { top: 0, at: -Infinity };
      let offSince = Infinity;
      await until(() => {
        const now = performance.now();
        const { top } = allow.getBoundingClientRect();
        // A busy machine may not get to the next move in time. Then it may be on until that was seen.
        if (now - move.at > armDelay / 2) offSince = Infinity;
        if (top !== move.top) Object.assign(move, { top, at: now });
        if (!isOn()) offSince = Math.min(offSince, now);
        else assert.equal(offSince, Infinity, `on ${now - move.at} ms after it moved`);
        return now - offSince > 3 * armDelay;
      }, 'it moves and moves');
      assert.isAtMost(allow.getBoundingClientRect().bottom, innerHeight);
      app().style.colorScheme = 'dark';
      await logged('"still"');
      await until(isOn);
      host.getSnapshot().requests.forEach(({ id: request }) => host.respond(request, { action: 'deny' }));
      await call;
    });
  });

  describe('over the whole page', () => {
    const card = () => app().shadowRoot?.querySelector('.card');
    const isFull = () => card()?.matches(':popover-open') === true;
    const full = async () => {
      await click(await until(() => button(app(), 'Full screen')));
      await until(isFull);
    };

    it('shows an app when the user wants it, and tells the app its mode and size [AP-42][AP-44]', async () => {
      await show('hostile-modes');
      await logged('["mode","inline"]');
      await full();
      await until(() => frame()?.clientWidth === document.documentElement.clientWidth);
      const { data } = await logged('"displayMode":"fullscreen"');
      assert.isDefined(data);
      await logged(`"height":${frame()?.clientHeight}`);
      await assertAccessible(app());
      await click(await until(() => button(app(), 'Full screen')));
      await until(() => !isFull());
      await logged('"displayMode":"inline"');
      await until(() => frame()?.clientHeight === 120);
    });

    it('ends with Escape, and when the focus goes to what is behind', async () => {
      await show('hostile-modes');
      await full();
      await sendKeys({ press: 'Escape' });
      await until(() => !isFull());
      await full();
      document.querySelector('textarea')?.focus();
      await until(() => !isFull());
    });

    it('is where no app goes because the user did something in the page [AP-45]', async () => {
      await show('hostile-hover');
      await until(() => frame()?.clientHeight === 120);
      await click(document.querySelector('textarea') ?? assert.fail());
      const { x, y } = frame()?.getBoundingClientRect() ?? assert.fail();
      await sendMouse({ type: 'move', position: [Math.round(x) + 20, Math.round(y) + 20] });
      await sendMouse({ type: 'move', position: [Math.round(x) + 30, Math.round(y) + 30] });
      await logged('"tried 40"');
      assert.isFalse(has('["mode","fullscreen"]'));
      assert.isFalse(isFull());
    });

    it('is where an app goes by itself only after the user did something in it [AP-45]', async () => {
      // What was pressed before is no reason.
      await until(() => !navigator.userActivation.isActive);
      await show('hostile-modes');
      // A frame that is gone may have had it.
      document.querySelector('textarea')?.focus();
      await logged('["mode","inline"]');
      await until(() => frame()?.clientHeight === 120);
      await click(frame() ?? assert.fail());
      await logged('["mode","fullscreen"]');
      assert.isTrue(isFull());
    });

    it('leaves dialogs of the host above the app', async () => {
      await show('hostile-modes');
      await full();
      const call = host.callTool(id, 'broken').catch((error: unknown) => error);
      await chooseIn(find('mcp-tool-consent'), 'Deny');
      assert.propertyVal(await call, 'code', 'denied');
    });

    it('is not offered for an app that does not say it can be shown so [AP-44]', async () => {
      await show('weather', { city: 'Graz' });
      await logged('"celsius":21');
      assert.isUndefined(button(app(), 'Full screen'));
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

  it('sends a message only once the user has seen its end, and nothing that they have not seen [AP-49][AP-50]', async () => {
    const heard: McpAppMessageEvent[] = [];
    await show('hostile-long-message', {}, 'accepts="message"');
    app().addEventListener('mcp-app-message', (event) => heard.push(event));
    await shows('Scroll to the end of the message');
    assert.equal(button(app(), 'Send')?.ariaDisabled, 'true');
    await assertAccessible(app());
    const body = await until(() => app().shadowRoot?.querySelector('dialog .body'));
    body.scrollTop = body.scrollHeight;
    await chooseIn(await until(() => app().shadowRoot?.querySelector('dialog[open]')), 'Send');
    await logged('["message"');
    assert.lengthOf(heard[0]?.content ?? [], 20);
    assert.deepEqual(heard[0]?.content.at(-1), { type: 'text', text: 'the end' });
  });

  it('opens the page that was shown when the user wants it [AP-48]', async () => {
    const opened: unknown[][] = [];
    const open = window.open.bind(window);
    window.open = (...args) => {
      opened.push(args);
      return null;
    };
    try {
      await show('hostile-link');
      await chooseIn(await until(() => app().shadowRoot?.querySelector('dialog[open]')), 'Open page');
      await logged('["link",{}]');
      assert.deepEqual(opened, [['https://example.com/page', '_blank', 'noopener,noreferrer']]);
    } finally {
      window.open = open;
    }
  });

  it('tells the app that its call was cancelled [AP-39]', async () => {
    await place();
    const callId = 'slow';
    Object.assign(app(), { callId });
    host.addConsentPolicy(() => ({ action: 'allow' }));
    const call = host.callTool(id, 'slow', { city: 'Graz' }, { callId }).catch(() => {});
    await logged('"connected":true');
    host.calls.cancel(callId);
    await call;
    assert.equal(Object((await logged('"order":["input","cancelled"]')).data).reason, 'cancelled');
  });

  describe('gives the app what a model has written of the call so far', () => {
    const callId = 'written';
    const partials = () => [...host.log.getSnapshot()].flatMap(({ data }) => Object(data).partial ?? []);
    const write = (args: JsonObject, serverId = id) => {
      app().partialInput = { serverId, name: 'weather', arguments: args };
    };

    it('before the complete input, and nothing after it [AP-36][AP-37]', async () => {
      await place();
      app().callId = callId;
      write({ city: 'G' });
      await logged('{"city":"G"}');
      write({ city: 'Gra' });
      await logged('{"city":"Gra"}');
      const before = frame();
      host.addConsentPolicy(() => ({ action: 'allow' }));
      await host.callTool(id, 'weather', { city: 'Graz' }, { callId });
      const { order } = Object((await logged('{"celsius":21},"city":"Graz"')).data);
      assert.deepEqual(order, ['partial', 'partial', 'input', 'result']);
      assert.equal(frame(), before);
      write({ city: 'Linz' });
      app().style.colorScheme = 'dark';
      await logged('"changed":["theme"');
      assert.deepEqual(partials(), [{ city: 'G' }, { city: 'Gra' }]);
    });

    it('as it is when the app is ready, and once, however often the element is drawn [AP-36]', async () => {
      await place();
      for (const city of ['G', 'Gr', 'Gra']) {
        write({ city });
        await app().updateComplete;
      }
      await logged('{"city":"Gra"}');
      app().requestUpdate();
      await app().updateComplete;
      app().style.colorScheme = 'dark';
      await logged('"changed":["theme"');
      assert.deepEqual(partials(), [{ city: 'Gra' }]);
    });

    it('says that the call was cancelled if the user does not allow it, and closes the app [AP-39]', async () => {
      await place();
      app().callId = callId;
      write({ city: 'Gra' });
      await logged('{"city":"Gra"}');
      const call = host.callTool(id, 'weather', { city: 'Graz' }, { callId }).catch(() => {});
      await chooseIn(find('mcp-tool-consent'), 'Deny');
      await call;
      assert.deepEqual(Object((await logged('"reason"')).data).order, ['partial', 'cancelled']);
      await logged('"torn":true');
      await until(() => !frame() && app().shadowRoot?.querySelector('slot'));
      assert.isFalse(has('"city":"Graz"'));
    });

    it('closes the app when the model gives the call up', async () => {
      await place();
      write({ city: 'Gra' });
      await logged('{"city":"Gra"}');
      app().partialInput = undefined;
      await logged('"reason":"cancelled"');
      await until(() => !frame());
    });

    it('keeps it from the next user of the server', async () => {
      const auth = new FakeSignIn(SIGNED_IN);
      await hold(auth, 'nothing');
      await place();
      write({ city: 'Gra' });
      await logged('{"city":"Gra"}');
      auth.become({ state: 'signed-out' });
      await until(() => !frame());
      assert.isUndefined(app().partialInput);
      auth.become(SIGNED_IN);
      await host.ready(id);
      await app().updateComplete;
      assert.isUndefined(frame() ?? undefined);
    });
  });

  it('keeps to itself what the host and the sandbox page tell each other [AP-18]', async () => {
    const heard = overhear();
    await show('hostile-echo');
    await logged('"listening"');
    const own = { jsonrpc: '2.0', method: 'ui/notifications/sandbox-made-up', params: {} };
    frame()?.contentWindow?.postMessage(own, '*');
    frame()?.contentWindow?.postMessage({ ...own, method: 'ui/notifications/later' }, '*');
    await logged('["heard","ui/notifications/later"]');
    assert.isFalse(has('made-up'));
    assert.isEmpty(heard.filter(({ method }) => String(method).endsWith('made-up')));
  });

  it('asks no more for an app that takes its questions back, and leaves no empty dialog', async () => {
    let opened = 0;
    // oxlint-disable-next-line typescript/unbound-method
    const { showModal } = HTMLDialogElement.prototype;
    HTMLDialogElement.prototype.showModal = function show() {
      opened++;
      showModal.call(this);
    };
    try {
      await show('hostile-insist');
      await logged('asked 6');
      await until(() => !app().shadowRoot?.querySelector('dialog')?.open);
      assert.isBelow(opened, 3);
    } finally {
      HTMLDialogElement.prototype.showModal = showModal;
    }
  });

  it('is not answered by the event that an earlier question was closed', async () => {
    const appears = async (address: string) => {
      await shows(address);
      await until(() => app().shadowRoot?.querySelector('dialog')?.open);
    };
    await show('hostile-twice');
    await appears('example.com /first');
    await click(await until(() => button(app(), 'Cancel')));
    await appears('example.com /second');
    // The event of the first question comes in a task of its own.
    await new Promise((resolve) => setTimeout(resolve));
    assert.isTrue(app().shadowRoot?.querySelector('dialog')?.open);
    assert.include(textOf(app()), 'Open a page for the app of Apps?');
    assert.isFalse(has('["second"'));
    await click(await until(() => button(app(), 'Cancel')));
    await logged('["second",{"code":-32000');
  });

  it('closes an app from the dialog in which it asks for something', async () => {
    await show('hostile-link');
    const dialog = await until(() => app().shadowRoot?.querySelector('dialog[open]'));
    await chooseIn(dialog, 'Close app');
    await shows('The app was closed');
    assert.isNull(app().shadowRoot?.querySelector('dialog[open]') ?? null);
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
