/** One chosen prompt: a schema of its arguments, and its messages once the user asked for them. */
import type { GetPromptResult, HostServer, JsonObject, JsonSchema, McpHost, Prompt } from '@mcp-web/client';
import { suggestionsOf, type Suggest } from '../internal/lists/completion.ts';

/** While `filling`, the prompt is not asked for. What the user types is sent only to complete it. */
export type PromptStatus = 'filling' | 'loading' | 'ready' | 'failed';

const FIRST_SHOWN = 30;

export class ChosenPrompt {
  readonly host: McpHost;
  readonly server: HostServer;
  readonly prompt: Prompt;
  /** The schema of the arguments; undefined when the prompt has none. */
  readonly schema: JsonSchema | undefined;
  readonly suggest: Suggest | undefined;
  status: PromptStatus = 'filling';
  arguments: Readonly<Record<string, string>> = {};
  result: GetPromptResult | undefined;
  error: unknown;
  /** How many messages are shown. */
  shown = FIRST_SHOWN;
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

  /** The server in the current snapshot; undefined when it was removed. */
  get current(): HostServer | undefined {
    return this.host.getSnapshot().servers.find(({ id }) => id === this.server.id);
  }

  /** Gets the prompt with these arguments. */
  async get(value: JsonObject): Promise<void> {
    this.reset();
    const { signal } = (this.#call = new AbortController());
    this.arguments = textsIn(value);
    this.#become('loading');
    try {
      this.result = await this.host.getPrompt(this.server.id, this.prompt.name, this.arguments, { signal });
      this.#become('ready');
    } catch (error) {
      if (signal.aborted) return;
      this.error = error;
      this.#become('failed');
    }
  }

  /** Aborts the request and drops the result. */
  reset(): void {
    this.#call?.abort();
    this.result = this.error = undefined;
    this.shown = FIRST_SHOWN;
    if (this.status !== 'filling') this.#become('filling');
  }

  #become(status: PromptStatus): void {
    this.status = status;
    this.#onchange();
  }
}

/** Prompt arguments are strings. Empty ones are left out. */
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
