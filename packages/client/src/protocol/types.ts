/**
 * What servers and clients tell each other, in one form for all revisions. Types only: nothing of
 * this file is left at run time. Members that a revision does not have are absent.
 *
 * Everything here that a server sent is its own claim: show it as text, never as markup.
 */

/** Any JSON object. */
export interface JsonObject {
  [member: string]: unknown;
}

/** A JSON Schema, 2020-12 unless its `$schema` says otherwise. */
export type JsonSchema = JsonObject;

export interface Icon {
  src: string;
  mimeType?: string;
  sizes?: string[];
  theme?: 'light' | 'dark';
}

/** Who a server or a client says it is. */
export interface Implementation {
  name: string;
  version: string;
  title?: string;
  description?: string;
  websiteUrl?: string;
  icons?: Icon[];
}

export interface ClientCapabilities {
  experimental?: JsonObject;
  roots?: JsonObject;
  sampling?: JsonObject;
  elicitation?: JsonObject;
  extensions?: JsonObject;
}

export interface ServerCapabilities {
  experimental?: JsonObject;
  logging?: JsonObject;
  completions?: JsonObject;
  prompts?: { listChanged?: boolean };
  resources?: { subscribe?: boolean; listChanged?: boolean };
  tools?: { listChanged?: boolean };
  extensions?: JsonObject;
}

export type Role = 'user' | 'assistant';

export interface Annotations {
  audience?: Role[];
  /** 0 (optional) to 1 (required). */
  priority?: number;
  /** ISO 8601. */
  lastModified?: string;
}

export interface TextContent {
  type: 'text';
  text: string;
  annotations?: Annotations;
  _meta?: JsonObject;
}

export interface ImageContent {
  type: 'image';
  /** Base64. */
  data: string;
  mimeType: string;
  annotations?: Annotations;
  _meta?: JsonObject;
}

export interface AudioContent {
  type: 'audio';
  /** Base64. */
  data: string;
  mimeType: string;
  annotations?: Annotations;
  _meta?: JsonObject;
}

export interface ResourceLink extends Resource {
  type: 'resource_link';
}

export interface EmbeddedResource {
  type: 'resource';
  resource: ResourceContents;
  annotations?: Annotations;
  _meta?: JsonObject;
}

/** A kind of content that this version does not know: tolerated, to be shown as JSON. */
export interface UnknownContent {
  type: string & {};
  [member: string]: unknown;
}

export type ContentBlock =
  | TextContent
  | ImageContent
  | AudioContent
  | ResourceLink
  | EmbeddedResource
  | UnknownContent;

export interface TextResourceContents {
  uri: string;
  mimeType?: string;
  text: string;
  blob?: never;
  _meta?: JsonObject;
}

export interface BlobResourceContents {
  uri: string;
  mimeType?: string;
  /** Base64. */
  blob: string;
  text?: never;
  _meta?: JsonObject;
}

export type ResourceContents = TextResourceContents | BlobResourceContents;

export interface Resource {
  uri: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  annotations?: Annotations;
  size?: number;
  icons?: Icon[];
  _meta?: JsonObject;
}

export interface ResourceTemplate {
  /** RFC 6570. */
  uriTemplate: string;
  name: string;
  title?: string;
  description?: string;
  mimeType?: string;
  annotations?: Annotations;
  icons?: Icon[];
  _meta?: JsonObject;
}

export interface PromptArgument {
  name: string;
  title?: string;
  description?: string;
  required?: boolean;
}

export interface Prompt {
  name: string;
  title?: string;
  description?: string;
  arguments?: PromptArgument[];
  icons?: Icon[];
  _meta?: JsonObject;
}

export interface PromptMessage {
  role: Role;
  content: ContentBlock;
}

/** What a server claims about a tool. Hints of a stranger: never a reason to skip consent. */
export interface ToolAnnotations {
  title?: string;
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

export interface Tool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  annotations?: ToolAnnotations;
  icons?: Icon[];
  _meta?: JsonObject;
}

export interface CallToolResult {
  content: ContentBlock[];
  /** Any JSON value, described by the tool's `outputSchema`. */
  structuredContent?: unknown;
  /** True when the tool itself failed; `content` then says why. */
  isError?: boolean;
  _meta?: JsonObject;
}

export interface GetPromptResult {
  description?: string;
  messages: PromptMessage[];
  _meta?: JsonObject;
}

export interface ReadResourceResult {
  contents: ResourceContents[];
  _meta?: JsonObject;
}

export interface Page {
  nextCursor?: string;
  _meta?: JsonObject;
}
export interface ListToolsResult extends Page {
  tools: Tool[];
}
export interface ListPromptsResult extends Page {
  prompts: Prompt[];
}
export interface ListResourcesResult extends Page {
  resources: Resource[];
}
export interface ListResourceTemplatesResult extends Page {
  resourceTemplates: ResourceTemplate[];
}

/** How far a call has come. `progress` only ever grows. */
export interface Progress {
  progress: number;
  total?: number;
  message?: string;
}

/** The severities of RFC 5424, least severe first. */
export type LogLevel = 'debug' | 'info' | 'notice' | 'warning' | 'error' | 'critical' | 'alert' | 'emergency';

export interface LogMessage {
  level: LogLevel;
  logger?: string;
  /** Any JSON value. */
  data: unknown;
}

/** Who the server says it is, and what it offers. */
export interface ServerInfo {
  /** Absent when the server did not introduce itself. */
  identity?: Implementation;
  instructions?: string;
  capabilities: ServerCapabilities;
}


/** The flat object schema of a form-mode elicitation. Its properties are the server's words: treat them as data. */
export interface ElicitationFormParams {
  mode?: 'form';
  message: string;
  requestedSchema: JsonSchema;
  _meta?: JsonObject;
}

/** A page that the server wants the user to visit. Show the whole URL; open it only on the user's click. */
export interface ElicitationUrlParams {
  mode: 'url';
  message: string;
  url: string;
  /** 2025-11-25 only. */
  elicitationId?: string;
  _meta?: JsonObject;
}

/** The user's answer to an elicitation: given, refused, or put aside without a choice. */
export interface ElicitationResult {
  action: 'accept' | 'decline' | 'cancel';
  /** What the user entered in form mode, with the schema's types. */
  content?: Record<string, string | number | boolean | string[]>;
}

export interface ToolUseContent {
  type: 'tool_use';
  id: string;
  name: string;
  input: JsonObject;
  _meta?: JsonObject;
}

export interface ToolResultContent {
  type: 'tool_result';
  toolUseId: string;
  content: ContentBlock[];
  structuredContent?: unknown;
  isError?: boolean;
  _meta?: JsonObject;
}

export type SamplingContent = TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent;

export interface SamplingMessage {
  role: Role;
  content: SamplingContent | SamplingContent[];
  _meta?: JsonObject;
}

export interface ModelPreferences {
  /** In the server's order of preference: take the first that fits. */
  hints?: { name?: string }[];
  costPriority?: number;
  speedPriority?: number;
  intelligencePriority?: number;
}

/** What a server wants a model to be asked. */
export interface SamplingParams {
  messages: SamplingMessage[];
  /** An upper bound. */
  maxTokens: number;
  modelPreferences?: ModelPreferences;
  systemPrompt?: string;
  includeContext?: 'none' | 'thisServer' | 'allServers';
  temperature?: number;
  stopSequences?: string[];
  metadata?: JsonObject;
  tools?: Tool[];
  toolChoice?: { mode?: 'auto' | 'required' | 'none' };
  _meta?: JsonObject;
}

export interface SamplingResult {
  role: Role;
  content: SamplingContent | SamplingContent[];
  /** The model that answered. */
  model: string;
  stopReason?: string;
}

/** A place that the page lets servers know about. */
export interface Root {
  /** A `file://` URI. */
  uri: string;
  name?: string;
}
