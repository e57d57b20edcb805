/** Writes sampling requests in the format of OpenAI's chat completions. */
import { McpError } from '../errors.ts';
import type { SamplingContent, SamplingMessage, SamplingParams } from '../protocol/request-types.ts';
import type { JsonObject } from '../protocol/types.ts';
import { blocksOf, imagesIn, textOfResult } from './blocks.ts';

export function openAiMessages({ systemPrompt, messages }: SamplingParams): JsonObject[] {
  return [...(systemPrompt ? [{ role: 'system', content: systemPrompt }] : []), ...messages.flatMap(messagesOf)];
}

export function openAiTools({ tools, toolChoice }: SamplingParams): JsonObject {
  if (!tools || tools.length === 0) return {};
  return {
    tools: tools.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    })),
    ...(toolChoice?.mode && { tool_choice: toolChoice.mode }),
  };
}

/** In OpenAI's format, each tool result is a separate message. */
function messagesOf(message: SamplingMessage): JsonObject[] {
  const blocks = blocksOf(message);
  const results = blocks.flatMap((block) => (block.type === 'tool_result' ? [block] : []));
  if (results.length > 0) {
    const images = imagesIn(results).map((image) => partOf('user', image));
    return [
      ...results.map((result) => ({
        role: 'tool',
        tool_call_id: result.toolUseId,
        content: `${result.isError ? 'Error: ' : ''}${textOfResult(result)}`,
      })),
      // Tool messages have no images.
      ...(images.length > 0
        ? [{ role: 'user', content: [{ type: 'text', text: 'The images of the results:' }, ...images] }]
        : []),
    ];
  }
  const calls = blocks.flatMap((block) =>
    block.type === 'tool_use'
      ? [{ id: block.id, type: 'function', function: { name: block.name, arguments: JSON.stringify(block.input) } }]
      : [],
  );
  const parts = blocks.filter(({ type }) => type !== 'tool_use').map((block) => partOf(message.role, block));
  const isText = parts.every(({ type }) => type === 'text');
  const content = isText ? parts.map(({ text }) => text).join('\n') : parts;
  return [
    {
      role: message.role,
      content: calls.length > 0 && parts.length === 0 ? null : content,
      ...(calls.length > 0 && { tool_calls: calls }),
    },
  ];
}

function partOf(role: string, block: SamplingContent): JsonObject {
  if (block.type === 'text') return { type: 'text', text: block.text };
  if (role === 'user' && block.type === 'image')
    return { type: 'image_url', image_url: { url: `data:${block.mimeType};base64,${block.data}` } };
  const format =
    block.type === 'audio'
      ? /\b(?:wav|wave)$/.test(block.mimeType)
        ? 'wav'
        : /\b(?:mp3|mpeg)$/.test(block.mimeType)
          ? 'mp3'
          : undefined
      : undefined;
  if (role === 'user' && block.type === 'audio' && format)
    return { type: 'input_audio', input_audio: { data: block.data, format } };
  throw new McpError(
    'unsupported',
    `This model cannot be given ${block.type === 'audio' ? `audio of the type ${JSON.stringify(block.mimeType)}` : `an ${block.type}`} in a message of the role ${role}.`,
  );
}
