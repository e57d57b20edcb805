import type { SamplingModelOptions, SamplingParams } from '@mcp-web/client';
import { help, toldResults, wantedCalls } from './toy-chat.ts';

const NAME = 'toy-echo';
const WORD_MS = 90;
const WORD_IN_CHAT_MS = 25;

/**
 * Not a model at all: it repeats the prompt one word at a time, to show streaming answers without a network. It uses the
 * first tool that it gets, once. In a chat, it calls the tools that the user names.
 */
export const toyModel = Object.assign(echo, { title: 'Toy model: repeats the prompt', supportsTools: true });

/** The same for the chat, where it does more than repeat. */
export const toyChatModel = Object.assign(chat, { title: 'Toy model', supportsTools: true });

async function* chat({ messages, tools = [], maxTokens }: SamplingParams, { signal }: SamplingModelOptions) {
  const blocks = [messages.at(-1)?.content ?? []].flat();
  const heard = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const isAnswered = blocks.some(({ type }) => type === 'tool_result');
  const calls = isAnswered ? [] : wantedCalls(heard, tools);
  const said = isAnswered
    ? toldResults(blocks)
    : calls.length > 0
      ? `I call ${calls.length === 1 ? 'one tool' : `${calls.length} tools`}.`
      : help(heard);
  const words = said.split(/(?<=\s)/).slice(0, maxTokens);
  for (const word of words) {
    await new Promise((resolve) => setTimeout(resolve, WORD_IN_CHAT_MS));
    signal.throwIfAborted();
    yield word;
  }
  const text = { type: 'text' as const, text: words.join('') };
  yield { role: 'assistant' as const, model: NAME, content: [text, ...calls] };
}

async function* echo(params: SamplingParams, { signal }: SamplingModelOptions) {
  yield { model: NAME };
  const last = params.messages.at(-1)?.content;
  const blocks = last === undefined ? [] : [last].flat();
  const [tool] = params.tools ?? [];
  const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block] : []));
  if (tool && results.length === 0 && params.toolChoice?.mode !== 'none') {
    yield {
      role: 'assistant' as const,
      model: NAME,
      content: { type: 'tool_use' as const, id: crypto.randomUUID(), name: tool.name, input: { count: 2 } },
      stopReason: 'toolUse',
    };
    return;
  }
  const heard = [...blocks, ...results.flatMap(({ content }) => content)]
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join(' ');
  const words = `I am only a toy. You said: ${heard}`.split(/(?<=\s)/).slice(0, params.maxTokens);
  for (const word of words) {
    await new Promise((resolve) => setTimeout(resolve, WORD_MS));
    signal.throwIfAborted();
    yield word;
  }
  yield {
    role: 'assistant' as const,
    model: NAME,
    content: { type: 'text' as const, text: words.join('') },
    stopReason: 'endTurn',
  };
}
