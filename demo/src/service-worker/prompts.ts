import { completable, type McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

const TONES = ['friendly', 'formal', 'pirate', 'poetic'];
const LANGUAGES = ['Arabic', 'English', 'French', 'German', 'Hindi', 'Japanese', 'Spanish'];

/** Registers prompts without arguments, with some, and with completion. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt('introduce_mcp', { title: 'Introduce MCP', description: 'A prompt without arguments.' }, () =>
    user('Explain the Model Context Protocol to a web developer in three sentences.'),
  );

  server.registerPrompt(
    'rewrite',
    {
      title: 'Rewrite a text',
      description: 'Rewrites a text in another tone.',
      argsSchema: z.object({
        text: z.string().describe('The text to rewrite'),
        tone: completable(z.string().describe('friendly, formal, pirate or poetic'), (typed) =>
          startingWith(TONES, typed),
        ),
      }),
    },
    ({ text, tone }) => user(`Rewrite the following text in a ${tone} tone. Keep its meaning.\n\n${text}`),
  );

  server.registerPrompt(
    'translate',
    {
      title: 'Translate',
      description: 'Translates a text and, on request, explains the choice of words.',
      argsSchema: z.object({
        text: z.string().describe('The text to translate'),
        language: completable(z.string().describe('The language to translate into'), (typed) =>
          startingWith(LANGUAGES, typed),
        ),
        notes: z.string().optional().describe('Enter anything to get an explanation too'),
      }),
    },
    ({ text, language, notes }) =>
      user(`Translate into ${language}:\n\n${text}${notes ? '\n\nThen explain your choice of words.' : ''}`),
  );
}

function user(text: string) {
  return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] };
}

function startingWith(choices: readonly string[], typed: string): string[] {
  return choices.filter((choice) => choice.toLowerCase().startsWith(typed.toLowerCase()));
}
