/** A request that moves from one place of the page to another, and what the user had done with it. */
import { assert } from 'chai';
import type { JsonObject, McpHost, SamplingModel } from '@mcp-web/client';
import '@mcp-web/elements/elicitation-form/define';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/requests/define';
import '@mcp-web/elements/roots/define';
import '@mcp-web/elements/sampling-review/define';
import '@mcp-web/elements/tool-call/define';
import '@mcp-web/elements/tool-consent/define';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { done, json, legacyServer, openStream, result, URL_OF_SCRIPT } from '../../support/scripted-server.ts';
import { listed } from '../../support/tool-servers.ts';
import { button, chooseIn, deep, find, focused, mount, press, textOf, type, unmount, until } from './page.ts';

const TAGS = {
  consent: 'mcp-tool-consent',
  elicitation: 'mcp-elicitation-form',
  sampling: 'mcp-sampling-review',
  roots: 'mcp-roots',
} as const;
const METHODS = { elicitation: 'elicitation/create', sampling: 'sampling/createMessage', roots: 'roots/list' };
type Kind = keyof typeof TAGS;
type Asking = HTMLElementTagNameMap[(typeof TAGS)[Kind]];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const says = (text: string) => ({ role: 'assistant' as const, model: 'm', content: { type: 'text' as const, text } });
const WHO: JsonObject = {
  mode: 'form',
  message: 'For whom?',
  requestedSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name' },
      token: { type: 'string', title: 'Password' },
      age: { type: 'integer', title: 'Age' },
    },
  },
};
const PROMPT: JsonObject = {
  maxTokens: 10,
  systemPrompt: 'Be brief.',
  messages: [{ role: 'user', content: { type: 'text', text: 'Hello' } }],
};

describe('What the user has done with a request', () => {
  let host: McpHost;
  let serverId = '';
  let own = openStream();
  let got: JsonObject[] = [];
  let answers = new Map<unknown, JsonObject>();
  let asked = 0;

  afterEach(() => {
    unmount();
    document.adoptedStyleSheets = [];
    sessionStorage.clear();
  });

  async function setUp(markup: string, { url = URL_OF_SCRIPT, auth }: { url?: string; auth?: FakeSignIn } = {}) {
    got = [];
    answers = new Map();
    own = openStream();
    const inputSchema = { type: 'object', properties: { index: { type: 'integer', title: 'Index' } } };
    const { fetch } = legacyServer(
      ({ httpMethod, method, id, body, params }) => {
        if (httpMethod === 'GET') return (own = openStream()).response;
        if (method === 'tools/list') return json(result(id, { tools: [{ name: 'tidy', inputSchema }] }));
        if (method === undefined && typeof body['id'] === 'string') answers.set(body['id'], body);
        if (method !== 'tools/call') return undefined;
        got.push(Object(params['arguments']));
        return json(result(id, done));
      },
      { tools: {} },
    );
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('#pane { block-size: 500px; container-type: size; overflow: auto; }');
    document.adoptedStyleSheets = [sheet];
    mount(`<mcp-host>${markup}</mcp-host>`);
    ({ host } = find('mcp-host'));
    serverId = host.add(url, { fetch, auth });
    await listed(host);
  }

  const call = (callId?: string): void =>
    void host.callTool(serverId, 'tidy', { index: 1 }, { callId }).catch(() => {});

  async function ask(of: Exclude<Kind, 'consent'>, params: JsonObject = {}): Promise<string> {
    const id = `ask ${++asked}`;
    const before = host.getSnapshot().requests.length;
    own.send({ jsonrpc: '2.0', id, method: METHODS[of], params });
    await until(() => host.getSnapshot().requests.length > before, 'a request');
    return id;
  }

  const BOTH = (of: Kind) => `<div id="pane"><${TAGS[of]} inline></${TAGS[of]}></div><${TAGS[of]}></${TAGS[of]}>`;
  const elements = (of: Kind): [Asking, Asking] => {
    const [inline, other] = document.querySelectorAll(TAGS[of]);
    return inline && other ? [inline, other] : assert.fail('not both');
  };
  const frameIn = (element: Element) => element.shadowRoot?.querySelector<HTMLElement>('.frame');
  const dialogIn = (element: Element) => element.shadowRoot?.querySelector('dialog');
  const pane = () => find('#pane' as 'div');

  async function toDialog(of: Kind): Promise<Asking> {
    const [inline, other] = elements(of);
    pane().hidden = true;
    await until(() => dialogIn(other)?.open && frameIn(inline)?.hidden, 'a dialog');
    return other;
  }

  async function toPage(of: Kind): Promise<Asking> {
    const [inline, other] = elements(of);
    pane().hidden = false;
    host.places.refresh();
    await until(() => frameIn(inline)?.checkVisibility() && dialogIn(other)?.open === false, 'in the page');
    return inline;
  }

  /** The fields in it, also those of a form in it. */
  const fields = (element: Element) =>
    deep(element).filter(
      (one): one is HTMLInputElement | HTMLTextAreaElement =>
        (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement) && one.checkVisibility(),
    );
  const field = (element: Element, index = 0) => until(() => fields(element)[index], `field ${index}`);

  async function write(element: Element, text: string, index = 0): Promise<void> {
    const control = await field(element, index);
    control.focus();
    control.select();
    await type(text);
  }

  /** Scrolls to what has to be seen. */
  const on = (element: Element, name: string) =>
    until(() => {
      element.shadowRoot?.querySelector<HTMLElement>('.more button')?.click();
      return button(element, name)?.ariaDisabled === 'false';
    }, `${name} is on`);

  /** Presses the button until something comes of it: no press counts on a button that has just moved. */
  async function choose(element: Element, name: string, isDone: () => boolean): Promise<void> {
    for (let attempt = 0; attempt < 5 && !isDone(); attempt++) {
      await on(element, name);
      await chooseIn(element, name);
      for (let look = 0; look < 25 && !isDone(); look++) await pause(20);
    }
    assert.isTrue(isDone(), name);
  }

  const plain = async (element: Element, name: string) =>
    (await until(() => button(element, name), name)).dispatchEvent(new MouseEvent('click', { bubbles: true }));

  it('goes with it: arguments in a form, then as edited, and the reason to deny', async () => {
    await setUp(BOTH('consent'));
    const [inline, other] = elements('consent');
    inline.armDelay = 50;
    call();
    await plain(inline, 'Edit');
    await write(inline, '7');
    other.armDelay = 60_000;
    await toDialog('consent');
    assert.equal((await field(other)).value, '7');
    assert.lengthOf(fields(other), 1);
    assert.equal(focused(), other.shadowRoot?.querySelector('h2') ?? null);
    await plain(other, 'Done');
    await until(() => textOf(other).includes('"index": 7'), 'edited arguments');
    assert.exists(button(other, 'Discard changes'));
    find('summary', other.renderRoot).click();
    await write(other, 'Not now');
    await pause(200);
    assert.equal(button(other, 'Allow once')?.ariaDisabled, 'true');
    await toPage('consent');
    await until(() => textOf(inline).includes('"index": 7'), 'edited arguments');
    assert.equal((await field(inline)).value, 'Not now');
    assert.lengthOf(host.getSnapshot().requests, 1);
    await choose(inline, 'Allow once', () => got.length === 1);
    assert.deepEqual(got, [{ index: 7 }]);
    call();
    await until(() => textOf(inline).includes('"index": 1'), 'the next call');
    assert.isUndefined(button(inline, 'Discard changes'));
    assert.isEmpty(fields(inline));
  });

  it('goes with it, and whoever was writing presses nothing in the dialog', async () => {
    await setUp(BOTH('consent'));
    const [inline, other] = elements('consent');
    inline.armDelay = other.armDelay = 50;
    call();
    await plain(inline, 'Edit');
    await write(inline, '7');
    await toDialog('consent');
    await pause(300);
    for (const key of [' ', 'Enter', ' ']) await press(key);
    await pause(100);
    assert.lengthOf(host.getSnapshot().requests, 1);
  });

  for (const [what, url] of [
    ['a form', URL_OF_SCRIPT],
    ['a form of which no draft is stored', `${URL_OF_SCRIPT}?key=1`],
  ] as const)
    it(`goes with it: ${what}, with secrets and what is half written`, async () => {
      await setUp(BOTH('elicitation'), { url });
      const [inline, other] = elements('elicitation');
      inline.armDelay = 50;
      const id = await ask('elicitation', WHO);
      await write(inline, 'Ada');
      await write(inline, 'hunter2', 1);
      await write(inline, '3.5', 2);
      other.armDelay = 60_000;
      await toDialog('elicitation');
      const values = (element: Element) => fields(element).map(({ value }) => value);
      await until(() => fields(other).length === 3);
      assert.deepEqual(values(other), ['Ada', 'hunter2', '3.5']);
      assert.notInclude(textOf(document.body), 'no longer needs');
      await pause(200);
      assert.equal(button(other, 'Send')?.ariaDisabled, 'true');
      assert.notInclude(sessionStorage.getItem('mcp-web-drafts') ?? '', 'hunter2');
      await write(other, '36', 2);
      await toPage('elicitation');
      assert.deepEqual(values(inline), ['Ada', 'hunter2', '36']);
      await choose(inline, 'Send', () => answers.has(id));
      assert.deepEqual(answers.get(id)?.['result'], {
        action: 'accept',
        content: { name: 'Ada', token: 'hunter2', age: 36 },
      });
      assert.notInclude(textOf(document.body), 'no longer needs');
      await ask('elicitation', WHO);
      await until(() => fields(inline).length === 3);
      assert.deepEqual(values(inline), ['', '', '']);
    });

  const values = (element: Element) => fields(element).map(({ value }) => value);
  const DIALOGS = `<div id="pane"><mcp-elicitation-form></mcp-elicitation-form></div><mcp-elicitation-form></mcp-elicitation-form>`;

  it('stays in the dialog that can be seen, whatever other dialogs of its kind the page has', async () => {
    await setUp(DIALOGS);
    const [hidden, seen] = elements('elicitation');
    pane().hidden = true;
    await ask('elicitation', WHO);
    await until(() => dialogIn(seen)?.open, 'a dialog');
    await write(seen, 'Ada');
    // What is checked twice a second.
    await pause(1_200);
    assert.equal(values(seen)[0], 'Ada');
    assert.isFalse(dialogIn(hidden)?.open);
    assert.isEmpty(fields(hidden));
  });

  it('goes to another dialog of its kind when theirs is hidden, and stays there', async () => {
    await setUp(DIALOGS);
    const [first, second] = elements('elicitation');
    second.hidden = true;
    const id = await ask('elicitation', WHO);
    await until(() => dialogIn(first)?.open, 'a dialog');
    await write(first, 'Ada');
    assert.isFalse(dialogIn(second)?.open);
    pane().hidden = true;
    second.hidden = false;
    await until(() => dialogIn(second)?.open && dialogIn(first)?.open === false, 'the other dialog');
    assert.equal(values(second)[0], 'Ada');
    pane().hidden = false;
    await pause(1_200);
    assert.isFalse(dialogIn(first)?.open);
    assert.equal(values(second)[0], 'Ada');
    await choose(second, 'Send', () => answers.has(id));
    await until(() => !dialogIn(first)?.open && !dialogIn(second)?.open, 'nothing');
  });

  it('goes with it: the page that they opened is not opened again', async () => {
    await setUp(BOTH('elicitation'));
    const [inline] = elements('elicitation');
    inline.armDelay = 50;
    const opened: unknown[] = [];
    const open = window.open.bind(window);
    window.open = (address) => (opened.push(address), null);
    let complete = (): void => {};
    const completed = new Promise<void>((resolve) => (complete = resolve));
    const server = host.getSnapshot().servers[0] ?? assert.fail();
    const request = {
      server,
      params: { mode: 'url', message: 'Sign in', url: 'https://login.example/', elicitationId: 'v1' },
      completed,
    };
    const waiting = Object.freeze({ id: 'visit', kind: 'elicitation', request });
    const { getSnapshot } = host;
    const responses: unknown[] = [];
    let waits = [waiting];
    Object.assign(host, {
      getSnapshot: () => ({ ...getSnapshot(), requests: waits }),
      respond: (...response: unknown[]) => {
        responses.push(response);
        waits = [];
        host.places.refresh();
      },
    });
    host.places.refresh();
    await choose(inline, 'Open page', () => opened.length === 1);
    const other = await toDialog('elicitation');
    await until(() => button(other, 'Continue'), 'Continue');
    assert.include(textOf(other), 'is open in another window');
    complete();
    await until(() => responses.length > 0);
    window.open = open;
    assert.deepEqual(responses, [['visit', { action: 'accept' }]]);
    assert.lengthOf(opened, 1);
    await until(() => !dialogIn(other)?.open);
    assert.notInclude(textOf(document.body), 'no longer needs');
  });

  it('goes with it: the prompt as they edited it, the stage, and the answer as they edited it', async () => {
    await setUp(BOTH('sampling'));
    const [inline, other] = elements('sampling');
    const prompts: unknown[] = [];
    const signals: AbortSignal[] = [];
    let answer = (): void => {};
    const model: SamplingModel = (params, { signal }) => {
      prompts.push(params);
      signals.push(signal);
      return new Promise((resolve) => (answer = () => resolve(says('Forty-two'))));
    };
    for (const element of [inline, other]) Object.assign(element, { model, armDelay: 50 });
    const id = await ask('sampling', PROMPT);
    await plain(inline, 'Edit');
    await write(inline, 'Be long.');
    await write(inline, '7', 2);
    await toDialog('sampling');
    assert.equal(focused(), other.shadowRoot?.querySelector('h2') ?? null);
    assert.deepEqual(
      fields(other).map(({ value }) => value),
      ['Be long.', 'Hello', '7'],
    );
    await write(other, 'Good evening', 1);
    await choose(other, 'Approve', () => prompts.length === 1);
    assert.deepInclude(prompts, {
      maxTokens: 7,
      systemPrompt: 'Be long.',
      messages: [{ role: 'user', content: { type: 'text', text: 'Good evening' } }],
    });
    await toPage('sampling');
    await until(() => button(inline, 'Stop'), 'still answering');
    assert.isFalse(signals[0]?.aborted);
    pane().hidden = true;
    answer();
    await until(() => dialogIn(other)?.open && textOf(other).includes('Forty-two'), 'the answer');
    await on(other, 'Send');
    await plain(other, 'Edit');
    await write(other, 'Forty-three', 1);
    inline.armDelay = 60_000;
    await toPage('sampling');
    assert.equal((await field(inline, 1)).value, 'Forty-three');
    await pause(200);
    assert.equal(button(inline, 'Send')?.ariaDisabled, 'true');
    await toDialog('sampling');
    await choose(other, 'Send', () => answers.has(id));
    assert.include(JSON.stringify(answers.get(id)), 'Forty-three');
    assert.lengthOf(prompts, 1);
  });

  it('has to have the end of an answer on the screen again, where they have not edited it', async () => {
    await setUp(BOTH('sampling'));
    const [inline, other] = elements('sampling');
    for (const element of [inline, other])
      Object.assign(element, { model: async () => says('word '.repeat(4_000)), armDelay: 50 });
    await ask('sampling', PROMPT);
    await choose(inline, 'Approve', () => textOf(inline).includes('word'));
    await on(inline, 'Send');
    await toDialog('sampling');
    await pause(300);
    assert.equal(button(other, 'Send')?.ariaDisabled, 'true');
    assert.exists(other.shadowRoot?.querySelector('#unseen'));
  });

  it('stops the model when the request is withdrawn while no place shows it', async () => {
    await setUp('<div id="pane"><mcp-sampling-review inline></mcp-sampling-review></div>');
    const inline = find('mcp-sampling-review');
    const signals: AbortSignal[] = [];
    inline.armDelay = 50;
    inline.model = (_params, { signal }) => {
      signals.push(signal);
      return new Promise(() => {});
    };
    const id = await ask('sampling', PROMPT);
    await choose(inline, 'Approve', () => signals.length === 1);
    pane().hidden = true;
    await until(() => frameIn(inline)?.hidden, 'hidden');
    assert.isFalse(signals[0]?.aborted);
    own.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
    await until(() => signals[0]?.aborted, 'stopped');
  });

  it('goes with it: the folders that they chose, and what they typed', async () => {
    await setUp(BOTH('roots'));
    await host.roots.add({ uri: 'file:///home/ada/', name: 'Ada' });
    await ask('roots');
    const [inline] = elements('roots');
    const frame = await until(() => frameIn(inline), 'a frame');
    (await until(() => frame.querySelector<HTMLElement>('input[type=checkbox]'), 'a choice')).click();
    frame.querySelector('details')?.setAttribute('open', '');
    const path = await until(() => frame.querySelector<HTMLInputElement>('.path'));
    path.focus();
    await type('/home/b');
    const other = await toDialog('roots');
    assert.isTrue(dialogIn(other)?.querySelector<HTMLInputElement>('input[type=checkbox]')?.checked);
    assert.equal(dialogIn(other)?.querySelector<HTMLInputElement>('.path')?.value, '/home/b');
  });

  it('goes with it from a card to the inbox when the card leaves the page', async () => {
    await setUp('<mcp-tool-call call-id="mine"></mcp-tool-call><mcp-requests></mcp-requests>');
    const card = find('mcp-tool-call');
    const inbox = find('mcp-requests');
    inbox.armDelay = 50;
    call('mine');
    await plain(card, 'Edit');
    await write(card, '7');
    card.remove();
    await plain(inbox, 'Run tidy');
    assert.equal((await field(inbox)).value, '7');
    await plain(inbox, 'Done');
    const consent = await until(() => inbox.shadowRoot?.querySelector('mcp-tool-consent'));
    await choose(consent, 'Allow once', () => got.length === 1);
    assert.deepEqual(got, [{ index: 7 }]);
  });

  it('ends when they sign out: the next user finds nothing of it, in no place', async () => {
    const auth = new FakeSignIn(SIGNED_IN);
    await setUp(BOTH('elicitation'), { auth });
    const [inline, other] = elements('elicitation');
    await ask('elicitation', WHO);
    await write(inline, 'Ada');
    await write(inline, 'hunter2', 1);
    const form = await until(() => inline.shadowRoot?.querySelector('mcp-schema-form'));
    await toDialog('elicitation');
    auth.become({ state: 'signed-out' });
    await until(() => host.getSnapshot().requests.length === 0);
    await until(() => !dialogIn(other)?.open);
    assert.deepEqual(form.value, {});
    auth.become(SIGNED_IN);
    await until(() => host.getSnapshot().servers.some(({ status, isListing }) => status === 'ready' && !isListing));
    await ask('elicitation', WHO);
    await until(() => dialogIn(other)?.open && fields(other).length === 3);
    assert.deepEqual(
      fields(other).map(({ value }) => value),
      ['', '', ''],
    );
  });

  it('is stored for the place of the request among those that are the same', async () => {
    const open = async (count: number): Promise<Asking[]> => {
      await setUp('<div hidden><mcp-requests></mcp-requests></div>');
      for (let at = 0; at < count; at++) await ask('elicitation', WHO);
      return host.getSnapshot().requests.map((request) => {
        const form = Object.assign(document.createElement('mcp-elicitation-form'), { request, inline: true });
        find('mcp-host').append(form);
        return form;
      });
    };
    const [first, second] = await open(2);
    if (!first || !second) assert.fail('not both');
    await write(first, 'Ada');
    await write(second, 'Grace');
    own.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: `ask ${asked - 1}` } });
    await until(() => host.getSnapshot().requests.length === 1, 'one is withdrawn');
    assert.equal((await field(second)).value, 'Grace');
    unmount();
    // The second one is the first now, as on a page that was reloaded.
    const [again] = await open(1);
    if (!again) assert.fail('none');
    assert.equal((await field(again)).value, 'Grace');
    const drafts: unknown = JSON.parse(sessionStorage.getItem('mcp-web-drafts') ?? '');
    assert.lengthOf(Object(drafts), 1);
  });

  it('is not stored for requests that are too long, however many they are', async () => {
    await setUp('<div hidden><mcp-requests></mcp-requests></div>');
    const { url = '' } = host.getSnapshot().servers[0] ?? {};
    const message = 'x'.repeat(16_384 - JSON.stringify([url, '', WHO['requestedSchema']]).length);
    for (let at = 0; at < 3; at++) await ask('elicitation', { ...WHO, message });
    for (const request of host.getSnapshot().requests)
      find('mcp-host').append(Object.assign(document.createElement('mcp-elicitation-form'), { request, inline: true }));
    await until(
      () =>
        [...document.querySelectorAll('mcp-elicitation-form')].filter((form) => fields(form).length === 3).length >= 3,
      'three forms',
    );
  });
});
