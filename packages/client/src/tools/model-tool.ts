/** A tool for a model, its call, and what the model reads of it. */
import type { HostServer } from '../host/snapshot.ts';
import type { JsonObject, JsonSchema, Progress, Tool } from '../protocol/types.ts';
import type { SkillTools } from '../skills/skill-tools.ts';
import type { ModelContent } from './model-content.ts';
import type { SchemaDialect } from './schema-keywords.ts';

/** The tools that a model has instead of very many. */
export const FIND_TOOLS = 'find_tools';
export const CALL_TOOL = 'call_tool';

/** Options of {@link modelTools}. */
export interface ModelToolsOptions {
  /** Which schemas the model's provider takes. `json-schema` by default. */
  dialect?: SchemaDialect | undefined;
  /**
   * Up to how many tools are listed. If there are more, the model gets two tools instead: one that finds tools, and one
   * that calls them. 40 by default.
   */
  listAtMost?: number | undefined;
  /** Whether the model gets a tool that the user lets models use. Without it, all of them. */
  filter?: ((tool: Tool, server: HostServer) => boolean) | undefined;
  /** How many characters of a result the model gets. What is cut is said at the end. 40,000 by default. */
  maxResultLength?: number | undefined;
  /** The skills that the model may load: `skillTools(host)` of `@mcp-web/client/skills`. Without it, none. */
  skills?: SkillTools | undefined;
  /** Called when a server reports the progress of a call. */
  onprogress?: ((progress: Progress, tool: ModelTool) => void) | undefined;
}

/** A tool as a model sees it. */
export interface ModelTool {
  /** Valid for every provider (`[a-zA-Z0-9_-]{1,64}`), unique over servers, and the same in each visit. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** Says which server wrote it. */
  readonly description: string;
  /** In the dialect of the provider. */
  readonly inputSchema: JsonSchema;
  /**
   * The id of its server within the host. Absent, as the next two, for the tools that find and call tools, and for those of
   * skills.
   */
  readonly serverId?: string | undefined;
  /** The host and path of its server's URL. */
  readonly place?: string | undefined;
  /** What the server sent. */
  readonly tool?: Tool | undefined;
}

/** Options of a call that a model makes. */
export interface ModelCallOptions {
  /** Cancels the call. */
  signal?: AbortSignal | undefined;
  /**
   * Names the call in `McpHost.calls`, so that the page can show it. If the host knows another call by this name, the call
   * gets one that is made up.
   */
  callId?: string | undefined;
}

/** What a model reads of a call. Plain JSON. */
export interface ModelResult {
  /** Text, and images or audio after it. The text says which server it is from. */
  readonly content: readonly ModelContent[];
  /** Whether the call failed or did not run: the text says why. */
  readonly isError: boolean;
  /** Present when the user did not allow the call: their reason, or an empty text. */
  readonly denied?: string | undefined;
}

/** A live view of what a host's user lets models use. */
export interface ModelTools {
  /** The tools now. The same array until something changes. */
  readonly list: readonly ModelTool[];
  /** The tool with this name for models, listed or not. */
  find(name: string): ModelTool | undefined;
  /**
   * Calls a tool, with the consent that the host asks for. Every error becomes a result that says what to do.
   *
   * @param input the model's arguments: an object, or its JSON
   * @throws {DOMException} `AbortError`, or the signal's own reason, when the signal aborts
   */
  call(name: string, input: unknown, options?: ModelCallOptions): Promise<ModelResult>;
}

/** A tool with what leads back to its server. */
export interface KnownTool extends ModelTool {
  readonly serverId: string;
  readonly place: string;
  readonly tool: Tool;
  readonly restore: (args: JsonObject) => JsonObject;
}
