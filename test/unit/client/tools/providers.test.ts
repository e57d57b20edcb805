import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
} from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { convertToOpenAITool } from '@langchain/core/utils/function_calling';
import { assert } from 'chai';
import type { ConsentPolicy, McpHost } from '@mcp-web/client';
import { modelTools } from '@mcp-web/client/tools';
import { promptApiTools } from '@mcp-web/client/tools/prompt-api';
import OpenAI from 'openai';
import * as aiSdk from '../../../support/agents/ai-sdk.ts';
import * as anthropic from '../../../support/agents/anthropic.ts';
import * as gemini from '../../../support/agents/gemini.ts';
import * as langChain from '../../../support/agents/langchain.ts';
import * as openAiChat from '../../../support/agents/openai-chat.ts';
import * as openAiResponses from '../../../support/agents/openai-responses.ts';
import { errorOf } from '../../../support/errors.ts';
import { eventually, rejection } from '../../../support/scripted-server.ts';
import { serverUrl } from '../../../support/servers.ts';
import { allow, hostOf, textResult, toolServer } from '../../../support/tool-servers.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Sends one message of the user, runs the loop of the page, and returns the last answer of the model. */
type Agent = (host: McpHost, text: string, base: string, signal?: AbortSignal) => Promise<string>;

const keys = { apiKey: 'none', dangerouslyAllowBrowser: true, maxRetries: 0 };

const asText = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content));

const AGENTS: Record<string, Agent> = {
  'OpenAI’s Chat Completions': async (host, content, base, signal) => {
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content }];
    await openAiChat.chat(host, new OpenAI({ ...keys, baseURL: `${base}/openai/v1` }), messages, signal);
    return asText(messages.at(-1)?.content);
  },
  'OpenAI’s Responses': (host, input, base, signal) =>
    openAiResponses.chat(host, new OpenAI({ ...keys, baseURL: `${base}/openai/v1` }), input, signal),
  Anthropic: async (host, content, base, signal) => {
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content }];
    await anthropic.chat(host, new Anthropic({ ...keys, baseURL: `${base}/anthropic` }), messages, signal);
    const last = messages.at(-1)?.content;
    return Array.isArray(last) && last[0]?.type === 'text' ? last[0].text : asText(last);
  },
  'Google’s Gemini': async (host, text, base, signal) => {
    const contents = [{ role: 'user', parts: [{ text }] }];
    const google = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: `${base}/gemini` } });
    await gemini.chat(host, google, contents, signal);
    return String(contents.at(-1)?.parts[0]?.text);
  },
  'the AI SDK': (host, content, base, signal) => {
    const provider = createOpenAICompatible({ name: 'scripted', baseURL: `${base}/openai/v1` });
    return aiSdk.chat(host, provider('gpt-5'), [{ role: 'user', content }], signal);
  },
  LangChain: async (host, content, base, signal) => {
    const messages: BaseMessage[] = [new HumanMessage(content)];
    await langChain.chat(host, new ScriptedChatModel(`${base}/openai/v1/chat/completions`), messages, signal);
    return asText(messages.at(-1)?.content);
  },
};

/** A model of LangChain behind an endpoint with the format of OpenAI. */
class ScriptedChatModel extends BaseChatModel<BaseChatModelCallOptions & { tools?: BindToolsInput[] }> {
  readonly #url: string;

  constructor(url: string) {
    super({ maxRetries: 0 });
    this.#url = url;
  }

  override bindTools(tools: BindToolsInput[]): ReturnType<NonNullable<BaseChatModel['bindTools']>> {
    return this.withConfig({ tools }) as ReturnType<NonNullable<BaseChatModel['bindTools']>>;
  }

  override async _generate(
    messages: BaseMessage[],
    { tools = [], signal }: this['ParsedCallOptions'],
  ): Promise<ChatResult> {
    const response = await fetch(this.#url, {
      method: 'POST',
      signal: signal ?? null,
      body: JSON.stringify({ messages: messages.map(toOpenAi), tools: tools.map((tool) => convertToOpenAITool(tool)) }),
    });
    const { choices, error } = await response.json();
    if (error) throw new Error(error.message);
    const [{ message }] = choices;
    const tool_calls = (message.tool_calls ?? []).map(
      ({ id, function: { name, arguments: args } }: OpenAI.ChatCompletionMessageFunctionToolCall) => ({
        id,
        name,
        args: JSON.parse(args),
      }),
    );
    return { generations: [{ text: '', message: new AIMessage({ content: message.content ?? '', tool_calls }) }] };
  }

  override _llmType(): string {
    return 'scripted';
  }
}

function toOpenAi(message: BaseMessage): object {
  if (message instanceof ToolMessage)
    return { role: 'tool', tool_call_id: message.tool_call_id, content: message.content };
  if (!(message instanceof AIMessage)) return { role: 'user', content: message.content };
  const tool_calls = (message.tool_calls ?? []).map(({ id, name }) => ({
    id,
    type: 'function',
    function: { name, arguments: '' },
  }));
  return { role: 'assistant', content: message.content, ...(tool_calls.length > 0 && { tool_calls }) };
}

const call = (...calls: object[]): string => JSON.stringify({ calls });

describe('tools in the formats of providers', () => {
  let base = '';
  const hosts: McpHost[] = [];
  before(async () => (base = await serverUrl('providers')));
  afterEach(() => {
    for (const host of hosts.splice(0)) host.close();
  });

  async function hostWith(consent: ConsentPolicy = allow): Promise<{ host: McpHost; ran: string[] }> {
    const ran: string[] = [];
    const host = await hostOf(
      {
        'https://one.example/mcp': toolServer([
          {
            name: 'echo',
            description: 'Says it again. '.repeat(200),
            inputSchema: {
              type: 'object',
              properties: { $word: { type: 'string', minLength: 1 } },
              anyOf: [{ required: ['$word'] }, {}],
            },
            run: (args) => {
              ran.push('echo');
              return textResult(`echo of ${JSON.stringify(args)}`);
            },
          },
          { name: 'draw', run: () => ({ content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] }) },
          { name: 'fail', run: () => ({ ...textResult('No such city'), isError: true }) },
          {
            name: 'hang',
            run: (_args, { signal }) => {
              ran.push('hangs');
              return new Promise((_resolve, reject) =>
                signal?.addEventListener('abort', () => {
                  ran.push('cancelled');
                  reject(signal.reason);
                }),
              );
            },
          },
        ]),
        'https://two.example/mcp': toolServer([{ name: 'echo', run: () => textResult('echo of two') }]),
      },
      { consent },
    );
    hosts.push(host);
    return { host, ran };
  }

  for (const [name, agent] of Object.entries(AGENTS)) {
    describe(`of ${name}`, () => {
      it('are listed so that the provider takes them, and run in parallel with consent', async () => {
        const asked: string[] = [];
        const { host } = await hostWith(({ tool, server, arguments: args }) => {
          asked.push(`${new URL(server.url).host} ${tool.name} ${JSON.stringify(args)}`);
          return { action: 'allow' };
        });
        const word = /_word_\w+/.exec(JSON.stringify(modelTools(host).list))?.[0] ?? '';
        const text = await agent(
          host,
          call({ tool: 'one_echo', arguments: { [word]: 'a' } }, { tool: 'two_echo' }, { tool: 'draw' }),
          base,
        );
        assert.include(text, 'echo of two');
        assert.include(text, 'echo of {');
        assert.includeMembers(asked, ['one.example echo {"$word":"a"}', 'two.example echo {}', 'one.example draw {}']);
      });

      it('give the model images', async () => {
        const { host } = await hostWith();
        assert.include(await agent(host, call({ tool: 'draw' }), base), PIXEL);
      });

      it('give the model errors, denials and names that do not exist', async () => {
        const { host, ran } = await hostWith(({ tool }) =>
          tool.name === 'echo' ? { action: 'deny', reason: 'no echoes' } : { action: 'allow' },
        );
        const text = await agent(host, call({ tool: 'fail' }, { tool: 'two_echo' }, { tool: 'nothing_such' }), base);
        assert.include(text, 'No such city');
        assert.include(text, 'no echoes');
        assert.include(text, 'nothing_such');
        assert.isEmpty(ran);
      });

      it('are cancelled with the request', async () => {
        const { host, ran } = await hostWith();
        const abort = new AbortController();
        const running = rejection(agent(host, call({ tool: 'hang' }), base, abort.signal));
        await eventually(() => ran.includes('hangs'));
        abort.abort();
        await eventually(() => ran.includes('cancelled'));
        await running;
      });

      it('leave the signal to stop the model as well', async () => {
        const { host } = await hostWith();
        const abort = new AbortController();
        const running = rejection(agent(host, JSON.stringify({ waits: true }), base, abort.signal));
        setTimeout(() => abort.abort(), 200);
        assert.instanceOf(await running, Error);
      });

      it('are not sent where there are none', async () => {
        const host = await hostOf({});
        assert.equal(await agent(host, 'hello', base), '[]');
      });
    });
  }

  for (const name of ['OpenAI’s Chat Completions', 'Google’s Gemini'])
    it(`of ${name} say that the model gave no answer, and ask no second time`, async () => {
      const { host } = await hostWith();
      const asking = AGENTS[name]?.(host, JSON.stringify({ nothing: true }), base);
      const error = await errorOf(asking ?? Promise.resolve(), 'invalid-result');
      assert.include(error.message, 'The model gave no answer');
      if (name.includes('Gemini')) assert.include(error.message, 'the prompt was blocked (PROHIBITED_CONTENT)');
    });

  for (const name of Object.keys(AGENTS))
    it(`of ${name} are calls of the host by the ids that the model gave`, async () => {
      const { host } = await hostWith();
      await AGENTS[name]?.(host, call({ tool: 'draw' }), base);
      assert.deepEqual(
        host.calls.getSnapshot().map(({ id }) => id),
        ['call_0'],
      );
    });

  it('of the browser’s own model are run by the browser, which gets text', async () => {
    const { host, ran } = await hostWith();
    const abort = new AbortController();
    const tools = promptApiTools(host, { signal: abort.signal });
    const named = (part: string) => tools.find(({ name }) => name.includes(part));
    assert.match(named('one_echo')?.description ?? '', /^A tool of one\.example\/mcp/);
    assert.equal(named('one_echo')?.inputSchema['type'], 'object');
    assert.include(await named('two_echo')?.execute({}), 'echo of two');
    assert.match(String(await named('draw')?.execute({})), /\[image\/png: this model cannot be shown it\]$/);
    assert.include(await named('fail')?.execute({}), 'No such city');
    const hanging = rejection(named('hang')?.execute({}) ?? Promise.resolve());
    await eventually(() => ran.includes('hangs'));
    abort.abort();
    assert.equal(await hanging, abort.signal.reason);
  });
});
