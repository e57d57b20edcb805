import type Anthropic from '@anthropic-ai/sdk';
import type { McpHost } from '@mcp-web/client';
import { anthropicTools } from '@mcp-web/client/tools/anthropic';

export async function chat(
  host: McpHost,
  anthropic: Anthropic,
  messages: Anthropic.MessageParam[],
  signal?: AbortSignal,
): Promise<void> {
  const tools = anthropicTools(host);
  for (let round = 0; round < 20 && messages.at(-1)?.role === 'user'; round++) {
    const params = { model: 'claude-sonnet-5', max_tokens: 4096, messages, ...tools.params };
    messages.push(...(await tools.run(await anthropic.messages.create(params, { signal }), { signal })));
  }
}
