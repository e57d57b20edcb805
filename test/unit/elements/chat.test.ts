import { assert } from 'chai';
import type { McpHost, SamplingModel, SamplingParams, ToolUseContent } from '@mcp-web/client';
import { modelTools, readConversation } from '@mcp-web/client/tools';
import '@mcp-web/elements/chat/define';
import { allow, hostOf, textResult, toolServer, type ScriptedTool } from '../../support/tool-servers.ts';
import {
  assertAccessible,
  button,
  click,
  deep,
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

const NOTES = 'https://notes.example/mcp';

const says = (text: string) => ({ role: 'assistant' as const, model: 'm', content: { type: 'text' as const, text } });

/** Answers with these, one after the other, and then with the last again. */
function scripted(
  ...answers: (string | Error | ((params: SamplingParams) => ReturnType<SamplingModel>))[]
): SamplingModel & { asked: SamplingParams[] } {
  const asked: SamplingParams[] = [];
  const model: SamplingModel = (params) => {
    asked.push(params);
    const answer = answers[Math.min(asked.length, answers.length) - 1] ?? '';
    if (answer instanceof Error) throw answer;
    return typeof answer === 'string' ? says(answer) : answer(params);
  };
  return Object.assign(model, { supportsTools: true, asked });
}

/** A model that says what the test tells it to, when the test does. */
function toldModel(): { model: SamplingModel; say: (text: string) => void; end: () => void; signals: AbortSignal[] } {
  const signals: AbortSignal[] = [];
  let text = '';
  let parts: ReadableStreamDefaultController<string | ReturnType<typeof says>> | undefined;
  return {
    signals,
    model: (_params, { signal }) => {
      signals.push(signal);
      text = '';
      return new ReadableStream({ start: (controller) => void (parts = controller) });
    },
    say: (word) => {
      text += word;
      parts?.enqueue(word);
    },
    end: () => {
      parts?.enqueue(says(text));
      parts?.close();
    },
  };
}

describe('<mcp-chat>', () => {
  const hosts: McpHost[] = [];
  afterEach(() => {
    unmount();
    for (const host of hosts.splice(0)) host.close();
  });

  const chat = () => find('mcp-chat');
  const field = () => find('textarea', chat().renderRoot);
  const shows = async (part: string) => until(() => textOf(chat()).includes(part), part);
  const live = () => textOf(find('[role=status]' as 'p', chat().renderRoot));
  /** A press that comes very soon after the button became this one does nothing. */
  const stops = async () =>
    until(() => {
      button(chat(), 'Stop')?.click();
      return !chat().isAnswering;
    });
  const press_ = async (name: string) => click(await until(() => button(chat(), name), name));

  async function open(
    model: SamplingModel | undefined,
    tools: ScriptedTool[] = [{ name: 'echo' }],
    options = { consent: allow },
  ): Promise<McpHost> {
    const host = await hostOf({ [NOTES]: toolServer(tools) }, options);
    hosts.push(host);
    mount('<mcp-chat></mcp-chat>');
    chat().host = host;
    chat().model = model;
    await until(() => chat().hasUpdated);
    await chat().updateComplete;
    return host;
  }
  const called =
    (host: McpHost, ...names: string[]) =>
    (): ReturnType<SamplingModel> => ({
      role: 'assistant',
      model: 'm',
      content: names.map((name, index): ToolUseContent => ({
        type: 'tool_use',
        id: `u${index}`,
        name: modelTools(host).list.find(({ tool }) => tool?.name === name)?.name ?? name,
        input: { index },
      })),
    });

  it('sends with Enter, begins a new line with Shift+Enter, and shows the answer as Markdown', async () => {
    const model = scripted('Hello **Ada**');
    await open(model);
    field().focus();
    await type('Hi');
    await pressWith('Shift', 'Enter');
    await type('there');
    await press('Enter');
    await shows('Hello Ada');
    assert.equal(chat().renderRoot.querySelector('.said strong')?.textContent, 'Ada');
    assert.deepEqual(model.asked[0]?.messages.at(-1)?.content, [{ type: 'text', text: 'Hi\nthere' }]);
    assert.equal(field().value, '');
    assert.equal(focused(), field());
    await assertAccessible(chat());
  });

  it('runs calls at once, shows each with its result, and answers with what came of them', async () => {
    const host = await open(undefined, [
      { name: 'add', title: 'Add', run: () => textResult('5 apples') },
      { name: 'take', title: 'Take', run: () => ({ ...textResult('no pears'), isError: true }) },
    ]);
    const model = scripted(called(host, 'add', 'take'), 'Five apples, no pears.');
    chat().model = model;
    await chat().updateComplete;
    await chat().send('How many?');
    await shows('Five apples, no pears.');
    const [first, second] = [...chat().renderRoot.querySelectorAll('mcp-tool-call')];
    assert.match(textOf(first ?? chat()), /Add .*Done/);
    assert.match(textOf(second ?? chat()), /Take .*Failed/);
    await click(await until(() => first?.renderRoot.querySelector('.line')));
    await shows('5 apples');
    assert.deepEqual(
      chat().conversation.map(({ role, content }) => [
        role,
        [content]
          .flat()
          .map((block) => block.type)
          .join(),
      ]),
      [
        ['user', 'text'],
        ['assistant', 'tool_use,tool_use'],
        ['user', 'tool_result,tool_result'],
        ['assistant', 'text'],
      ],
    );
    await assertAccessible(chat());
  });

  it('goes on after the user denied a call, when the user wants it', async () => {
    const host = await open(undefined, [{ name: 'erase' }], { consent: () => ({ action: 'deny' }) });
    host.addConsentPolicy(() => undefined);
    const model = scripted(called(host, 'erase'), 'Then not.');
    chat().model = model;
    await chat().updateComplete;
    await chat().send('Erase it');
    await shows('Then not.');
    assert.match(JSON.stringify(chat().conversation[2]), /not allowed/);
  });

  it('stops with Escape, keeps what was said, and continues', async () => {
    const { model, say, end, signals } = toldModel();
    await open(model);
    field().focus();
    await type('Tell me a story');
    await press('Enter');
    await until(() => signals.length === 1);
    say('Once upon a time');
    await shows('Once upon a time');
    assert.isTrue(chat().matches(':state(answering)'));
    await press('Escape');
    await shows('You stopped the answer.');
    assert.isTrue(signals[0]?.aborted);
    assert.isFalse(chat().isAnswering);
    assert.deepEqual(chat().conversation.at(-1), {
      role: 'assistant',
      content: { type: 'text', text: 'Once upon a time' },
    });
    await press_('Continue');
    await until(() => signals.length === 2);
    say('there was a page.');
    end();
    await shows('there was a page.');
  });

  it('stops a model that does not listen, and takes nothing more of it', async () => {
    const late: ((answer: ReturnType<typeof says>) => void)[] = [];
    await open(() => new Promise((resolve) => late.push(resolve)));
    void chat().send('Go');
    await until(() => late.length === 1);
    await stops();
    await shows('You stopped the answer.');
    late[0]?.(says('too late'));
    void chat().send('Again');
    await until(() => late.length === 2);
    late[1]?.(says('in time'));
    await shows('in time');
    assert.deepEqual(
      chat().conversation.map(({ role }) => role),
      ['user', 'user', 'assistant'],
    );
    assert.notInclude(textOf(chat()), 'too late');
  });

  it('cancels calls when the user stops, and keeps what came of the others', async () => {
    let wasAborted: AbortSignal | undefined;
    const host = await open(undefined, [
      { name: 'quick' },
      { name: 'slow', run: (_args, { signal }) => ((wasAborted = signal), new Promise<never>(() => {})) },
    ]);
    chat().model = scripted(called(host, 'quick', 'slow'));
    await chat().updateComplete;
    void chat().send('Both');
    await until(() => wasAborted && textOf(chat()).includes('Done'));
    await stops();
    await shows('You stopped the answer.');
    await until(() => wasAborted?.aborted);
    assert.match(JSON.stringify(chat().conversation.at(-1)), /quick ran.*was stopped/);
  });

  it('says what went wrong with the model, loses nothing, and tries again', async () => {
    const model = scripted(new Error('The model is overloaded.'), 'Here I am.');
    await open(model);
    field().focus();
    await type('Are you there?');
    await press('Enter');
    await shows('The model is overloaded.');
    assert.equal(chat().conversation.length, 1);
    await assertAccessible(chat());
    await press_('Retry');
    await shows('Here I am.');
    assert.notInclude(textOf(chat()), 'overloaded');
    assert.deepEqual(model.asked[1]?.messages, model.asked[0]?.messages);
  });

  it('keeps half an answer in sight when the model fails in the middle of it', async () => {
    await open(
      () =>
        new ReadableStream({
          start: (parts) => (parts.enqueue('Half of'), setTimeout(() => parts.error(new Error('Gone.')), 50)),
        }),
    );
    await chat().send('Hello');
    await shows('Gone.');
    await shows('Half of');
    chat().model = scripted('Whole.');
    await chat().updateComplete;
    await chat().send('Go on');
    await shows('Whole.');
    assert.deepEqual(
      chat().conversation.map(({ content }) => Object([content].flat()[0]).text),
      ['Hello', 'Half of', 'Go on', 'Whole.'],
    );
  });

  it('edits an earlier message, and goes on from there', async () => {
    const model = scripted('One', 'Two', 'Three');
    await open(model);
    await chat().send('first');
    await chat().send('second');
    field().focus();
    await press('ArrowUp');
    await until(() => focused()?.matches('.editing textarea'));
    await press('Escape');
    await until(() => focused()?.matches('.edit'));
    await click(find('.edit' as 'button', chat().renderRoot));
    await until(() => focused()?.matches('.editing textarea'));
    await type(' of all');
    await press('Enter');
    await shows('Three');
    assert.deepEqual(
      chat().conversation.map(({ content }) => Object([content].flat()[0]).text),
      ['first of all', 'Three'],
    );
    assert.equal(focused(), field());
  });

  it('asks the model again for its last answer, with the calls of it', async () => {
    const host = await open(undefined, [{ name: 'add' }]);
    chat().model = scripted(called(host, 'add'), 'Wrong', 'Right');
    await chat().updateComplete;
    await chat().send('Add');
    await press_('Try again');
    await shows('Right');
    assert.deepEqual(
      chat().conversation.map(({ role }) => role),
      ['user', 'assistant'],
    );
  });

  it('does not tell screen readers each word, only the whole answer', async () => {
    const { model, say, end, signals } = toldModel();
    await open(model);
    const log = find('[role=log]' as 'div', chat().renderRoot);
    assert.equal(log.getAttribute('aria-live'), 'off');
    void chat().send('Hello');
    await until(() => signals.length === 1);
    await until(() => live() === 'The model is answering…');
    say('**Good** ');
    await shows('Good');
    say('morning');
    await shows('morning');
    assert.equal(live(), 'The model is answering…');
    end();
    await until(() => live() === 'Answer: Good morning');
  });

  it('begins a new conversation, which can be undone', async () => {
    await open(scripted('Hello'));
    await chat().send('Hi');
    await press_('New conversation');
    await shows('The conversation was closed.');
    assert.equal(focused(), field());
    assert.equal(chat().conversation.length, 0);
    await press_('Undo');
    await shows('Hello');
  });

  it('saves a conversation, opens it, and goes on with it', async () => {
    const host = await open(undefined, [{ name: 'add', title: 'Add', run: () => textResult('5 apples') }]);
    const model = scripted(called(host, 'add'), 'Five.', 'Still five.');
    chat().model = model;
    await chat().updateComplete;
    await chat().send('How many?');
    const json = chat().save();
    chat().clear();
    chat().open(json);
    await shows('Five.');
    await shows('Add');
    assert.deepEqual(readConversation(json), [...chat().conversation]);
    await chat().send('Sure?');
    await shows('Still five.');
    assert.equal(model.asked[2]?.messages.length, 5);
  });

  it('refuses hostile files with a sentence, and keeps the conversation', async () => {
    await open(scripted('Hello'));
    await chat().send('Hi');
    const picker = find('input[type=file]' as 'input', chat().renderRoot);
    const files: [string, RegExp][] = [
      ['<html>', /It is not JSON/],
      ['{}', /JSON object with the format/],
      ['{"format":"mcp-web conversation","version":9,"messages":[]}', /reads only 1/],
      [
        '{"format":"mcp-web conversation","version":1,"messages":[{"role":"system","content":[]}]}',
        /damaged at messages\[0\]\.role/,
      ],
    ];
    for (const [text, expected] of files) {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], 'conversation.json'));
      picker.files = transfer.files;
      picker.dispatchEvent(new Event('change'));
      await until(() => expected.test(textOf(chat())), text);
    }
    assert.equal(chat().conversation.length, 2);
  });

  it('fires an event with each change, but not with each word', async () => {
    const { model, say, end, signals } = toldModel();
    await open(model);
    const seen: number[] = [];
    chat().addEventListener('mcp-chat-change', ({ conversation }) => seen.push(conversation.length));
    const sent = chat().send('Hello');
    await until(() => signals.length === 1);
    const before = seen.length;
    for (const word of ['a ', 'b ', 'c ']) say(word);
    await shows('a b c');
    assert.equal(seen.length, before);
    end();
    await sent;
    assert.equal(seen.at(-1), 2);
  });

  it('lets the user choose among models', async () => {
    const one = Object.assign(scripted('I am one.'), { title: 'One' });
    const two = Object.assign(scripted('I am two.'), { title: 'Two' });
    await open(undefined);
    chat().models = [one, two];
    await chat().updateComplete;
    const choice = find('select', chat().renderRoot);
    assert.deepEqual(
      [...choice.options].map(({ text }) => text),
      ['One', 'Two'],
    );
    choice.value = '1';
    choice.dispatchEvent(new Event('change'));
    await chat().updateComplete;
    await chat().send('Who are you?');
    await shows('I am two.');
    assert.equal(one.asked.length, 0);
  });

  it('asks for a model where the page gives none', async () => {
    await open(undefined);
    await shows('Choose a model to begin');
    assert.isFalse(await chat().send('Hello'));
    await press_('OpenAI-compatible endpoint…');
    await until(() => deep(chat()).some((element) => element instanceof HTMLDialogElement && element.open));
    await assertAccessible(chat());
  });
});
