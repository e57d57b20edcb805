/** Requests for the user in the cards of a chat: which is open, where it is, and what else happens to it. */
import { assert } from 'chai';
import type { McpHost, SamplingModel, ToolUseContent } from '@mcp-web/client';
import { modelTools } from '@mcp-web/client/tools';
import '@mcp-web/elements/chat/define';
import '@mcp-web/elements/tool-consent/define';
import { hostOf, textResult, toolServer } from '../../support/tool-servers.ts';
import { assertAccessible, button, click, find, focused, mount, press, textOf, unmount, until } from './page.ts';

const says = (text: string) => ({ role: 'assistant' as const, model: 'm', content: { type: 'text' as const, text } });

describe('What waits for the user in a chat', () => {
  let host: McpHost;
  let ran: string[] = [];
  afterEach(() => {
    unmount();
    document.adoptedStyleSheets = [];
    host.close();
  });

  const chat = () => find('mcp-chat');
  const field = () => find('textarea', chat().renderRoot);
  const cards = () => [...chat().renderRoot.querySelectorAll('mcp-tool-call')];
  const dialog = () => find('dialog', find('mcp-tool-consent').renderRoot);
  const consentIn = (card: Element | undefined) =>
    card?.shadowRoot?.querySelector<HTMLElementTagNameMap['mcp-tool-consent']>('mcp-tool-consent');
  const open = () => cards().filter((card) => consentIn(card));
  const opened = async (tool: string) =>
    until(() => {
      const consent = consentIn(open()[0]);
      return consent && textOf(consent).includes(`“${tool}”`) && consent;
    }, tool);
  /** Scrolls to what has to be seen, as the card asks for. */
  const allowed = async (tool: string) => {
    const consent = await opened(tool);
    return until(() => {
      consent.renderRoot.querySelector<HTMLElement>('.more button')?.click();
      const allow = button(consent, 'Allow once');
      return allow?.ariaDisabled === 'false' && allow;
    }, `Allow ${tool}`);
  };

  /** A chat of this height, whose model calls these tools at once. */
  async function ask(tools: readonly string[], height = 420): Promise<void> {
    ran = [];
    const run = (name: string) => () => (ran.push(name), textResult('ok'));
    host = await hostOf(
      { 'https://notes.example/mcp': toolServer(tools.map((name) => ({ name, run: run(name) }))) },
      { consent: undefined },
    );
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`#chat { block-size: ${height}px; } mcp-chat { min-block-size: 0; }`);
    document.adoptedStyleSheets = [sheet];
    mount('<div id="chat"><mcp-chat></mcp-chat></div><mcp-tool-consent></mcp-tool-consent>');
    find('mcp-tool-consent').host = chat().host = host;
    find('mcp-tool-consent').armDelay = 50;
    const answers = [
      {
        role: 'assistant' as const,
        model: 'm',
        content: tools.map((name, index): ToolUseContent => ({
          type: 'tool_use',
          id: `u${index}`,
          name: modelTools(host).list.find(({ tool }) => tool?.name === name)?.name ?? name,
          input: { index },
        })),
      },
      says('That is all.'),
    ];
    const model: SamplingModel = () => answers.shift() ?? says('Nothing more.');
    chat().model = Object.assign(model, { supportsTools: true });
    await until(() => chat().hasUpdated);
    field().focus();
    void chat().send('Go');
    await until(() => cards().length === tools.length && host.getSnapshot().requests.length === tools.length);
  }

  it('is open in one card at a time, while the others say that they wait', async () => {
    await ask(['sow', 'reap', 'mow']);
    await opened('sow');
    assert.lengthOf(open(), 1);
    assert.isFalse(dialog().open);
    for (const card of cards()) assert.include(textOf(card), 'Waiting for your approval');
    assert.equal(focused(), field());
    await assertAccessible(chat());
    await click(await allowed('sow'));
    await click(await allowed('reap'));
    await click(await allowed('mow'));
    await until(() => textOf(chat()).includes('That is all.'));
    assert.deepEqual(ran, ['sow', 'reap', 'mow']);
    assert.isFalse(dialog().open);
  });

  it('opens in another card when the user presses its line', async () => {
    await ask(['sow', 'reap']);
    await opened('sow');
    await click(await until(() => cards()[1]?.renderRoot.querySelector('.line')));
    await opened('reap');
    assert.lengthOf(open(), 1);
    await click(await allowed('reap'));
    await until(() => ran.length === 1);
    assert.deepEqual(ran, ['reap']);
    await opened('sow');
  });

  it('gets the focus by one key from the field, then the next, and then the field again', async () => {
    await ask(['sow', 'reap']);
    await opened('sow');
    const lead = await until(() => button(chat(), 'Go to what needs your answer'));
    lead.focus();
    await press('Enter');
    await until(() => focused()?.textContent === 'Deny');
    await allowed('sow');
    await press('Enter');
    const reap = await opened('reap');
    await until(() => focused()?.textContent === 'Deny' && reap.matches(':focus-within'));
    await allowed('reap');
    await press('Enter');
    await until(() => focused() === field());
    assert.isEmpty(ran);
  });

  it('does not let Escape in it stop the model', async () => {
    await ask(['sow']);
    (await allowed('sow')).focus();
    await press('Escape');
    assert.isTrue(chat().isAnswering);
    assert.lengthOf(host.getSnapshot().requests, 1);
    field().focus();
    await press('Escape');
    await until(() => !chat().isAnswering);
  });

  for (const height of [320, 420, 700])
    it(`is whole in a chat of ${height} px`, async () => {
      await ask(['sow', 'reap'], height);
      const consent = await opened('sow');
      const timeline = find('.timeline' as 'div', chat().renderRoot);
      const frame = await until(() => consent.renderRoot.querySelector('.frame'));
      await until(() => {
        const { top, bottom } = frame.getBoundingClientRect();
        const box = timeline.getBoundingClientRect();
        return top >= box.top && bottom <= box.bottom;
      });
    });

  it('stays where it is while an answer above it grows', async () => {
    await ask(['sow', 'reap']);
    await allowed('sow');
    const allow = await allowed('sow');
    const before = allow.getBoundingClientRect().top;
    const above = document.createElement('div');
    above.style.blockSize = '300px';
    find('.said-so-far' as 'div', chat().renderRoot).prepend(above);
    const below = above.cloneNode();
    find('.said-so-far' as 'div', chat().renderRoot).append(below);
    await until(() => Math.abs(allow.getBoundingClientRect().top - before) < 50);
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.closeTo(allow.getBoundingClientRect().top, before, 50);
  });

  it('opens in a dialog while the chat is hidden, and is answered once', async () => {
    await ask(['sow', 'reap']);
    await opened('sow');
    find('#chat' as 'div').hidden = true;
    await until(() => dialog().open);
    assert.isEmpty(open());
    await click(
      await until(() => {
        const allow = button(find('mcp-tool-consent'), 'Allow once');
        return allow?.ariaDisabled === 'false' && allow;
      }),
    );
    await until(() => ran.length === 1);
    find('#chat' as 'div').hidden = false;
    host.places.refresh();
    await opened('reap');
    await until(() => !dialog().open);
    await click(await allowed('reap'));
    await until(() => textOf(chat()).includes('That is all.'));
    assert.deepEqual(ran, ['sow', 'reap']);
  });

  it('opens in a dialog where the chat is too low for it', async () => {
    await ask(['sow'], 220);
    await until(() => dialog().open);
    assert.isEmpty(open());
    await press('Escape');
  });
});
