/** Content of sampling messages, as every adapter looks at it. */
import { McpError } from '../errors.ts';
import { isObject } from '../protocol/guards.ts';
import type {
  SamplingContent,
  SamplingMessage,
  SamplingResult,
  ToolResultContent,
  ToolUseContent,
} from '../protocol/request-types.ts';

export function blocksOf({ content }: Pick<SamplingMessage, 'content'>): SamplingContent[] {
  return Array.isArray(content) ? content : [content];
}

/** What a tool answered, as the text that models take: what is not text goes as JSON. */
export function textOfResult({ content, structuredContent }: ToolResultContent): string {
  const texts = content.map((block) => (block.type === 'text' ? block.text : JSON.stringify(block)));
  return texts.length === 0 && structuredContent !== undefined ? JSON.stringify(structuredContent) : texts.join('\n');
}

/** @throws {McpError} `invalid-result` when the model wrote something else than an object as the input of a tool. */
export function toolUse(id: string, name: string, json: string): ToolUseContent {
  let input: unknown;
  try {
    // A tool without parameters may get no text at all.
    input = JSON.parse(json || '{}');
  } catch {
    // Reported below.
  }
  if (!isObject(input))
    throw new McpError(
      'invalid-result',
      `The model wants to use the tool ${JSON.stringify(name)}, but what it wrote as its input is not a JSON object.`,
    );
  return { type: 'tool_use', id, name, input };
}

/** What a model said: its text first, then the tools that it wants to use. */
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
