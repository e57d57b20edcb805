import { assert } from 'chai';
import type { McpHost } from '@mcp-web/client';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/server/define';
import '@mcp-web/elements/resource-picker/define';
import { json, modernServer, result } from '../../support/scripted-server.ts';
import { faultUrl, serverUrl } from '../../support/servers.ts';
import {
  assertAccessible,
  button,
  click,
  deep,
  find,
  focused,
  mount,
  press,
  textOf,
  type,
  unmount,
  until,
} from './page.ts';

describe('<mcp-resource-picker>', () => {
  let url: string;
  before(async () => (url = await serverUrl('dual')));
  afterEach(unmount);

  const picker = () => find('mcp-resource-picker');
  const options = () => [...picker().renderRoot.querySelectorAll<HTMLElement>('[role=option]')];
  const option = (title: string) => options().find((candidate) => textOf(candidate).startsWith(title));
  const active = () => textOf(picker().renderRoot.querySelector('[aria-selected=true]') ?? document.createElement('p'));
  const field = () => find('input', picker().renderRoot);
  const panel = () => picker().renderRoot.querySelector('.panel');
  const shows = async (part: string) => until(() => textOf(picker()).includes(part), part);

  const open = async (urls: string[]): Promise<{ host: McpHost; asked: string[]; picked: string[] }> => {
    mount('<mcp-host><mcp-resource-picker></mcp-resource-picker></mcp-host>');
    const { host } = find('mcp-host');
    const asked: string[] = [];
    const watched: typeof fetch = (input, init) => {
      if (typeof init?.body === 'string') asked.push(String(/"method":"([^"]+)"/.exec(init.body)?.[1]));
      return fetch(input, init);
    };
    for (const src of urls) host.add(src, { fetch: watched });
    const picked: string[] = [];
    picker().addEventListener('mcp-resource-pick', ({ server, uri, result }) =>
      picked.push(`${server.url} ${uri} ${JSON.stringify(result.contents)}`),
    );
    await until(() => picker().hasUpdated);
    return { host, asked, picked };
  };
  /** Waits until everything is listed and rendered. */
  const isReady = async (host: McpHost) => {
    await until(() => host.getSnapshot().servers.every(({ status, isListing }) => status === 'ready' && !isListing));
    await until(() => options().length > 0);
  };
  const pick = async (title: string) => {
    (await until(() => option(title), title)).click();
    await until(() => focused()?.localName === 'h3' && textOf(focused() ?? document).startsWith(title), title);
  };
  const act = (name: string) => button(picker(), name)?.click();

  it('fits into the height that the page gives it, and scrolls what is selected', async () => {
    const { host } = await open([url]);
    await isReady(host);
    Object.assign(picker().style, { inlineSize: '900px', blockSize: '360px' });
    const [first] = options();
    first?.click();
    await until(panel);
    const card = picker().renderRoot.querySelector('.card') ?? assert.fail('no card');
    assert.equal(card.getBoundingClientRect().height, 360);
    const detail = picker().renderRoot.querySelector('.detail') ?? assert.fail('no detail');
    panel()?.append(Object.assign(document.createElement('p'), { textContent: 'A line. '.repeat(2_000) }));
    assert.isAtMost(detail.getBoundingClientRect().bottom, card.getBoundingClientRect().bottom);
    detail.scrollTop = 1e6;
    assert.isAbove(detail.scrollTop, 0);
  });

  it('lists resources and templates by server, with the origin of each [RE-02]', async () => {
    const legacy = await serverUrl('legacy');
    const { host } = await open([url, legacy]);
    await isReady(host);
    await until(() => options().length === 6);
    for (const part of [
      'Test server dual',
      new URL(url).origin,
      new URL(legacy).origin,
      'Notes of today',
      'test://notes/today',
      'test://notes/{day}',
      'Template',
    ])
      await shows(part);
    await assertAccessible(picker());
  });

  it('reads nothing before the user asks for it, and gives the page nothing before they say so [RE-03]', async () => {
    const { host, asked, picked } = await open([url]);
    await isReady(host);
    await pick('Notes of today');
    await assertAccessible(picker());
    assert.notInclude(asked, 'resources/read');
    act('Preview');
    await shows('Water the plants.');
    assert.include(asked, 'resources/read');
    assert.deepEqual(picked, []);
    await assertAccessible(picker());
    act('Use this resource');
    await until(() => picked.length === 1);
    assert.deepEqual(picked, [
      `${host.getSnapshot().servers[0]?.url} test://notes/today [{"uri":"test://notes/today","mimeType":"text/plain","text":"Water the plants."}]`,
    ]);
  });

  it('fills a template with what its server suggests [RE-04] [CO-01]', async () => {
    const { host } = await open([url]);
    await isReady(host);
    field().focus();
    await type('notes of a day');
    await until(() => active().startsWith('Notes of a day'));
    await press('Enter');
    await until(() => focused()?.localName === 'h3');
    act('Preview');
    await until(() => focused()?.getAttribute('aria-invalid') === 'true', 'the missing variable');
    await press('ArrowDown');
    await until(() => textOf(panel() ?? document).includes('tomorrow'));
    await type('tod');
    await until(() => !textOf(panel() ?? document).includes('tomorrow'));
    await press('ArrowDown');
    await press('Enter');
    await until(() => textOf(panel()?.querySelector('.address') ?? document) === 'test://notes/today');
    await assertAccessible(picker());
    await press('Enter');
    await shows('Water the plants.');
  });

  it('says that a followed resource changed, until it is read again', async () => {
    const { host } = await open([url]);
    await isReady(host);
    await pick('Notes of today');
    act('Preview');
    await shows('Water the plants.');
    act('Subscribe');
    await shows('Updates will appear here.');
    const server = host.getSnapshot().servers[0]?.id ?? '';
    host.addConsentPolicy(() => ({ action: 'allow' }));
    // The stream for announcements may still be opening.
    const timer = setInterval(
      () => void host.callTool(server, 'announce', { what: 'test://notes/today' }).catch(() => {}),
      200,
    );
    try {
      await shows('Updated at');
    } finally {
      clearInterval(timer);
    }
    assert.include(textOf(option('Notes of today') ?? document), 'Updated');
    await assertAccessible(picker());
    act('Unsubscribe');
    await until(() => !textOf(picker()).includes('Updated'));
  });

  it('keeps following a resource that another picker on the same host stops following', async () => {
    const { host, asked } = await open([]);
    const other = document.createElement('mcp-resource-picker');
    find('mcp-host').append(other);
    const watched: typeof fetch = (input, init) => {
      if (typeof init?.body === 'string') asked.push(String(/"method":"([^"]+)"/.exec(init.body)?.[1]));
      return fetch(input, init);
    };
    host.add(await serverUrl('legacy'), { fetch: watched });
    await isReady(host);
    for (const each of [picker(), other]) {
      (
        await until(() =>
          [...each.renderRoot.querySelectorAll<HTMLElement>('[role=option]')].find((candidate) =>
            textOf(candidate).startsWith('Notes of today'),
          ),
        )
      ).click();
      (await until(() => button(each, 'Subscribe'))).click();
      await until(() => textOf(each).includes('Updates will appear here.'));
    }
    await until(() => asked.includes('resources/subscribe'));
    picker().remove();
    const server = host.getSnapshot().servers[0]?.id ?? '';
    host.addConsentPolicy(() => ({ action: 'allow' }));
    const timer = setInterval(
      () => void host.callTool(server, 'announce', { what: 'test://notes/today' }).catch(() => {}),
      200,
    );
    try {
      await until(() => textOf(other).includes('Updated at'));
    } finally {
      clearInterval(timer);
    }
    assert.notInclude(asked, 'resources/unsubscribe');
    button(other, 'Unsubscribe')?.click();
    await until(() => asked.includes('resources/unsubscribe'));
    assert.lengthOf(
      asked.filter((method) => method === 'resources/subscribe'),
      1,
    );
  });

  it('says why a resource cannot be read, and lets the user try again [RE-06]', async () => {
    const { host } = await open([url]);
    await isReady(host);
    await pick('Notes of a day');
    find('mcp-schema-form', picker().renderRoot).focus();
    await until(() => focused()?.localName === 'input');
    await type('never');
    await press('Enter');
    await until(() => button(picker(), 'Retry'));
    await assertAccessible(picker());
  });

  it('shows resources as text, whatever they are [RE-11]', async () => {
    const { host } = await open([url]);
    await isReady(host);
    await pick('pixel');
    act('Preview');
    await until(() => deep(picker()).find(({ localName }) => localName === 'img' || localName === 'canvas'));
    assert.isEmpty(
      deep(picker()).filter(
        ({ localName }) => localName === 'iframe' || localName === 'object' || localName === 'embed',
      ),
    );
  });

  it('finds by title, address and description, and says when nothing matches', async () => {
    const { host } = await open([url]);
    await isReady(host);
    await click(field());
    await type('pix');
    await until(() => options().length === 1);
    await type('zzz');
    await shows('No resources match.');
    await assertAccessible(picker());
    button(picker(), 'Clear the filter')?.click();
    await until(() => options().length === 3);
    assert.isTrue(focused() === field());
  });

  it('shows those for the user or for models, and the most important or the newest first [RE-09]', async () => {
    const { host } = await open([]);
    const resource = (name: string, annotations?: object) => ({
      uri: `test://${name}`,
      name,
      ...(annotations && { annotations }),
    });
    const resources = [
      resource('plain'),
      resource('for-user', { audience: ['user'], priority: 0.2, lastModified: '2026-03-01T00:00:00Z' }),
      resource('for-models', { audience: ['assistant'], priority: 0.9, lastModified: '2026-01-01T00:00:00Z' }),
      resource('for-both', { audience: ['user', 'assistant'], priority: 7, lastModified: 'yesterday' }),
    ];
    const { fetch } = modernServer(
      ({ method, id }) =>
        method === 'resources/list'
          ? json(result(id, { resultType: 'complete', resources, ttlMs: 0, cacheScope: 'private' }))
          : undefined,
      { resources: {} },
    );
    host.add('https://resources.example/mcp', { fetch });
    await until(() => options().length === 4);
    const names = () =>
      options()
        .map((each) => /[\w-]+/.exec(textOf(each))?.[0])
        .join(' ');
    const choose = async (name: string, value: string, wanted: string) => {
      const select = deep(picker()).find(
        (element): element is HTMLSelectElement => element instanceof HTMLSelectElement && element.ariaLabel === name,
      );
      assert.isTrue(select !== undefined, name);
      if (!select) return;
      select.value = value;
      select.dispatchEvent(new Event('change'));
      await until(() => names() === wanted, `${wanted}, not ${names()}`);
    };
    assert.equal(names(), 'plain for-user for-models for-both');
    await choose('Audience', 'user', 'plain for-user for-both');
    await choose('Audience', 'assistant', 'plain for-models for-both');
    await choose('Audience', '', 'plain for-user for-models for-both');
    await choose('Order', 'priority', 'for-models for-user plain for-both');
    await choose('Order', 'date', 'for-user for-models plain for-both');
    await assertAccessible(picker());
  });

  it('shows the size that the server states, and reads what it sends [RE-12]', async () => {
    const { host } = await open([]);
    const resources = [{ uri: 'test://huge', name: 'huge', size: 5_000_000_000 }];
    const { fetch } = modernServer(
      ({ method, id }) => {
        const answer = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
        if (method === 'resources/list') return json(result(id, { ...answer, resources }));
        return method === 'resources/read'
          ? json(result(id, { ...answer, contents: [{ uri: 'test://huge', text: 'only this' }] }))
          : undefined;
      },
      { resources: {} },
    );
    host.add('https://resources.example/mcp', { fetch });
    await pick('huge');
    await shows('5 GB');
    act('Preview');
    await shows('only this');
  });

  it('takes no key from an input method', async () => {
    const { host } = await open([url]);
    await isReady(host);
    field().focus();
    await press('ArrowDown');
    const before = await until(() => active() || undefined);
    for (const init of [{ isComposing: true }, { keyCode: 229 }]) {
      for (const key of ['Enter', 'ArrowDown', 'Escape'])
        field().dispatchEvent(new KeyboardEvent('keydown', { key, ...init, bubbles: true, cancelable: true }));
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal(active(), before);
    assert.isNull(panel());
  });

  it('says that a server is gone while its resource is open', async () => {
    const { host } = await open([url, await serverUrl('legacy')]);
    await isReady(host);
    await pick('Notes of today');
    host.remove(host.getSnapshot().servers[0]?.id ?? '');
    await shows('Server removed.');
    assert.equal(button(picker(), 'Preview')?.ariaDisabled, 'true');
  });

  it('says that a resource is no longer listed, and marks what was read of it', async () => {
    const { host } = await open([]);
    let resources = [
      { uri: 'test://one', name: 'one' },
      { uri: 'test://two', name: 'two' },
    ];
    const answer = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
    const { fetch } = modernServer(
      ({ method, id }) => {
        if (method === 'resources/list') return json(result(id, { ...answer, resources }));
        return method === 'resources/read'
          ? json(result(id, { ...answer, contents: [{ uri: 'test://one', text: 'as it was' }] }))
          : undefined;
      },
      { resources: {} },
    );
    const id = host.add('https://resources.example/mcp', { fetch });
    await pick('one');
    act('Preview');
    await shows('as it was');
    assert.notInclude(textOf(picker()), 'no longer');
    resources = resources.slice(1);
    await host.refresh(id);
    await shows('The server no longer lists this resource.');
    await shows('Contents when last read');
    await shows('as it was');
    await assertAccessible(picker());
    resources = [];
    await host.refresh(id);
    await until(() => options().length === 0);
    await shows('as it was');
    resources = [{ uri: 'test://one', name: 'one' }];
    await host.refresh(id);
    await until(() => !textOf(picker()).includes('no longer'));
  });

  const many = async (): Promise<{ host: McpHost; id: string; resources: { uri: string; name: string }[] }> => {
    const { host } = await open([]);
    const resources = Array.from({ length: 1_000 }, (_, index) => ({ uri: `test://${index}`, name: `one ${index}` }));
    const { fetch } = modernServer(
      ({ method, id }) =>
        method === 'resources/list'
          ? json(result(id, { resultType: 'complete', ttlMs: 0, cacheScope: 'private', resources }))
          : undefined,
      { resources: {} },
    );
    const id = host.add('https://resources.example/mcp', { fetch });
    await until(() => host.getSnapshot().servers[0]?.resources.length === 1_000);
    await until(() => options().length > 0);
    return { host, id, resources };
  };

  it('keeps the scroll position when resources arrive, and keeps a visible active one in view', async () => {
    const { host, id, resources } = await many();
    field().focus();
    await press('ArrowDown');
    await press('ArrowDown');
    await until(() => active().startsWith('one 1'));
    const list = await until(() => picker().renderRoot.querySelector('[role=listbox]'));
    const add = async (count: number) => {
      resources.unshift(
        ...Array.from({ length: count }, (_, index) => ({
          uri: `test://new/${resources.length + index}`,
          name: 'new',
        })),
      );
      await host.refresh(id);
      await picker().updateComplete;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    };
    await add(100);
    await until(() => active().startsWith('one 1'));
    assert.isAbove(list.scrollTop, 1_000);
    list.scrollTop = 30_000;
    await until(() => active() === '');
    await add(1);
    assert.equal(list.scrollTop, 30_000);
  });

  it('does not look through the whole list at each key while a resource is open', async () => {
    await many();
    field().focus();
    await type('one 999');
    await pick('one 999');
    field().focus();
    const { stringify } = JSON;
    let count = 0;
    JSON.stringify = new Proxy(stringify, {
      apply: (target, self, given: Parameters<typeof stringify>): unknown => {
        count++;
        return Reflect.apply(target, self, given);
      },
    });
    try {
      await press('Backspace');
      await until(() => options().length > 1);
    } finally {
      JSON.stringify = stringify;
    }
    assert.isBelow(count, 500);
  });

  it('says that nothing is offered, without a field to find it or a place to pick it', async () => {
    const { host } = await open([]);
    let resources: { uri: string; name: string }[] = [];
    const { fetch } = modernServer(
      ({ method, id }) =>
        method === 'resources/list'
          ? json(result(id, { resultType: 'complete', ttlMs: 0, cacheScope: 'private', resources }))
          : undefined,
      { resources: {} },
    );
    const id = host.add('https://resources.example/mcp', { fetch });
    await shows('No server has resources.');
    assert.notInclude(textOf(picker()), 'Select a resource');
    assert.isNull(picker().renderRoot.querySelector('input'));
    await assertAccessible(picker());
    resources = [{ uri: 'test://one', name: 'one' }];
    await host.refresh(id);
    await shows('Select a resource');
    field().focus();
    resources = [];
    await host.refresh(id);
    await shows('No server has resources.');
    assert.isTrue(focused() === field(), 'who is in the field stays there');
  });

  it('says what to do without servers, and if one is not connected', async () => {
    const { host } = await open([]);
    await shows('Connect a server');
    await assertAccessible(picker());
    host.add(await faultUrl('connect/html'));
    await until(() => host.getSnapshot().servers[0]?.status === 'failed');
    await shows('Not connected');
    await assertAccessible(picker());
  });
});
