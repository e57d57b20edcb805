import { assert } from 'chai';
import { registerMessages } from '@mcp-web/elements';
import '@mcp-web/elements/host/define';
import { german } from '@mcp-web/elements/messages/de';
import '@mcp-web/elements/server/define';
import { arabic } from '@mcp-web/elements/messages/ar';
import { simplifiedChinese } from '@mcp-web/elements/messages/zh';
import { english } from '../../../packages/elements/src/server/messages.ts';
import { faultUrl, relayUrl, serverUrl, startMortalServer } from '../../support/servers.ts';
import { assertAccessible, button, click, deep, find, mount, press, textOf, unmount, until } from './page.ts';

describe('<mcp-server>', () => {
  afterEach(unmount);

  const inHost = (markup: string) => mount(`<mcp-host>${markup}</mcp-host>`);
  const status = async (wanted: string) => until(() => textOf(find('mcp-server')).includes(wanted), wanted);
  const text = () => textOf(find('mcp-server'));
  /** As on a device that is online again: the page tries at once, not after a pause. */
  const hurryUntil = async (isSo: () => boolean) => {
    const hurry = setInterval(() => dispatchEvent(new Event('online')), 20);
    await until(isSo).finally(() => clearInterval(hurry));
  };

  it('shows in words who the server says it is, where it is, and what both speak', async () => {
    const url = await serverUrl('modern');
    inHost(`<mcp-server src="${url}"></mcp-server>`);
    await status('Connected');
    await until(() => /[1-9]\d* tools/.test(text()));
    assert.include(text(), 'Test server modern');
    assert.include(text(), new URL(url).origin);
    assert.include(text(), '2026-07-28');
    assert.include(text(), 'Call echo first.');
    assert.include(text(), 'logging');
    await assertAccessible(find('mcp-host'));
  });

  it('speaks the revision it is told to', async () => {
    inHost(`<mcp-server src="${await serverUrl('legacy')}" revision="2025-06-18"></mcp-server>`);
    await status('Connected');
    assert.include(text(), '2025-06-18');
  });

  it('warns of a transport that is deprecated, and of no other [SS-07]', async () => {
    inHost(`<mcp-server src="${await serverUrl('everything-sse')}"></mcp-server>`);
    await status('Connected');
    await status('Deprecated transport');
    await assertAccessible(find('mcp-host'));
    unmount();
    inHost(`<mcp-server src="${await serverUrl('legacy')}"></mcp-server>`);
    await status('2025-11-25');
    assert.notInclude(text(), 'Deprecated');
  });

  it('says in four languages what the page can do where the server wants a token, and what is wrong with one', async () => {
    const registered = { de: german, zh: simplifiedChinese, ar: arabic };
    for (const [language, texts] of Object.entries(registered)) registerMessages(language, texts);
    const url = await serverUrl('oauth');
    for (const [language, { server }] of Object.entries({ ...registered, en: { server: english } })) {
      mount(`<mcp-host lang="${language}"><mcp-server src="${url}"></mcp-server></mcp-host>`);
      await until(() => text().includes(server.unauthorized), server.unauthorized);
      assert.include(server.unauthorized, 'redirect-uri');
      find('mcp-server').headers = { Authorization: 'Bearer wrong' };
      await until(() => text().includes(server.refusedHeaders), server.refusedHeaders);
      unmount();
    }
  });

  it('asks the newest function for headers, and stays connected when a template makes another one', async () => {
    const sent: string[] = [];
    inHost(`<mcp-server></mcp-server>`);
    const element = find('mcp-server');
    const giving = (name: string) => () => {
      sent.push(name);
      return { Authorization: `Bearer ${name}` };
    };
    element.headers = giving('first');
    element.src = await serverUrl('legacy');
    await status('Connected');
    assert.deepEqual([...new Set(sent)], ['first']);
    const { id = '' } = element.server ?? {};
    element.headers = giving('second');
    await element.updateComplete;
    await find('mcp-host').host.refresh(id);
    assert.equal(element.server?.id, id);
    assert.equal(sent.at(-1), 'second');
    assert.notInclude(document.documentElement.outerHTML, 'Bearer');
  });

  it('connects again when its headers have another content, and not when they are written anew', async () => {
    inHost(`<mcp-server></mcp-server>`);
    const element = find('mcp-server');
    element.headers = { 'X-User': 'Ada' };
    element.src = await serverUrl('legacy');
    await status('Connected');
    const { id } = element.server ?? {};
    element.headers = { 'x-user': 'Ada' };
    await element.updateComplete;
    assert.equal(element.server?.id, id);
    element.headers = { 'X-User': 'Bob' };
    await until(() => element.server?.status === 'ready' && element.server.id !== id);
  });

  it('says that the requests go through a relay, its own or that of the host', async () => {
    registerMessages('de', german);
    const relay = await relayUrl();
    const url = await serverUrl('cors-none');
    mount(`<mcp-host lang="de"><mcp-server src="${url}" relay="${relay}"></mcp-server></mcp-host>`);
    await status('Verbunden');
    assert.include(text(), `Anfragen laufen über das Relay ${new URL(relay).host}/relay`);
    await assertAccessible(find('mcp-host'));
    unmount();
    mount(`<mcp-host relay="${relay}"><mcp-server src="${url}"></mcp-server></mcp-host>`);
    await status('Connected');
    assert.include(text(), `Requests go through the relay ${new URL(relay).host}/relay`);
    assert.equal(find('mcp-server').server?.relay, relay);
    unmount();
    mount(
      `<mcp-host relay="${relay}"><mcp-server relay="" src="${await serverUrl('modern')}"></mcp-server></mcp-host>`,
    );
    await status('Connected');
    assert.notInclude(text(), 'relay');
  });

  it('shows that it is connecting', async () => {
    inHost(`<mcp-server src="${await faultUrl('connect/slow-stream')}"></mcp-server>`);
    await status('Connecting');
    await assertAccessible(find('mcp-host'));
  });

  for (const [fault, code] of [
    ['connect/html', 'not-mcp'],
    ['connect/bad-json', 'invalid-message'],
    ['connect/404', 'http'],
  ] as const) {
    it(`says what is wrong with ${fault} and connects again when asked to`, async () => {
      inHost(`<mcp-server src="${await faultUrl(fault)}"></mcp-server>`);
      await status('Not connected');
      const { server } = find('mcp-server');
      assert.equal(server?.error?.code, code);
      assert.include(text(), code);
      assert.include(text(), server?.error?.message.slice(0, 60) ?? 'no message');
      await assertAccessible(find('mcp-host'));
      const retry = button(find('mcp-server'), `Retry the connection to ${new URL(server?.url ?? '').host}`);
      assert.exists(retry);
      const seen: string[] = [];
      find('mcp-host').addEventListener('mcp-server-status', (event) => seen.push(event.server.status));
      retry?.focus();
      await press('Enter');
      await until(() => seen.join() === 'connecting,failed');
      await status('Not connected');
    });
  }

  it('says that a server cannot be reached in one sentence, and folds the many causes', async () => {
    inHost('<mcp-server src="http://127.0.0.1:9/mcp"></mcp-server>');
    await status('Not connected');
    const [notice] = deep(find('mcp-server')).filter((element) => element.part.contains('error'));
    const [sentence, causes] = notice?.children ?? [];
    assert.equal(sentence?.textContent, 'http://127.0.0.1:9/mcp could not be reached.');
    assert.instanceOf(causes, HTMLDetailsElement);
    assert.include(causes.textContent, 'CORS headers');
    assert.isFalse(causes.open);
    await assertAccessible(find('mcp-host'));
  });

  it('says which revisions a server speaks where it does not speak the wanted one', async () => {
    inHost(`<mcp-server src="${await serverUrl('modern')}" revision="2025-06-18"></mcp-server>`);
    await status('Not connected');
    assert.match(text(), /speaks MCP 2026-07-28, not 2025-06-18/);
    assert.include(text(), 'unsupported-revision');
  });

  it('explains that a server which pages may not use cannot be reached', async () => {
    inHost(`<mcp-server src="${await serverUrl('cors-none')}"></mcp-server>`);
    await status('Not connected');
    assert.include(text(), 'CORS');
    assert.include(text(), 'network');
  });

  for (const [src, revision] of [
    ['my server', ''],
    ['ftp://example.com', ''],
    ['/mcp', '1999-01-01'],
  ] as const) {
    it(`says what is wrong with ${src} ${revision} without a request`, async () => {
      inHost(`<mcp-server src="${src}" revision="${revision}"></mcp-server>`);
      await status('invalid-argument');
      assert.isEmpty(find('mcp-host').host.getSnapshot().servers);
      await assertAccessible(find('mcp-host'));
    });
  }

  it('announces a failed connection once, with what is wrong', async () => {
    inHost(`<mcp-server src="${await serverUrl('cors-none')}"></mcp-server>`);
    await status('Not connected');
    const heard = deep(find('mcp-server'))
      .filter(
        (region) =>
          ['alert', 'status'].includes(region.getAttribute('role') ?? '') && region.getAttribute('aria-live') !== 'off',
      )
      .map(textOf)
      .filter(Boolean);
    assert.lengthOf(heard, 1);
    assert.include(heard[0], 'Error code');
  });

  it('begins its name where the card begins, whatever the direction of the page and of the name', async () => {
    for (const dir of ['ltr', 'rtl'] as const) {
      mount(
        `<div dir="${dir}"><mcp-host><mcp-server src="${await serverUrl('modern')}"></mcp-server></mcp-host></div>`,
      );
      await status('Test server modern');
      const name = find('mcp-server').renderRoot.querySelector('#name') ?? assert.fail('no name');
      const url = find('mcp-server').renderRoot.querySelector('.url') ?? assert.fail('no address');
      const words = document.createRange();
      words.selectNodeContents(name);
      const side = dir === 'ltr' ? 'left' : 'right';
      assert.closeTo(words.getBoundingClientRect()[side], url.getBoundingClientRect()[side], 1, dir);
      unmount();
    }
  });

  it('says in the language of the page what went wrong, and keeps the English message folded away', async () => {
    registerMessages('de', german);
    mount(`<div lang="de"><mcp-host><mcp-server src="${await serverUrl('cors-none')}"></mcp-server></mcp-host></div>`);
    await status('Der Server ist nicht erreichbar.');
    const alert = find('mcp-server').renderRoot.querySelector('[role=alert]') ?? assert.fail('no alert');
    const message = alert.querySelector('[lang=en]') ?? assert.fail('no message');
    assert.include(textOf(message), 'CORS');
    assert.isFalse(message.checkVisibility());
    assert.include(textOf(alert.querySelector('summary') ?? alert), 'network');
    alert.querySelector('summary')?.click();
    await until(() => message.checkVisibility());
    await assertAccessible(find('mcp-host'));
  });

  it('follows its address', async () => {
    inHost(`<mcp-server src="my server"></mcp-server>`);
    await status('invalid-argument');
    find('mcp-server').src = await serverUrl('legacy');
    await status('Connected');
    find('mcp-server').src = await serverUrl('modern');
    await status('Test server modern');
    assert.lengthOf(find('mcp-host').host.getSnapshot().servers, 1);
  });

  it('tells the page each change of status', async () => {
    const seen: string[] = [];
    const main = mount('');
    main.addEventListener('mcp-server-status', ({ server }) => seen.push(server.status));
    main.insertAdjacentHTML(
      'beforeend',
      `<mcp-host><mcp-server src="${await serverUrl('dual')}"></mcp-server></mcp-host>`,
    );
    await status('Connected');
    assert.deepEqual(seen, ['connecting', 'ready']);
  });

  it('shows that a server died while nobody called it, and connects again when it is back', async () => {
    const { url, kill, startAgain } = await startMortalServer('legacy');
    inHost(`<mcp-server src="${url}"></mcp-server>`);
    await status('Connected');
    await until(() => /[1-9]\d* tools/.test(text()));
    const seen: string[] = [];
    find('mcp-host').addEventListener('mcp-server-status', ({ server }) => seen.push(server.status));
    await kill();
    await hurryUntil(() => seen.includes('failed'));
    await until(() => text().includes('Not connected'));
    await startAgain();
    await hurryUntil(() => seen.at(-1) === 'ready');
    await until(() => text().includes('Connected'));
    await kill();
  });

  describe('when the network was gone', () => {
    /** A server behind a network that can fail, or with wrong answers, and a count of connections. */
    const behind = async (
      isUp: boolean,
      count = 1,
    ): Promise<{ network: { isUp: boolean; isWrong: boolean; held?: Promise<void> }; attempts: () => number }> => {
      const network: { isUp: boolean; isWrong: boolean; held?: Promise<void> } = { isUp, isWrong: false };
      const seen: string[] = [];
      const main = mount('<mcp-host></mcp-host>');
      main.addEventListener('mcp-server-status', ({ server }) => seen.push(server.status));
      const { host } = find('mcp-host');
      const url = await serverUrl('dual');
      const serverId = host.add(url, {
        fetch: async (input, init) => {
          await network.held;
          if (!network.isUp) throw new TypeError('Failed to fetch');
          return network.isWrong
            ? new Response('<p>No</p>', { headers: { 'Content-Type': 'text/html' } })
            : fetch(input, init);
        },
      });
      for (let index = 0; index < count; index++)
        find('mcp-host').append(Object.assign(document.createElement('mcp-server'), { serverId }));
      await status(isUp ? 'Connected' : 'Not connected');
      return { network, attempts: () => seen.filter((one) => one === 'connecting').length };
    };
    const isSeen = (state: DocumentVisibilityState) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: state });
      document.dispatchEvent(new Event('visibilitychange'));
    };
    /** A call notices that the network is gone. */
    const lose = async (network: { isUp: boolean }) => {
      const { host } = find('mcp-host');
      await until(() => host.getSnapshot().servers.find(({ tools, isListing }) => tools.length > 0 && !isListing));
      network.isUp = false;
      await host
        .callTool(host.getSnapshot().servers[0]?.id ?? '', 'echo', { message: 'hi' }, { by: 'user' })
        .catch(() => {});
      await status('Not connected');
    };
    const rest = async () => new Promise((resolve) => setTimeout(resolve, 150));
    afterEach(() => Reflect.deleteProperty(document, 'visibilityState'));

    it('connects again once the device is online, and only once', async () => {
      const { network, attempts } = await behind(false);
      const before = attempts();
      window.dispatchEvent(new Event('online'));
      await until(() => attempts() === before + 1);
      await status('Not connected');
      await rest();
      assert.equal(attempts(), before + 1, 'what fails again stays so');
      network.isUp = true;
      window.dispatchEvent(new Event('online'));
      await status('Connected');
      assert.equal(attempts(), before + 2);
      window.dispatchEvent(new Event('online'));
      await rest();
      assert.equal(attempts(), before + 2, 'what is connected stays so');
    });

    it('makes one attempt, however many elements show the server', async () => {
      const { network } = await behind(false, 5);
      const { host } = find('mcp-host');
      let attempts = 0;
      let last: string | undefined;
      host.subscribe(() => {
        const status = host.getSnapshot().servers[0]?.status;
        attempts += status === 'connecting' && status !== last ? 1 : 0;
        last = status;
      });
      window.dispatchEvent(new Event('online'));
      await until(() => attempts > 0 && host.getSnapshot().servers[0]?.status === 'failed');
      await rest();
      assert.equal(attempts, 1);
      network.isUp = true;
      window.dispatchEvent(new Event('online'));
      await status('Connected');
      assert.equal(attempts, 2);
    });

    it('makes another attempt where the one under way began without the network', async () => {
      const { network, attempts } = await behind(false, 2);
      const { host } = find('mcp-host');
      const before = attempts();
      const held = Promise.withResolvers<void>();
      network.held = held.promise;
      host.retry(host.getSnapshot().servers[0]?.id ?? '');
      await until(() => attempts() > before);
      window.dispatchEvent(new Event('online'));
      // It connects as soon as that attempt has ended.
      host.subscribe(() => (network.isUp ||= host.getSnapshot().servers[0]?.status === 'failed'));
      held.resolve();
      await status('Connected');
    });

    it('connects again when the user first sees a page that was opened in the background', async () => {
      isSeen('hidden');
      const { network, attempts } = await behind(false);
      const before = attempts();
      network.isUp = true;
      window.dispatchEvent(new Event('pageshow'));
      await rest();
      assert.equal(attempts(), before);
      isSeen('visible');
      await status('Connected');
      assert.equal(attempts(), before + 1);
    });

    it('connects again when the user comes back to a page that lost it meanwhile', async () => {
      const { network, attempts } = await behind(true);
      const before = attempts();
      find('mcp-host').host.addConsentPolicy(() => ({ action: 'allow' }));
      isSeen('hidden');
      await lose(network);
      await rest();
      assert.equal(attempts(), before);
      network.isUp = true;
      isSeen('visible');
      await status('Connected');
      assert.equal(attempts(), before + 1);
      await lose(network);
      isSeen('hidden');
      isSeen('visible');
      window.dispatchEvent(new Event('pageshow'));
      await rest();
      assert.equal(attempts(), before + 1, 'it was lost before they left');
    });

    it('says when it tries again, and says only once what is wrong', async () => {
      const { network, attempts } = await behind(false);
      const notice = find('mcp-server').shadowRoot?.querySelector('[role=alert]');
      assert.exists(notice);
      assert.match(text(), /Next attempt at \d+:\d\d:\d\d/);
      const before = attempts();
      const held = Promise.withResolvers<void>();
      network.held = held.promise;
      window.dispatchEvent(new Event('online'));
      await status('Connecting');
      assert.notInclude(text(), 'Next attempt');
      assert.include(text(), 'network');
      held.resolve();
      await status('Not connected');
      assert.isAbove(attempts(), before);
      assert.equal(find('mcp-server').shadowRoot?.querySelector('[role=alert]'), notice);
      network.isUp = true;
      window.dispatchEvent(new Event('online'));
      await status('Connected');
      assert.notInclude(text(), 'Next attempt');
    });

    it('does not retry after an error of the server', async () => {
      const { network, attempts } = await behind(true);
      const { host } = find('mcp-host');
      network.isWrong = true;
      host.retry(host.getSnapshot().servers[0]?.id ?? '');
      await status('not-mcp');
      const before = attempts();
      window.dispatchEvent(new Event('online'));
      await rest();
      assert.equal(attempts(), before);
      assert.notInclude(text(), 'Next attempt');
    });
  });

  it('goes away with its server when the user removes it', async () => {
    inHost(`<mcp-server src="${await serverUrl('dual')}"></mcp-server>`);
    await status('Connected');
    const { host } = find('mcp-host');
    const remove = button(find('mcp-server'), 'Remove Test server dual');
    if (remove) await click(remove);
    await until(() => host.getSnapshot().servers.length === 0);
    assert.lengthOf(document.querySelectorAll('mcp-server'), 0);
  });

  it('stays when the page prevents its removal', async () => {
    inHost(`<mcp-server src="my server"></mcp-server>`);
    await status('invalid-argument');
    find('mcp-host').addEventListener('mcp-server-remove', (event) => event.preventDefault());
    button(find('mcp-server'), 'Remove my server')?.click();
    assert.isTrue(find('mcp-server').isConnected);
  });

  it('shows a server that the host already has', async () => {
    inHost('<mcp-server server-id="mine"></mcp-server>');
    const { host } = find('mcp-host');
    host.add(await serverUrl('dual'), { id: 'mine' });
    await status('Connected');
    button(find('mcp-server'), 'Remove Test server dual')?.click();
    assert.isEmpty(host.getSnapshot().servers);
    assert.isTrue(find('mcp-server').isConnected);
  });

  it('limits what it shows until the user wants all of it, and spells out invisible characters', async () => {
    const src = `my ${'x'.repeat(2000)} \u202E server`;
    inHost('<mcp-server></mcp-server>');
    find('mcp-server').src = src;
    await status('invalid-argument');
    assert.isBelow(text().length, 1000);
    const all = await until(() =>
      deep(find('mcp-server')).find(
        (element): element is HTMLElement => element instanceof HTMLElement && textOf(element).startsWith('Show all'),
      ),
    );
    await click(all);
    await status('‹U+202E› server');
    assert.equal(all.textContent, 'Show less');
    await click(all);
    assert.isBelow(text().length, 1000);
  });

  it('says that it needs a host', async () => {
    mount('<mcp-server src="/mcp"></mcp-server>');
    await status('mcp-host');
  });
});
