import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { type BaseMessage, ToolMessage } from '@langchain/core/messages';
import { DynamicStructuredTool } from '@langchain/core/tools';
import type { McpHost } from '@mcp-web/client';
import { langChainTools } from '@mcp-web/client/tools/langchain';

export async function chat(
  host: McpHost,
  model: BaseChatModel,
  messages: BaseMessage[],
  signal?: AbortSignal,
): Promise<void> {
  const config = signal && { signal };
  const tools = langChainTools(host, DynamicStructuredTool);
  for (let round = 0; round < 20 && messages.at(-1)?.type !== 'ai'; round++) {
    const answer = await model.bindTools!(tools).invoke(messages, config);
    const runs = (answer.tool_calls ?? []).map(async ({ id = '', name, args }) => {
      const tool = tools.find((own) => own.name === name);
      return tool
        ? ((await tool.invoke({ id, name, args, type: 'tool_call' }, config)) as ToolMessage)
        : new ToolMessage({ tool_call_id: id, content: `There is no tool named ${name}.` });
    });
    messages.push(answer, ...(await Promise.all(runs)));
  }
}
