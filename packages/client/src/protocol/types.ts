/**
 * What servers and clients send each other, in one form for all revisions. Types only: nothing of
 * this file is left at run time. Members that a revision does not have are absent.
 *
 * Whatever a server sends is its own claim: show it as text, never as markup.
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
  /** The requests that may become tasks (2025-11-25). */
  tasks?: JsonObject;
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

/**
 * The content of a tool's result or a prompt. A server may send a kind that this version does not know, and it is
 * passed on: keep a default branch that shows it as JSON.
 */
export type ContentBlock = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource;

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

/** What a server claims about a tool. These are hints of a stranger, and never a reason to skip consent. */
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
  /** Whether a call may or must become a task (2025-11-25). */
  execution?: { taskSupport?: 'forbidden' | 'optional' | 'required' };
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

/** Suggestions for an argument. */
export interface Completion {
  values: string[];
  /** How many there are in all, if the server knows. */
  total?: number;
  hasMore?: boolean;
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

/** How far a call has come. `progress` only grows. */
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
  /** Absent if the server does not say who it is. */
  identity?: Implementation;
  instructions?: string;
  capabilities: ServerCapabilities;
  /** Present if the server speaks nothing newer than HTTP+SSE, which is deprecated since 2025-03-26. */
  transport?: 'http+sse';
}
