/** Which servers took part in a conversation: what they said is not for their next users. */
import type { SamplingMessage, ToolUseContent } from '@mcp-web/client';
import { serversOf } from './attachments.ts';

/** What stands before the place of a server, instead of the name of a tool. No tool has a space in its name for models. */
export const SKILL = 'skill of ';

export class Involved {
  readonly #urlOf: (tool: string) => string | undefined;
  /** The URLs of servers by the tools that the model called. A tool may be gone when its user signs out. */
  readonly #known = new Map<string, string>();

  /** @param urlOf finds the URL of the server that has the tool with this name for models */
  constructor(urlOf: (tool: string) => string | undefined) {
    this.#urlOf = urlOf;
  }

  /** Called before a tool runs. */
  note(call: ToolUseContent): void {
    const tool = toolOf(call);
    const url = this.#urlOf(tool);
    if (url !== undefined) this.#known.set(tool, url);
  }

  /** Whether this server took part, or may have: nobody knows whose tool was called if it is from a file, or gone. */
  mayInclude(url: string, messages: readonly SamplingMessage[], calls: readonly ToolUseContent[]): boolean {
    const uses = messages.flatMap(({ content }) =>
      [content].flat().flatMap((block) => (block.type === 'tool_use' ? [block] : [])),
    );
    return (
      messages.some((message) => serversOf(message).includes(url)) ||
      [...uses, ...calls].some((call) => {
        const tool = toolOf(call);
        const own = this.#known.get(tool) ?? this.#urlOf(tool);
        return own === undefined || own === url;
      })
    );
  }
}

/** Where there are very many tools, the model calls them through one that calls any. Skills have their server in front. */
function toolOf({ name, input }: ToolUseContent): string {
  if (name === 'load_skill' || name === 'read_skill_file') return `${SKILL}${String(input['skill']).split(' ', 1)[0]}`;
  return name === 'call_tool' ? String(input['name']) : name;
}
