/** An inbox for what waits for the user. */
import { assert } from 'chai';
import { type JsonObject, McpHost } from '@mcp-web/client';
import '@mcp-web/elements/requests/define';
import '@mcp-web/elements/tool-call/define';
import '@mcp-web/elements/tool-consent/define';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { json, legacyServer, openStream, result, URL_OF_SCRIPT } from '../../support/scripted-server.ts';
import { listed, textResult, toolServer } from '../../support/tool-servers.ts';
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

describe('<mcp-requests>', () => {
  let host: McpHost;
  const ran: string[] = [];
  const inbox = () => find('mcp-requests');
  const lines = () => [...inbox().renderRoot.querySelectorAll<HTMLElement>('.line')];

  beforeEach(async () => {
    ran.length = 0;
    const serverOf = (name: string) => toolServer([{ name, run: () => (ran.push(name), textResult('ok')) }]);
    host = new McpHost();
    mount('');
    const element = Object.assign(document.createElement('mcp-requests'), { host, armDelay: 50 });
    document.querySelector('main')?.append(element);
    await element.updateComplete;
    // Servers are told from the start what the user can be asked.
    host.add('https://notes.example/mcp', { fetch: serverOf('write').fetch });
    host.add('https://mail.example/mcp', { fetch: serverOf('send').fetch });
    await listed(host);
  });
  afterEach(() => {
    unmount();
    host.close();
  });
  const call = (name: string, callId?: string): void => {
    const server = host.getSnapshot().servers.find(({ tools }) => tools[0]?.name === name);
    host.callTool(server?.id ?? '', name, {}, { callId }).catch(() => {});
  };
  /** Scrolls to what has to be seen, as the card asks for, and then to the button: both may not fit into the window. */
  const readTo = (card: HTMLElementTagNameMap['mcp-sampling-review' | 'mcp-tool-consent'], name: string) =>
    until(() => {
      const more = card.renderRoot.querySelector<HTMLElement>('.more button');
      const answer = button(card, name);
      if (more) more.click();
      else answer?.scrollIntoView({ block: 'nearest' });
      return answer?.ariaDisabled === 'false';
    }, `${name}, armed`);

  it('counts what waits, by server, and opens one in place', async () => {
    assert.include(textOf(inbox()), 'Nothing needs your answer');
    call('write');
    call('send');
    await until(() => lines().length === 2);
    assert.include(textOf(inbox()), '2 requests');
    assert.include(textOf(inbox()), 'https://notes.example');
    assert.include(textOf(inbox()), 'https://mail.example');
    await click(await until(() => button(inbox(), 'Run write')));
    const allow = await until(() => {
      const found = button(inbox(), 'Allow once');
      found?.scrollIntoView({ block: 'nearest' });
      return found?.ariaDisabled === 'false' && found;
    });
    await assertAccessible(inbox());
    await click(allow);
    await until(() => ran.length === 1);
    await until(() => lines().length === 1);
    assert.deepEqual(ran, ['write']);
    assert.equal(focused(), lines()[0]);
    assert.include(textOf(inbox()), '1 request');
  });

  it('asks in place for more of what a server may do, and the answer reaches the sign-in', async () => {
    const auth = new FakeSignIn(SIGNED_IN);
    const url = 'https://diary.example/mcp';
    host.add(url, { fetch: toolServer([{ name: 'read' }]).fetch, auth });
    await listed(host);
    const agreed = auth.stepUp(url, ['diary:write']);
    await click(await until(() => lines()[0]));
    await until(() => textOf(inbox()).includes('diary:write'));
    await assertAccessible(inbox());
    await chooseIn(inbox(), 'Continue');
    assert.isTrue(await agreed);
    await until(() => lines().length === 0);
    const again = auth.stepUp(url, ['diary:write']);
    await click(await until(() => lines()[0]));
    await chooseIn(inbox(), 'Deny');
    assert.isFalse(await again);
  });

  it('keeps edited arguments while it is closed or another one is open, and takes no press right after it is open again', async () => {
    const sent: JsonObject[] = [];
    const inputSchema = { type: 'object', properties: { index: { type: 'integer', title: 'Index' } } };
    const tool = { name: 'sow', inputSchema, run: (args: JsonObject) => (sent.push(args), textResult('ok')) };
    host.add('https://field.example/mcp', { fetch: toolServer([tool]).fetch });
    await listed(host);
    call('sow');
    call('send');
    const toggle = async (name: string) => {
      (await until(() => button(inbox(), name), name)).focus();
      await press('Enter');
    };
    const shown = () =>
      [...inbox().renderRoot.querySelectorAll('mcp-tool-consent')].filter((consent) => consent.checkVisibility());
    await toggle('Run sow');
    const sow = await until(() => shown()[0]);
    await click(await until(() => button(sow, 'Edit'), 'Edit'));
    const field = await until(() => sow.renderRoot.querySelector('mcp-schema-form')?.renderRoot.querySelector('input'));
    field.focus();
    await type('7');
    await toggle('Run sow');
    await until(() => shown().length === 0);
    assert.equal(lines().filter((line) => line.ariaExpanded === 'true').length, 0);
    await toggle('Run send');
    await until(() => textOf(shown()[0] ?? inbox()).includes('“ send ”'));
    assert.lengthOf(shown(), 1);
    // What begins to wait now waits so long, whatever comes after.
    sow.armDelay = 10_000;
    await toggle('Run sow');
    await until(() => shown()[0] === sow);
    assert.lengthOf(shown(), 1);
    await click(await until(() => button(sow, 'Deny')));
    assert.lengthOf(host.getSnapshot().requests, 2);
    assert.equal(field.value, '7');
    sow.armDelay = 50;
    await chooseIn(sow, 'Done');
    await toggle('Run sow');
    await until(() => shown().length === 0);
    await toggle('Run sow');
    await until(() => textOf(sow).includes('"index": 7'), 'edited arguments');
    await readTo(sow, 'Allow once');
    await chooseIn(sow, 'Allow once');
    await until(() => sent.length === 1);
    assert.deepEqual(sent, [{ index: 7 }]);
    await until(() => !sow.isConnected);
    assert.isEmpty(shown());
    assert.lengthOf(lines(), 1);
  });

  it('asks a model once, though it is closed before the model has answered', async () => {
    let asked = 0;
    let answer = (): void => {};
    const own = openStream();
    inbox().model = () => {
      asked++;
      const said = { role: 'assistant' as const, model: 'm', content: { type: 'text' as const, text: 'Forty-two' } };
      return new Promise((resolve) => (answer = () => resolve(said)));
    };
    await inbox().updateComplete;
    const scripted = legacyServer(
      ({ httpMethod, method, id }) => {
        if (httpMethod === 'GET') return own.response;
        return method === 'tools/list'
          ? json(result(id, { tools: [{ name: 'ask', inputSchema: { type: 'object' } }] }))
          : undefined;
      },
      { tools: {} },
    );
    host.add(URL_OF_SCRIPT, { fetch: scripted.fetch });
    await listed(host);
    const params = { maxTokens: 10, messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }] };
    own.send({ jsonrpc: '2.0', id: 'ask', method: 'sampling/createMessage', params });
    const line = await until(() => lines()[0]);
    line.click();
    const review = await until(() => inbox().renderRoot.querySelector('mcp-sampling-review'));
    await readTo(review, 'Approve');
    await chooseIn(review, 'Approve');
    await until(() => asked === 1);
    line.click();
    await until(() => !review.checkVisibility());
    answer();
    line.click();
    await until(() => textOf(inbox()).includes('Forty-two'));
    assert.equal(asked, 1);
  });

  it('opens no dialog while it can be seen, and leaves requests to dialogs when it is hidden', async () => {
    const consent = Object.assign(document.createElement('mcp-tool-consent'), { host });
    document.querySelector('main')?.append(consent);
    call('write');
    await until(() => lines().length === 1);
    assert.isFalse(consent.renderRoot.querySelector('dialog')?.open);
    inbox().hidden = true;
    await until(() => consent.renderRoot.querySelector('dialog')?.open);
    await until(() => lines().length === 0);
  });

  for (const [what, style] of [
    ['transparent', 'opacity: 0'],
    ['outside of the page', 'position: absolute; left: -9999px; width: 300px'],
    ['in a closed drawer', 'position: fixed; left: 100%; width: 300px'],
    ['clipped away', 'position: absolute; width: 1px; height: 1px; overflow: hidden'],
  ] as const)
    it(`leaves requests to dialogs while it is ${what}`, async () => {
      const consent = Object.assign(document.createElement('mcp-tool-consent'), { host });
      const box = document.createElement('div');
      const element = inbox();
      box.style.cssText = style;
      document.querySelector('main')?.append(consent, box);
      box.append(element);
      call('write');
      await until(() => consent.renderRoot.querySelector('dialog')?.open);
      assert.isEmpty(lines());
    });

  it('tells servers of sampling when it gets its model later, and no longer when it loses it', async () => {
    let reviewers = 0;
    const add = host.addResponder.bind(host);
    host.addResponder = (kind, options) => {
      if (kind === 'sampling') reviewers++;
      const remove = add(kind, options);
      return () => {
        if (kind === 'sampling') reviewers--;
        remove();
      };
    };
    inbox().model = Object.assign(async () => assert.fail(), { supportsTools: false });
    await inbox().updateComplete;
    assert.equal(reviewers, 1);
    inbox().model = undefined;
    await inbox().updateComplete;
    assert.equal(reviewers, 0);
  });

  it('leaves what a card shows to the card', async () => {
    const card = Object.assign(document.createElement('mcp-tool-call'), { host, callId: 'mine' });
    document.querySelector('main')?.append(card);
    call('write', 'mine');
    call('send');
    await until(() => button(card, 'Deny'));
    await until(() => lines().length === 1);
    assert.include(textOf(inbox()), 'Run send');
    assert.notInclude(textOf(inbox()), 'Run write');
    card.remove();
    await until(() => lines().length === 2);
  });
});
