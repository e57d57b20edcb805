import { assert } from 'chai';
import type { JsonObject, McpHost } from '@mcp-web/client';
import '@mcp-web/elements/elicitation-form/define';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/server/define';
import { firstOf } from '../../support/engine.ts';
import { errorOf } from '../../support/errors.ts';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { done, json, legacyServer, openStream, result, URL_OF_SCRIPT } from '../../support/scripted-server.ts';
import { serverUrl } from '../../support/servers.ts';
import {
  assertAccessible,
  button,
  chooseIn,
  click,
  find,
  focused,
  mount,
  press,
  textOf,
  type,
  unmount,
  until,
} from './page.ts';

const NAME = { type: 'object', properties: { name: { type: 'string', minLength: 2 } }, required: ['name'] };
const who = { message: 'Who are you?', requestedSchema: NAME };

const element = () => find('mcp-elicitation-form');
const dialog = () => find('dialog', element().renderRoot);
const form = () => find('mcp-schema-form', element().renderRoot);
const field = (index = 0) =>
  form().renderRoot.querySelectorAll<HTMLInputElement>(':is([part~=control], [part~=checkbox])')[index];
const opened = async () =>
  until(() => dialog().open && form().renderRoot.querySelector(':is([part~=control], [part~=checkbox])'));
const closed = async () => until(() => !dialog().open);
const choose = (name: string) => chooseIn(element(), name);
const write = async (text: string, index?: number) => {
  field(index)?.focus();
  await type(text);
};

for (const era of firstOf(['modern', 'legacy'])) {
  describe(`<mcp-elicitation-form>, asked by a server of the ${era} era`, () => {
    let url: string;
    let host: McpHost;
    let id: string;
    before(async () => (url = await serverUrl(era)));
    beforeEach(async () => {
      sessionStorage.clear();
      mount(
        `<mcp-host><mcp-elicitation-form></mcp-elicitation-form><button>Opener</button><mcp-server src="${url}"></mcp-server></mcp-host>`,
      );
      ({ host } = find('mcp-host'));
      id = (await until(() => host.getSnapshot().servers.find(({ tools }) => tools.length > 0))).id;
      element().armDelay = 0;
      host.addConsentPolicy(() => ({ action: 'allow' }));
    });
    afterEach(unmount);

    const server = () => {
      const found = host.getSnapshot().servers.find((candidate) => candidate.id === id);
      assert.isDefined(found);
      return found;
    };
    /** The answer that the server reports. */
    const ask = (params: JsonObject, signal?: AbortSignal): Promise<unknown> => {
      const asking = host
        .callTool(id, 'elicit', { params }, { signal })
        .then(({ content: [block] }): unknown => JSON.parse(block && 'text' in block ? String(block.text) : ''));
      // The tests check the outcome later.
      asking.catch(() => {});
      return asking;
    };

    it('shows who asks, from where, and what, without a link [EL-06] [EL-07] [EL-11] [EL-29]', async () => {
      const asking = ask({ ...who, message: 'Look at https://evil.example/ <a href="https://evil.example/">here</a>' });
      await opened();
      const shown = textOf(dialog());
      for (const part of [
        `Test server ${era} needs some information`,
        new URL(url).origin,
        'Look at https://evil.example/ <a href',
      ])
        assert.include(shown, part);
      assert.isTrue(dialog().matches(':modal'));
      assert.isNull(dialog().querySelector('a[href]'));
      assert.equal(focused()?.id, 'heading');
      await assertAccessible(element());
      await press('Escape');
      await asking;
    });

    it('sends what the user wrote, after they saw it [EL-06] [EL-09] [EL-21]', async () => {
      const asking = ask(who);
      await opened();
      await write('Ada');
      find('summary', dialog()).click();
      await until(() => textOf(dialog()).includes('"name": "Ada"'));
      await write('!');
      await until(() => textOf(dialog()).includes('"name": "Ada!"'));
      await choose('Send');
      assert.deepEqual(await asking, { action: 'accept', content: { name: 'Ada!' } });
      await closed();
    });

    it('sends no default that the user deleted, nor that of a field that it cannot show [EL-18]', async () => {
      const properties = { gift: { type: 'string', default: '100 €' } };
      for (const [defaults, clear] of [
        [properties, true],
        [{ note: { type: 'string' }, ...(era === 'legacy' && { agreed: { default: 'to all' } }) }, false],
      ] as const) {
        const asking = ask({ message: 'A gift?', requestedSchema: { type: 'object', properties: defaults } });
        await opened();
        if (clear) {
          field()?.select();
          await press('Delete');
          await until(() => field()?.value === '');
        }
        await choose('Send');
        assert.deepEqual(await asking, { action: 'accept', content: {} });
        await closed();
      }
    });

    it('says by the same kind of answer whether the user declined or made no choice [EL-08] [EL-11] [EL-21]', async () => {
      for (const [choice, action] of [
        ['Decline', 'decline'],
        ['Cancel', 'cancel'],
      ] as const) {
        const asking = ask(who);
        await opened();
        await choose(choice);
        assert.deepEqual(await asking, { action });
        await closed();
      }
      const escaped = ask(who);
      await opened();
      await press('Escape');
      assert.deepEqual(await escaped, { action: 'cancel' });
      await closed();
      const shut = ask(who);
      await opened();
      dialog().close();
      assert.deepEqual(await shut, { action: 'cancel' });
    });

    it('sends nothing that does not fit, and says at the field why [EL-13]', async () => {
      const asking = ask(who);
      await opened();
      await choose('Send');
      await until(() => field()?.getAttribute('aria-invalid') === 'true');
      await write('A');
      await press('Enter');
      await until(() => textOf(form()).includes('Use at least 2 characters'));
      assert.lengthOf(host.getSnapshot().requests, 1);
      await assertAccessible(element());
      await write('da');
      await press('Enter');
      assert.deepEqual(await asking, { action: 'accept', content: { name: 'Ada' } });
    });

    it('has a control for each of the five enums, filled with its default, and sends values and not titles [EL-16] [EL-17] [EL-18] [EL-20]', async () => {
      const properties = {
        untitled: { type: 'string', enum: ['a', 'b'], default: 'b' },
        titled: {
          type: 'string',
          oneOf: [
            { const: 'x', title: 'Ex' },
            { const: 'y', title: 'Why' },
          ],
          default: 'y',
        },
        several: { type: 'array', items: { type: 'string', enum: ['one', 'two'] }, minItems: 1, default: ['two'] },
        severalTitled: {
          type: 'array',
          items: {
            anyOf: [
              { const: '1', title: 'First' },
              { const: '2', title: 'Second' },
            ],
          },
          default: ['1', '2'],
        },
        legacy: { type: 'string', enum: ['p', 'q'], enumNames: ['Pea', 'Queue'], default: 'q' },
        text: { type: 'string', default: 'as it is' },
        count: { type: 'integer', default: 3 },
        share: { type: 'number', default: 0.5 },
        sure: { type: 'boolean', default: true },
        open: { type: 'string' },
      };
      const asking = ask({ message: 'All of them', requestedSchema: { type: 'object', properties } });
      await opened();
      for (const label of ['Ex', 'Why', 'First', 'Second', 'Pea', 'Queue']) assert.include(textOf(form()), label);
      await choose('Send');
      const { content } = Object(await asking);
      assert.deepEqual(
        content,
        Object.fromEntries(
          Object.entries(properties).flatMap(([name, asked]) => ('default' in asked ? [[name, asked.default]] : [])),
        ),
      );
    });

    it('says what it cannot ask, and sends nothing where that is required [EL-14]', async () => {
      const properties = { name: { type: 'string' }, address: { type: 'object', properties: {} } };
      const asking = ask({ message: 'Nested', requestedSchema: { type: 'object', properties, required: ['address'] } });
      await opened();
      assert.include(textOf(dialog()), 'does not support: address');
      assert.equal(button(element(), 'Send')?.ariaDisabled, 'true');
      await write('Ada');
      await press('Enter');
      assert.lengthOf(host.getSnapshot().requests, 1);
      await choose('Decline');
      assert.deepEqual(await asking, { action: 'decline' });
    });

    it('asks for two thousand fields at most, and says that it leaves out the others', async () => {
      const properties = Object.fromEntries(
        Array.from({ length: 30_000 }, (_, index) => [`f${index}`, { type: 'string' }]),
      );
      const asking = ask({ message: 'Many', requestedSchema: { type: 'object', properties, required: ['f0'] } });
      await opened();
      assert.lengthOf(Object.keys(Object(form().schema?.['properties'])), 2_000);
      assert.include(textOf(dialog()), 'does not support: f2000, f2001');
      await choose('Decline');
      assert.deepEqual(await asking, { action: 'decline' });
    });

    it('warns of a field that looks like a secret, and does not store it [EL-39]', async () => {
      const requestedSchema = {
        type: 'object',
        properties: {
          name: { type: 'string' },
          apiKey: { type: 'string' },
          code: { type: 'string', title: 'Password' },
        },
      };
      const first = ask({ message: 'Secrets', requestedSchema });
      await opened();
      assert.include(textOf(form()), 'looks like a secret');
      await write('Ada');
      await write('sk-123', 1);
      await write('hunter2', 2);
      assert.include(sessionStorage.getItem('mcp-web-drafts'), 'Ada');
      assert.notMatch(sessionStorage.getItem('mcp-web-drafts'), /sk-123|hunter2/);
      await press('Escape');
      await first;
    });

    it('recognizes secrets in other languages, and does not store them [EL-39]', async () => {
      const names = ['name', 'Passwort', '密码', 'كلمة المرور', 'password_confirmation', 'accessCode', 'field', 'hint'];
      const titles: Record<string, object> = {
        field: { title: 'Contraseña' },
        hint: { description: 'The password of your bank' },
      };
      const requestedSchema = {
        type: 'object',
        properties: Object.fromEntries(names.map((name) => [name, { type: 'string', ...titles[name] }])),
      };
      const first = ask({ message: 'Secrets', requestedSchema });
      await opened();
      assert.lengthOf([...form().renderRoot.querySelectorAll('.notice.secret')], 6);
      for (const [index, name] of names.entries()) await write(`typed-${index}-${name.length}`, index);
      assert.deepEqual(JSON.parse(sessionStorage.getItem('mcp-web-drafts') ?? '')[0][1], { name: 'typed-0-4' });
      await press('Escape');
      await first;
    });

    it('restores what was typed when the same request comes again from that server, and forgets it with the answer', async () => {
      const given = ask(who);
      await opened();
      await write('Grace');
      host.retry(id);
      await closed();
      await given.catch(() => {});
      await until(() => server().status === 'ready' && !server().isListing);
      assert.include(sessionStorage.getItem('mcp-web-drafts'), new URL(url).origin);
      const other = ask({ ...who, message: 'Who else?' });
      await opened();
      assert.equal(field()?.value, '');
      await press('Escape');
      await other;
      const again = ask(who);
      await until(() => dialog().open && field()?.value === 'Grace');
      await choose('Send');
      await again;
      assert.equal(sessionStorage.getItem('mcp-web-drafts'), '[]');
    });

    it('says that a request was withdrawn when the connection is gone', async () => {
      const asking = ask(who);
      await opened();
      host.retry(id);
      await closed();
      await asking.catch(() => {});
      const note = await until(() =>
        [...element().renderRoot.querySelectorAll('[role=status]')].find((region) =>
          textOf(region).includes('no longer needs'),
        ),
      );
      assert.equal(textOf(note), `Test server ${era} no longer needs your answer.`);
      assert.isNull(note.closest('dialog'));
    });

    // Before 2026-07-28, only the server knows which of its requests belongs to which call.
    if (era === 'modern')
      it('says in the next dialog that the previous call was given up, and counts the waiting requests', async () => {
        const controller = new AbortController();
        const asking = ask({ ...who, message: 'First' }, controller.signal);
        await opened();
        const second = ask({ ...who, message: 'Second' });
        await until(() => textOf(dialog()).includes('1 more request'));
        controller.abort();
        await until(() => textOf(dialog()).includes('Second') && textOf(dialog()).includes('no longer needs'));
        await asking.catch(() => {});
        await press('Escape');
        await second;
      });

    it('keeps asking after it was moved in the page, and cancels when it is removed', async () => {
      const asking = ask(who);
      await opened();
      await write('Ada');
      find('mcp-host').append(element());
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.isTrue(dialog().open);
      assert.isTrue(dialog().matches(':modal'));
      assert.equal(field()?.value, 'Ada');
      assert.lengthOf(host.getSnapshot().requests, 1);
      element().remove();
      assert.deepEqual(await asking, { action: 'cancel' });
    });

    it('cancels when the user leaves the page, and stores what they typed', async () => {
      const asking = ask(who);
      await opened();
      await write('Ada');
      window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      assert.deepEqual(await asking, { action: 'cancel' });
      assert.include(sessionStorage.getItem('mcp-web-drafts'), 'Ada');
    });

    it('takes no answer that comes too early, or from a script', async () => {
      element().armDelay = 60_000;
      const first = ask(who);
      await opened();
      await write('Ada');
      await press('Enter');
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.lengthOf(host.getSnapshot().requests, 1, 'Enter is a way to send, too');
      await press('Escape');
      assert.deepEqual(await first, { action: 'cancel' });
      const asking = ask({ ...who, requestedSchema: { type: 'object', properties: {} } });
      await until(() => dialog().open);
      const send = await until(() => button(element(), 'Send'));
      await click(send);
      assert.lengthOf(host.getSnapshot().requests, 1);
      await press('Escape');
      await asking;
      element().armDelay = 0;
      const next = ask({ ...who, requestedSchema: { type: 'object', properties: {} } });
      await until(() => button(element(), 'Send')?.ariaDisabled === 'false');
      button(element(), 'Send')?.click();
      // Sending waits for the form first.
      await new Promise((resolve) => setTimeout(resolve, 100));
      assert.lengthOf(host.getSnapshot().requests, 1);
      await press('Escape');
      assert.deepEqual(await next, { action: 'cancel' });
    });

    it('mutes a server when the user wants that, and the server’s card says so [EL-12]', async () => {
      const waiting = [ask(who), ask(who)];
      await opened();
      await until(() => host.getSnapshot().requests.length === 2);
      await choose('Mute requests from this server');
      assert.deepEqual(await Promise.all(waiting), [{ action: 'cancel' }, { action: 'cancel' }]);
      await closed();
      assert.deepEqual(await ask(who), { action: 'cancel' });
      const card = find('mcp-server');
      await until(() => textOf(card).includes('1 request was blocked.'));
      await assertAccessible(card);
      await click(await until(() => button(card, 'Unmute')));
      const again = ask(who);
      await opened();
      const decisions = [...host.log.getSnapshot()]
        .map(({ data }) => Object(data))
        .filter(({ decision }) => /mute$|^unseen/.test(decision));
      assert.deepEqual(
        decisions.map(({ decision, by }) => [decision, by]),
        [
          ['mute', 'user'],
          ['unseen', undefined],
          ['unmute', 'user'],
        ],
      );
      await press('Escape');
      await again;
    });

    // Before 2026-07-28, each request holds a connection, and a browser has few of them.
    if (era === 'modern')
      it('counts refused requests while one is open [EL-12]', async () => {
        const waiting = Array.from({ length: 10 }, () => ask(who));
        await until(() => host.getSnapshot().requests.length === 10);
        await opened();
        assert.notInclude(textOf(dialog()), 'blocked.');
        assert.deepEqual(await ask(who), { action: 'cancel' });
        await until(() => textOf(dialog()).includes('1 more request from this server was blocked.'));
        await choose('Mute requests from this server');
        await Promise.all(waiting);
      });

    it('asks the page first, and leaves the answer to it', async () => {
      const seen: unknown[] = [];
      find('mcp-host').addEventListener('mcp-elicitation-request', (event) => {
        seen.push(event.params.message, event.server.id === id);
        if (event.params.message === 'Page') event.respondWith({ action: 'accept', content: { name: 'Page' } });
        if (event.params.message === 'No') event.preventDefault();
      });
      assert.deepEqual(await ask({ ...who, message: 'Page' }), { action: 'accept', content: { name: 'Page' } });
      assert.deepEqual(await ask({ ...who, message: 'No' }), { action: 'decline' });
      const asking = ask({ ...who, message: 'User' });
      await opened();
      await press('Escape');
      assert.deepEqual(await asking, { action: 'cancel' });
      assert.deepEqual(seen, ['Page', true, 'No', true, 'User', true]);
    });

    describe('to visit a page', () => {
      const windowOpen = window.open.bind(window);
      let openings: unknown[][];
      beforeEach(() => {
        openings = [];
        window.open = (...args) => (openings.push(args), null);
      });
      afterEach(() => void (window.open = windowOpen));
      const visit = (address: string, more: JsonObject = {}): JsonObject => ({
        mode: 'url',
        message: 'Sign in there',
        url: address,
        ...(era === 'legacy' && { elicitationId: crypto.randomUUID() }),
        ...more,
      });

      it('shows the complete address with its host in bold, and opens it only when the user clicks, without access to this page [EL-10] [EL-22] [EL-23] [EL-24] [EL-25] [EL-26] [EL-27]', async () => {
        const address = `https://login.example:8443/a/${'b'.repeat(3000)}?c=d#e`;
        const asking = ask(visit(address));
        const shown = await until(() => element().renderRoot.querySelector('.address'));
        assert.equal(shown.textContent, address);
        assert.equal(shown.querySelector('b')?.textContent, 'login.example');
        assert.include(textOf(dialog()), new URL(url).origin);
        assert.isEmpty([...dialog().querySelectorAll('a, iframe, img, link')]);
        await assertAccessible(element());
        const open = await until(() =>
          button(element(), 'Open page')?.ariaDisabled === 'false' ? button(element(), 'Open page') : undefined,
        );
        open.click();
        assert.isEmpty(openings, 'a script is no user');
        await choose('Open page');
        assert.deepEqual(openings, [[address, '_blank', 'noopener,noreferrer']]);
        if (era === 'modern') {
          // Nobody reports the end of the visit, so the user has to [EL-36] [EL-37].
          assert.lengthOf(host.getSnapshot().requests, 1);
          await assertAccessible(element());
          assert.equal(focused()?.textContent, 'Continue');
          await choose('Reopen page');
          assert.lengthOf(openings, 2);
          await choose('Continue');
        }
        assert.deepEqual(await asking, { action: 'accept' });
      });

      if (era === 'modern')
        it('continues only after another action of the user, not with the one that opened the page', async () => {
          const asking = ask(visit('https://login.example/'));
          await until(() => button(element(), 'Open page')?.ariaDisabled === 'false');
          element().armDelay = 60_000;
          await choose('Open page');
          await until(() => focused()?.textContent === 'Continue');
          await press('Enter');
          const goOn = await until(() => button(element(), 'Continue'));
          assert.equal(goOn.ariaDisabled, 'true');
          await click(goOn);
          assert.lengthOf(host.getSnapshot().requests, 1);
          await press('Escape');
          await asking;
          element().armDelay = 0;
          const next = ask(visit('https://login.example/'));
          await choose('Open page');
          await until(() => button(element(), 'Continue')?.ariaDisabled === 'false');
          button(element(), 'Continue')?.click();
          assert.lengthOf(host.getSnapshot().requests, 1, 'a script is no user');
          await choose('Continue');
          assert.deepEqual(await next, { action: 'accept' });
        });

      it('says without alarm that an address is on the device of the user [EL-28]', async () => {
        const asking = ask(visit('http://localhost:9/x'));
        await until(() => textOf(dialog()).includes('on your own device'));
        const notice = element().renderRoot.querySelector('.body .notice') ?? assert.fail('no notice');
        assert.include(textOf(notice), 'on your own device');
        assert.isFalse(notice.matches('.warning'));
        await choose('Decline');
        assert.deepEqual(await asking, { action: 'decline' });
      });

      for (const [address, warning] of [
        ['https://аррӏе.com/', 'letters from another alphabet'],
        ['https://login.example@evil.example/', 'part before the @'],
        ['https://192.0.2.7/', 'an IP address'],
      ] as const) {
        it(`warns of ${address} [EL-28]`, async () => {
          const asking = ask(visit(address));
          await until(() => textOf(dialog()).includes(warning));
          assert.equal(element().renderRoot.querySelector('.address')?.textContent, new URL(address).href);
          await choose('Decline');
          assert.deepEqual(await asking, { action: 'decline' });
          assert.isEmpty(openings);
        });
      }
    });
  });
}

describe('<mcp-elicitation-form> and a call that is refused until the user has visited a page', () => {
  const windowOpen = window.open.bind(window);
  beforeEach(() => void (window.open = () => null));
  afterEach(() => {
    window.open = windowOpen;
    unmount();
  });

  /** A page with a server that refuses its tools until a visit, and can announce the end of the visit. */
  async function setUp(
    urls: readonly string[] = ['https://login.example/'],
  ): Promise<{ host: McpHost; id: string; calls: () => number; complete: () => void }> {
    const own = openStream();
    const refused = new Set<unknown>();
    const tool = (name: string): object => ({ name, inputSchema: { type: 'object' } });
    const scripted = legacyServer(
      ({ method, httpMethod, id, params: { name } }) => {
        if (httpMethod === 'GET') return own.response;
        if (method === 'tools/list') return json(result(id, { tools: [tool('one'), tool('two')] }));
        if (method !== 'tools/call') return undefined;
        if (refused.has(name)) return json(result(id, done));
        refused.add(name);
        const url = urls[refused.size - 1] ?? urls[0];
        return json({
          jsonrpc: '2.0',
          id,
          error: {
            code: -32042,
            message: 'Sign in',
            data: {
              elicitations: [{ mode: 'url', message: 'There', url, elicitationId: 'shared' }],
            },
          },
        });
      },
      { tools: {} },
    );
    mount('<mcp-host><mcp-elicitation-form></mcp-elicitation-form></mcp-host>');
    const { host } = find('mcp-host');
    element().armDelay = 0;
    host.addConsentPolicy(() => ({ action: 'allow' }));
    await element().updateComplete;
    const id = host.add(URL_OF_SCRIPT, { fetch: scripted.fetch });
    await until(() => host.getSnapshot().servers[0]?.tools.length === 2);
    return {
      host,
      id,
      calls: () => scripted.receivedFor('tools/call').length,
      complete: () =>
        own.send({ jsonrpc: '2.0', method: 'notifications/elicitation/complete', params: { elicitationId: 'shared' } }),
    };
  }

  it('continues by itself when the server says that the visit is over, with every call that waited for it [EL-33] [EL-35]', async () => {
    const { host, id, calls, complete } = await setUp();
    const calling = [host.callTool(id, 'one'), host.callTool(id, 'two')];
    await until(() => textOf(dialog()).includes('1 more request'));
    await choose('Open page');
    await until(() => textOf(dialog()).includes('continues automatically'));
    assert.equal(calls(), 2);
    complete();
    assert.deepEqual(await Promise.all(calling), [done, done]);
    assert.equal(calls(), 4);
    await closed();
  });

  it('accepts no visit to a page that the user did not open, whatever its id [EL-33]', async () => {
    const { host, id, complete } = await setUp(['https://login.example/', 'https://login.example/?grant=all']);
    const first = host.callTool(id, 'one');
    await until(() => host.getSnapshot().requests.length === 1);
    const second = errorOf(host.callTool(id, 'two'), 'denied');
    await until(() => textOf(dialog()).includes('1 more request'));
    await choose('Open page');
    complete();
    assert.deepEqual(await first, done);
    await until(() => textOf(dialog()).includes('?grant=all'));
    await choose('Cancel');
    await second;
  });

  it('closes when the server withdraws its request, and says so', async () => {
    const own = openStream();
    const { fetch, received } = legacyServer(({ httpMethod }) => (httpMethod === 'GET' ? own.response : undefined), {});
    mount('<mcp-host><mcp-elicitation-form></mcp-elicitation-form></mcp-host>');
    const { host } = find('mcp-host');
    await element().updateComplete;
    host.add(URL_OF_SCRIPT, { fetch });
    await until(() => host.getSnapshot().servers[0]?.status === 'ready');
    own.send({ jsonrpc: '2.0', id: 'ask', method: 'elicitation/create', params: { mode: 'form', ...who } });
    await opened();
    own.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'ask' } });
    await closed();
    await until(() => textOf(element()).includes('scripted no longer needs your answer.'));
    assert.isEmpty(
      received.filter(({ body }) => body['id'] === 'ask'),
      'who took a request back gets no answer',
    );
  });

  it('continues when the user says so if the server says nothing [EL-34]', async () => {
    const { host, id, calls } = await setUp();
    const calling = host.callTool(id, 'one');
    await choose('Open page');
    await choose('Continue');
    assert.deepEqual(await calling, done);
    assert.equal(calls(), 2);
  });

  it('fails when the user gives up after the visit began, and is not sent again [EL-34]', async () => {
    const { host, id, calls } = await setUp();
    const calling = errorOf(host.callTool(id, 'one'), 'denied');
    await choose('Open page');
    await choose('Cancel');
    await calling;
    assert.equal(calls(), 1);
  });
});

describe('what the user typed and did not send', () => {
  let host: McpHost;
  beforeEach(async () => {
    sessionStorage.clear();
    mount('<mcp-host><mcp-elicitation-form></mcp-elicitation-form></mcp-host>');
    ({ host } = find('mcp-host'));
    await element().updateComplete;
  });
  afterEach(unmount);

  /** Adds a server that asks for what it wants, and takes its question back. */
  async function add(url: string, auth?: FakeSignIn) {
    const streams: ReturnType<typeof openStream>[] = [];
    const { fetch } = legacyServer(({ httpMethod }) => {
      if (httpMethod !== 'GET') return undefined;
      const stream = openStream();
      streams.push(stream);
      return stream.response;
    }, {});
    const id = host.add(url, { fetch, auth });
    const connected = async (count: number) =>
      until(
        () =>
          streams.length >= count && host.getSnapshot().servers.some((one) => one.id === id && one.status === 'ready'),
      );
    await connected(1);
    let asked = 0;
    return {
      connected,
      ask: async (params: JsonObject = who) => {
        streams.at(-1)?.send({ jsonrpc: '2.0', id: `${url} ${++asked}`, method: 'elicitation/create', params });
        await opened();
      },
      withdraw: async () => {
        const params = { requestId: `${url} ${asked}` };
        streams.at(-1)?.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params });
        await closed();
      },
    };
  }

  const values = () =>
    [...form().renderRoot.querySelectorAll<HTMLInputElement>(':is([part~=control], [part~=checkbox])')].map(
      ({ value }) => value,
    );

  it('stores no draft for a server whose address has a query, so that none is in the form of another one there', async () => {
    const good = await add('https://shared.example/mcp?tenant=good');
    const other = await add('https://shared.example/mcp?tenant=other');
    await good.ask();
    await write('1 Ada Street');
    assert.notInclude(sessionStorage.getItem('mcp-web-drafts') ?? '', 'tenant');
    await good.withdraw();
    await other.ask();
    assert.deepEqual(values(), ['']);
    await press('Escape');
  });

  it('puts no draft into another form, however alike the requests are', async () => {
    const text = { type: 'string' };
    const server = await add('https://one.example/mcp');
    const question = (message: string, properties: JsonObject, $comment: string): JsonObject => ({
      message,
      requestedSchema: { type: 'object', properties, $comment },
    });
    // As JSON, both have the same length and the same FNV hash.
    await server.ask(question('What worries you?', { note: text }, '----------------------------g4n18i'));
    await write('I am in debt');
    await server.withdraw();
    await server.ask(question('What is your name?', { name: text, note: text }, '--261enq'));
    assert.deepEqual(values(), ['', '']);
    await press('Escape');
  });

  it('forgets the drafts for a server when its user signs out', async () => {
    const auth = new FakeSignIn(SIGNED_IN);
    const server = await add('https://one.example/mcp', auth);
    const other = await add('https://two.example/mcp');
    await other.ask();
    await write('For two');
    await other.withdraw();
    await server.ask();
    await write('1 Ada Street');
    auth.become({ state: 'signed-out' });
    await closed();
    auth.become(SIGNED_IN);
    await server.connected(2);
    await server.ask();
    assert.deepEqual(values(), ['']);
    await press('Escape');
    await closed();
    await other.ask();
    assert.deepEqual(values(), ['For two']);
    await press('Escape');
  });
});

describe('<mcp-elicitation-form> beside another', () => {
  afterEach(unmount);

  it('asks for its own host only, and both can ask at the same time', async () => {
    const url = await serverUrl('modern');
    mount(
      ['one', 'two']
        .map(
          (name) =>
            `<mcp-host id="${name}"><mcp-elicitation-form></mcp-elicitation-form><mcp-server src="${url}"></mcp-server></mcp-host>`,
        )
        .join(''),
    );
    const forms = [...document.querySelectorAll('mcp-elicitation-form')];
    const outcomes: Promise<unknown>[] = [];
    for (const [index, { host }] of [...document.querySelectorAll('mcp-host')].entries()) {
      host.addConsentPolicy(() => ({ action: 'allow' }));
      const { id } = await until(() => host.getSnapshot().servers.find(({ tools }) => tools.length > 0));
      outcomes.push(host.callTool(id, 'elicit', { params: { ...who, message: `For ${index}` } }));
      await until(() => forms[index] && textOf(forms[index]).includes(`For ${index}`));
    }
    assert.notInclude(textOf(forms[0] ?? document), 'For 1');
    // The most recent one is on top.
    await press('Escape');
    assert.include(JSON.stringify(await outcomes[1]), 'cancel');
    assert.include(textOf(forms[0] ?? document), 'For 0');
    await press('Escape');
    assert.include(JSON.stringify(await outcomes[0]), 'cancel');
  });
});
