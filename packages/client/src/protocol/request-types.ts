/** The server requests: elicitation, sampling and roots. Types only. */
import type {
  AudioContent,
  ContentBlock,
  ImageContent,
  JsonObject,
  JsonSchema,
  Role,
  TextContent,
  Tool,
} from './types.ts';

/** A form that the server wants the user to fill in. The schema is a flat object; its texts are the server's: treat them as data. */
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

/** The user's answer to an elicitation: they answered, refused, or closed it without a choice. */
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

/** What a server wants to ask a language model. */
export interface SamplingParams {
  messages: SamplingMessage[];
  /** An upper bound. */
  maxTokens: number;
  modelPreferences?: ModelPreferences;
  systemPrompt?: string;
  /** MCP 2025-11-25 deprecates every value but `none`. */
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

/** A directory or file that the page tells servers about. */
export interface Root {
  /** A `file://` URI. */
  uri: string;
  name?: string;
}
