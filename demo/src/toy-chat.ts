import type { JsonObject, SamplingContent, Tool, ToolUseContent } from '@mcp-web/client';

/** What separates wishes: `greet Ada; forecast Lima` and `greet Ada and Grace`. */
const BETWEEN = /\s*(?:;|\n|,?\s+and\s+)\s*/i;
const CALL = /^call\s+(\S+)\s*(\{.*\})?$/is;
/** Around what a server says, for real models. */
const MARK = /^<data [^>]*>\n|\n<\/data [^>]*>.*$/gm;

/** The calls that a few words ask for: `greet Ada`, or `call greet {"name": "Ada"}`. */
export function wantedCalls(text: string, tools: readonly Tool[]): ToolUseContent[] {
  let last: Tool | undefined;
  return text.split(BETWEEN).flatMap((wish, index) => {
    const [, name = '', json] = CALL.exec(wish.trim()) ?? [];
    const [word = '', ...others] = wish.trim().split(/\s+/);
    const tool = named(name || word, tools) ?? (name ? undefined : last);
    if (!tool) return [];
    const words = tool === last && !named(word, tools) ? wish.trim() : others.join(' ');
    last = tool;
    const input = name ? parsed(json) : inputOf(tool, words);
    return [{ type: 'tool_use' as const, id: `toy-${Date.now()}-${index}`, name: tool.name, input }];
  });
}

/** What the toy says about the results of its calls. */
export function toldResults(blocks: readonly SamplingContent[]): string {
  const lines = blocks.flatMap((block) =>
    block.type === 'tool_result'
      ? block.content.flatMap((part) => (part.type === 'text' ? [part.text.replaceAll(MARK, '').trim()] : []))
      : [],
  );
  return `Here is what came of it:\n\n${lines.map((line) => `- ${line.replaceAll('\n', ' ')}`).join('\n')}`;
}

export function help(text: string): string {
  return `I am only a **toy**: I understand a few words, and I need no network. You said: ${text}

Try one of these:

- \`greet Ada\`
- \`greet Ada; forecast Lima; book\` – three calls at once
- \`paint\`, \`countdown\`, \`visit\`
- \`call countdown {"steps": 3, "seconds": 6}\``;
}

function named(word: string, tools: readonly Tool[]): Tool | undefined {
  const part = word.toLowerCase().replace(/[^a-z0-9_]+$/, '');
  return part.length < 3 ? undefined : tools.find(({ name }) => `_${name.toLowerCase()}_`.includes(`_${part}_`));
}

/** The words go where the first text is asked for. */
function inputOf({ inputSchema }: Tool, words: string): JsonObject {
  const properties = Object.entries(Object(inputSchema['properties']));
  const [name] = properties.find(([, schema]) => Object(schema).type === 'string' && !Object(schema).enum) ?? [];
  return name !== undefined && words ? { [name]: words } : {};
}

function parsed(json = '{}'): JsonObject {
  try {
    return { ...Object(JSON.parse(json)) };
  } catch {
    return {};
  }
}
