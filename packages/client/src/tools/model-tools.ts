/** The tools of a host in the hands of a model. */
import type { McpHost } from '../host/host.ts';
import type { HostServer } from '../host/snapshot.ts';
import { lazy } from '../lazy.ts';
import { displayName } from '../protocol/display-name.ts';
import type { Tool } from '../protocol/types.ts';
import { untilAborted } from '../wire/abort.ts';
import { modelNameOf, placeOf } from './model-names.ts';
import { cut, visible } from './model-text.ts';
import {
  CALL_TOOL,
  FIND_TOOLS,
  type KnownTool,
  type ModelCallOptions,
  type ModelResult,
  type ModelTool,
  type ModelTools,
  type ModelToolsOptions,
} from './model-tool.ts';
import { convertSchema } from './schema-dialect.ts';
import type { SchemaDialect } from './schema-keywords.ts';

/** Not before the model has decided to call something. */
const loadCall = lazy(() => import('./model-call.ts'), 'runs the tools of models');

/** What a model may have under way at once. The rest has to wait, and what is more than that is refused. */
const MAX_RUNNING = 8;
const MAX_WAITING = 32;
/** Characters of what a server says of a tool. OpenAI takes fewer in a description, but not in that of a schema. */
const MAX_WORDS = 4_000;
const MAX_DESCRIPTION = 1_024;

/**
 * Gives a model the tools that the user did not switch off. Each call goes through `McpHost.callTool`, which asks for
 * consent. `@mcp-web/client/tools/openai` and its neighbors write this in the formats of providers.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 *
 * const host = new McpHost();
 * host.add('https://example.com/mcp');
 * const tools = modelTools(host);
 * console.log(tools.list.map(({ name, description }) => `${name}: ${description}`));
 * ```
 */
export function modelTools(host: McpHost, options: ModelToolsOptions = {}): ModelTools {
  return new HostTools(host, options);
}

class HostTools implements ModelTools {
  readonly #host: McpHost;
  readonly #dialect: SchemaDialect;
  readonly #listAtMost: number;
  readonly #filter: NonNullable<ModelToolsOptions['filter']>;
  readonly #maxResultLength: number;
  readonly #onprogress: ModelToolsOptions['onprogress'];
  readonly #skills: ModelToolsOptions['skills'];
  readonly #converted = new WeakMap<Tool, KnownTool>();
  #servers: readonly HostServer[] = [];
  #byName: ReadonlyMap<string, KnownTool> = new Map();
  #list: readonly ModelTool[] = [];
  #ofSkills: readonly ModelTool[] = NONE;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(
    host: McpHost,
    {
      dialect = 'json-schema',
      listAtMost = 40,
      filter = () => true,
      maxResultLength = 40_000,
      onprogress,
      skills,
    }: ModelToolsOptions,
  ) {
    this.#host = host;
    this.#dialect = dialect;
    this.#listAtMost = listAtMost;
    this.#filter = filter;
    this.#maxResultLength = maxResultLength;
    this.#onprogress = onprogress;
    this.#skills = skills;
  }

  get list(): readonly ModelTool[] {
    this.#update();
    return this.#list;
  }

  find(name: string): ModelTool | undefined {
    this.#update();
    return this.#byName.get(name) ?? this.#list.find((tool) => tool.name === name);
  }

  async call(name: string, input: unknown, options: ModelCallOptions = {}): Promise<ModelResult> {
    const { signal } = options;
    signal?.throwIfAborted();
    if (this.#waiting.length >= MAX_WAITING)
      return failed('Too many calls at once: this one did not run. Wait for the others.');
    if (this.#running < MAX_RUNNING) this.#running++;
    else await this.#turn(signal);
    try {
      signal?.throwIfAborted();
      return await this.#call(name, input, options);
    } finally {
      this.#passOn();
    }
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve } = withResolvers();
    this.#waiting.push(resolve);
    try {
      await untilAborted(promise, signal);
    } catch (reason) {
      const place = this.#waiting.indexOf(resolve);
      if (place < 0) this.#passOn();
      else this.#waiting.splice(place, 1);
      throw reason;
    }
  }

  #passOn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }

  async #call(name: string, input: unknown, options: ModelCallOptions): Promise<ModelResult> {
    try {
      const { runModelCall } = await loadCall();
      this.#update();
      return await runModelCall(
        {
          host: this.#host,
          tools: this.#byName,
          isSearched: this.#list[0] === FIND,
          maxResultLength: this.#maxResultLength,
          skills: this.#skills,
          onprogress: this.#onprogress,
        },
        name,
        input,
        options,
      );
    } catch (error) {
      options.signal?.throwIfAborted();
      return failed(error instanceof Error ? error.message : String(error));
    }
  }

  #update(): void {
    const { servers } = this.#host.getSnapshot();
    const skills = this.#skills?.list ?? NONE;
    if (servers === this.#servers && skills === this.#ofSkills) return;
    this.#servers = servers;
    this.#ofSkills = skills;
    const found = servers
      .filter(({ status }) => status !== 'failed')
      .flatMap((server) =>
        server.enabledTools.filter((tool) => this.#filter(tool, server)).map((tool) => this.#known(server, tool)),
      )
      .sort((one, other) => (one.name < other.name ? -1 : one.name > other.name ? 1 : 0));
    const byName = new Map<string, KnownTool>();
    for (const tool of found) {
      // Only a server that looks for a name with the same hash makes two names equal.
      const name = byName.has(tool.name) ? `${tool.name.slice(0, 58)}_${byName.size}` : tool.name;
      byName.set(name, name === tool.name ? tool : { ...tool, name });
    }
    const list = [...(byName.size > this.#listAtMost ? [FIND, CALL] : byName.values()), ...skills];
    this.#byName = byName;
    if (list.length !== this.#list.length || list.some((tool, index) => tool !== this.#list[index]))
      this.#list = Object.freeze(list);
  }

  #known(server: HostServer, tool: Tool): KnownTool {
    const known = this.#converted.get(tool);
    if (known && known.serverId === server.id) return known;
    const { schema, restore } = convertSchema(tool.inputSchema, this.#dialect);
    const title = cut(visible(displayName(tool)), 200);
    const place = placeOf(server.url);
    const words = cut(visible(tool.description ?? ''), MAX_WORDS);
    const { connectionNumber } = server;
    const which = connectionNumber === undefined ? '' : `, connection ${connectionNumber}`;
    const description = `A tool of ${place}${which}. In the words of that server: ${title}${words && `. ${words}`}`;
    const isLong = description.length > MAX_DESCRIPTION;
    const end = ' … (more in the description of the input)';
    const at = MAX_DESCRIPTION - end.length;
    const converted: KnownTool = Object.freeze({
      name: modelNameOf(server, tool.name),
      title,
      description: isLong ? description.slice(0, at) + end : description,
      inputSchema: isLong
        ? { ...schema, description: [`… ${description.slice(at)}`, schema['description']].filter(Boolean).join('\n') }
        : schema,
      serverId: server.id,
      place,
      tool,
      restore,
    });
    this.#converted.set(tool, converted);
    return converted;
  }
}

const NONE: readonly ModelTool[] = Object.freeze([]);

const FIND: ModelTool = Object.freeze({
  name: FIND_TOOLS,
  title: 'Find tools',
  description:
    'Finds tools by what they do, and returns their names, descriptions and input schemas. Use it before call_tool. Without a query, it says which servers there are.',
  inputSchema: {
    type: 'object',
    properties: { query: { type: 'string', description: 'A few words, such as: create calendar event' } },
  },
});

const CALL: ModelTool = Object.freeze({
  name: CALL_TOOL,
  title: 'Call a tool',
  description: 'Calls a tool that find_tools has returned.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'The name of the tool, exactly as returned' },
      arguments: { type: 'object', description: 'Its arguments, as its input schema says', additionalProperties: true },
    },
    required: ['name'],
  },
});

function failed(text: string): ModelResult {
  return { content: [{ type: 'text', text }], isError: true };
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((own) => (resolve = own));
  return { promise, resolve };
}
