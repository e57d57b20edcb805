export { connect } from './client/connect.ts';
export { McpClient } from './client/client.ts';
export {
  ChangesLostEvent,
  ConnectionLostEvent,
  ElicitationCompleteEvent,
  ListChangeEvent,
  LogEvent,
  type McpClientEventMap,
  ResourceUpdateEvent,
} from './client/events.ts';
export { fileUriOf } from './client/requests/root-uri.ts';
export type { ServerRequestHandlers, ServerRequestOptions, UrlElicitationOptions } from './client/requests/handlers.ts';
export type { ConnectOptions } from './client/connect-options.ts';
export type { RecordedServer, Recorder, RecorderOption } from './client/recorder.ts';
export type { CompleteOptions, ListOptions, ReadOptions } from './client/request-options.ts';
export type { SchemaCheck, SchemaCheckOptions, SchemaValidator } from './client/tools/schema-validator.ts';
export type { TraceContext } from './client/trace.ts';
export type { CallStore, EndedTask, StoredCall, StoredStream } from './client/unfinished/call-store.ts';
export { unfinishedCalls } from './client/unfinished/find-unfinished.ts';
export type { UnfinishedCall } from './client/unfinished/unfinished-calls.ts';
export type { McpTask, McpTaskEventMap, TaskOptions, ToolCallOptions } from './client/tasks/task.ts';
export {
  AuthError,
  type AuthErrorReason,
  DeniedError,
  HttpError,
  McpError,
  type AnsweredInput,
  type McpErrorCode,
  OutputError,
  RpcError,
  type SchemaProblem,
} from './errors.ts';
export type {
  AvailableModel,
  SamplingAnswer,
  SamplingModel,
  SamplingModelOptions,
  SamplingPart,
  SamplingUpdate,
  TokenUsage,
} from './models/model.ts';
export { type AddressSpace, addressSpaceOf, isLessPublic } from './protocol/address-space.ts';
export { displayName } from './protocol/display-name.ts';
export { expandUriTemplate, uriTemplateVariables, type UriTemplateValue } from './protocol/uri-template.ts';
export { LOG_LEVELS } from './protocol/log-levels.ts';
export type {
  ElicitationFormParams,
  ElicitationResult,
  ElicitationUrlParams,
  ModelPreferences,
  Root,
  SamplingContent,
  SamplingMessage,
  SamplingParams,
  SamplingResult,
  ToolResultContent,
  ToolUseContent,
} from './protocol/request-types.ts';
export type { TaskStatus } from './protocol/task-guards.ts';
export type {
  Annotations,
  AudioContent,
  BlobResourceContents,
  CallToolResult,
  ClientCapabilities,
  Completion,
  ContentBlock,
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
  ServerCapabilities,
  ServerInfo,
  TextContent,
  TextResourceContents,
  Tool,
  ToolAnnotations,
} from './protocol/types.ts';
export type { Era, Revision } from './protocol/revisions.ts';
export type { Skill, SkillFrontmatter, SkillResource } from './protocol/skills.ts';
export { type RevisionFeature, REVISIONS, supports } from './protocol/supports.ts';
export type { CallOptions, SentRequest } from './session/exchange.ts';
export type { Principal } from './session/principal.ts';
export { McpHost } from './host/host.ts';
export type {
  AddServerOptions,
  CallToolOptions,
  DecideOptions,
  HostOptions,
  ReadyOptions,
} from './host/host-options.ts';
export type { HostCall, HostCalls, HostCallState, HostCallTask } from './host/calls/host-calls.ts';
export type { HostTask, HostTasks, HostTaskStatus } from './host/tasks/host-tasks.ts';
export type { Permission, PermissionStore, PermissionDuration } from './host/consent/permission-store.ts';
export type { SkillConsentOptions } from './host/consent/decide-about-skill.ts';
export type { ConsentToSkill } from './host/consent/skill-consent.ts';
export type { StoreLogOptions, StoredLog } from './host/log/stored-log.ts';
export { Log, type LogLimits } from './host/log/log.ts';
export { LogEntries, type LogEntry, type LogKind, type LogRequest, type NewLogEntry } from './host/log/log-entries.ts';
export type { ToolPermission, ToolPermissionOptions, ToolPermissions } from './host/consent/tool-permissions.ts';
export { type RequestPlace, RequestPlaces } from './host/requests/request-places.ts';
export type { RequestLimits } from './host/requests/request-limits.ts';
export { HostRoots, type ShareRootsOptions } from './host/roots/host-roots.ts';
export type { HostRootsSnapshot, RootShare } from './host/roots/root-share.ts';
export type { ConsentPolicy, RequestPolicy } from './host/policies.ts';
export type { ResponderOptions } from './host/requests/request-queue.ts';
export type {
  Answers,
  ConsentDecision,
  ConsentRequest,
  ElicitationRequest,
  HostConsent,
  HostServer,
  HostServerStatus,
  HostSnapshot,
  HostUnfinishedCall,
  PendingRequest,
  Requests,
  RootsDecision,
  RootsRequest,
  SamplingDecision,
  SamplingRequest,
  SkillRequest,
  StepUpConsentRequest,
  UnseenRequests,
} from './host/snapshot.ts';
export { indexedDbCallStore } from './storage/call-database.ts';
export { indexedDbPermissionStore } from './storage/permission-database.ts';
export { indexedDbStore } from './storage/indexed-db.ts';
export { type KeyValueStore, memoryStore } from './storage/key-value.ts';
export { connectMessagePort, type MessagePortOptions } from './client/connect-message-port.ts';
export type { MessageTarget } from './transports/message-port.ts';
export type {
  AuthorizeOptions,
  Authorizer,
  FailedSignIn,
  SignInAuthorizer,
  SignInStatus,
  StepUpPolicy,
  StepUpRequest,
} from './wire/authorizer.ts';
