import type { McpHost } from '@mcp-web/client';
import { openAiResponsesTools } from '@mcp-web/client/tools/openai';
import type OpenAI from 'openai';

export async function chat(host: McpHost, openai: OpenAI, input: string, signal?: AbortSignal): Promise<string> {
  const tools = openAiResponsesTools(host);
  let response = await openai.responses.create({ model: 'gpt-5', input, ...tools.params });
  for (let round = 0; round < 20 && response.output.at(-1)?.type === 'function_call'; round++) {
    const next = { previous_response_id: response.id, input: await tools.run(response, { signal }) };
    response = await openai.responses.create({ model: 'gpt-5', ...next, ...tools.params });
  }
  return response.output_text;
}
