/** What servers ask of the page: elicitation, sampling, roots. Types only. */
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
