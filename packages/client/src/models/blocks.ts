/** Reads and writes the content of sampling messages, for all adapters. */
import { McpError } from '../errors.ts';
import { isObject } from '../protocol/guards.ts';
import type {
  SamplingContent,
  SamplingMessage,
  SamplingResult,
  ToolResultContent,
  ToolUseContent,
} from '../protocol/request-types.ts';
import type { ImageContent } from '../protocol/types.ts';

export function blocksOf({ content }: Pick<SamplingMessage, 'content'>): SamplingContent[] {
  return Array.isArray(content) ? content : [content];
}

/** The result of a tool as text for a model. Media are named only, and other content becomes JSON. */
export function textOfResult({ content, structuredContent }: ToolResultContent): string {
  const texts = content.map((block) => {
    if (block.type === 'image') return `[${block.mimeType}: see the images after the results]`;
    if (block.type === 'audio') return notGiven(block.mimeType);
    if (block.type !== 'resource' || block.resource.blob === undefined)
      return block.type === 'text' ? block.text : JSON.stringify(block);
    const { blob: _, ...resource } = block.resource;
    return `${JSON.stringify({ ...block, resource })}\n${notGiven(resource.mimeType)}`;
  });
  return texts.length === 0 && structuredContent !== undefined ? JSON.stringify(structuredContent) : texts.join('\n');
}

const notGiven = (mimeType = 'binary data'): string => `[${mimeType}: this model cannot be given it]`;

/** The images in the results of tools. */
export function imagesIn(results: readonly ToolResultContent[]): ImageContent[] {
  return results.flatMap(({ content }) => content.flatMap((block) => (block.type === 'image' ? [block] : [])));
}

/** @throws {McpError} `invalid-result` when the model's input for the tool is not an object */
export function toolUse(id: string, name: string, json: string): ToolUseContent {
  let input: unknown;
  try {
    // For a tool without parameters, the model may write nothing.
    input = JSON.parse(json || '{}');
  } catch {
    // Reported below.
  }
  if (!isObject(input))
    throw new McpError(
      'invalid-result',
      `The model called the tool ${JSON.stringify(name)} with input that is not a JSON object.`,
    );
  return { type: 'tool_use', id, name, input };
}

/** The result of a model: its text first, then the tools that it wants to use. */
export function resultOf(
  model: string,
  text: string,
  uses: readonly ToolUseContent[],
  stopReason: string,
): SamplingResult {
  const content: SamplingContent[] = [...(text || uses.length === 0 ? [{ type: 'text', text } as const] : []), ...uses];
  const [only] = content;
  return {
    role: 'assistant',
    model,
    content: content.length === 1 && only ? only : content,
    stopReason: uses.length > 0 ? 'toolUse' : stopReason,
  };
}
