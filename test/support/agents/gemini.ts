import type { Content, GoogleGenAI } from '@google/genai';
import type { McpHost } from '@mcp-web/client';
import { geminiTools } from '@mcp-web/client/tools/gemini';

export async function chat(
  host: McpHost,
  google: GoogleGenAI,
  contents: Content[],
  signal?: AbortSignal,
): Promise<void> {
  const tools = geminiTools(host);
  for (let round = 0; round < 20 && contents.at(-1)?.role === 'user'; round++) {
    const config = { ...tools.config, ...(signal && { abortSignal: signal }) };
    const answer = await google.models.generateContent({ model: 'gemini-3-flash', contents, config });
    contents.push(...(await tools.run(answer, { signal })));
  }
}
