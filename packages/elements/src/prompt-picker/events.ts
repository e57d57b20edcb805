import type { GetPromptResult, HostServer, Prompt } from '@mcp-web/client';

/**
 * The user has chosen a prompt, seen its messages, and wants to use it. In a box with the `/` menu, its text then replaces the
 * `/word`. Call `preventDefault()` to remove the `/word` instead, and to use the messages yourself.
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
  /** The server of the prompt. */
  readonly server: HostServer;
  /** The prompt that the user picked. */
  readonly prompt: Prompt;
  /** The arguments that the user filled in. */
  readonly arguments: Readonly<Record<string, string>>;
  /** The messages from the server. Treat them as untrusted. */
  readonly result: GetPromptResult;

  constructor(server: HostServer, prompt: Prompt, args: Readonly<Record<string, string>>, result: GetPromptResult) {
    super('mcp-prompt-pick', { bubbles: true, composed: true, cancelable: true });
    this.server = server;
    this.prompt = prompt;
    this.arguments = args;
    this.result = result;
  }

  /** The text of all messages, without their roles. Images and other content are left out. */
  get text(): string {
    return messageTexts(this.result).join('\n\n');
  }
}

/** The texts of the messages, including text resources in them. */
export function messageTexts({ messages }: GetPromptResult): string[] {
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
