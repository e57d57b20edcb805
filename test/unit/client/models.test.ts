import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModelV2, LanguageModelV3, LanguageModelV4 } from '@ai-sdk/provider';
import { assert } from 'chai';
import {
  HttpError,
  type HostServer,
  type SamplingAnswer,
  type SamplingModel,
  type SamplingParams,
  type SamplingPart,
  type SamplingResult,
} from '@mcp-web/client';
import { type AiSdkLanguageModel, aiSdkModel } from '@mcp-web/client/models/ai-sdk';
import { builtInAvailability, builtInModel } from '@mcp-web/client/models/built-in';
import { chooseModel } from '@mcp-web/client/models/choose';
import { openAiModel } from '@mcp-web/client/models/openai';
import { errorOf } from '../../support/errors.ts';
import { serverUrl } from '../../support/servers.ts';

const server: HostServer = {
  id: 's',
  url: 'https://server.example/mcp',
  status: 'ready',
  tools: [],
  prompts: [],
  resources: [],
  resourceTemplates: [],
  isListing: false,
  enabledTools: [],
};
const text = (words: string) => ({ type: 'text' as const, text: words });
const lookup = {
  name: 'lookup',
  description: 'Looks it up',
  inputSchema: { type: 'object', properties: { word: { type: 'string' } } },
};
const plain: SamplingParams = { messages: [{ role: 'user', content: text('Hello') }], maxTokens: 100 };
const full: SamplingParams = {
  systemPrompt: 'Be brief',
  messages: [
    { role: 'user', content: [text('What is this?'), { type: 'image', data: 'AAEC', mimeType: 'image/png' }] },
    {
      role: 'assistant',
      content: [text('Let me see'), { type: 'tool_use', id: 'u1', name: 'lookup', input: { word: 'pixel' } }],
    },
    { role: 'user', content: [{ type: 'tool_result', toolUseId: 'u1', content: [text('A dot'), text('of light')] }] },
  ],
  maxTokens: 50,
  temperature: 0.5,
  stopSequences: ['END'],
  tools: [lookup],
  toolChoice: { mode: 'required' },
  metadata: { user: 'nobody is told' },
};

interface Heard {
  texts: string[];
  updates: SamplingPart[];
  result: SamplingResult | undefined;
}

/** Reads an answer as the element does, without its checks. */
async function hear(
  model: SamplingModel | undefined,
  params: SamplingParams,
  signal = new AbortController().signal,
  ontext = (_text: string): void => {},
): Promise<Heard> {
  const heard: Heard = { texts: [], updates: [], result: undefined };
  const answer: SamplingAnswer | undefined = await model?.(params, { signal, server });
  if (!(answer instanceof ReadableStream)) assert.fail('no stream');
  const reader = answer.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return heard;
    if (typeof value === 'string') {
      heard.texts.push(value);
      ontext(value);
    } else if ('content' in value) heard.result = value;
    else heard.updates.push(value);
  }
}

const textIn = ({ result }: Heard): string => {
  const content = result?.content;
  return content && !Array.isArray(content) && content.type === 'text' ? content.text : '';
};

/** Tools that failed or have only structured results, audio, and more stop sequences than some endpoints accept. */
const rare: SamplingParams = {
  messages: [
    { role: 'user', content: { type: 'audio', data: 'AA==', mimeType: 'audio/wav' } },
    { role: 'assistant', content: { type: 'tool_use', id: 'u1', name: 'lookup', input: {} } },
    {
      role: 'user',
      content: [
        { type: 'tool_result', toolUseId: 'u1', isError: true, content: [text('gone')] },
        { type: 'tool_result', toolUseId: 'u2', content: [], structuredContent: { dots: 1 } },
      ],
    },
  ],
  maxTokens: 1,
  stopSequences: ['1', '2', '3', '4', '5'],
};

describe('chooseModel', () => {
  const models = [
    { name: 'mini', cost: 1, speed: 1, intelligence: 0.2 },
    { name: 'gpt-large', cost: 0.1, speed: 0.3, intelligence: 1 },
    { name: 'gpt-medium', comparableTo: ['claude-3-5-sonnet'], cost: 0.5, speed: 0.5, intelligence: 0.6 },
  ];

  for (const [what, preferences, chosen] of [
    ['the first without preferences', undefined, 'mini'],
    [
      'by the first hint that fits, before those after it [SA-10]',
      { hints: [{ name: 'unknown' }, { name: 'medium' }, { name: 'large' }] },
      'gpt-medium',
    ],
    ['by a hint that is a part of the name, whatever its case [SA-11]', { hints: [{ name: 'GPT-L' }] }, 'gpt-large'],
    ['by a hint and not by the priorities [SA-11]', { hints: [{ name: 'medium' }], costPriority: 1 }, 'gpt-medium'],
    [
      'by the priorities between those that fit a hint [SA-11]',
      { hints: [{ name: 'gpt' }], costPriority: 1 },
      'gpt-medium',
    ],
    ['a comparable model of another maker [SA-12]', { hints: [{ name: 'sonnet' }] }, 'gpt-medium'],
    ['by the priorities where no hint fits', { hints: [{ name: 'unknown' }], intelligencePriority: 1 }, 'gpt-large'],
    ['by what outweighs the rest', { costPriority: 0.2, intelligencePriority: 0.9 }, 'gpt-large'],
    ['not by a hint that says nothing', { hints: [{}, { name: '' }], speedPriority: 1 }, 'mini'],
  ] as const) {
    it(`takes ${what}`, () => {
      assert.equal(chooseModel(preferences as SamplingParams['modelPreferences'], models).name, chosen);
    });
  }

  it('wants something to choose from', async () => {
    await errorOf(
      Promise.resolve().then(() => chooseModel(undefined, [])),
      'invalid-argument',
    );
  });
});

describe('a model of an endpoint of the OpenAI format', () => {
  let base: string;
  before(async () => (base = await serverUrl('openai')));
  const model = (name: string, options: Partial<Parameters<typeof openAiModel>[0]> = {}) =>
    openAiModel({ url: `${base}/v1/`, models: name, ...options });

  it('streams its answer, and says which model it is', async () => {
    const heard = await hear(model('words'), plain);
    assert.deepEqual(heard.texts, ['One ', 'two ', 'three']);
    assert.deepEqual(heard.updates, [{ model: 'words' }]);
    assert.deepEqual(heard.result, {
      role: 'assistant',
      model: 'words-2026',
      content: text('One two three'),
      stopReason: 'endTurn',
    });
    assert.equal(model('words').title, `words · ${new URL(base).host}`);
    assert.isTrue(model('words').supportsTools);
    assert.isFalse(model('words', { supportsTools: false }).supportsTools);
  });

  it('receives everything that the server requested, in its own format, and no higher token limit [SA-18][SA-25][SA-26]', async () => {
    assert.deepEqual(JSON.parse(textIn(await hear(model('mirror'), full))), {
      model: 'mirror',
      stream: true,
      max_tokens: 50,
      temperature: 0.5,
      stop: ['END'],
      tool_choice: 'required',
      messages: [
        { role: 'system', content: 'Be brief' },
        {
          role: 'user',
          content: [text('What is this?'), { type: 'image_url', image_url: { url: 'data:image/png;base64,AAEC' } }],
        },
        {
          role: 'assistant',
          content: 'Let me see',
          tool_calls: [{ id: 'u1', type: 'function', function: { name: 'lookup', arguments: '{"word":"pixel"}' } }],
        },
        { role: 'tool', tool_call_id: 'u1', content: 'A dot\nof light' },
      ],
      tools: [
        { type: 'function', function: { name: 'lookup', description: 'Looks it up', parameters: lookup.inputSchema } },
      ],
    });
    const newer = JSON.parse(textIn(await hear(model('mirror', { tokenLimit: 'max_completion_tokens' }), plain)));
    assert.deepEqual(newer, {
      model: 'mirror',
      stream: true,
      max_completion_tokens: 100,
      messages: [{ role: 'user', content: 'Hello' }],
    });
  });

  it('is told of sound, of failed tools and of structured results, and of four stop sequences', async () => {
    assert.deepEqual(JSON.parse(textIn(await hear(model('mirror'), rare))), {
      model: 'mirror',
      stream: true,
      max_tokens: 1,
      stop: ['1', '2', '3', '4'],
      messages: [
        { role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } }] },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'u1', type: 'function', function: { name: 'lookup', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'u1', content: 'Error: gone' },
        { role: 'tool', tool_call_id: 'u2', content: '{"dots":1}' },
      ],
    });
  });

  it('receives nothing of earlier requests [SA-27]', async () => {
    const mirror = model('mirror');
    const asked = async (words: string) =>
      JSON.parse(textIn(await hear(mirror, { ...plain, messages: [{ role: 'user', content: text(words) }] }))).messages;
    await asked('the first');
    assert.deepEqual(await asked('the second'), [{ role: 'user', content: 'the second' }]);
  });

  it('wants to use tools: several, in fragments [SA-21]', async () => {
    const { result } = await hear(model('caller'), full);
    assert.deepEqual(result, {
      role: 'assistant',
      model: 'caller-2026',
      stopReason: 'toolUse',
      content: [
        text('Let me see.'),
        { type: 'tool_use', id: 'call_a', name: 'lookup', input: { word: 'mcp' } },
        { type: 'tool_use', id: 'call_b', name: 'now', input: {} },
      ],
    });
    assert.match((await errorOf(hear(model('confused'), full), 'invalid-result')).message, /"lookup"/);
  });

  it('is chosen by the preferences of the server, and answers at once where the endpoint does not stream', async () => {
    const both = openAiModel({ url: `${base}/v1`, models: ['words', { name: 'at-once', comparableTo: ['sonnet'] }] });
    assert.equal(
      textIn(await hear(both, { ...plain, modelPreferences: { hints: [{ name: 'claude' }, { name: 'sonnet' }] } })),
      'All of it',
    );
    assert.equal((await hear(both, plain)).result?.model, 'words-2026');
    assert.equal((await hear(model('cut'), plain)).result?.stopReason, 'maxTokens');
  });

  it('gets the key of the moment, and no error has it [SA-09]', async () => {
    const keys = ['wrong-key', 'secret-key', 'secret-key', 'secret-key'];
    const keyed = (name: string) =>
      openAiModel({ url: `${base}/keyed/v1`, models: name, apiKey: async () => keys.shift() });
    const wrong = await errorOf(hear(keyed('words'), plain), 'unauthorized');
    assert.include(wrong.message, '401');
    assert.notInclude(`${wrong.message} ${String(wrong.cause)}`, 'wrong-key');
    assert.equal(textIn(await hear(keyed('words'), plain)), 'One two three');
    const busy = await errorOf(hear(keyed('busy'), plain), 'http');
    assert.instanceOf(busy, HttpError);
    assert.match(busy.message, /429.*try again in 7 s/);
    assert.notInclude(JSON.stringify(busy) + busy.message, 'secret-key');
    const failing = await errorOf(hear(keyed('failing'), plain), 'invalid-result');
    assert.include(failing.message, 'Overloaded');
    assert.notInclude(failing.message, 'secret-key');
    const unsendable = await errorOf(
      hear(openAiModel({ url: `${base}/v1`, models: 'words', apiKey: () => 'sk-\u{1F511}secret\n' }), plain),
      'invalid-argument',
    );
    assert.notInclude(`${unsendable.message} ${String(unsendable.cause)} ${unsendable.stack}`, 'secret');
  });

  for (const [name, code, said] of [
    ['down', 'http', /502/],
    ['html', 'invalid-result', /not JSON/],
    ['broken', 'stream-ended', /stopped before its answer was complete/],
    ['elsewhere', 'network', /cannot be reached/],
  ] as const) {
    it(`fails clearly when it is ${name}`, async () => {
      assert.match((await errorOf(hear(model(name), plain), code)).message, said);
    });
  }

  it('fails clearly when nobody is there, and when there is no endpoint or content that it can take', async () => {
    await errorOf(hear(openAiModel({ url: 'http://127.0.0.1:9/v1', models: 'words' }), plain), 'network');
    assert.throws(() => openAiModel({ url: 'api', models: 'words' }), /is not a URL/);
    assert.throws(() => openAiModel({ url: base, models: [] }), /no model/);
    await errorOf(
      hear(model('words'), {
        ...plain,
        messages: [{ role: 'user', content: { type: 'audio', data: 'AA==', mimeType: 'audio/ogg' } }],
      }),
      'unsupported',
    );
  });

  it('stops when nobody waits anymore, and frees the connection', async () => {
    // Other engines run this test at the same time.
    const own = `${base}/${crypto.randomUUID()}`;
    const endless = model('endless', { url: `${own}/v1` });
    const left = async (): Promise<number> => Number(await (await fetch(`${own}/left`)).text());
    const controller = new AbortController();
    const reason = new Error('Enough');
    const outcome = await hear(endless, plain, controller.signal, () => controller.abort(reason)).catch(
      (error: unknown) => error,
    );
    assert.isTrue(outcome === reason);
    const isLeft = async (times: number): Promise<void> => {
      while ((await left()) < times) await new Promise((resolve) => setTimeout(resolve, 20));
      assert.equal(await left(), times);
    };
    await isLeft(1);
    const answer = await endless(plain, { signal: new AbortController().signal, server });
    if (!(answer instanceof ReadableStream)) assert.fail('no stream');
    const reader = answer.getReader();
    // The second part is a word: the endpoint is working.
    for (let parts = 0; parts < 2; parts++) await reader.read();
    await reader.cancel();
    await isLeft(2);
  });
});

describe('a model of the AI SDK', () => {
  let base: string;
  before(async () => (base = await serverUrl('openai')));
  // The official provider, against a real endpoint.
  const sdk = (name: string) => createOpenAICompatible({ name: 'test', baseURL: `${base}/v1` })(name);

  it('is one of any version that the SDK has', () => {
    const versions: ((model: LanguageModelV2 | LanguageModelV3 | LanguageModelV4) => AiSdkLanguageModel)[] = [
      (model) => model,
    ];
    assert.lengthOf(versions, 1);
    assert.throws(
      () =>
        aiSdkModel({
          ...sdk('words'),
          specificationVersion: 'v9',
          modelId: 'x',
          provider: 'y',
          doStream: async () => ({ stream: new ReadableStream() }),
        }),
      /v9/,
    );
    assert.throws(() => aiSdkModel([]), /no model/);
  });

  it('streams its answer, and says which model it is', async () => {
    const heard = await hear(aiSdkModel(sdk('words')), plain);
    assert.equal(heard.texts.join(''), 'One two three');
    assert.deepEqual(heard.updates, [{ model: 'words' }]);
    assert.deepEqual(heard.result, {
      role: 'assistant',
      model: 'words-2026',
      content: text('One two three'),
      stopReason: 'endTurn',
    });
    assert.match(aiSdkModel(sdk('words')).title ?? '', /^words · test/);
  });

  it('receives everything that the server requested [SA-18][SA-25]', async () => {
    const body = JSON.parse(textIn(await hear(aiSdkModel(sdk('mirror')), full)));
    assert.containSubset(body, {
      model: 'mirror',
      max_tokens: 50,
      temperature: 0.5,
      stop: ['END'],
      tool_choice: 'required',
    });
    assert.containSubset(body.messages, [
      { role: 'system', content: 'Be brief' },
      {
        role: 'user',
        content: [text('What is this?'), { type: 'image_url', image_url: { url: 'data:image/png;base64,AAEC' } }],
      },
      {
        role: 'assistant',
        tool_calls: [{ id: 'u1', type: 'function', function: { name: 'lookup', arguments: '{"word":"pixel"}' } }],
      },
      { role: 'tool', tool_call_id: 'u1', content: 'A dot\nof light' },
    ]);
    assert.containSubset(body.tools, [
      {
        type: 'function',
        function: {
          name: 'lookup',
          description: 'Looks it up',
          parameters: { properties: { word: { type: 'string' } } },
        },
      },
    ]);
  });

  it('wants to use tools [SA-21]', async () => {
    const { result } = await hear(aiSdkModel(sdk('caller')), full);
    assert.deepEqual(result?.content, [
      text('Let me see.'),
      { type: 'tool_use', id: 'call_a', name: 'lookup', input: { word: 'mcp' } },
      { type: 'tool_use', id: 'call_b', name: 'now', input: {} },
    ]);
    assert.equal(result?.stopReason, 'toolUse');
  });

  it('is chosen by the preferences of the server', async () => {
    const both = aiSdkModel([sdk('words'), { model: sdk('cut'), comparableTo: ['sonnet'] }]);
    assert.equal(
      (await hear(both, { ...plain, modelPreferences: { hints: [{ name: 'sonnet' }] } })).result?.stopReason,
      'maxTokens',
    );
  });

  it('fails with what its provider says, and stops when nobody waits anymore', async () => {
    const outcome = await hear(aiSdkModel(sdk('down')), plain).catch((error: unknown) => error);
    assert.instanceOf(outcome, Error);
    const controller = new AbortController();
    const reason = new Error('Enough');
    const stopped = await hear(aiSdkModel(sdk('endless')), plain, controller.signal, () =>
      controller.abort(reason),
    ).catch((error: unknown) => error);
    assert.isTrue(stopped === reason);
  });

  it('is told of sound, of failed tools and of structured results; what its provider ran itself is nobody’s to run', async () => {
    let given: unknown;
    let parts = [
      { type: 'tool-call', toolCallId: 'c', toolName: 'search', input: '{}', providerExecuted: true },
      { type: 'text-delta', id: '1', delta: 'Hi' },
      { type: 'finish', finishReason: 'stop' },
    ];
    const own: AiSdkLanguageModel = {
      specificationVersion: 'v2',
      provider: 'own',
      modelId: 'm',
      doStream: async (options) => {
        given = options;
        return {
          stream: new ReadableStream({
            start(controller) {
              for (const part of parts) controller.enqueue(part);
              controller.close();
            },
          }),
        };
      },
    };
    assert.deepEqual((await hear(aiSdkModel(own), rare)).result, {
      role: 'assistant',
      model: 'm',
      content: text('Hi'),
      stopReason: 'endTurn',
    });
    assert.deepEqual(Object(given).prompt, [
      { role: 'user', content: [{ type: 'file', mediaType: 'audio/wav', data: 'AA==' }] },
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'u1', toolName: 'lookup', input: {} }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'u1', toolName: 'lookup', output: { type: 'error-text', value: 'gone' } },
          { type: 'tool-result', toolCallId: 'u2', toolName: '', output: { type: 'text', value: '{"dots":1}' } },
        ],
      },
    ]);
    parts = parts.slice(0, 2);
    await errorOf(hear(aiSdkModel(own), rare), 'stream-ended');
  });

  it('is not given the Base64 of audio and files, but the images of tools that failed', async () => {
    let given: unknown;
    const own: AiSdkLanguageModel = {
      specificationVersion: 'v3',
      provider: 'own',
      modelId: 'm',
      doStream: async (options) => {
        given = options;
        return {
          stream: new ReadableStream({
            start(controller) {
              controller.enqueue({ type: 'finish', finishReason: 'stop' });
              controller.close();
            },
          }),
        };
      },
    };
    await hear(aiSdkModel(own), {
      maxTokens: 1,
      messages: [
        {
          role: 'user',
          content: {
            type: 'tool_result',
            toolUseId: 'u1',
            isError: true,
            content: [
              text('broken'),
              { type: 'image', data: 'AAEC', mimeType: 'image/png' },
              { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
              { type: 'resource', resource: { uri: 'file:///a.zip', mimeType: 'application/zip', blob: 'UEsDBA==' } },
            ],
          },
        },
      ],
    });
    const said = [
      'Error: broken',
      '[image/png: see the images after the results]',
      '[audio/wav: this model cannot be given it]',
      '{"type":"resource","resource":{"uri":"file:///a.zip","mimeType":"application/zip"}}',
      '[application/zip: this model cannot be given it]',
    ].join('\n');
    assert.deepEqual(Object(given).prompt[0].content[0].output, {
      type: 'content',
      value: [text(said), { type: 'file-data', mediaType: 'image/png', data: 'AAEC' }],
    });
  });

  for (const [version, finishReason, data] of [
    ['v2', 'length', 'AAEC'],
    ['v3', { unified: 'length', raw: 'x' }, 'AAEC'],
    ['v4', { unified: 'length', raw: 'x' }, { type: 'data', data: 'AAEC' }],
  ] as const) {
    it(`understands ${version} of the interface`, async () => {
      let given: unknown;
      const own: AiSdkLanguageModel = {
        specificationVersion: version,
        provider: 'own',
        modelId: 'm',
        async doStream(options) {
          given = options;
          return {
            stream: new ReadableStream({
              start(controller) {
                for (const part of [
                  { type: 'stream-start', warnings: [] },
                  { type: 'text-delta', id: '1', delta: 'Hi' },
                  { type: 'finish', finishReason, usage: {} },
                ])
                  controller.enqueue(part);
                controller.close();
              },
            }),
          };
        },
      };
      const { result } = await hear(aiSdkModel(own), full);
      assert.deepEqual(result, { role: 'assistant', model: 'm', content: text('Hi'), stopReason: 'maxTokens' });
      assert.containSubset(given, {
        prompt: [
          { role: 'system' },
          { role: 'user', content: [text('What is this?'), { type: 'file', mediaType: 'image/png', data }] },
        ],
      });
    });
  }
});

// No engine of the tests has a model: Chromium ships the interface without one, the others have neither. This stand-in follows
// the published interface definition in what it takes, what it returns and what it rejects.
describe('the model of the browser', () => {
  const real: unknown = Reflect.get(globalThis, 'LanguageModel');
  let created: Record<string, unknown>[] = [];
  let prompted: unknown[] = [];
  let destroyed = 0;
  let availability = 'available';
  let endless = false;

  class StandIn {
    static async availability(_options: unknown): Promise<string> {
      return availability;
    }
    static async create(options: { signal: AbortSignal; monitor: (target: EventTarget) => void }): Promise<StandIn> {
      options.signal.throwIfAborted();
      created.push({ ...options });
      if (availability === 'downloadable') {
        const target = new EventTarget();
        options.monitor(target);
        for (const loaded of [0, 0.5, 1])
          target.dispatchEvent(new ProgressEvent('downloadprogress', { loaded, total: 1 }));
      }
      return new StandIn();
    }
    promptStreaming(input: unknown, { signal }: { signal: AbortSignal }): ReadableStream<string> {
      prompted.push(input);
      const words = 'The quick brown fox jumps'.split(/(?<= )/);
      return new ReadableStream({
        start(controller) {
          signal.addEventListener('abort', () => controller.error(signal.reason), { once: true });
        },
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 1));
          const word = endless ? 'again ' : words.shift();
          if (signal.aborted) return;
          if (word === undefined) controller.close();
          else controller.enqueue(word);
        },
      });
    }
    async measureContextUsage(input: string): Promise<number> {
      return input.trim().split(' ').length;
    }
    destroy(): void {
      destroyed++;
    }
  }

  beforeEach(() => {
    [created, prompted, destroyed, availability, endless] = [[], [], 0, 'available', false];
    Reflect.set(globalThis, 'LanguageModel', StandIn);
  });
  afterEach(() => {
    if (real === undefined) Reflect.deleteProperty(globalThis, 'LanguageModel');
    else Reflect.set(globalThis, 'LanguageModel', real);
  });

  it('is not there where the browser does not know of it', async () => {
    Reflect.deleteProperty(globalThis, 'LanguageModel');
    assert.isUndefined(builtInModel());
    assert.equal(await builtInAvailability(), 'unavailable');
  });

  it('streams its answer, is asked with the messages and told the languages', async () => {
    const heard = await hear(builtInModel({ languages: ['en'] }), { ...plain, systemPrompt: 'Be brief' });
    assert.equal(heard.texts.join(''), 'The quick brown fox jumps');
    assert.deepEqual(heard.result, {
      role: 'assistant',
      model: 'built-in',
      content: text('The quick brown fox jumps'),
      stopReason: 'endTurn',
    });
    const [{ initialPrompts, expectedInputs, expectedOutputs } = {}] = created;
    assert.deepEqual(
      { initialPrompts, expectedInputs, expectedOutputs },
      {
        initialPrompts: [{ role: 'system', content: 'Be brief' }],
        expectedInputs: [{ type: 'text', languages: ['en'] }],
        expectedOutputs: [{ type: 'text', languages: ['en'] }],
      },
    );
    assert.deepEqual(prompted, [[{ role: 'user', content: [{ type: 'text', value: 'Hello' }] }]]);
    assert.equal(destroyed, 1);
    assert.isFalse(builtInModel()?.supportsTools);
  });

  it('says nothing beyond the limit of the server [SA-25]', async () => {
    const { result } = await hear(builtInModel(), { ...plain, maxTokens: 3 });
    assert.deepEqual(result?.content, text('The quick brown '));
    assert.equal(result?.stopReason, 'maxTokens');
    assert.equal(destroyed, 1);
  });

  it('is given images as images and sound as bytes', async () => {
    await hear(builtInModel(), {
      ...plain,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'image', data: 'AAEC', mimeType: 'image/png' },
            { type: 'audio', data: 'AAEC', mimeType: 'audio/wav' },
          ],
        },
      ],
    });
    const [[{ content } = { content: [] }] = []] = prompted as { content: { type: string; value: unknown }[] }[][];
    assert.deepEqual(
      content?.map(({ type, value }) => [
        type,
        value instanceof Blob ? value.type : value instanceof Uint8Array ? [...value] : value,
      ]),
      [
        ['image', 'image/png'],
        ['audio', [0, 1, 2]],
      ],
    );
    assert.deepEqual(created[0]?.['expectedInputs'], [{ type: 'text' }, { type: 'image' }, { type: 'audio' }]);
    await errorOf(
      hear(builtInModel(), {
        ...plain,
        messages: [{ role: 'user', content: { type: 'image', data: '§', mimeType: 'image/png' } }],
      }),
      'unsupported',
    );
  });

  it('says how far its download is, and when there is none for the device', async () => {
    availability = 'downloadable';
    assert.equal(await builtInAvailability(), 'downloadable');
    const { updates } = await hear(builtInModel(), plain);
    assert.deepEqual(
      updates,
      [0, 0.5, 1].map((progress) => ({ progress: { progress, total: 1 } })),
    );
    availability = 'unavailable';
    await errorOf(hear(builtInModel(), plain), 'unsupported');
  });

  it('stops when nobody waits anymore, and is let go', async () => {
    endless = true;
    const controller = new AbortController();
    const reason = new Error('Enough');
    const outcome = await hear(builtInModel(), { ...plain, maxTokens: 1e9 }, controller.signal, () =>
      controller.abort(reason),
    ).catch((error: unknown) => error);
    assert.isTrue(outcome === reason);
    assert.equal(destroyed, 1);
  });
});
