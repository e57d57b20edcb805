import { assert } from 'chai';
import { type Authorizer, McpHost as ClientHost } from '@mcp-web/client';
import type { McpServerElement } from '@mcp-web/elements';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/server/define';
import '@mcp-web/elements/tools/define';
import * as elements from '@mcp-web/elements';
import * as reactComponents from '@mcp-web/elements/react';
import { McpHost, McpServer, McpTools, useMcpHost } from '@mcp-web/elements/react';
import { createElement, type ReactElement, StrictMode } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { isChromium } from '../../support/engine.ts';
import { serverUrl } from '../../support/servers.ts';
import { find, mount, textOf, unmount, until } from './page.ts';

describe('the React components', () => {
  let root: Root | undefined;
  afterEach(() => {
    root?.unmount();
    unmount();
  });

  it('give an element that the server rendered its properties and listeners when it is hydrated', async () => {
    const host = new ClientHost();
    await host.ready(host.add(await serverUrl('dual'), { id: 'dual' }));
    const heard: string[] = [];
    const refs: unknown[] = [];
    const page = (): ReactElement =>
      createElement(
        McpHost,
        { host, 'client-name': 'page', className: 'wide' },
        createElement(McpServer, {
          serverId: 'dual',
          ref: (element: McpServerElement | null) => void refs.push(element),
          'onmcp-server-status': ({ server }: { server: { status: string } }) => heard.push(server.status),
        }),
        createElement(McpTools, { markdown: true }),
      );
    const html = renderToString(page());
    assert.include(html, '<mcp-host client-name="page" class="wide">');
    const main = mount(`<div id="app">${html}</div>`);
    const app = main.querySelector('#app') ?? assert.fail('no app');
    const complaints: unknown[] = [];
    root = hydrateRoot(app, page(), { onRecoverableError: (error) => complaints.push(error) });
    await until(() => textOf(find('mcp-tools')).includes('Echo'));
    await until(() => textOf(find('mcp-server')).includes('Connected'));
    assert.isEmpty(complaints);
    assert.equal(find('mcp-host').host, host);
    assert.isTrue(find('mcp-tools').markdown);
    assert.deepEqual(refs, [find('mcp-server')]);
    host.retry('dual');
    await until(() => heard.includes('connecting'));
    host.close();
  });

  it('are in what a server sends with all that an element reads when it makes its host', async () => {
    const props = { clientName: 'Panel', redirectUri: '/signed-in', storeCalls: true, showApps: false };
    const hydrated: unknown[] = [];
    const ref = (element: unknown): void => void hydrated.push(element);
    const page = (more = {}): ReactElement =>
      createElement(McpHost, { ...props, ...more, ref }, createElement(McpTools, { markdown: true }));
    const html = renderToString(page());
    const main = mount(`<div id="app">${html}</div>`);
    const host = find('mcp-host');
    assert.sameMembers(host.getAttributeNames(), ['client-name', 'redirect-uri', 'store-calls']);
    assert.deepEqual(
      [host.clientName, host.redirectUri, host.storeCalls, host.showApps],
      ['Panel', '/signed-in', true, false],
    );
    assert.isTrue(find('mcp-tools').markdown);
    const complaints: unknown[] = [];
    root = hydrateRoot(main.querySelector('#app') ?? assert.fail('no app'), page(), {
      onRecoverableError: (error) => complaints.push(error),
    });
    await until(() => hydrated.includes(host));
    root.render(page({ storeCalls: false }));
    await until(() => !host.hasAttribute('store-calls') && !host.storeCalls);
    assert.isEmpty(complaints);
  });

  it('know which properties have an attribute', () => {
    const html: string[] = [];
    const expected: string[] = [];
    for (const [name, Element] of Object.entries(elements)) {
      if (!/^Mcp\w+Element$/.test(name) || !('elementProperties' in Element)) continue;
      const component: unknown = Reflect.get(reactComponents, name.replace(/Element$/, ''));
      for (const [property, { attribute, type }] of Element.elementProperties) {
        if (typeof property !== 'string' || typeof attribute !== 'string') continue;
        const value = type === Boolean ? true : type === Number ? 3 : 'a text';
        html.push(renderToString(createElement(component as typeof McpHost, { [property]: value })));
        expected.push(attribute);
      }
    }
    assert.isAbove(html.length, 20);
    html.forEach((text, index) => assert.include(text, ` ${expected[index]}="`));
  });

  it('give a host that was made before hydration what signs users in', async () => {
    const asked: string[] = [];
    const auth: Authorizer = {
      authorize: (server, send) => (input, init) => {
        asked.push(server.href);
        return send(input, init);
      },
    };
    const url = await serverUrl('dual');
    const page = (): ReactElement =>
      createElement(McpHost, { auth }, createElement(McpServer, { src: url }), createElement(McpTools));
    const main = mount(`<div id="app">${renderToString(page())}</div>`);
    // The element connects before React is there.
    await until(() => textOf(find('mcp-server')).includes('Connected'));
    assert.isEmpty(asked);
    const app = main.querySelector('#app') ?? assert.fail('no app');
    root = hydrateRoot(app, page());
    await until(() => asked.length > 0 && textOf(find('mcp-server')).includes('Connected'));
    await until(() => textOf(find('mcp-tools')).includes('Echo'));
    root.render(page());
    assert.lengthOf(find('mcp-host').host.getSnapshot().servers, 1);
  });

  it('take a property back, and a listener', async () => {
    const heard: string[] = [];
    const listening = { 'onmcp-server-status': () => heard.push('old') };
    const main = mount('<div id="app"></div>');
    const app = main.querySelector('#app') ?? assert.fail('no app');
    root = createRoot(app);
    const host = new ClientHost();
    const show = (props: Record<string, unknown>): void => root?.render(createElement(McpServer, props));
    show({ host, ...listening });
    await until(() => main.querySelector('mcp-server')?.host === host);
    show({});
    await until(() => find('mcp-server').host === undefined);
    find('mcp-server').dispatchEvent(new Event('mcp-server-status'));
    assert.isEmpty(heard);
    host.close();
  });

  it('exist for every element', () => {
    const tags = Object.values(reactComponents).flatMap((value) => Reflect.get(value, 'displayName') ?? []);
    const classes = Object.keys(elements).filter((name) => /^Mcp\w+Element$/.test(name));
    const tagOf = (name: string): string =>
      name
        .replace(/Element$/, '')
        .replaceAll(/(?!^)([A-Z])/g, '-$1')
        .toLowerCase();
    assert.sameMembers(tags, classes.map(tagOf));
  });
});

describe('useMcpHost', () => {
  let root: Root | undefined;
  afterEach(() => {
    root?.unmount();
    unmount();
  });

  it('makes no host on a server, and one in a browser, with what it knows', async () => {
    const url = await serverUrl('dual');
    const made: ClientHost[] = [];
    function Page(): ReactElement {
      const { host, snapshot } = useMcpHost((begun) => {
        made.push(begun);
        begun.add(url);
      });
      return createElement(
        'p',
        {},
        host ? 'host' : 'none',
        snapshot.servers.map(({ status, tools }) => `${status} ${tools.length}`),
      );
    }
    const html = renderToString(createElement(Page));
    assert.include(html, 'none');
    assert.isEmpty(made);
    const main = mount(`<div id="app">${html}</div>`);
    const app = main.querySelector('#app') ?? assert.fail('no app');
    const complaints: unknown[] = [];
    root = hydrateRoot(app, createElement(StrictMode, {}, createElement(Page)), {
      onRecoverableError: (error) => complaints.push(error),
    });
    await until(() => /host ready [1-9]/.test(textOf(app)));
    assert.isEmpty(complaints);
    root.unmount();
    await until(() => made.every((host) => host.getSnapshot().servers.length === 0));
  });
});

describe('an <mcp-host> whose elements have no server', () => {
  const { warn } = console;
  let warnings: string[] = [];
  beforeEach(() => {
    warnings = [];
    console.warn = (text: string) => warnings.push(text);
  });
  afterEach(() => {
    console.warn = warn;
    unmount();
  });

  it('says on the console that its host property was not set, if it was in the page before it was defined', async () => {
    // Made while the page has such elements already, it is no upgrade.
    mount('<mcp-host><mcp-tools></mcp-tools></mcp-host>');
    // A document of the parser defines no elements: these are upgraded when they enter the page.
    const { body } = new DOMParser().parseFromString('<mcp-host><mcp-tools></mcp-tools></mcp-host>', 'text/html');
    const upgraded = body.firstElementChild ?? assert.fail('no element');
    find('main').append(upgraded);
    await until(() => warnings.length > 0);
    assert.lengthOf(warnings, 1);
    assert.include(warnings[0], '@mcp-web/elements/react');
  });

  // Waits 5 s; the test above waits as long in every engine.
  if (isChromium)
    it('says nothing of one whose server the user has removed', async () => {
      mount('<mcp-host><mcp-tools></mcp-tools></mcp-host>');
      const html = '<mcp-host><mcp-tools></mcp-tools></mcp-host>'.repeat(2);
      const { body } = new DOMParser().parseFromString(html, 'text/html');
      const upgraded = [...body.querySelectorAll('mcp-host')];
      find('main').append(...upgraded);
      const { host } = upgraded[0] ?? assert.fail('no element');
      const id = host.add('https://scripted.example/mcp', { fetch: () => new Promise(() => {}) });
      await new Promise<void>((resolve) => host.subscribe(resolve));
      host.remove(id);
      // The other had to wait as long, and began later.
      await until(() => warnings.length > 0);
      assert.lengthOf(warnings, 1);
    });
});
