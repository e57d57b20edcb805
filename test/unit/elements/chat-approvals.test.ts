/** Requests for the user in the cards of a chat: which is open, where it is, and what else happens to it. */
import { assert } from 'chai';
import { McpHost, type SamplingModel, type ToolUseContent } from '@mcp-web/client';
import { modelTools } from '@mcp-web/client/tools';
import '@mcp-web/elements/chat/define';
import '@mcp-web/elements/elicitation-form/define';
import '@mcp-web/elements/tool-consent/define';
import { FakeSignIn, SIGNED_IN } from '../../support/fake-sign-in.ts';
import { json, result } from '../../support/scripted-server.ts';
import { listed, type ScriptedTool, textResult, toolServer } from '../../support/tool-servers.ts';
import {
  assertAccessible,
  button,
  click,
  find,
  focused,
  mount,
  press,
  pressWith,
  textOf,
  type,
  unmount,
  until,
} from './page.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const says = (text: string) => ({ role: 'assistant' as const, model: 'm', content: { type: 'text' as const, text } });

describe('What waits for the user in a chat', () => {
  let host: McpHost;
  let auth: FakeSignIn;
  let ran: string[] = [];
  afterEach(() => {
    unmount();
    document.adoptedStyleSheets = [];
    sessionStorage.clear();
    host.close();
  });

  const chat = () => find('mcp-chat');
  const field = () => find('textarea', chat().renderRoot);
  const cards = () => [...chat().renderRoot.querySelectorAll('mcp-tool-call')];
  const dialog = () => find('dialog', find('mcp-tool-consent').renderRoot);
  const consentIn = (card: Element | undefined) => {
    const consent = card?.shadowRoot?.querySelector<HTMLElementTagNameMap['mcp-tool-consent']>('mcp-tool-consent');
    return consent?.checkVisibility() ? consent : undefined;
  };
  const open = () => cards().filter((card) => consentIn(card));
  const opened = async (tool: string) =>
    until(() => {
      const consent = consentIn(open()[0]);
      return consent && textOf(consent).includes(`“ ${tool} ”`) && consent;
    }, tool);
  /** Whether this button works, and has stood still for a while: a press on one that has just moved does not count. */
  const isReady = (): ((found: HTMLElement | undefined) => boolean) => {
    let place = '';
    let since = 0;
    return (found) => {
      const now = found?.ariaDisabled === 'false' ? JSON.stringify(found.getBoundingClientRect()) : '';
      if (now === '' || now !== place) [place, since] = [now, performance.now()];
      return now !== '' && performance.now() - since > 300;
    };
  };
  /** Scrolls to what has to be seen, as the card asks for. */
  const allowed = async (tool: string) => {
    const consent = await opened(tool);
    const ready = isReady();
    return until(() => {
      consent.renderRoot.querySelector<HTMLElement>('.more button')?.click();
      const allow = button(consent, 'Allow once');
      return ready(allow) && allow;
    }, `Allow ${tool}`);
  };

  /** The tool with this name. It asks these questions before it returns. */
  const asking = (name: string, questions: readonly string[] = ['For whom?']): ScriptedTool => ({
    name,
    run: (_args, { id, params }) => {
      if (params['inputResponses'])
        return (ran.push(`${name} ${JSON.stringify(params['inputResponses'])}`), textResult('ok'));
      const requestedSchema = { type: 'object', properties: { name: { type: 'string', title: 'Name' } } };
      const asked = questions.map((message, index) => {
        const form = { mode: 'form', message, requestedSchema };
        return [`question ${index}`, { method: 'elicitation/create', params: form }];
      });
      return json(result(id, { resultType: 'input_required', inputRequests: Object.fromEntries(asked) }));
    },
  });
  /** The form in the open card, once it asks this. */
  const formOf = async (question: string) =>
    until(() => {
      const form = cards()
        .map(({ renderRoot }) => renderRoot.querySelector('mcp-elicitation-form'))
        .find((one) => one?.checkVisibility());
      return form && textOf(form).includes(question) && form;
    }, question);
  const inputOf = async (form: HTMLElementTagNameMap['mcp-elicitation-form']) =>
    until(() => form.renderRoot.querySelector('mcp-schema-form')?.renderRoot.querySelector('input'), 'a field');
  /** Scrolls to what has to be seen, as the card asks for. */
  const sendable = async (form: HTMLElementTagNameMap['mcp-elicitation-form']) => {
    const ready = isReady();
    return until(() => {
      form.renderRoot.querySelector<HTMLElement>('.more button')?.click();
      const send = button(form, 'Send');
      return ready(send) && send;
    }, 'Send');
  };
  const lineOf = (index: number) => cards()[index]?.renderRoot.querySelector<HTMLElement>('.line');
  /** Opens the card with the keyboard, unless it is open. */
  const choose = async (index: number) => {
    if (cards()[index]?.renderRoot.querySelector('.request:not([hidden])')) return;
    find('.line' as 'button', cards()[index]?.renderRoot).focus();
    await press('Enter');
  };
  /** Resolves when the card shows that something else waits in it than consent. */
  const asks = async (index: number) =>
    until(() => textOf(cards()[index] ?? chat()).includes('Needs your input'), 'a question');

  /** A chat of this size, whose model calls these tools at once. */
  async function ask(tools: readonly (string | ScriptedTool)[], height = 420, width = 760): Promise<void> {
    ran = [];
    const run = (name: string) => () => (ran.push(name), textResult('ok'));
    const scripted = tools.map((tool) => (typeof tool === 'string' ? { name: tool, run: run(tool) } : tool));
    host = new McpHost();
    auth = new FakeSignIn(SIGNED_IN);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`#chat { inline-size: ${width}px; block-size: ${height}px; } mcp-chat { min-block-size: 0; }`);
    document.adoptedStyleSheets = [sheet];
    mount(
      '<div id="chat"><mcp-chat></mcp-chat></div><mcp-tool-consent></mcp-tool-consent><mcp-elicitation-form></mcp-elicitation-form>',
    );
    find('mcp-tool-consent').host = find('mcp-elicitation-form').host = chat().host = host;
    find('mcp-tool-consent').armDelay = find('mcp-elicitation-form').armDelay = 50;
    host.add('https://notes.example/mcp', { fetch: toolServer(scripted).fetch, auth });
    await listed(host);
    const answers = [
      {
        role: 'assistant' as const,
        model: 'm',
        content: scripted.map(({ name }, index): ToolUseContent => ({
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
    find('.timeline' as 'div', chat().renderRoot).focus();
    await press('End');
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
    const lead = await until(() => button(chat(), '2 calls wait for your answer'));
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

  it('keeps edited arguments while another card is open, and takes no press right after it is open again', async () => {
    const inputSchema = { type: 'object', properties: { index: { type: 'integer', title: 'Index' } } };
    const sowing: ScriptedTool = {
      name: 'sow',
      inputSchema,
      run: (args) => (ran.push(JSON.stringify(args)), textResult('ok')),
    };
    await ask([sowing, 'reap']);
    const sow = await opened('sow');
    await click(await until(() => button(sow, 'Edit'), 'Edit'));
    const field = await until(() => sow.renderRoot.querySelector('mcp-schema-form')?.renderRoot.querySelector('input'));
    field.focus();
    field.select();
    await type('7');
    await choose(1);
    await opened('reap');
    assert.isFalse(sow.checkVisibility());
    // What begins to wait now waits so long, whatever comes after.
    sow.armDelay = 10_000;
    await choose(0);
    assert.equal(await opened('sow'), sow);
    await click(await until(() => button(sow, 'Deny')));
    assert.lengthOf(host.getSnapshot().requests, 2);
    assert.equal(field.value, '7');
    sow.armDelay = 50;
    await click(await until(() => button(sow, 'Done'), 'Done'));
    await until(() => textOf(sow).includes('"index": 7'), 'edited arguments');
    await choose(1);
    await opened('reap');
    await choose(0);
    assert.include(textOf(await opened('sow')), '"index": 7');
    await click(await allowed('sow'));
    await until(() => ran.length === 1);
    assert.deepEqual(ran, ['{"index":7}']);
    await opened('reap');
  });

  it('keeps what is written in a form while another card is open', async () => {
    await ask([asking('book'), asking('rent', ['How long?'])]);
    await click(await allowed('book'));
    await asks(0);
    await choose(1);
    await click(await allowed('rent'));
    await asks(1);
    await choose(0);
    const book = await formOf('For whom?');
    (await inputOf(book)).focus();
    await type('Ada');
    await choose(1);
    const rent = await formOf('How long?');
    const field = await inputOf(rent);
    assert.equal(field.value, '');
    field.focus();
    await type('A week');
    await choose(0);
    assert.equal((await inputOf(await formOf('For whom?'))).value, 'Ada');
    await click(await sendable(book));
    assert.equal((await inputOf(await formOf('How long?'))).value, 'A week');
    await click(await sendable(rent));
    await until(() => ran.length === 2);
    assert.include(ran[0], '"name":"Ada"');
    assert.include(ran[1], '"name":"A week"');
  });

  it('keeps apart what is written in two forms that ask the same, also for the next page', async () => {
    const both = [asking('book'), asking('rent')];
    const valueIn = async (index: number) => {
      await choose(index);
      await until(() => cards()[index]?.renderRoot.querySelector('.request:not([hidden])'));
      return inputOf(await formOf('For whom?'));
    };
    const openBoth = async () => {
      await ask(both);
      await click(await allowed('book'));
      await asks(0);
      await choose(1);
      await click(await allowed('rent'));
      await asks(1);
    };
    await openBoth();
    // The second is shown first.
    const second = await valueIn(1);
    second.focus();
    await type('Bob');
    const first = await valueIn(0);
    assert.equal(first.value, '');
    first.focus();
    await type('Ada');
    assert.equal((await valueIn(1)).value, 'Bob');
    unmount();
    host.close();
    await openBoth();
    assert.equal((await valueIn(0)).value, 'Ada');
    assert.equal((await valueIn(1)).value, 'Bob');
    await click(await sendable(await formOf('For whom?')));
    assert.equal((await valueIn(0)).value, 'Ada');
    await click(await sendable(await formOf('For whom?')));
    await until(() => ran.length === 2);
    assert.include(ran[0], '"name":"Bob"');
    assert.include(ran[1], '"name":"Ada"');
    assert.equal(sessionStorage.getItem('mcp-web-drafts'), '[]');
  });

  it('asks two questions of one call one after the other, each once, and the second has the focus of the first', async () => {
    await ask([asking('book', ['For whom?', 'Where to?'])]);
    const asked = new Set<unknown>();
    const stop = host.subscribe(() => {
      for (const { kind, request } of host.getSnapshot().requests) if (kind === 'elicitation') asked.add(request);
    });
    await click(await allowed('book'));
    const form = await formOf('For whom?');
    assert.notInclude(textOf(form), 'Where to?');
    await sendable(form);
    (await inputOf(form)).focus();
    await type('Ada');
    await sendable(form);
    await press('Enter');
    const next = await formOf('Where to?');
    await until(() => next.matches(':focus-within'), 'the focus is in the second');
    assert.lengthOf(host.getSnapshot().requests, 1);
    await sendable(next);
    const field = await inputOf(next);
    assert.equal(field.value, '');
    field.focus();
    await type('Graz');
    await sendable(next);
    await press('Enter');
    await until(() => ran.length === 1);
    assert.match(ran[0] ?? '', /question 0.*"Ada".*question 1.*"Graz"/);
    assert.equal(asked.size, 2);
    assert.isFalse(find('dialog', find('mcp-elicitation-form').renderRoot).open);
    stop();
  });

  for (const answer of ['Allow once', 'Deny'])
    it(`is not decided by the second Enter of who pressed twice on ${answer}`, async () => {
      await ask(['sow', 'reap']);
      const allow = await allowed('sow');
      for (const card of cards().slice(1)) card.armDelay = 60_000;
      (answer === 'Deny' ? await until(() => button(open()[0] ?? chat(), 'Deny')) : allow).focus();
      await press('Enter');
      const reap = await opened('reap');
      await until(() => focused()?.textContent === 'Deny' && reap.matches(':focus-within'));
      await press('Enter');
      await press('Enter');
      await pause(400);
      assert.lengthOf(host.getSnapshot().requests, 1);
      assert.deepEqual(ran, answer === 'Deny' ? [] : ['sow']);
    });

  it('does not let the Enter that sent a form answer what comes next', async () => {
    await ask([asking('book', ['For whom?', 'Where to?']), 'reap']);
    await click(await allowed('book'));
    await asks(0);
    await choose(0);
    const form = await formOf('For whom?');
    await sendable(form);
    // Whoever scrolls it there has to scroll back to the buttons.
    (await inputOf(form)).focus({ preventScroll: true });
    await sendable(form);
    for (const card of cards()) card.armDelay = 60_000;
    await press('Enter');
    const next = await formOf('Where to?');
    await until(() => next.matches(':focus-within'), 'the focus is in the second');
    assert.equal(focused()?.localName, 'h2');
    for (const element of [undefined, await inputOf(next)]) {
      element?.focus();
      await press('Enter');
      await press('Enter');
    }
    await pause(400);
    assert.lengthOf(host.getSnapshot().requests, 2);
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

  for (const height of [340, 420, 700])
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
    // Less than the height of a button.
    await until(() => Math.abs(allow.getBoundingClientRect().top - before) < 12);
    await allowed('sow');
    assert.closeTo(allow.getBoundingClientRect().top, before, 12);
  });

  it('opens in a dialog while the chat is hidden, and is answered once', async () => {
    await ask(['sow', 'reap']);
    await opened('sow');
    find('#chat' as 'div').hidden = true;
    await until(() => dialog().open);
    await until(() => open().length === 0);
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

  it('opens in a dialog, too, what a running call asks while the chat is hidden', async () => {
    await ask([asking('book')]);
    await click(await allowed('book'));
    await until(() => cards()[0]?.renderRoot.querySelector('mcp-elicitation-form'), 'a form');
    find('#chat' as 'div').hidden = true;
    await until(() => find('dialog', find('mcp-elicitation-form').renderRoot).open, 'a dialog');
    await until(() => !cards()[0]?.renderRoot.querySelector('mcp-elicitation-form'), 'no form in the card');
    assert.lengthOf(host.getSnapshot().requests, 1);
  });

  it('is answered without a pointer on a phone: one call is allowed, one denied, and one asks for something', async () => {
    await ask(['sow', 'reap', asking('book')], 640, 390);
    await opened('sow');
    assert.equal(focused(), field());
    await pressWith('Shift', 'Tab');
    await until(() => textOf(focused() ?? chat()) === '3 calls wait for your answer');
    await press('Enter');
    await until(() => focused()?.textContent === 'Deny');
    (await allowed('sow')).focus();
    await press('Enter');
    await opened('reap');
    await until(() => focused()?.textContent === 'Deny' && open()[0] === cards()[1]);
    await allowed('reap');
    await press('Enter');
    await opened('book');
    await until(() => open()[0] === cards()[2] && focused()?.textContent === 'Deny');
    (await allowed('book')).focus();
    await press('Enter');
    const form = await formOf('For whom?');
    await until(() => button(form, 'Send'));
    assert.equal(focused(), field());
    await pressWith('Shift', 'Tab');
    await press('Enter');
    await until(() => form.matches(':focus-within'), 'the focus is in the form');
    assert.isFalse(find('dialog', find('mcp-elicitation-form').renderRoot).open);
    (await inputOf(form)).focus();
    await type('Ada');
    await assertAccessible(chat());
    (await sendable(form)).focus();
    await press('Enter');
    await until(() => ran.length === 2);
    assert.equal(ran[0], 'sow');
    assert.include(ran[1], '"name":"Ada"');
    await until(() => !chat().isAnswering);
    const states = ['Done', 'Declined', 'Done'];
    for (const [index, card] of cards().entries()) assert.include(textOf(card), states[index] ?? 'no state');
    await until(() => focused() === field());
    assert.isFalse(dialog().open);
    const timeline = find('.timeline' as 'div', chat().renderRoot);
    assert.isAtMost(timeline.scrollWidth, timeline.clientWidth);
  });

  it('lets the line of a card whose request is closed open it, and says which is open', async () => {
    await ask(['sow', 'reap']);
    await opened('sow');
    const expanded = () => cards().map((_, index) => lineOf(index)?.ariaExpanded);
    assert.deepEqual(expanded(), ['true', 'false']);
    await choose(1);
    await opened('reap');
    await until(() => String(expanded()) === 'false,true');
    assert.isTrue(cards().every((card) => !card.open));
  });

  it('does not take the focus from who writes when one takes the place of another', async () => {
    await ask(['sow', 'reap']);
    await opened('sow');
    await type('And then');
    const [waiting] = host.getSnapshot().requests;
    host.calls.cancel(waiting?.request.callId ?? '');
    await opened('reap');
    await type(' more');
    assert.equal(field().value, 'And then more');
    assert.equal(focused(), field());
  });

  it('is gone when its call is cancelled, and the next one opens, without the focus', async () => {
    await ask(['sow', 'reap']);
    (await allowed('sow')).focus();
    const [waiting] = host.getSnapshot().requests;
    host.calls.cancel(waiting?.request.callId ?? '');
    await opened('reap');
    await until(() => focused() === lineOf(0));
    assert.isFalse(dialog().open);
    (await allowed('reap')).focus();
    await press('Enter');
    await until(() => ran.length === 1);
    assert.deepEqual(ran, ['reap']);
    await until(() => focused() === field());
  });

  for (const others of [['reap'], []])
    it(`leaves the focus on its line when it goes away under who writes, with ${others.length} more`, async () => {
      await ask([asking('book'), ...others]);
      await click(await allowed('book'));
      await asks(0);
      await choose(0);
      const form = await formOf('For whom?');
      (await inputOf(form)).focus();
      await type('Ada');
      host.calls.cancel(cards()[0]?.callId ?? '');
      await until(() => !form.isConnected && host.getSnapshot().requests.length === others.length);
      // A press on what has just appeared would not count anyway.
      if (others.length > 0) await allowed('reap');
      await pause(700);
      for (const key of [' ', 'L', 'Enter', ' ']) await press(key);
      await pause(200);
      assert.equal(focused(), lineOf(0));
      assert.lengthOf(host.getSnapshot().requests, others.length);
      assert.equal(field().value, '');
      assert.isEmpty(ran);
    });

  it('is gone with the conversation, and asks nothing in a dialog', async () => {
    await ask(['sow', 'reap']);
    (await allowed('sow')).focus();
    chat().clear();
    await until(() => host.getSnapshot().requests.length === 0);
    await until(() => cards().length === 0);
    assert.equal(focused(), field());
    assert.isFalse(dialog().open);
    assert.isUndefined(button(chat(), '1 call waits for your answer'));
    assert.isEmpty(ran);
  });

  it('is gone when the user signs out', async () => {
    await ask(['sow', 'reap']);
    await allowed('sow');
    auth.become({ state: 'signed-out' });
    await until(() => host.getSnapshot().requests.length === 0);
    await until(() => cards().length === 0);
    assert.isFalse(dialog().open);
    assert.isEmpty(ran);
  });

  it('waits out of sight while the user reads something else, and a button leads back', async () => {
    await ask(['sow']);
    await allowed('sow');
    const timeline = find('.timeline' as 'div', chat().renderRoot);
    const above = document.createElement('div');
    above.style.blockSize = '900px';
    find('.said-so-far' as 'div', chat().renderRoot).prepend(above);
    await until(() => timeline.scrollTop > 300);
    timeline.focus();
    await press('Home');
    const lead = await until(() => chat().renderRoot.querySelector('.to-end:not(.by-key) button'), 'a button');
    assert.equal(textOf(lead), '1 call waits for your answer');
    await until(() => timeline.scrollTop === 0, 'at the top');
    await until(() => button(consentIn(cards()[0]) ?? chat(), 'Allow once')?.ariaDisabled === 'true', 'off');
    assert.equal(timeline.scrollTop, 0);
    assert.isFalse(dialog().open);
    await click(lead);
    await until(() => chat().renderRoot.querySelector('.to-end.by-key'));
    await until(() => focused()?.textContent === 'Deny');
    await click(await allowed('sow'));
    await until(() => textOf(chat()).includes('That is all.'));
  });

  for (const height of [220, 300])
    it(`opens in a dialog where the chat is too low for it, with ${height} px`, async () => {
      await ask(['sow', 'reap'], height);
      await until(() => dialog().open);
      assert.isEmpty(open());
      for (const name of ['sow', 'reap']) {
        const allow = await until(() => {
          const found = button(find('mcp-tool-consent'), 'Allow once');
          return found?.ariaDisabled === 'false' && textOf(dialog()).includes(`“ ${name} ”`) && found;
        }, name);
        await click(allow);
        await until(() => ran.includes(name));
      }
      await until(() => textOf(chat()).includes('That is all.'));
    });
});
