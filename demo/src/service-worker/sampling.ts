import { inputRequired, type McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

const DICE = {
  name: 'roll_dice',
  description: 'Rolls dice with six sides.',
  inputSchema: { type: 'object' as const, properties: { count: { type: 'integer', minimum: 1, maximum: 10 } } },
};

/** Registers a tool that uses the page's model: alone, or with a tool that the model may use. */
export function registerSampling(server: McpServer): void {
  server.registerTool(
    'ask_model',
    {
      title: 'Ask your model',
      description:
        'Asks this page’s model. You review the prompt before the model gets it, and the answer before the server does.',
      inputSchema: z.object({
        question: z
          .string()
          .min(1)
          .max(500)
          .default('What is MCP good for?')
          .describe('The question for the model')
          .meta({ title: 'Question' }),
        dice: z
          .boolean()
          .default(false)
          .describe('Lets the model roll dice, so it is asked twice')
          .meta({ title: 'With a tool' }),
      }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ question, dice }, { mcpReq: { inputResponses = {} } }) => {
      const { first, last } = inputResponses;
      const asked = { role: 'user' as const, content: { type: 'text' as const, text: question } };
      const common = {
        systemPrompt: 'Answer in a few words.',
        maxTokens: 200,
        modelPreferences: { hints: [{ name: 'toy' }], speedPriority: 0.8 },
        ...(dice && { tools: [DICE] }),
      };
      const answer = last ?? first;
      if (!answer)
        return inputRequired({
          inputRequests: { first: inputRequired.createMessage({ messages: [asked], ...common }) },
        });
      const { content: blocks, model } = answerSchema.parse(answer);
      const uses = last ? [] : blocks.flatMap((block) => (block.type === 'tool_use' ? [{ ...block }] : []));
      if (uses.length > 0) {
        const messages = [
          asked,
          { role: 'assistant' as const, content: uses },
          {
            role: 'user' as const,
            content: uses.map(({ id, input }) => ({
              type: 'tool_result' as const,
              toolUseId: id,
              content: [{ type: 'text' as const, text: roll(input) }],
            })),
          },
        ];
        return inputRequired({ inputRequests: { last: inputRequired.createMessage({ messages, ...common }) } });
      }
      const said = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
      return { content: [{ type: 'text', text: `The model “${model}” said: ${said}` }] };
    },
  );
}

const block = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.record(z.string(), z.unknown()) }),
]);
const answerSchema = z.object({
  model: z.string(),
  content: z.union([block.transform((one) => [one]), z.array(block)]),
});

function roll({ count }: Record<string, unknown>): string {
  const dice = Math.min(10, Math.max(1, Number(count) || 1));
  return Array.from({ length: dice }, () => 1 + Math.floor(Math.random() * 6)).join(', ');
}
