import type { SamplingModel, SamplingParams } from '@mcp-web/client';

const NAME = 'toy-echo';
const WORD_MS = 90;

/**
 * Not a model at all: it repeats the prompt one word at a time, to show streaming answers without a network. It uses the
 * first tool that it gets, once.
 */
export const toyModel: SamplingModel = Object.assign(echo, {
  title: 'Toy model: repeats the prompt',
  supportsTools: true,
});

async function* echo(params: SamplingParams, { signal }: { signal: AbortSignal }) {
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
