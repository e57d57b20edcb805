/** The list of servers that users manage. */
import { assert } from 'chai';
import { McpHost } from '@mcp-web/client';
import { ServerList } from '@mcp-web/client/servers';
import { registerMessages } from '@mcp-web/elements';
import { arabic } from '@mcp-web/elements/messages/ar';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/servers/define';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { quickConsentStore } from '../../support/quick-consent-store.ts';
import { serverUrl } from '../../support/servers.ts';
import {
  assertAccessible,
  button,
  click,
  deep,
  find,
  focused,
  mount,
  press,
  pressAlt,
  textOf,
  type,
  unmount,
  until,
} from './page.ts';

/** Whether the browser does what the field does with the key. */
const pressIn = (field: Element): boolean =>
  field.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true, composed: true, cancelable: true }),
  );

describe('<mcp-servers>', () => {
  let host: McpHost;
  let list: ServerList;
  const element = () => find('mcp-servers');
  const text = () => textOf(element());
  const says = (wanted: string) => until(() => text().includes(wanted), wanted);
  const field = (selector: string) => {
    const found = element().renderRoot.querySelector<HTMLInputElement>(selector);
    assert.isNotNull(found, selector);
    return found;
  };
  const rows = () => [...element().renderRoot.querySelectorAll<HTMLElement>('.server')];
  const choose = async (name: string) => click(await until(() => button(element(), name), name));
  const connected = (count: number) =>
    until(
      () =>
        host.getSnapshot().servers.filter(({ status, isListing }) => status === 'ready' && !isListing).length === count,
      `${count} connected`,
    );

  async function open(options: ConstructorParameters<typeof ServerList>[0] = {}, hostOptions = {}): Promise<void> {
    host = new McpHost(hostOptions);
    list = new ServerList(options);
    mount('<mcp-servers></mcp-servers>');
    Object.assign(element(), { host, list });
    await element().updateComplete;
    await until(() => list.getSnapshot().isRead);
  }
  afterEach(() => {
    unmount();
    host.close();
  });

  async function add(address: string): Promise<void> {
    field('.add [name=address]').focus();
    await type(address);
    await press('Enter');
  }

  /** A server that wants the header `X-API-Key`. */
  async function keyServer(): Promise<string> {
    const { port, pathname } = new URL(await serverUrl('modern'));
    return `${await serverUrl('broken')}/key-401/${port}${pathname}`;
  }

  it('adds a server by its address, leads to it, and says what came', async () => {
    await open();
    assert.include(text(), 'No servers yet');
    await assertAccessible(element());
    const added: string[] = [];
    element().addEventListener(
      'mcp-server-added',
      ({ server }) => added.push(`${server.info?.identity?.title} ${server.tools.length > 0}`),
      { once: true },
    );
    await add(await serverUrl('modern'));
    await until(() => focused()?.matches('.server'));
    await says('Test server modern is connected:');
    assert.match(text(), /is connected: \d+ tools\./);
    assert.deepEqual(added, ['Test server modern true']);
    assert.equal(field('.add [name=address]').value, '');
    assert.equal(host.getSnapshot().servers.length, 1);
    await assertAccessible(element());
  });

  it('says what is wrong with an address, and adds nothing', async () => {
    await open();
    const cases = [
      ['', 'Enter the address of a server.'],
      ['not an address', 'This is not an address.'],
      ['file:///etc/passwd', 'A page can only reach addresses that begin with'],
      ['https://ada:secret@example.com', 'Leave the user name and password out'],
    ] as const;
    for (const [typed, wanted] of cases) {
      field('.add [name=address]').value = '';
      await add(typed);
      await says(wanted);
      assert.equal(field('.add [name=address]').getAttribute('aria-invalid'), 'true');
      assert.isTrue(focused()?.matches('[name=address]'));
    }
    await assertAccessible(element());
    assert.isEmpty(list.getSnapshot().servers);
    list.add({ url: await serverUrl('modern') });
    field('.add [name=address]').value = '';
    await add(await serverUrl('modern'));
    await says('This server is in your list already.');
    assert.lengthOf(list.getSnapshot().servers, 1);
  });

  it('sends a token that the user entered, and has it in no attribute, event or log', async () => {
    await open();
    const url = await keyServer();
    await click(element().renderRoot.querySelector('.header > summary') ?? assert.fail());
    field('.add [name=name]').value = 'X-API-Key';
    field('.add [name=value]').value = 'very secret';
    await add(url);
    await connected(1);
    const attributes = deep(element()).flatMap((one) => [...one.attributes].map(({ value }) => value));
    const fields = deep(element()).flatMap((one) => (one instanceof HTMLInputElement ? [one.value] : []));
    const shown = [...attributes, ...fields, text(), JSON.stringify(host.log.getSnapshot()), location.href];
    assert.isFalse(
      shown.some((one) => one.includes('very secret')),
      'the token is somewhere',
    );
    // What it wants, it gets from the row too.
    await choose('Edit Test server modern');
    field('.edit [name=value-0]').value = 'another';
    await choose('Save');
    await connected(1);
    assert.deepEqual(list.getSnapshot().servers[0]?.headers, [{ name: 'X-API-Key', value: 'another' }]);
    assert.isTrue(focused()?.matches('.editor'));
  });

  it('asks for a token or key where the server refuses without one, and says what came with it', async () => {
    await open();
    await add(await keyServer());
    await says('Use a token or key');
    await assertAccessible(element());
    await choose('Connect');
    await says('Enter a value.');
    assert.isTrue(focused()?.matches('.key [name=value]'));
    field('.key [name=name]').value = 'X-API-Key';
    await type('abc');
    await press('Enter');
    await connected(1);
    await says('is connected:');
    assert.isNull(element().renderRoot.querySelector('.key'));
    assert.isTrue(focused()?.matches('.editor'), 'the focus stays on the server');
    assert.deepEqual(list.getSnapshot().servers[0]?.headers, [{ name: 'X-API-Key', value: 'abc' }]);
  });

  it('names the header that was refused, and sends the new value in its place', async () => {
    await open();
    list.add({ url: await keyServer(), headers: [{ name: 'X-Key', value: 'old' }] });
    await says('Use a token or key');
    assert.equal(field('.key [name=name]').value, 'X-Key');
    field('.key [name=value]').focus();
    await type('new');
    await press('Enter');
    assert.deepEqual(list.getSnapshot().servers[0]?.headers, [{ name: 'X-Key', value: 'new' }]);
  });

  it('keeps the token folded where the user can sign in', async () => {
    await open({}, { auth: new FakeSignIn({ state: 'signed-out' }) });
    list.add({ url: `${await serverUrl('broken')}/status-401` });
    await says('Use a token or key');
    assert.isFalse(element().renderRoot.querySelector('details')?.open);
  });

  it('sends no value that the user does not see', async () => {
    await open();
    assert.deepEqual(
      deep(element()).flatMap((one) =>
        one instanceof HTMLInputElement && one.type === 'password' ? [one.autocomplete] : [],
      ),
      ['new-password'],
    );
    // As a password manager does it.
    field('.add [name=value]').value = 'password of this site';
    await add('example.com');
    await until(() => list.getSnapshot().servers.length === 1);
    assert.isEmpty(list.getSnapshot().servers[0]?.headers);
    assert.equal(field('.add [name=value]').value, '');
  });

  it('removes a header when the user saves, and mixes no values up', async () => {
    await open();
    const headers = ['X-A', 'X-B', 'X-C'].map((name) => ({ name, value: `old ${name}` }));
    list.add({ url: 'https://example.com', isOn: false, headers });
    const values = () => list.getSnapshot().servers[0]?.headers.map(({ name, value }) => `${name}: ${value}`);
    await choose('Edit example.com');
    field('.edit [name=value-0]').value = 'typed for A';
    field('.edit [name=value-1]').value = 'typed for B';
    await choose('Remove the header X-A');
    await until(() => focused()?.getAttribute('aria-label') === 'Remove the header X-B');
    const label = field('.edit input[type=password]').closest('label') ?? assert.fail();
    assert.include(label.textContent, 'X-B');
    assert.equal(field('.edit input[type=password]').value, 'typed for B');
    await choose('Remove the header X-C');
    await until(() => focused()?.getAttribute('aria-label') === 'Remove the header X-B');
    assert.deepEqual(values(), ['X-A: old X-A', 'X-B: old X-B', 'X-C: old X-C'], 'nothing changes before');
    await choose('Cancel');
    await choose('Edit example.com');
    assert.isTrue(['A', 'B', 'C'].every((name) => button(element(), `Remove the header X-${name}`)));
    await choose('Remove the header X-A');
    await until(() => !button(element(), 'Remove the header X-A'));
    field('.edit [name=value-1]').value = 'new B';
    await choose('Remove the header X-C');
    await choose('Save');
    await until(() => focused()?.matches('.editor'));
    assert.deepEqual(values(), ['X-B: new B']);
    await choose('Edit example.com');
    await choose('Remove the header X-B');
    await until(() => focused()?.matches('.edit [name=name]'));
    await choose('Save');
    assert.deepEqual(values(), []);
  });

  it('refuses a header that cannot be sent', async () => {
    await open();
    await click(element().renderRoot.querySelector('.header > summary') ?? assert.fail());
    field('.add [name=name]').value = 'X Key';
    field('.add [name=value]').value = 'a';
    await add('example.com');
    await says('A page cannot send this header.');
    assert.isEmpty(list.getSnapshot().servers);
  });

  it('switches a server off and on, and connects again', async () => {
    await open();
    await add(await serverUrl('modern'));
    await connected(1);
    const [before] = host.getSnapshot().servers;
    await choose('Reconnect to Test server modern');
    await until(() => host.getSnapshot().servers[0] !== before);
    await connected(1);
    const toggle = field('.tools [role=switch]');
    await click(toggle);
    await until(() => host.getSnapshot().servers.length === 0);
    await says('Off');
    await assertAccessible(element());
    await click(field('.tools [role=switch]'));
    await connected(1);
  });

  it('has a name of the user for a server, and tells two of one name apart', async () => {
    await open();
    const url = await serverUrl('modern');
    list.add({ url });
    list.add({ url: `${url}?other` });
    await connected(2);
    const place = `${new URL(url).host}${new URL(url).pathname.replace(/^\/$/, '')}`;
    await until(() => button(element(), `Remove Test server modern (${place}, 1)`));
    await until(() => button(element(), `Remove Test server modern (${place}, 2)`));
    await choose(`Edit Test server modern (${place}, 2)`);
    await until(() => focused()?.matches('[name=alias]'));
    await type('Notes');
    await press('Enter');
    await until(() => button(element(), 'Remove Notes'));
    await until(() => button(element(), 'Remove Test server modern'));
    assert.equal(host.getSnapshot().servers.length, 2, 'a name is no reason to connect again');
    await assertAccessible(element());
  });

  it('removes a server, and puts it back where it was', async () => {
    await open();
    const url = await serverUrl('modern');
    list.add({ url, alias: 'A' });
    list.add({ url: `${url}?b`, alias: 'B' });
    await connected(2);
    await choose('Remove A');
    await says('A was removed.');
    await until(() => focused()?.matches('.undo'));
    await connected(1);
    await choose('Remove B');
    await says('B was removed.');
    await says('No servers yet');
    await press('Enter');
    await says('A was removed.');
    await press('Tab');
    await choose('Undo');
    await connected(2);
    await until(() => rows()[0]?.ariaLabel === 'A' || rows()[0]?.getAttribute('aria-label') === 'A');
    assert.notInclude(text(), 'was removed');
    const asked: unknown[] = [];
    element().addEventListener('mcp-server-remove', (event) => {
      event.preventDefault();
      asked.push([event.server?.url, event.url, event.listedId]);
    });
    await choose('Remove A');
    const [a, b] = list.getSnapshot().servers;
    list.update(b?.id ?? '', { isOn: false });
    await until(() => host.getSnapshot().servers.length === 1);
    await choose('Remove B');
    assert.lengthOf(list.getSnapshot().servers, 2);
    assert.deepEqual(asked, [
      [a?.url, a?.url, a?.id],
      [undefined, b?.url, b?.id],
    ]);
  });

  it('leads the focus on when another tab removes the server that has it, and says which is gone', async () => {
    await open();
    const ids = ['A', 'B', 'C'].map(
      (alias) => list.add({ url: `https://example.com/${alias}`, alias, isOn: false }).id,
    );
    await until(() => rows().length === 3);
    field('.server[data-id="' + ids[1] + '"] .editor').focus();
    list.remove(ids[1] ?? '');
    await until(() => focused() === rows()[1] && rows().length === 2);
    await says('B was removed.');
    assert.isUndefined(button(element(), 'Undo'), 'only who removed it can put it back');
    list.remove(ids[2] ?? '');
    await until(() => focused() === rows()[0] && rows().length === 1);
    // Nobody is told of what others had.
    list.remove(ids[0] ?? '');
    await until(() => focused()?.matches('.add input'));
    assert.notInclude(text(), 'was removed');
  });

  it('leaves keys alone that belong to what has the focus in a server', async () => {
    await open();
    for (const alias of ['A', 'B']) list.add({ url: await serverUrl('modern'), alias });
    await connected(2);
    const connection = rows()[1]?.querySelector('mcp-server')?.renderRoot ?? assert.fail();
    const fields = ['select', 'textarea', 'div', 'input'].map((name) => document.createElement(name));
    for (const one of fields) {
      if (one instanceof HTMLDivElement) one.contentEditable = 'true';
      connection.append(one);
      one.focus();
      assert.equal(focused(), one);
      assert.isTrue(pressIn(one), 'the field gets the key');
    }
    assert.deepEqual(
      list.getSnapshot().servers.map(({ alias }) => alias),
      ['A', 'B'],
    );
    for (const one of fields) one.remove();
  });

  it('moves a server by button and by key, without connecting again', async () => {
    await open();
    const url = await serverUrl('modern');
    for (const alias of ['A', 'B', 'C']) list.add({ url: `${url}?${alias}`, alias });
    await connected(3);
    const ids = () => host.getSnapshot().servers.map(({ id }) => id);
    const before = ids();
    const order = () => rows().map((row) => row.getAttribute('aria-label'));
    await choose('Move C up');
    await until(() => order().join('') === 'ACB');
    await says('C: place 2 of 3');
    await until(() => focused()?.getAttribute('aria-label') === 'Move C up');
    pressAlt('ArrowUp');
    await until(() => order().join('') === 'CAB');
    assert.equal(focused()?.getAttribute('aria-label'), 'Move C up');
    pressAlt('ArrowUp');
    rows()[2]?.focus();
    pressAlt('ArrowUp');
    await until(() => order().join('') === 'CBA');
    await until(() => focused() === rows()[1]);
    assert.sameMembers(ids(), before);
  });

  it('lets the user store the list, and says so when the browser cannot', async () => {
    const store = quickConsentStore();
    await open({ store });
    list.add({ url: await serverUrl('modern') });
    assert.isFalse(field('.remember').checked);
    await click(field('.remember'));
    await list.settled();
    assert.isAbove(store.records.size, 1);
    unmount();
    host.close();
    await open({ store: { ...store, write: () => Promise.reject(new Error('Full')) } });
    await connected(1);
    await until(() => field('.remember').checked);
    list.add({ url: 'https://example.com', isOn: false });
    await says('Your browser could not store all of this.');
    await assertAccessible(element());
    assert.lengthOf(rows(), 2);
  });

  it('asks for what is not stored before it connects', async () => {
    await open();
    const url = await keyServer();
    list.add({ url, headers: [{ name: 'X-API-Key', template: '${env:KEY}' }] });
    await says('Enter what is missing to connect.');
    await says('In the file: ${env:KEY}');
    assert.isEmpty(host.getSnapshot().servers);
    await assertAccessible(element());
    await choose('Connect');
    await says('Enter a value.');
    field('.missing [name=value-0]').focus();
    await type('abc');
    await press('Enter');
    await connected(1);
    assert.notInclude(text(), 'Enter what is missing');
  });

  it('forgets the token when the user signs out of the server, and what was typed', async () => {
    const auth = new FakeSignIn(SIGNED_IN);
    await open({}, { auth });
    list.add({ url: await serverUrl('modern'), headers: [{ name: 'X-Key', value: 'secret' }] });
    list.add({ url: 'https://example.com', alias: 'Other', isOn: false });
    await connected(1);
    await choose('Remove Other');
    const waiting = list.add({ url: 'https://example.com/key', headers: [{ name: 'X-Key' }] });
    const missing = `.server[data-id="${waiting.id}"] .missing`;
    await until(() => element().renderRoot.querySelector(missing));
    await click(field(`${missing} button`));
    await says('Enter a value.');
    field(`${missing} [name=value-0]`).value = 'secret';
    field('.add [name=value]').value = 'secret';
    // Who switches a server off has not signed out.
    await click(field('.tools [role=switch]'));
    await until(() => host.getSnapshot().servers.length === 0);
    assert.deepEqual(list.getSnapshot().servers[0]?.headers, [{ name: 'X-Key', value: 'secret' }]);
    await click(field('.tools [role=switch]'));
    await connected(1);
    auth.become({ state: 'signed-out' });
    await until(() => !text().includes('Enter a value.'));
    assert.lengthOf(element().renderRoot.querySelectorAll('.missing'), 2);
    assert.deepEqual(list.getSnapshot().servers[0]?.headers, [{ name: 'X-Key', template: undefined }]);
    assert.equal(field('.add [name=value]').value, '');
    assert.equal(field(`${missing} [name=value-0]`).value, '');
    assert.isUndefined(button(element(), 'Undo'));
  });

  it('forgets everything when the user of the page leaves', async () => {
    const store = quickConsentStore();
    await open({ store });
    list.add({ url: 'https://example.com', alias: 'A', isOn: false });
    await until(() => rows().length === 1);
    await click(field('.remember'));
    await choose('Remove A');
    await element().clear();
    assert.deepEqual([...store.records.keys()], ['cleared']);
    await says('No servers yet');
    assert.isUndefined(button(element(), 'Undo'));
  });

  it('forgets what was typed when the list is emptied by the page, or by another tab', async () => {
    await open();
    for (const alias of ['A', 'B']) list.add({ url: `https://example.com/${alias}`, alias, isOn: false });
    await until(() => rows().length === 2);
    await choose('Remove A');
    await says('A was removed.');
    field('.add [name=address]').value = 'private.example';
    field('.add [name=value]').value = 'secret';
    await list.clear();
    await says('No servers yet');
    assert.notInclude(text(), 'A was removed.');
    assert.deepEqual([field('.add [name=address]').value, field('.add [name=value]').value], ['', '']);
    // Who removes the last one goes on.
    list.add({ url: 'https://example.com', alias: 'C', isOn: false });
    await until(() => rows().length === 1);
    field('.add [name=address]').value = 'next.example';
    await choose('Remove C');
    await says('No servers yet');
    await says('C was removed.');
    assert.equal(field('.add [name=address]').value, 'next.example');
    // The user who removed it may be another one than who is here now.
    await list.clear();
    await until(() => !button(element(), 'Undo'));
    assert.equal(field('.add [name=address]').value, '');
  });

  it('lets the user choose the revision of each server, if the page wants that', async () => {
    await open();
    assert.isNull(element().renderRoot.querySelector('[name=revision]'));
    Object.assign(element(), { chooseRevision: true });
    await element().updateComplete;
    const url = await serverUrl('dual');
    field('.add [name=revision]').value = '2025-06-18';
    await add(url);
    await connected(1);
    const [server] = list.getSnapshot().servers;
    assert.equal(server?.revision, '2025-06-18');
    assert.equal(host.getSnapshot().servers[0]?.revision, '2025-06-18');
    // The same server in another revision is another connection.
    await add(url);
    await connected(2);
    await add(url);
    await says('This server is in your list already.');
    await click(element().renderRoot.querySelector('.editor') ?? assert.fail());
    await until(() => element().renderRoot.querySelector('.edit [name=revision]'));
    assert.equal(field('.edit [name=revision]').value, '2025-06-18');
    field('.edit [name=revision]').value = '2025-03-26';
    await choose('Save');
    await until(() => host.getSnapshot().servers.some(({ revision }) => revision === '2025-03-26'));
    assert.equal(list.getSnapshot().servers[0]?.revision, '2025-03-26');
  });

  it('clears the list before it is shown, and after it has left the page', async () => {
    host = new McpHost();
    const store = quickConsentStore();
    const first = new ServerList({ store });
    first.setStored(true);
    first.add({ url: 'https://example.com/kept' });
    await first.settled();
    list = new ServerList({ store });
    const made = document.createElement('mcp-servers');
    Object.assign(made, { host, list });
    await made.clear();
    assert.deepEqual([...store.records.keys()], ['cleared']);
    // The element's own list, too.
    mount('<mcp-servers></mcp-servers>');
    Object.assign(element(), { host });
    await says('No servers yet');
    await add('https://example.com/gone');
    await until(() => rows().length === 1);
    const left = element();
    const parent = left.parentElement ?? assert.fail();
    left.remove();
    await new Promise((resolve) => setTimeout(resolve));
    await left.clear();
    parent.append(left);
    await says('No servers yet');
    assert.isEmpty(rows());
  });

  describe('imports', () => {
    const openImport = async () => {
      await click(
        [...element().renderRoot.querySelectorAll('summary')].find((one) => textOf(one).startsWith('Import')) ??
          assert.fail(),
      );
      await until(() => element().renderRoot.querySelector('.import textarea'));
    };
    const paste = async (content: string) => {
      const area = element().renderRoot.querySelector<HTMLTextAreaElement>('.import textarea') ?? assert.fail();
      area.value = content;
      await choose('Find servers');
    };

    it('what the user chooses, and connects to nothing before', async () => {
      await open();
      await openImport();
      await assertAccessible(element());
      await paste(
        JSON.stringify({
          mcpServers: {
            Notes: { url: await serverUrl('modern') },
            Keys: { url: await keyServer(), headers: { 'X-API-Key': '${env:KEY}' } },
            Files: { command: 'npx', args: ['some-server'] },
            Odd: { url: 'javascript:alert(1)' },
          },
        }),
      );
      await says('2 of 4 can be used in a page');
      await says('A program on a computer.');
      await says('A page cannot reach this address.');
      await says('You enter the value of X-API-Key after you add it.');
      await until(() => focused()?.matches('.found'));
      await assertAccessible(element());
      assert.isEmpty(list.getSnapshot().servers);
      const add = await until(() => button(element(), 'Add 0 servers'));
      assert.equal(add.ariaDisabled ?? add.getAttribute('aria-disabled'), 'true');
      await click(add);
      assert.isEmpty(list.getSnapshot().servers);
      await click(field('.found input'));
      await choose('Add 2 servers');
      await connected(1);
      await says('Notes is connected:');
      assert.deepEqual(
        list.getSnapshot().servers.map(({ alias }) => alias),
        ['Notes', 'Keys'],
      );
      await says('Enter what is missing to connect.');
      await paste(JSON.stringify({ mcpServers: { Again: { url: await serverUrl('modern') } } }));
      await says('0 of 1 can be used in a page');
      await says('In your list already.');
    });

    it('from a file', async () => {
      await open();
      await openImport();
      const input = field('.import input[type=file]');
      const give = (content: BlobPart) => {
        const data = new DataTransfer();
        data.items.add(new File([content], 'mcp.json', { type: 'application/json' }));
        input.files = data.files;
        input.dispatchEvent(new Event('change'));
      };
      give('{"servers": {"Notes": {"type": "http", "url": "https://example.com/mcp"}}}');
      await says('1 of 1 can be used in a page');
      give(new Uint8Array(10_000_000));
      await says('The file is too large.');
      assert.notInclude(text(), '1 of 1');
    });

    it('nothing from what is hostile, and says why', async () => {
      await open();
      await openImport();
      await paste('{ "mcpServers": ');
      await says('This is not JSON.');
      await paste('{}');
      await says('There are no servers in this file.');
      await paste(' '.repeat(1_000_001));
      await says('The file is too large.');
      const many = Array.from({ length: 10_000 }, (_, index) => [
        `<img src=x onerror=alert(1)> ${index}`,
        { url: `a.example/${index}` },
      ]);
      await paste(JSON.stringify({ mcpServers: Object.fromEntries(many) }));
      await says('200 of 200 can be used in a page');
      await says('9800 more are not shown.');
      await says('<img src=x onerror=alert(1)> 0');
      assert.isNull(element().renderRoot.querySelector('img'));
      assert.isEmpty(list.getSnapshot().servers);
      await element().clear();
      await until(() => !text().includes('200 of 200'));
    });
  });

  it('is whole in another language, from right to left', async () => {
    registerMessages('ar', arabic);
    await open();
    element().lang = 'ar';
    element().dir = 'rtl';
    list.add({ url: await serverUrl('modern'), alias: 'Notes' });
    await connected(1);
    await says('إعادة الاتصال');
    assert.notMatch(
      text().replace(
        /Notes|Test server modern|https?:\S+|Authorization|Bearer|JSON|VS Code|Claude|Cursor|MCP|API|HTTP/g,
        '',
      ),
      /\b(Remove|Edit|Add|Import|Server)\b/,
    );
    await assertAccessible(element());
  });
});
