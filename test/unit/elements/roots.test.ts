/** The user's folders, and which server is told of which. */
import { assert } from 'chai';
import { McpHost } from '@mcp-web/client';
import '@mcp-web/elements/requests/define';
import '@mcp-web/elements/roots/define';
import { isChromium } from '../../support/engine.ts';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { quickConsentStore } from '../../support/quick-consent-store.ts';
import { serverUrl } from '../../support/servers.ts';
import {
  assertAccessible,
  button,
  chooseIn,
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

describe('<mcp-roots>', () => {
  let host: McpHost;
  let id: string;
  const roots = () => find('mcp-roots');
  const dialog = () => roots().renderRoot.querySelector('dialog');
  const isAsked = () => until(() => dialog()?.open, 'the dialog');
  const field = (form: string) => {
    const found = roots().renderRoot.querySelector<HTMLInputElement>(`${form} .path`);
    assert.isNotNull(found);
    return found;
  };
  const inList = '.section form';
  const checkbox = (root: Element, name: string) =>
    until(
      () =>
        deep(root).find(
          (element): element is HTMLInputElement =>
            element instanceof HTMLInputElement &&
            element.type === 'checkbox' &&
            element.checkVisibility() &&
            textOf(element.closest('label') ?? element).includes(name),
        ),
      name,
    );

  async function open(
    era: 'modern' | 'legacy' = 'modern',
    options: ConstructorParameters<typeof McpHost>[0] = {},
    others: (keyof HTMLElementTagNameMap)[] = [],
  ) {
    host = new McpHost({ consent: () => ({ action: 'allow' }), ...options });
    mount('<mcp-roots></mcp-roots>');
    Object.assign(roots(), { host, armDelay: 50 });
    await roots().updateComplete;
    for (const tag of others) {
      const element = Object.assign(document.createElement(tag), { host, armDelay: 50 });
      document.querySelector('main')?.prepend(element);
      await roots().updateComplete;
    }
    id = host.add(await serverUrl(era));
    await host.ready(id);
    // Connected with what the user can be asked by now.
    await until(() => host.getSnapshot().servers[0]?.status === 'ready' && !host.getSnapshot().servers[0]?.isListing);
  }
  afterEach(() => {
    unmount();
    host.close();
  });

  /** What the server hears. */
  const ask = (callId?: string): Promise<unknown> => {
    const calling = host.callTool(id, 'ask', { kind: 'roots' }, { callId }).then(({ content: [block] }): unknown => {
      const answer: unknown = JSON.parse(block && 'text' in block ? String(block.text) : '');
      return Object(answer).roots;
    });
    calling.catch(() => {});
    return calling;
  };

  async function add(path: string, form = inList): Promise<void> {
    field(form).focus();
    await type(path);
    await press('Enter');
  }

  it('adds a folder by its path, and refuses what is none [RO-04][RO-08]', async () => {
    await open();
    assert.include(textOf(roots()), 'No folders');
    await add('../notes');
    await until(() => textOf(roots()).includes('Enter the whole path'));
    assert.equal(field(inList).ariaInvalid ?? field(inList).getAttribute('aria-invalid'), 'true');
    assert.isEmpty(host.roots.getSnapshot().roots);
    await assertAccessible(roots());
    field(inList).value = '';
    await add('/home/ada/my notes');
    await until(() => host.roots.getSnapshot().roots.length === 1);
    assert.deepEqual(host.roots.getSnapshot().roots, [{ uri: 'file:///home/ada/my%20notes' }]);
    await until(() => textOf(roots()).includes('my notes file:///home/ada/my%20notes'));
    assert.equal(field(inList).value, '');
    await click(await until(() => button(roots(), 'Remove my notes')));
    await until(() => textOf(roots()).includes('No folders'));
    assert.isTrue(focused()?.matches('.empty'));
  });

  for (const era of ['modern', 'legacy'] as const) {
    it(`asks which folders a server gets, with none selected, and tells it those that the user selects: ${era} [RO-07][RO-08]`, async () => {
      await open(era);
      await host.roots.add({ uri: 'file:///home/ada/notes', name: 'Notes' });
      await host.roots.add({ uri: 'file:///home/ada/work' });
      const asking = ask();
      await isAsked();
      const shown = dialog() ?? assert.fail();
      assert.include(textOf(shown), new URL(await serverUrl(era)).origin);
      assert.isFalse((await checkbox(shown, 'Notes')).checked);
      assert.isFalse((await checkbox(shown, 'work')).checked);
      await assertAccessible(roots());
      // Nothing is selected: there is nothing to share.
      await until(() => button(shown, 'Share selected'));
      await new Promise((resolve) => setTimeout(resolve, 200));
      assert.equal(button(shown, 'Share selected')?.ariaDisabled, 'true');
      await click(await checkbox(shown, 'Notes'));
      await until(() => button(shown, 'Share selected')?.ariaDisabled === 'false');
      button(shown, 'Share selected')?.click();
      assert.isTrue(shown.open, 'scripts share nothing');
      await chooseIn(shown, 'Share selected');
      assert.deepEqual(await asking, [{ uri: 'file:///home/ada/notes', name: 'Notes' }]);
      // Once is once.
      const again = ask();
      await isAsked();
      assert.isFalse((await checkbox(shown, 'Notes')).checked);
      await press('Escape');
      assert.deepEqual(await again, []);
    });
  }

  it('shares a folder that the user adds in the dialog, by keyboard alone', async () => {
    await open();
    const asking = ask();
    await isAsked();
    await until(() => focused()?.matches('h2'));
    field('dialog').focus();
    await type('/srv/data');
    await press('Enter');
    const shown = dialog() ?? assert.fail();
    assert.isTrue((await checkbox(shown, 'data')).checked);
    assert.equal(focused(), field('dialog'));
    await until(() => button(shown, 'Share selected')?.ariaDisabled === 'false');
    button(shown, 'Share selected')?.focus();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await press('Enter');
    assert.deepEqual(await asking, [{ uri: 'file:///srv/data' }]);
    assert.deepEqual(host.roots.getSnapshot().shares, []);
  });

  it('lists what each server gets, and changes it [RO-08]', async () => {
    await open('legacy', { permissionStore: quickConsentStore() });
    await host.roots.add({ uri: 'file:///home/ada/notes', name: 'Notes' });
    const asking = ask();
    await isAsked();
    const shown = dialog() ?? assert.fail();
    await click(await checkbox(shown, 'Notes'));
    await click(await checkbox(shown, 'Do not ask again'));
    await chooseIn(shown, 'Share selected');
    assert.deepEqual(await asking, [{ uri: 'file:///home/ada/notes', name: 'Notes' }]);
    await until(() => textOf(roots()).includes('Without asking, until you change it or sign out'));
    await until(() => !shown.open);
    const box = await checkbox(roots(), 'Notes');
    assert.isTrue(box.checked);
    await assertAccessible(roots());
    await click(box);
    await until(() => host.roots.getSnapshot().shares[0]?.uris.length === 0);
    assert.deepEqual(await ask(), []);
    const server = host.getSnapshot().servers[0];
    const name = server?.info?.identity?.title ?? server?.info?.identity?.name ?? '';
    await click(await until(() => button(roots(), `Ask again when ${name} wants to know your folders`)));
    await until(() => textOf(roots()).includes('You are asked each time'));
    const again = ask();
    await isAsked();
    await chooseIn(shown, 'Share nothing');
    assert.deepEqual(await again, []);
  });

  it('empties the form, and keeps the folders, when the user signs out or the host changes', async () => {
    await open('modern', {
      permissionStore: { ...quickConsentStore(), write: () => Promise.reject(new Error('Full')) },
    });
    const auth = new FakeSignIn(SIGNED_IN);
    const fetch = (): Promise<Response> => Promise.reject(new TypeError('There is no network'));
    host.add('https://bank.example/mcp', { auth, fetch });
    await until(() => host.getSnapshot().servers.length === 2);
    const other = new McpHost();
    const leave = [() => auth.become({ state: 'signed-out' }), () => void (roots().host = other)];
    for (const next of leave) {
      await add('/home/ada/notes');
      await until(() => textOf(roots()).includes('could not store'));
      await type('ada’s');
      assert.equal(field(inList).value, 'ada’s');
      next();
      await until(() => field(inList).value === '');
      await until(() => !textOf(roots()).includes('could not store'));
      assert.lengthOf(host.roots.getSnapshot().roots, 1);
    }
    other.close();
  });

  it('forgets what was allowed when the host changes, and asks there', async () => {
    await open();
    await host.roots.add({ uri: 'file:///home/ada/notes' });
    const other = new McpHost();
    roots().host = other;
    await until(() => textOf(roots()).includes('No folders'));
    roots().host = host;
    await until(() => textOf(roots()).includes('file:///home/ada/notes'));
    other.close();
  });

  it('waits in the inbox of the page, in place of a dialog', async () => {
    await open('modern', {}, ['mcp-requests']);
    await host.roots.add({ uri: 'file:///home/ada/notes', name: 'Notes' });
    const inbox = find('mcp-requests');
    const asking = ask();
    await click(await until(() => button(inbox, 'Know your folders')));
    assert.isNotTrue(dialog()?.open);
    await click(await checkbox(inbox, 'Notes'));
    if (isChromium) await assertAccessible(inbox);
    button(inbox, 'Share selected')?.scrollIntoView({ block: 'nearest' });
    // Whoever scrolls waits a moment before a click counts.
    await new Promise((resolve) => setTimeout(resolve, 500));
    await chooseIn(inbox, 'Share selected');
    assert.deepEqual(await asking, [{ uri: 'file:///home/ada/notes', name: 'Notes' }]);
    assert.isNotTrue(dialog()?.open);
  });
});
