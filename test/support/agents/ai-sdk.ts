import type { McpHost } from '@mcp-web/client';
import { aiSdkTools } from '@mcp-web/client/tools/ai-sdk';
import { type LanguageModel, type ModelMessage, stepCountIs, streamText } from 'ai';

export async function chat(
  host: McpHost,
  model: LanguageModel,
  messages: ModelMessage[],
  signal?: AbortSignal,
): Promise<string> {
  const options = { tools: aiSdkTools(host), stopWhen: stepCountIs(20), ...(signal && { abortSignal: signal }) };
  const { text } = streamText({ model, messages, ...options });
  return await text;
}
