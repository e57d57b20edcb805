import { assert } from 'chai';
import {
  DeniedError,
  type JsonObject,
  type McpHost,
  type SamplingModel,
  type SamplingParams,
  type SamplingPart,
  type SamplingResult,
} from '@mcp-web/client';
import { registerMessages } from '@mcp-web/elements';
import '@mcp-web/elements/host/define';
import '@mcp-web/elements/server/define';
import '@mcp-web/elements/sampling-review/define';
import { german } from '@mcp-web/elements/messages/de';
// What the element loads when it is first needed, which may take long on a busy machine.
import '../../../packages/elements/src/sampling-review/review.ts';
import { RequestDraft } from '../../../packages/elements/src/sampling-review/request-draft.ts';
import { firstOf } from '../../support/engine.ts';
import { errorOf } from '../../support/errors.ts';
import { serverUrl } from '../../support/servers.ts';
import {
  assertAccessible,
  button,
  chooseIn,
  click,
  deep,
  fastestOf,
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

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const text = (words: string) => ({ type: 'text' as const, text: words });
const resultOf = (content: SamplingResult['content'], model = 'of-the-test'): SamplingResult => ({
  role: 'assistant',
  model,
  content,
  stopReason: 'endTurn',
});
const plain: SamplingParams = { messages: [{ role: 'user', content: text('Say something') }], maxTokens: 100 };
const tool = {
  name: 'lookup',
  description: 'Looks it up',
  inputSchema: { type: 'object', properties: { word: { type: 'string' } } },
};
const full: SamplingParams = {
  messages: [
    { role: 'user', content: [text('What is this?'), { type: 'image', data: PIXEL, mimeType: 'image/png' }] },
    { role: 'assistant', content: text('A pixel.') },
    { role: 'user', content: text('Sure?') },
  ],
  systemPrompt: 'Be brief.',
  maxTokens: 50,
  temperature: 0.5,
  stopSequences: ['END'],
  includeContext: 'thisServer',
  modelPreferences: {
    hints: [{ name: 'sonnet' }, { name: 'gpt' }],
    costPriority: 0.25,
    speedPriority: 0.5,
    intelligencePriority: 1,
  },
  metadata: { trace: 'abc' },
};

const review = () => find('mcp-sampling-review');
const dialog = () => find('dialog', review().renderRoot);
const shows = async (words: string) => until(() => dialog().open && textOf(dialog()).includes(words), words);
const closed = async () => until(() => !dialog().open, 'closed');
const choose = (name: string) => chooseIn(review(), name);
const lookFor = (label: string) =>
  deep(review()).find(
    (element): element is HTMLInputElement | HTMLTextAreaElement =>
      (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) && element.ariaLabel === label,
  );
const fieldOf = (label: string) => {
  const found = lookFor(label);
  assert.isDefined(found, label);
  return found;
};
const fill = (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, value: string): void => {
  field.value = value;
  field.dispatchEvent(
    new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true, composed: true }),
  );
};

for (const name of firstOf(['modern', 'legacy', 'legacy-2025-06-18'])) {
  describe(`<mcp-sampling-review> with the server ${name}`, () => {
    let host: McpHost;
    let id: string;
    beforeEach(async () => {
      mount(
        `<mcp-host><mcp-sampling-review></mcp-sampling-review><mcp-server src="${await serverUrl(name)}"></mcp-server></mcp-host>`,
      );
      review().armDelay = 0;
      ({ host, id } = await connected());
    });
    afterEach(unmount);

    it('asks the page’s model once the user has approved, streams, and sends what the user releases [SA-01][SA-02][SA-03][SA-06][SA-07]', async () => {
      let go = (): void => {};
      const told = new Promise<void>((resolve) => (go = resolve));
      const given: SamplingParams[] = [];
      review().model = async function* (params) {
        given.push(params);
        yield { model: 'of-the-test' };
        yield 'Some';
        await told;
        yield 'thing';
        yield resultOf(text('Something'));
      };
      const calling = sample(host, id, plain);
      await shows('Say something');
      assert.isEmpty(given);
      await choose('Approve');
      await shows('Some');
      assert.notInclude(textOf(dialog()), 'Something');
      go();
      await shows('Send this answer to');
      assert.deepEqual(given.map(({ messages, maxTokens }) => ({ messages, maxTokens })) as unknown, [plain]);
      await choose('Send');
      assert.deepEqual(await calling, resultOf(text('Something')) as unknown);
      await closed();
    });

    it('sends nothing when the user rejects the request, or the answer [SA-03][SA-07]', async () => {
      let asked = 0;
      review().model = () => (asked++, resultOf(text('Nobody gets this')));
      const first = sample(host, id, plain);
      await shows('Say something');
      await choose('Reject');
      assert.notInclude(JSON.stringify(await first), 'Nobody');
      assert.equal(asked, 0);
      const second = sample(host, id, plain);
      await shows('Say something');
      await choose('Approve');
      await shows('Nobody gets this');
      await press('Escape');
      assert.notInclude(JSON.stringify(await second), 'Nobody');
      await closed();
    });

    it('lets the user write the answer where the page has no model', async () => {
      const calling = sample(host, id, plain);
      await shows('Say something');
      await choose('Approve');
      await shows('Your answer');
      assert.include(textOf(dialog()), 'Say something');
      await until(() => focused() instanceof HTMLTextAreaElement, 'focus in the text');
      await type('By hand');
      await choose('Send');
      assert.deepEqual(await calling, { ...resultOf(text('By hand'), 'human') } as unknown);
    });
  });
}

describe('<mcp-sampling-review>', () => {
  let url: string;
  let host: McpHost;
  let id: string;
  before(async () => (url = await serverUrl('modern')));
  beforeEach(() => setUp());
  afterEach(unmount);

  const setUp = async (name = 'modern', attributes = 'supports-tools') => {
    mount(
      `<mcp-host><mcp-sampling-review ${attributes}></mcp-sampling-review><mcp-server src="${await serverUrl(name)}"></mcp-server></mcp-host>`,
    );
    review().armDelay = 0;
    ({ host, id } = await connected());
  };
  /** Sends the request, and does not wait for the answer. */
  const open = async (params: SamplingParams): Promise<{ calling: Promise<unknown> }> => {
    const calling = sample(host, id, params);
    await until(() => dialog().open && button(review(), 'Reject'), 'open');
    return { calling };
  };
  it('shows who asks, by name and origin, and everything that the model would get [SA-04]', async () => {
    const { calling } = await open(full);
    const shown = textOf(dialog());
    for (const part of [
      'Allow Test server modern to use your model?',
      new URL(url).origin,
      'Be brief.',
      'What is this?',
      'A pixel.',
      'Sure?',
      '50 tokens',
      '0.5',
      '"END"',
      'sonnet, gpt',
      '0.25',
      'This server',
      'trace',
    ])
      assert.include(shown, part);
    assert.isTrue(dialog().matches(':modal'));
    await until(
      () => deep(review()).some(({ localName }) => localName === 'canvas' || localName === 'img'),
      'the image',
    );
    await assertAccessible(review());
    await choose('Edit');
    await until(() => button(review(), 'Discard changes'));
    await assertAccessible(review());
    await press('Escape');
    await calling;
  });

  it('gives the model what the user edited, and nothing that the user removed [SA-05][SA-13][SA-26]', async () => {
    let given: SamplingParams | undefined;
    review().model = (params) => ((given = params), resultOf(text('Yes')));
    const { calling } = await open({ ...full, tools: [tool, { ...tool, name: 'delete' }] });
    await choose('Edit');
    fill(await until(() => lookFor('System')), '');
    fill(fieldOf('Text of message 3'), 'Really?');
    fill(fieldOf('Max tokens'), '20');
    fill(fieldOf('Temperature'), '');
    fill(fieldOf('Stop sequences'), '["STOP","\\n"]');
    fill(fieldOf('Preferred model'), ' gpt , ');
    fill(fieldOf('Speed priority. From 0 to 1'), '');
    await choose('Remove message 2');
    find('summary', dialog()).click();
    await until(() => find('ul', dialog()).childElementCount > 0);
    await click(fieldOf('Offer delete'));
    const context = deep(review()).find(
      (element): element is HTMLSelectElement =>
        element instanceof HTMLSelectElement && element.ariaLabel === 'Include context from',
    );
    assert.isDefined(context);
    fill(context, 'none');
    await choose('Approve');
    await shows('Yes');
    const [first] = full.messages;
    assert.deepEqual(given as unknown, {
      messages: [first, { role: 'user', content: text('Really?') }],
      maxTokens: 20,
      modelPreferences: { hints: [{ name: 'gpt' }], costPriority: 0.25, intelligencePriority: 1 },
      stopSequences: ['STOP', '\n'],
      includeContext: 'none',
      metadata: { trace: 'abc' },
      tools: [tool],
    });
    await choose('Reject');
    await calling;
  });

  it('puts a text of very many lines into a field only on request, and gives the model the text or what the user wrote instead', async () => {
    let given: SamplingParams | undefined;
    review().model = (params) => ((given = params), resultOf(text('Yes')));
    const long = `first${'\n'.repeat(15_000)}`;
    const area = () => deep(review()).find((element) => element instanceof HTMLTextAreaElement);
    const { calling } = await open({ ...plain, systemPrompt: long, messages: [{ role: 'user', content: text(long) }] });
    await choose('Edit');
    await shows('This text is long. It is sent as it is.');
    assert.isUndefined(area()?.localName);
    await choose('Replace');
    await until(() => focused() !== null && focused() === area());
    assert.equal(area()?.ariaLabel, 'System');
    assert.equal(fieldOf('System').value, '');
    await choose('Restore the long text');
    await until(() => !area());
    await choose('Replace');
    await until(area);
    fill(fieldOf('System'), 'Be brief.');
    await choose('Approve');
    await shows('Yes');
    assert.equal(given?.systemPrompt, 'Be brief.');
    assert.isTrue(JSON.stringify(given?.messages) === JSON.stringify([{ role: 'user', content: text(long) }]));
    await choose('Reject');
    await calling;
  });

  it('accepts no wrong field, and only a lower limit [SA-25]', async () => {
    const { calling } = await open(full);
    await choose('Edit');
    await until(() => lookFor('Max tokens'));
    for (const [label, wrong, right] of [
      ['Max tokens', '51', '50'],
      ['Max tokens', '0', '1'],
      ['Stop sequences', 'END', '["END"]'],
      ['Cost', '2', '1'],
    ] as const) {
      const field = fieldOf(label === 'Cost' ? 'Cost priority. From 0 to 1' : label);
      fill(field, wrong);
      await until(() => button(review(), 'Approve')?.ariaDisabled === 'true', `${label} ${wrong}`);
      fill(field, right);
      await until(() => button(review(), 'Approve')?.ariaDisabled === 'false', `${label} ${right}`);
    }
    await choose('Reject');
    await calling;
  });

  it('has the focus on Reject, and takes no click that comes too early or from a script [SA-07]', async () => {
    let asked = 0;
    review().model = () => (asked++, resultOf(text('Hello')));
    const first = await open(plain);
    await until(() => focused()?.textContent === 'Reject');
    await press('Enter');
    await first.calling;
    review().armDelay = 60_000;
    const { calling } = await open(plain);
    const approve = await until(() => button(review(), 'Approve'));
    await click(approve);
    assert.equal(approve.ariaDisabled, 'true');
    await press('Escape');
    await calling;
    assert.equal(asked, 0);
    review().armDelay = 0;
    const next = await open(plain);
    const again = await until(() =>
      button(review(), 'Approve')?.ariaDisabled === 'false' ? button(review(), 'Approve') : undefined,
    );
    again.click();
    assert.equal(asked, 0);
    await choose('Approve');
    await shows('Hello');
    await until(() => button(review(), 'Send')?.ariaDisabled === 'false');
    button(review(), 'Send')?.click();
    assert.lengthOf(host.getSnapshot().requests, 1);
    await choose('Reject');
    await next.calling;
  });

  it('is no error of the call when the user rejects: it says who did and why, and so does the log', async () => {
    const calling = errorOf(host.callTool(id, 'ask', { kind: 'sampling', params: { ...plain } }), 'denied');
    await shows('Say something');
    fill(fieldOf('Reason'), 'Not today');
    await choose('Reject');
    const declined = await calling;
    assert.instanceOf(declined, DeniedError);
    assert.propertyVal(declined, 'by', 'user');
    assert.propertyVal(declined, 'reason', 'Not today');
    const last = [...host.log.getSnapshot()].findLast(({ kind }) => kind === 'call');
    assert.equal(last?.level, 'info');
    assert.include(Object(last?.data), { status: 'denied', by: 'user', reason: 'Not today' });
  });

  it('sends with Ctrl+Enter from the answer and from Send, and from nowhere else', async () => {
    const first = await open(plain);
    await until(() => button(review(), 'Approve')?.ariaDisabled === 'false');
    // On a button, some browsers turn it into a click, even with Control.
    const inFocus = focused();
    if (inFocus instanceof HTMLElement) inFocus.blur();
    await pressWith('Control', 'Enter');
    assert.include(textOf(dialog()), 'use your model?');
    assert.lengthOf(host.getSnapshot().requests, 1);
    await press('Escape');
    await first.calling;
    const second = await open(plain);
    await choose('Approve');
    await until(() => focused() instanceof HTMLTextAreaElement);
    await type('Short');
    await until(() => button(review(), 'Send')?.ariaDisabled === 'false');
    await pressWith('Control', 'Enter');
    assert.include(JSON.stringify(await second.calling), 'Short');
  });

  it('rejects with the reason at Enter, after an input method has finished it, and shows the next request without it', async () => {
    const decisions: unknown[] = [];
    const respond = host.respond.bind(host);
    host.respond = (asked, decision) => {
      decisions.push(decision);
      return respond(asked, decision);
    };
    const first = await open(plain);
    const second = sample(host, id, { ...plain, messages: [{ role: 'user', content: text('Another one') }] });
    await until(() => textOf(dialog()).includes('1 more'));
    const reason = await until(() => lookFor('Reason'));
    find('summary', dialog().querySelector('.refusal') ?? dialog()).click();
    reason.focus();
    await type('Not now');
    // Some browsers report it in the key, others only in the key code.
    for (const marks of [{ isComposing: true }, { keyCode: 229 }]) {
      reason.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...marks }));
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.lengthOf(host.getSnapshot().requests, 2);
    await press('Enter');
    await first.calling;
    assert.deepEqual(decisions, [{ action: 'deny', reason: 'Not now' }]);
    await shows('Another one');
    assert.equal(lookFor('Reason')?.value, '');
    await press('Escape');
    await second;
    assert.deepEqual(decisions.at(-1), { action: 'deny' });
  });

  it('sends the answer as the user edited it, with another name for the model', async () => {
    review().model = () => resultOf([text('One'), { type: 'image', data: PIXEL, mimeType: 'image/png' }, text('Two')]);
    const { calling } = await open(plain);
    await choose('Approve');
    await shows('Two');
    await assertAccessible(review());
    const edit = await until(() =>
      deep(review())
        .filter(
          (element): element is HTMLButtonElement =>
            element instanceof HTMLButtonElement && element.textContent === 'Edit',
        )
        .at(-1),
    );
    await click(edit);
    await until(() => lookFor('Text 1 of the answer'));
    await assertAccessible(review());
    fill(fieldOf('Text 1 of the answer'), 'Uno');
    const removals = deep(review()).filter(
      (element): element is HTMLButtonElement =>
        element instanceof HTMLButtonElement && element.textContent === 'Remove',
    );
    assert.lengthOf(removals, 3);
    if (removals[1]) await click(removals[1]);
    const model = find('input', dialog());
    fill(model, '');
    await until(() => button(review(), 'Send')?.ariaDisabled === 'true');
    fill(model, 'me');
    await choose('Send');
    assert.deepEqual(await calling, resultOf([text('Uno'), text('Two')], 'me') as unknown);
  });

  it('spells out the invisible characters of a long input for a tool only once', async () => {
    const input = { word: '\u202e'.repeat(330_000) };
    let written = 0;
    review().model = () =>
      resultOf([{ type: 'tool_use', id: 'use', name: 'echo', input: { toJSON: () => (written++, input) } }]);
    const { calling } = await open(plain);
    await choose('Approve');
    const end = await until(() => deep(review()).find((one) => one.matches('pre.whole > bdi:last-of-type')));
    assert.include(end.textContent, '\\u202e');
    for (let render = 0; render < 3; render++) {
      review().requestUpdate();
      await review().updateComplete;
    }
    assert.equal(written, 1);
    await choose('Reject');
    await calling;
  });

  it('sends a long answer only after its end was on the screen, and lets nobody edit it before', async () => {
    review().model = () =>
      resultOf([
        text('Roses are red.\n'.repeat(120)),
        { type: 'tool_use', id: 'use', name: 'echo', input: { lines: Array.from({ length: 300 }, String) } },
        text(`${'Violets are blue. '.repeat(80)}The diary of the user`),
      ]);
    const { calling } = await open(plain);
    await choose('Approve');
    await shows('The diary of the user');
    await shows('Scroll to the end of the answer');
    await assertAccessible(review());
    const send = button(review(), 'Send') ?? assert.fail('no button');
    assert.equal(send.ariaDisabled, 'true');
    await click(send);
    assert.lengthOf(find('mcp-host').host.getSnapshot().requests, 1);
    const edit = deep(review()).findLast(
      (element): element is HTMLButtonElement => element instanceof HTMLButtonElement && element.textContent === 'Edit',
    );
    assert.equal(edit?.ariaDisabled, 'true');
    await choose('Scroll down');
    await until(() => (dialog().querySelector('.body')?.scrollTop ?? 0) > 100);
    assert.equal(send.ariaDisabled, 'true');
    await until(() => {
      // What is drawn after it was scrolled to can push it out again.
      dialog().querySelector('[part=answer] > .end')?.scrollIntoView();
      return send.ariaDisabled === 'false';
    });
    dialog().querySelector('.body')?.scrollTo(0, 0);
    await choose('Send');
    assert.include(JSON.stringify(await calling), 'The diary of the user');
  });

  it('stops a model, and sends what there is only when the user says so [SA-06]', async () => {
    const asked: AbortSignal[] = [];
    review().model = (_params, { signal }) => {
      asked.push(signal);
      return new ReadableStream<SamplingPart>({
        start(controller) {
          controller.enqueue({ model: 'endless' });
          controller.enqueue('Half of');
        },
      });
    };
    const { calling } = await open(plain);
    await choose('Approve');
    await shows('Half of');
    await assertAccessible(review());
    await choose('Stop');
    await shows('You stopped the answer here.');
    assert.isTrue(asked[0]?.aborted);
    await choose('Send');
    assert.deepEqual(await calling, { role: 'assistant', model: 'endless', content: text('Half of') } as unknown);
  });

  it('spells each part of a streamed answer out once, not all of it for each chunk', async () => {
    const chunk = 'zebra '.repeat(200);
    const count = 100;
    review().model = async function* () {
      for (let index = 0; index < count; index++) {
        yield chunk;
        await review().updateComplete;
        await new Promise((resolve) => setTimeout(resolve));
      }
      yield '\u202eend';
      await new Promise(() => {});
    };
    const { calling } = await open(plain);
    const own = Object.getOwnPropertyDescriptor(String.prototype, 'replaceAll') ?? {};
    let read = 0;
    String.prototype.replaceAll = function (this: string, ...given: unknown[]) {
      if (this.includes('zebra')) read += this.length;
      return Reflect.apply(own.value as (this: string, ...given: unknown[]) => string, this, given);
    };
    try {
      await choose('Approve');
      await shows('‹U+202E›end');
    } finally {
      Object.defineProperty(String.prototype, 'replaceAll', own);
    }
    assert.isBelow(read, 10 * count * chunk.length);
    await choose('Stop');
    await shows('You stopped the answer here.');
    assert.equal(dialog().querySelector('[part=answer] .whole')?.textContent, `${chunk.repeat(count)}‹U+202E›end`);
    await choose('Reject');
    await calling;
  });

  it('says what went wrong with the model, and lets the user ask again or write the answer', async () => {
    let attempt = 0;
    review().model = () => {
      attempt++;
      if (attempt === 1) throw new Error('Out of credit');
      return attempt === 2 ? Promise.reject(new Error('Still none')) : resultOf(text(`Attempt ${attempt}`));
    };
    const { calling } = await open(plain);
    await choose('Approve');
    await shows('Out of credit');
    await assertAccessible(review());
    await choose('Ask again');
    await shows('Still none');
    await choose('Answer myself');
    await until(() => focused() instanceof HTMLTextAreaElement);
    await type('Myself');
    await choose('Send');
    assert.include(JSON.stringify(await calling), 'Myself');
    const next = await open(plain);
    await choose('Approve');
    await shows('Attempt 3');
    await choose('Ask again');
    await shows('Attempt 4');
    await choose('Send');
    assert.include(JSON.stringify(await next.calling), 'Attempt 4');
  });

  for (const [what, wrong] of [
    [
      'ends without a result',
      async function* () {
        yield 'Only text';
      },
    ],
    ['gives no answer', () => ({ role: 'assistant', content: [{ type: 'text' }], model: 'm' })],
    ['speaks as the user', () => ({ role: 'user', content: text('x'), model: 'm' })],
  ] as [string, () => unknown][]) {
    it(`says so when a model ${what}`, async () => {
      review().model = wrong as SamplingModel;
      const { calling } = await open(plain);
      await choose('Approve');
      await shows('The model did not answer');
      await press('Escape');
      await calling;
    });
  }

  it('sends no part of an answer that it does not show', async () => {
    const hidden = { annotations: { audience: ['hidden'] }, _meta: { hidden: 1 }, more: 'hidden' };
    const use = { type: 'tool_use', id: 'the id', name: 'lookup', input: {}, _meta: { cache: 'the key' } };
    const image = { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' };
    review().model = (() => ({
      ...resultOf([]),
      content: [
        { ...text('Seen'), ...hidden },
        { ...use, more: 'hidden' },
        { ...image, ...hidden },
      ],
      stopReason: 'hidden',
      ...hidden,
    })) as SamplingModel;
    const { calling } = await open(plain);
    await choose('Approve');
    await shows('"cache": "the key"');
    await shows('the id');
    dialog().querySelector('[part=answer] > .end')?.scrollIntoView();
    await choose('Send');
    const { role, model } = resultOf([]);
    assert.deepEqual(await calling, { role, model, content: [text('Seen'), use, image] } as unknown);
  });

  for (const [what, wrong] of [
    ['model', { model: `m${'-'.repeat(120)}` }],
    ['tool', { content: [{ type: 'tool_use', id: 'use', name: `t${'-'.repeat(200)}`, input: {} }] }],
    ['tool call', { content: [{ type: 'tool_use', id: '\u202e'.repeat(30), name: 'lookup', input: {} }] }],
    ['type', { content: { type: 'image', data: 'iVBORw0KGgo=', mimeType: `image/png;${'-'.repeat(200)}` } }],
  ] as const)
    it(`takes no answer whose end of the name of a ${what} it would not show`, async () => {
      review().model = (() => ({ ...resultOf(text('x')), ...wrong })) as SamplingModel;
      const { calling } = await open(plain);
      await choose('Approve');
      await shows('The model did not answer');
      await press('Escape');
      await calling;
    });

  it('asks listeners of mcp-sampling-request before the model, with what was approved', async () => {
    review().model = () => resultOf(text('by the model'));
    const seen: unknown[] = [];
    const listener = (event: HTMLElementEventMap['mcp-sampling-request']): void => {
      seen.push(event.params, event.server.url, event.signal.aborted);
      event.respondWith(async () => resultOf(text('by the listener')));
    };
    find('mcp-host').addEventListener('mcp-sampling-request', listener);
    const first = await open(plain);
    await choose('Approve');
    await shows('by the listener');
    assert.deepEqual(seen, [plain, new URL(url).href, false]);
    await choose('Reject');
    await first.calling;
    find('mcp-host').removeEventListener('mcp-sampling-request', listener);
    find('mcp-host').addEventListener(
      'mcp-sampling-request',
      (event) => event.respondWith(Promise.resolve(undefined)),
      { once: true },
    );
    const second = await open(plain);
    await choose('Approve');
    await shows('by the model');
    await choose('Reject');
    await second.calling;
    find('mcp-host').addEventListener('mcp-sampling-request', (event) => event.preventDefault(), { once: true });
    const third = await open(plain);
    await choose('Approve');
    await third.calling;
    await closed();
  });

  it('shows the use of tools, their results and what they are, and sends the uses that the model wants [SA-16][SA-18][SA-21][SA-23]', async () => {
    const use = {
      type: 'tool_use' as const,
      id: 'u2',
      name: 'lookup',
      input: { word: 'mcp' },
      _meta: { 'example.com/cache': 'kept' },
    };
    review().model = () => ({
      ...resultOf([text('Let me see'), use, { ...use, id: 'u3', name: 'invented' }]),
      stopReason: 'toolUse',
    });
    const { calling } = await open({
      messages: [
        plain.messages[0] ?? { role: 'user', content: text('') },
        { role: 'assistant', content: { type: 'tool_use', id: 'u1', name: 'lookup', input: { word: 'earlier' } } },
        { role: 'user', content: { type: 'tool_result', toolUseId: 'u1', content: [text('It is a word')] } },
      ],
      maxTokens: 10,
      tools: [tool],
      toolChoice: { mode: 'required' },
    });
    find('summary', dialog()).click();
    await shows('Looks it up');
    const shown = textOf(dialog());
    for (const part of [
      '"word": "earlier"',
      'It is a word',
      '1 available tool',
      'Looks it up',
      'At least one',
      'This conversation has 1 tool call.',
    ])
      assert.include(shown, part);
    await choose('Approve');
    await shows('"word": "mcp"');
    assert.include(textOf(dialog()), 'The server did not offer this tool.');
    await assertAccessible(review());
    dialog().querySelector('[part=answer] > .end')?.scrollIntoView();
    const edit = await until(() => {
      const last = deep(review()).findLast(
        (element): element is HTMLButtonElement =>
          element instanceof HTMLButtonElement && element.textContent === 'Edit',
      );
      return last?.ariaDisabled === 'false' && last;
    });
    edit.scrollIntoView();
    await click(edit);
    const input = await until(() => lookFor('Input as JSON'));
    fill(input, '{"word":');
    await until(() => button(review(), 'Send')?.ariaDisabled === 'true');
    fill(input, '{"word":"edited"}');
    await until(() => button(review(), 'Send')?.ariaDisabled === 'false');
    const removals = deep(review()).filter(
      (element): element is HTMLButtonElement =>
        element instanceof HTMLButtonElement && element.textContent === 'Remove',
    );
    if (removals[2]) await click(removals[2]);
    await choose('Send');
    assert.deepEqual(await calling, {
      ...resultOf([text('Let me see'), { ...use, input: { word: 'edited' } }]),
      stopReason: 'toolUse',
    } as unknown);
  });

  it('shows the next request when the server gives up, and stops the model', async () => {
    const asked: AbortSignal[] = [];
    review().model = async (_params, { signal }) => {
      asked.push(signal);
      return new Promise<never>(() => {});
    };
    const controller = new AbortController();
    const first = host
      .callTool(id, 'ask', { kind: 'sampling', params: plain }, { signal: controller.signal })
      .catch(() => 'gave up');
    await until(() => dialog().open);
    await choose('Approve');
    await until(() => asked.length > 0);
    controller.abort();
    assert.equal(await first, 'gave up');
    await until(() => asked[0]?.aborted);
    await closed();
  });

  it('asks one after the other, and says how many wait', async () => {
    const calls = ['one', 'two', 'three'].map(async (words) =>
      sample(host, id, { ...plain, messages: [{ role: 'user', content: text(words) }] }),
    );
    await until(() => textOf(dialog()).includes('2 more'));
    await press('Escape');
    await until(() => textOf(dialog()).includes('1 more'));
    await press('Escape');
    await until(() => button(review(), 'Reject') && !textOf(dialog()).includes('more'));
    await press('Escape');
    await Promise.all(calls);
    await closed();
  });

  it('rejects waiting requests when it is removed from the page', async () => {
    const first = await open(plain);
    review().remove();
    await first.calling;
    assert.lengthOf(host.getSnapshot().requests, 0);
  });

  it('asks on when it is moved within the page', async () => {
    const { calling } = await open(plain);
    find('mcp-host').append(review());
    await until(() => dialog().matches(':modal'));
    await choose('Approve');
    await shows('Your answer');
    await press('Escape');
    await calling;
  });

  it('tells servers of tools exactly when the model, or the page, understands them [SA-16][SA-17]', async () => {
    unmount();
    await setUp('legacy', '');
    const refused = await sample(host, id, { ...plain, tools: [tool] });
    assert.notInclude(JSON.stringify(refused), '"role"');
    assert.isFalse(dialog().open);
    const seen: unknown[] = [];
    host.subscribe(() => seen.push(host.getSnapshot().servers[0]?.status));
    review().model = Object.assign(() => resultOf(text('with tools')), { supportsTools: true });
    await until(() => seen.includes('connecting'), 'reconnects');
    await until(() => host.getSnapshot().servers.find(({ tools, status }) => status === 'ready' && tools.length > 0));
    const { calling } = await open({ ...plain, tools: [tool] });
    await press('Escape');
    await calling;
  });

  it('says that an older revision cannot carry an answer, and puts several texts into one', async () => {
    unmount();
    await setUp('legacy-2025-06-18', '');
    review().model = () => resultOf([text('One'), text('Two')]);
    const first = await open(plain);
    await choose('Approve');
    await shows('Two');
    await choose('Send');
    assert.deepEqual(await first.calling, resultOf(text('One\nTwo')) as unknown);
    review().model = () => resultOf([text('One'), { type: 'image', data: PIXEL, mimeType: 'image/png' }]);
    const second = await open(plain);
    await choose('Approve');
    await shows('This server uses MCP 2025-06-18');
    assert.equal(button(review(), 'Send')?.ariaDisabled, 'true');
    await press('Escape');
    await second.calling;
  });

  it('shows characters that would hide or reverse the text, in the request and in the answer', async () => {
    review().model = () => resultOf(text('a\u202Eb\u{E0041}'));
    const { calling } = await open({ ...plain, messages: [{ role: 'user', content: text('x\u200By') }] });
    await shows('x‹U+200B›y');
    await choose('Approve');
    await shows('a‹U+202E›b‹U+E0041›');
    await press('Escape');
    await calling;
  });

  it('shows the newest of very many messages, and the others on request', async () => {
    const { calling } = await open({
      ...plain,
      messages: Array.from({ length: 500 }, (_, place) => ({
        role: place % 2 ? ('assistant' as const) : ('user' as const),
        content: text(`message ${place}.`),
      })),
    });
    const shown = textOf(dialog());
    assert.include(shown, 'message 499.');
    assert.notInclude(shown, 'message 5.');
    await choose('Show the 470 earlier messages');
    await shows('message 5.');
    await press('Escape');
    await calling;
  });

  it('can be rejected at once however much a server sends, and shows more of it on request', async () => {
    const many = <T>(count: number, item: (index: number) => T): T[] =>
      Array.from({ length: count }, (_, index) => item(index));
    const { calling } = await open({
      ...plain,
      messages: [{ role: 'user', content: many(20_000, (index) => text(`block ${index}.`)) }],
      tools: many(3_000, (index) => ({ ...tool, name: `tool-${index}` })),
      stopSequences: many(20_000, (index) => `stop-${index}`),
    });
    assert.isBelow(deep(dialog()).length, 1_000);
    assert.include(textOf(dialog()), 'block 19.');
    assert.notInclude(textOf(dialog()), 'tool-0', 'what is folded is not rendered');
    await choose('Show more (19,980 left)');
    await shows('block 519.');
    find('summary', dialog()).click();
    await shows('tool-19');
    assert.notInclude(textOf(dialog()), 'tool-20');
    await choose('Show more (2,980 left)');
    await shows('tool-519');
    assert.notInclude(textOf(dialog()), 'stop-20"');
    await choose('Reject');
    await calling;
  });

  it('keeps the focus on the button that shows more, and in its place when there is no more', async () => {
    const blocks = Array.from({ length: 600 }, (_none, index) => text(`block ${index}.`));
    const messages = Array.from({ length: 32 }, () => ({ role: 'user' as const, content: blocks }));
    const { calling } = await open({ ...plain, messages });
    const earlier = await until(() => button(review(), 'Show the 2 earlier messages'));
    earlier.focus();
    await press('Enter');
    await until(() => !earlier.isConnected);
    assert.equal(focused()?.localName, 'ol');
    const more = await until(() => button(review(), 'Show more (580 left)'));
    more.focus();
    await press('Enter');
    await until(() => textOf(more) === 'Show more (80 left)');
    assert.equal(focused(), more);
    await press('Enter');
    await until(() => !more.isConnected);
    assert.equal(focused()?.textContent, 'block 519.', 'what was the last before');
    await choose('Reject');
    await calling;
  });

  it('keeps what it shows of a long tool result when it is drawn again, with the button for the rest', async () => {
    const long = Array.from({ length: 200 }, (_, line) => `line ${line}`).join('\n');
    const { calling } = await open({
      messages: [{ role: 'user', content: { type: 'tool_result', toolUseId: 'u1', content: [text(long)] } }],
      maxTokens: 10,
    });
    const content = await until(() => dialog().querySelector('mcp-content'));
    await until(() => button(content, 'Show all'));
    const { result } = content;
    review().requestUpdate();
    await review().updateComplete;
    await content.updateComplete;
    assert.equal(content.result, result);
    assert.isDefined(button(content, 'Show all'));
    button(content, 'Show all')?.click();
    await until(() => button(content, 'Show less'));
    review().requestUpdate();
    await review().updateComplete;
    await content.updateComplete;
    assert.isDefined(button(content, 'Show less'));
    await choose('Reject');
    await calling;
  });

  it('tells content which server it comes from, so that none on the internet leads into the user’s own network', async () => {
    const result = { type: 'tool_result' as const, toolUseId: 'u1', content: [text('It is a word')] };
    const image = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' };
    const use = { type: 'tool_use' as const, id: 'u1', name: 'lookup', input: { word: 'mcp' } };
    const { calling } = await open({
      messages: [
        { role: 'user', content: image },
        { role: 'assistant', content: use },
        { role: 'user', content: result },
      ],
      maxTokens: 10,
      tools: [tool],
    });
    const contents = await until(() => {
      const found = [...dialog().querySelectorAll('mcp-content')];
      return found.length === 2 && found;
    });
    const { url } = find('mcp-host').host.getSnapshot().servers[0] ?? assert.fail('no server');
    assert.deepEqual(
      contents.map(({ server }) => server?.url),
      [url, url],
    );
    await choose('Reject');
    await calling;
  });

  it('takes no longer for each of very many messages', async () => {
    const messages = Array.from({ length: 300_000 }, () => ({ role: 'user' as const, content: text('a') }));
    // Looking for the place of each took half a minute.
    const took = await fastestOf(() => {
      const { params } = new RequestDraft({ messages, maxTokens: 1 });
      assert.lengthOf(params.messages, messages.length);
    }, 5_000);
    assert.isBelow(took, 5_000);
  });

  it('says how far the download of a model is', async () => {
    review().model = async function* () {
      yield { progress: { progress: 0.25, total: 1, message: 'Downloading' } };
      await new Promise(() => {});
    };
    const { calling } = await open(plain);
    await choose('Approve');
    await shows('Downloading');
    assert.equal(find('progress', dialog()).value, 0.25);
    await press('Escape');
    await calling;
  });

  it('speaks German where the page does', async () => {
    registerMessages('de', german);
    review().lang = 'de';
    const calling = sample(host, id, plain);
    await shows('Ihr Modell verwenden?');
    await press('Escape');
    await calling;
  });
});

async function connected(): Promise<{ host: McpHost; id: string }> {
  const { host } = find('mcp-host');
  host.addConsentPolicy(() => ({ action: 'allow' }));
  const { id } = await until(() =>
    host.getSnapshot().servers.find(({ tools }) => tools.some(({ name }) => name === 'ask')),
  );
  return { host, id };
}

/** The answer that the server's tool received, or the error that it received or that the call failed with. */
async function sample(host: McpHost, id: string, params: SamplingParams): Promise<unknown> {
  try {
    const { content } = await host.callTool(id, 'ask', {
      kind: 'sampling',
      params: { ...params } satisfies JsonObject,
    });
    const [block] = content;
    const said = block?.type === 'text' ? block.text : '';
    return said.startsWith('{') ? JSON.parse(said) : said;
  } catch (error) {
    return String(error);
  }
}
