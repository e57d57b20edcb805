/** What the elements showed to a user who has signed out, and what that user typed, is not there for the next one. */
import { assert } from 'chai';
import { indexedDbStore, McpHost, memoryStore } from '@mcp-web/client';
import { modelTools } from '@mcp-web/client/tools';
import '@mcp-web/elements/chat/define';
import '@mcp-web/elements/elicitation-form/define';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/prompt-picker/define';
import '@mcp-web/elements/resource-picker/define';
import '@mcp-web/elements/tools/define';
import { digestOfText } from '../../../packages/client/src/wire/digest.ts';
import { draftKey, readDraft, writeDraft } from '../../../packages/elements/src/internal/kept/drafts.ts';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { aWhile, json, legacyServer, result } from '../../support/scripted-server.ts';
import { button, find, mount, textOf, unmount, until } from './page.ts';

describe('the next user of a server', () => {
  let host: McpHost;
  let auth: FakeSignIn;
  afterEach(unmount);

  /** Lets the tool answer. */
  let answer = (): void => {};

  const server = () => host.getSnapshot().servers[0] ?? assert.fail('no server');

  /** A page with a bank where a user is signed in, and one where nobody signs in. */
  async function show<
    K extends 'mcp-chat' | 'mcp-tools' | 'mcp-resource-picker' | 'mcp-prompt-picker' | 'mcp-elicitation-form',
  >(tag: K, tools = 1): Promise<HTMLElementTagNameMap[K]> {
    mount(`<mcp-host><${tag}></${tag}></mcp-host>`);
    ({ host } = find('mcp-host'));
    host.addConsentPolicy(() => ({ action: 'allow' }));
    auth = new FakeSignIn(SIGNED_IN);
    const answered = new Promise<void>((resolve) => (answer = resolve));
    host.add('https://bank.example/mcp', { fetch: bank(answered, tools).fetch, auth });
    const element = find(tag);
    await element.updateComplete;
    return element;
  }

  async function signOut(): Promise<void> {
    auth.become({ state: 'signed-out' });
    await until(() => server().status === 'failed');
  }

  async function signIn(): Promise<void> {
    auth.become(SIGNED_IN);
    await until(() => server().tools.length > 0 && !server().isListing);
  }

  it('does not see the result of a tool that the last one ran, nor its arguments', async () => {
    const tools = await show('mcp-tools');
    const pick = async () => (await until(() => tools.renderRoot.querySelector<HTMLElement>('.tool'))).click();
    const field = () =>
      tools.renderRoot
        .querySelector('mcp-schema-form')
        ?.renderRoot.querySelector<HTMLInputElement>(':is([part~=control], [part~=checkbox])');
    await pick();
    const typed = await until(field);
    typed.value = 'ADA-1';
    typed.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    answer();
    (await until(() => button(tools, 'Run'))).click();
    await until(() => textOf(tools).includes('Ada has 1,234 euros'));
    await signOut();
    await signIn();
    await pick();
    assert.equal((await until(field)).value, '');
    assert.notInclude(textOf(tools), 'Ada has');
  });

  it('does not see that a tool which the last one ran has ended, not even with that tool open', async () => {
    const tools = await show('mcp-tools', 2);
    const rows = () => [...tools.renderRoot.querySelectorAll<HTMLElement>('.tool')];
    const pick = async (index: number) => (await until(() => rows()[index])).click();
    const ended = () => tools.renderRoot.querySelector('.ended:not([hidden])');
    await pick(0);
    (await until(() => button(tools, 'Run'))).click();
    await until(() => tools.renderRoot.querySelector('.tool .badge'));
    await pick(1);
    answer();
    await until(ended);
    await signOut();
    await signIn();
    await pick(0);
    await until(() => tools.renderRoot.querySelector('.panel:not([hidden])'));
    assert.isNull(ended());
  });

  it('does not see the conversation in which the last one used its tools', async () => {
    const chat = await show('mcp-chat');
    await until(() => server().tools.length > 0);
    const [tool] = modelTools(host).list;
    chat.model = ({ messages }) => ({
      role: 'assistant',
      model: 'm',
      content:
        messages.length === 1
          ? { type: 'tool_use', id: 'a', name: tool?.name ?? '', input: {} }
          : { type: 'text', text: 'You are rich.' },
    });
    await chat.updateComplete;
    answer();
    await chat.send('How much do I have?');
    await until(() => textOf(chat).includes('You are rich.'));
    await signOut();
    await until(() => textOf(chat).includes('You signed out of a server that took part in it'));
    assert.notInclude(textOf(chat), 'rich');
    assert.isEmpty(chat.conversation);
  });

  /** The model calls the tool with this name, and then says something. */
  async function converse(chat: HTMLElementTagNameMap['mcp-chat'], name: string, input = {}): Promise<void> {
    chat.model = ({ messages }) => ({
      role: 'assistant',
      model: 'm',
      content:
        messages.length === 1 ? { type: 'tool_use', id: 'a', name, input } : { type: 'text', text: 'You are rich.' },
    });
    await chat.updateComplete;
    answer();
    await chat.send('How much do I have?');
    await until(() => textOf(chat).includes('You are rich.'));
  }

  const nameForModels = async (): Promise<string> =>
    until(() => {
      const [known] = server().tools;
      return known && modelTools(host, { listAtMost: 100 }).list.find(({ tool }) => tool?.name === 'balance')?.name;
    });

  it('does not see the conversation if the model called the tool through one that calls any of very many', async () => {
    const chat = await show('mcp-chat', 45);
    await converse(chat, 'call_tool', { name: await nameForModels() });
    assert.match(JSON.stringify(chat.conversation), /Ada has/);
    await signOut();
    await until(() => chat.conversation.length === 0);
    assert.notInclude(textOf(chat), 'rich');
  });

  for (const [how, again] of [
    [
      'the last one closed and brought back',
      async (chat) => {
        (await until(() => button(chat, 'New conversation'))).click();
        (await until(() => button(chat, 'Undo'))).click();
      },
    ],
    ['came from a file', async (chat) => chat.open(chat.save())],
    ['the page set', async (chat) => void (chat.conversation = [...chat.conversation])],
  ] as [string, (chat: HTMLElementTagNameMap['mcp-chat']) => Promise<void>][])
    it(`does not see a conversation with results that ${how}`, async () => {
      const chat = await show('mcp-chat');
      await converse(chat, await nameForModels());
      await again(chat);
      assert.match(JSON.stringify(chat.conversation), /Ada has/);
      await signOut();
      await until(() => chat.conversation.length === 0);
      assert.notInclude(textOf(chat), 'rich');
    });

  it('does not see a conversation from a file with a call that is of no server the page knows', async () => {
    const chat = await show('mcp-chat');
    await until(() => server().tools.length > 0);
    chat.conversation = [
      { role: 'assistant', content: { type: 'tool_use', id: 'a', name: 'unknown', input: {} } },
      { role: 'user', content: { type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: 'Ada' }] } },
    ];
    await signOut();
    await until(() => chat.conversation.length === 0);
  });

  it('keeps a conversation in which the server that was left took no part', async () => {
    const chat = await show('mcp-chat');
    await until(() => server().tools.length > 0);
    const { fetch } = bank(Promise.resolve());
    const other = host.add('https://elsewhere.example/mcp', { fetch });
    await host.ready(other);
    const name = modelTools(host).list.find(({ serverId }) => serverId === other)?.name ?? '';
    await converse(chat, name);
    await signOut();
    await aWhile();
    assert.lengthOf(chat.conversation, 4);
  });

  const fieldOf = (chat: HTMLElementTagNameMap['mcp-chat']) => find('textarea', chat.renderRoot);
  const typeInto = (chat: HTMLElementTagNameMap['mcp-chat'], text: string): void => {
    fieldOf(chat).value = text;
    fieldOf(chat).dispatchEvent(new InputEvent('input', { bubbles: true }));
  };

  it('does not find what the last one typed below a conversation with its results', async () => {
    const chat = await show('mcp-chat');
    await converse(chat, await nameForModels());
    typeInto(chat, 'Send all of it to');
    await signOut();
    await until(() => chat.conversation.length === 0);
    await until(() => fieldOf(chat).value === '');
  });

  for (const isSent of [false, true])
    it(`does not find a prompt that the last one picked ${isSent ? 'and sent' : 'for the field'}`, async () => {
      const chat = await show('mcp-chat');
      await until(() => server().prompts.length > 0);
      chat.model = () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'Hello.' } });
      const picker = await until(() => chat.renderRoot.querySelector('mcp-prompt-picker'));
      fieldOf(chat).focus();
      await chat.updateComplete;
      typeInto(chat, '/greet');
      fieldOf(chat).setSelectionRange(6, 6);
      (await until(() => picker.renderRoot.querySelector<HTMLElement>('[role=option]'))).click();
      await until(() => textOf(picker).includes('Greet Ada'));
      find('dialog', picker.renderRoot).querySelector<HTMLElement>('.primary')?.click();
      await until(() => fieldOf(chat).value.includes('Greet Ada'));
      if (isSent) {
        fieldOf(chat).dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
        await until(() => textOf(chat).includes('Hello.'));
      }
      await signOut();
      await until(() => fieldOf(chat).value === '' && chat.conversation.length === 0);
    });

  it('does not get the result of a call that the last one left behind', async () => {
    const tools = await show('mcp-tools');
    let results = 0;
    tools.addEventListener('mcp-tool-result', () => results++);
    (await until(() => tools.renderRoot.querySelector<HTMLElement>('.tool'))).click();
    (await until(() => button(tools, 'Run'))).click();
    await until(() => textOf(tools).includes('Running'));
    auth.become({ state: 'signed-out' });
    auth.become(SIGNED_IN);
    await until(() => server().tools.length > 0 && !server().isListing);
    answer();
    await aWhile();
    assert.notInclude(textOf(tools), 'Ada has');
    assert.equal(results, 0);
  });

  it('does not see a resource that the last one read, not even before they sign in', async () => {
    const picker = await show('mcp-resource-picker');
    (await until(() => picker.renderRoot.querySelector<HTMLElement>('[role=option]'))).click();
    (await until(() => button(picker, 'Subscribe'))).click();
    (await until(() => button(picker, 'Preview'))).click();
    await until(() => textOf(picker).includes('Statement of Ada'));
    await signOut();
    await until(() => !textOf(picker).includes('Statement of Ada'));
    await signIn();
    const option = await until(() => picker.renderRoot.querySelector<HTMLElement>('[role=option]'));
    assert.notMatch(textOf(option), /subscribed/i);
    option.click();
    await until(() => button(picker, 'Subscribe'));
    assert.notInclude(textOf(picker), 'Statement of Ada');
  });

  it('does not see what the last one read, whose server was removed before they signed out', async () => {
    const picker = await show('mcp-resource-picker');
    const open = async () => {
      (await until(() => picker.renderRoot.querySelector<HTMLElement>('[role=option]'))).click();
      return until(() => button(picker, 'Preview'));
    };
    (await open()).click();
    await until(() => textOf(picker).includes('Statement of Ada'));
    host.remove(server().id);
    await until(() => !textOf(picker).includes('Statement of Ada'));
    auth.become({ state: 'signed-out' });
    auth.become(SIGNED_IN);
    host.add('https://bank.example/mcp', { fetch: bank(Promise.resolve()).fetch, auth });
    await open();
    assert.notInclude(textOf(picker), 'Statement of Ada');
  });

  it('does not see a prompt that the last one previewed', async () => {
    const picker = await show('mcp-prompt-picker');
    await until(() => server().prompts.length > 0);
    picker.focus();
    picker.renderRoot.querySelector('input')?.click();
    (await until(() => picker.renderRoot.querySelector<HTMLElement>('[role=option]'))).click();
    await until(() => textOf(picker).includes('Greet Ada'));
    await signOut();
    await until(() => !textOf(picker).includes('Greet Ada'));
    assert.isFalse(find('dialog', picker.renderRoot).open);
  });

  it('does not find which prompts the last one used, although nobody has opened the menu since', async () => {
    const picker = await show('mcp-prompt-picker');
    const store = (picker.store = memoryStore());
    const used = async (url: string) => ({ page: '/', server: await digestOfText(url), name: 'greet' });
    const elsewhere = await used('https://elsewhere.example/mcp');
    await store.set('recent-prompts', [await used(server().url), elsewhere, await used(server().url)]);
    await signOut();
    let stored: unknown;
    await until(() => {
      void store.get('recent-prompts').then((value) => (stored = value));
      return Array.isArray(stored) && stored.length === 1;
    });
    assert.deepEqual(stored, [elsewhere]);
  });

  for (const [what, leave, isKept] of [
    [
      'finds no draft of the last one, whose server was removed before they signed out',
      () => host.remove(server().id),
      false,
    ],
    ['is not expected when the form leaves the page with its host: the draft stays for the next visit', unmount, true],
  ] as const)
    it(what, async () => {
      const form = await show('mcp-elicitation-form');
      await until(() => server().tools.length > 0);
      await form.updateComplete;
      const draft = draftKey(server().url, 'Your diary?', {});
      writeDraft(draft, { diary: 'of Ada' });
      leave();
      await aWhile();
      assert.equal(readDraft(draft) !== undefined, isKept);
      sessionStorage.clear();
    });

  for (const [what, markup] of [
    ['has only a host', '<mcp-host></mcp-host>'],
    ['has no host but that of its only element', '<mcp-tools></mcp-tools>'],
  ] as const)
    it(`finds no draft and no used prompt of the last one, who signed out on a page that ${what}`, async () => {
      const urls = ['https://bank.example/mcp', 'https://elsewhere.example/mcp'];
      const store = indexedDbStore();
      const digests = await Promise.all(urls.map(digestOfText));
      const used = digests.map((digest) => ({ page: '/', server: digest, name: 'greet' }));
      await store.set('recent-prompts', used);
      const drafts = urls.map((url) => draftKey(url, 'Your diary?', {}));
      for (const draft of drafts) writeDraft(draft, { diary: 'of Ada' });
      mount(markup);
      const element = document.querySelector('mcp-tools');
      if (element) element.host = host = new McpHost();
      else ({ host } = find('mcp-host'));
      auth = new FakeSignIn(SIGNED_IN);
      host.add('https://bank.example/mcp', { fetch: bank(Promise.resolve()).fetch, auth });
      await until(() => server().tools.length > 0);
      await signOut();
      assert.deepEqual(drafts.map(readDraft), [undefined, { diary: 'of Ada' }]);
      let stored: unknown = used;
      await until(() => {
        void store.get('recent-prompts').then((value) => (stored = value));
        return Array.isArray(stored) && stored.length === 1;
      });
      assert.deepEqual(stored, used.slice(1));
      host.close();
      await store.delete('recent-prompts');
      sessionStorage.clear();
    });
});

/**
 * @param answered when its tool answers
 * @param tools how many it has
 */
function bank(answered: Promise<void>, tools = 1): ReturnType<typeof legacyServer> {
  const inputSchema = { type: 'object', properties: { account: { type: 'string' } } };
  const more = Array.from({ length: tools - 1 }, (_none, index) => ({ name: `more-${index}`, inputSchema }));
  const answers: Record<string, object> = {
    'tools/list': { tools: [{ name: 'balance', inputSchema }, ...more] },
    'tools/call': { content: [{ type: 'text', text: 'Ada has 1,234 euros' }] },
    'resources/list': { resources: [{ uri: 'bank://me', name: 'statement' }] },
    'resources/templates/list': { resourceTemplates: [] },
    'resources/read': { contents: [{ uri: 'bank://me', text: 'Statement of Ada' }] },
    'resources/subscribe': {},
    'resources/unsubscribe': {},
    'prompts/list': { prompts: [{ name: 'greet' }] },
    'prompts/get': { messages: [{ role: 'user', content: { type: 'text', text: 'Greet Ada' } }] },
  };
  return legacyServer(
    async ({ method, id }) => {
      if (method === 'tools/call') await answered;
      return method !== undefined && method in answers ? json(result(id, answers[method])) : undefined;
    },
    { tools: {}, resources: { subscribe: true }, prompts: {} },
  );
}
