import type { GetPromptResult, HostServer, Prompt } from '@mcp-web/client';

/**
 * The user has chosen a prompt, seen what it says, and hands it to the page. In a box with the `/` menu its text then takes the
 * place of the `/word`; after `preventDefault()` nothing does, and the page does what it likes with the messages.
 *
 * @example
 * ```ts
 * document.addEventListener('mcp-prompt-pick', (event) => {
 *   event.preventDefault();
 *   for (const { role, content } of event.result.messages) console.log(role, content.type);
 * });
 * ```
 */
export class McpPromptPickEvent extends Event {
  readonly server: HostServer;
  readonly prompt: Prompt;
  /** What the user filled in. */
  readonly arguments: Readonly<Record<string, string>>;
  /** What the server made of it: text, and maybe more, that a stranger wrote. */
  readonly result: GetPromptResult;

  constructor(server: HostServer, prompt: Prompt, args: Readonly<Record<string, string>>, result: GetPromptResult) {
    super('mcp-prompt-pick', { bubbles: true, composed: true, cancelable: true });
    this.server = server;
    this.prompt = prompt;
    this.arguments = args;
    this.result = result;
  }

  /** The text of all messages, without who says it; pictures and the like are not in it. */
  get text(): string {
    return textsOf(this.result).join('\n\n');
  }
}

/** The texts of the messages, those of resources in them included. */
export function textsOf({ messages }: GetPromptResult): string[] {
  return messages.flatMap(({ content }) => {
    if (content.type === 'text') return content.text;
    return content.type === 'resource' && 'text' in content.resource ? content.resource.text : [];
  });
}

declare global {
  interface HTMLElementEventMap {
    'mcp-prompt-pick': McpPromptPickEvent;
  }
  interface DocumentEventMap {
    'mcp-prompt-pick': McpPromptPickEvent;
  }
}
