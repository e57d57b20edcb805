/** A model for the examples that needs no network: it calls the tool whose name somebody writes. */
import type { SamplingModel, SamplingParams, SamplingResult } from '@mcp-web/client';

export const demoModel: SamplingModel = Object.assign(answer, { supportsTools: true, title: 'Toy model' });

function answer({ messages, tools = [] }: SamplingParams): SamplingResult {
  const blocks = [messages.at(-1)?.content ?? []].flat();
  if (blocks.some(({ type }) => type === 'tool_result')) return say('That is what the tool answered.');
  const words = blocks
    .flatMap((block) => (block.type === 'text' ? block.text.trim().split(/\s+/) : []))
    .filter((word) => word.length > 2);
  const tool = tools.find(({ name }) => words.some((word) => name.includes(word.toLowerCase())));
  if (!tool) return say('I am a toy. Write the name of a tool and a city, such as: forecast Lima');
  const [property] = Object.keys(Object(tool.inputSchema['properties']));
  const input = property ? { [property]: words.at(-1) ?? '' } : {};
  return {
    role: 'assistant',
    model: 'toy',
    content: [{ type: 'tool_use', id: `toy-${crypto.randomUUID()}`, name: tool.name, input }],
    stopReason: 'toolUse',
  };
}

function say(text: string): SamplingResult {
  return { role: 'assistant', model: 'toy', content: { type: 'text', text }, stopReason: 'endTurn' };
}
