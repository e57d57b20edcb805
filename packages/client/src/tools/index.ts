export { type ConversationEnd, type ConversationPart, converse, type ConverseOptions } from './converse.ts';
export { readConversation, writeConversation } from './conversation-file.ts';
export { contentForModel, type ModelContent } from './model-content.ts';
export type { ModelCallOptions, ModelResult, ModelTool, ModelTools, ModelToolsOptions } from './model-tool.ts';
export { modelTools } from './model-tools.ts';
export type { SchemaDialect } from './schema-keywords.ts';
