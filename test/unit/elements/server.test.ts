import { assert } from 'chai';
import '@mcp-web/elements/host/define.js';
import '@mcp-web/elements/server/define.js';
import { faultUrl, serverUrl } from '../../support/servers.ts';
import { assertAccessible, button, click, deep, find, mount, press, textOf, unmount, until } from './page.ts';

describe('<mcp-server>', () => {
  afterEach(unmount);

  const inHost = (markup: string) => mount(`<mcp-host>${markup}</mcp-host>`);
  const status = async (wanted: string) => until(() => textOf(find('mcp-server')).includes(wanted), wanted);
  const text = () => textOf(find('mcp-server'));

  it('shows in words who the server says it is, where it is, and what both speak', async () => {
    const url = await serverUrl('modern');
    inHost(`<mcp-server src="${url}"></mcp-server>`);
    await status('Connected');
    await until(() => /[1-9]\d* tools/.test(text()));
    assert.include(text(), 'Test server modern');
    assert.include(text(), new URL(url).origin);
    assert.include(text(), '2026-07-28');
    assert.include(text(), 'modern era');
    assert.include(text(), 'Call echo first.');
    assert.include(text(), 'logging');
    await assertAccessible(find('mcp-host'));
  });

  it('speaks the revision it is told to', async () => {
    inHost(`<mcp-server src="${await serverUrl('legacy')}" revision="2025-06-18"></mcp-server>`);
    await status('Connected');
    assert.include(text(), '2025-06-18');
    assert.include(text(), 'legacy era');
  });

  it('shows that it is connecting', async () => {
    inHost(`<mcp-server src="${await faultUrl('connect/slow-stream')}"></mcp-server>`);
    await status('Connecting');
    await assertAccessible(find('mcp-host'));
  });

  for (const [fault, code] of [['connect/html', 'not-mcp'], ['connect/bad-json', 'invalid-message'], ['connect/404', 'http']] as const) {
    it(`says what is wrong with ${fault} and connects again when asked to`, async () => {
      inHost(`<mcp-server src="${await faultUrl(fault)}"></mcp-server>`);
      await status('Not connected');
      const { server } = find('mcp-server');
      assert.equal(server?.error?.code, code);
      assert.include(text(), code);
      assert.include(text(), server?.error?.message.slice(0, 60) ?? 'no message');
      await assertAccessible(find('mcp-host'));
      const retry = button(find('mcp-server'), `Try again to connect to ${new URL(server?.url ?? '').host}`);
      assert.exists(retry);
      const seen: string[] = [];
      find('mcp-host').addEventListener('mcp-server-status', (event) => seen.push(event.server.status));
      retry?.focus();
      await press('Enter');
      await until(() => seen.join() === 'connecting,failed');
      await status('Not connected');
    });
  }

  it('explains that a server which pages may not use cannot be reached', async () => {
    inHost(`<mcp-server src="${await serverUrl('cors-none')}"></mcp-server>`);
    await status('Not connected');
    assert.include(text(), 'CORS');
    assert.include(text(), 'network');
  });

  for (const [src, revision] of [['my server', ''], ['ftp://example.com', ''], ['/mcp', '1999-01-01']] as const) {
    it(`says what is wrong with ${src} ${revision} without a request`, async () => {
      inHost(`<mcp-server src="${src}" revision="${revision}"></mcp-server>`);
      await status('invalid-argument');
      assert.isEmpty(find('mcp-host').host.getSnapshot().servers);
      await assertAccessible(find('mcp-host'));
    });
  }

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
    main.insertAdjacentHTML('beforeend', `<mcp-host><mcp-server src="${await serverUrl('dual')}"></mcp-server></mcp-host>`);
    await status('Connected');
    assert.deepEqual(seen, ['connecting', 'ready']);
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

  it('bounds what it shows until the user wants all of it, and spells out what cannot be seen', async () => {
    const src = `my ${'x'.repeat(2000)} \u202E server`;
    inHost('<mcp-server></mcp-server>');
    find('mcp-server').src = src;
    await status('invalid-argument');
    assert.isBelow(text().length, 1000);
    const all = await until(() => deep(find('mcp-server')).find((element): element is HTMLElement => element instanceof HTMLElement && textOf(element).startsWith('Show all')));
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
