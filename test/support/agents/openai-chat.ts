import type { McpHost } from '@mcp-web/client';
import { openAiChatTools } from '@mcp-web/client/tools/openai';
import type OpenAI from 'openai';

export async function chat(
  host: McpHost,
  openai: OpenAI,
  messages: OpenAI.ChatCompletionMessageParam[],
  signal?: AbortSignal,
): Promise<void> {
  const tools = openAiChatTools(host);
  for (let round = 0; round < 20 && messages.at(-1)?.role !== 'assistant'; round++) {
    const params = { model: 'gpt-5', messages, ...tools.params };
    messages.push(...(await tools.run(await openai.chat.completions.create(params, { signal }), { signal })));
  }
}
