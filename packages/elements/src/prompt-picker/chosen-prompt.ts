/** One chosen prompt: what it wants to know, and what it then says. */
import type { GetPromptResult, HostServer, JsonObject, JsonSchema, McpHost, Prompt } from '@mcp-web/client';
import { suggestionsOf, type Suggest } from '../internal/lists/completion.ts';

/** Nothing was asked of the server before it is `asking`. */
export type PromptStatus = 'filling' | 'asking' | 'ready' | 'failed';

export class ChosenPrompt {
  readonly host: McpHost;
  readonly server: HostServer;
  readonly prompt: Prompt;
  /** Of its arguments; undefined when it has none. */
  readonly schema: JsonSchema | undefined;
  readonly suggest: Suggest | undefined;
  status: PromptStatus = 'filling';
  arguments: Readonly<Record<string, string>> = {};
  result: GetPromptResult | undefined;
  error: unknown;
  isWhole = false;
  readonly #onchange: () => void;
  #call: AbortController | undefined;

  constructor(host: McpHost, server: HostServer, prompt: Prompt, onchange: () => void) {
    this.host = host;
    this.server = server;
    this.prompt = prompt;
    this.schema = schemaOf(prompt);
    this.suggest = this.schema && suggestionsOf(host, server, { prompt: prompt.name });
    this.#onchange = onchange;
  }

  /** Where its server is now. */
  get current(): HostServer | undefined {
    return this.host.getSnapshot().servers.find(({ id }) => id === this.server.id);
  }

  async ask(value: JsonObject): Promise<void> {
    this.forget();
    const { signal } = (this.#call = new AbortController());
    this.arguments = textsIn(value);
    this.#become('asking');
    try {
      this.result = await this.host.getPrompt(this.server.id, this.prompt.name, this.arguments, { signal });
      this.#become('ready');
    } catch (error) {
      if (signal.aborted) return;
      this.error = error;
      this.#become('failed');
    }
  }

  /** What was asked for is no longer wanted, or no longer right. */
  forget(): void {
    this.#call?.abort();
    this.result = this.error = undefined;
    this.isWhole = false;
    if (this.status !== 'filling') this.#become('filling');
  }

  #become(status: PromptStatus): void {
    this.status = status;
    this.#onchange();
  }
}

/** Values of arguments are strings, and an empty one says as much as none. */
function textsIn(value: JsonObject): Record<string, string> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, text]) =>
      typeof text === 'string' && text !== '' ? [[name, text] as const] : [],
    ),
  );
}

function schemaOf({ arguments: args = [] }: Prompt): JsonSchema | undefined {
  if (args.length === 0) return undefined;
  return {
    type: 'object',
    properties: Object.fromEntries(
      args.map(({ name, title, description }) => [
        name,
        { type: 'string', ...(title && { title }), ...(description && { description }) },
      ]),
    ),
    required: args.flatMap(({ name, required }) => (required ? [name] : [])),
    additionalProperties: false,
  };
}
