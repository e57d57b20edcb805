export { connect } from './client/connect.ts';
export { type ListOptions, McpClient } from './client/client.ts';
export { ConnectionLostEvent, ListChangeEvent, LogEvent, type McpClientEventMap } from './client/events.ts';
export type { ServerRequestHandlers, ServerRequestOptions } from './client/handlers.ts';
export type { ConnectOptions } from './client/options.ts';
export { HttpError, McpError, type McpErrorCode, RpcError } from './errors.ts';
export { displayName } from './protocol/display-name.ts';
export { LOG_LEVELS } from './protocol/log-levels.ts';
export type {
  Annotations,
  AudioContent,
  BlobResourceContents,
  CallToolResult,
  ClientCapabilities,
  ContentBlock,
  ElicitationFormParams,
  ElicitationResult,
  ElicitationUrlParams,
  EmbeddedResource,
  GetPromptResult,
  Icon,
  ImageContent,
  Implementation,
  JsonObject,
  JsonSchema,
  ListPromptsResult,
  ListResourceTemplatesResult,
  ListResourcesResult,
  ListToolsResult,
  LogLevel,
  LogMessage,
  ModelPreferences,
  Page,
  Progress,
  Prompt,
  PromptArgument,
  PromptMessage,
  ReadResourceResult,
  Resource,
  ResourceContents,
  ResourceLink,
  ResourceTemplate,
  Role,
  Root,
  SamplingContent,
  SamplingMessage,
  SamplingParams,
  SamplingResult,
  ServerCapabilities,
  ServerInfo,
  TextContent,
  TextResourceContents,
  Tool,
  ToolAnnotations,
  ToolResultContent,
  ToolUseContent,
  UnknownContent,
} from './protocol/types.ts';
export { type Era, type Revision, REVISIONS } from './protocol/versions.ts';
export type { CallOptions } from './session/era.ts';
export { McpHost } from './host/host.ts';
export type { CallToolOptions, ConsentPolicy, HostOptions, AddServerOptions } from './host/host.ts';
export { Log, type LogEntry } from './host/log.ts';
export type { ConsentDecision, ConsentRequest, HostServer, HostServerStatus, HostSnapshot, PendingRequest } from './host/state.ts';
