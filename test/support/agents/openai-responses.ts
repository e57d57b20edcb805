import type { McpHost } from '@mcp-web/client';
import { openAiResponsesTools } from '@mcp-web/client/tools/openai';
import type OpenAI from 'openai';

export async function chat(host: McpHost, openai: OpenAI, input: string, signal?: AbortSignal): Promise<string> {
  const tools = openAiResponsesTools(host);
  const ask = (next: object) => openai.responses.create({ model: 'gpt-5', ...next, ...tools.params }, { signal });
  let response = await ask({ input });
  for (let round = 0; round < 20 && response.output.at(-1)?.type === 'function_call'; round++)
    response = await ask({ previous_response_id: response.id, input: await tools.run(response, { signal }) });
  return response.output_text;
}
