/** The guards of server requests. Loaded only by pages that answer them. */
import { isTrustworthy } from './address-space.ts';
import {
  anything,
  array,
  boolean,
  byType,
  type Guard,
  literal,
  number,
  object,
  optional,
  objectWith,
  string,
} from './guards.ts';
import { contentBlock, plainContent, tool } from './result-guards.ts';
import type {
  ElicitationFormParams,
  ElicitationUrlParams,
  ModelPreferences,
  SamplingContent,
  SamplingMessage,
  SamplingParams,
  ToolResultContent,
  ToolUseContent,
} from './request-types.ts';

const _meta = optional(object);

export const elicitationFormParams: Guard<ElicitationFormParams> = objectWith<ElicitationFormParams>({
  mode: optional(literal('form')),
  message: string,
  requestedSchema: object,
  _meta,
});
/** An address that a user can be sent to: https, or http on the user's own machine. */
const webAddress: Guard<string> = (value) => {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !isTrustworthy(url)) return ': expected an https URL';
  // No host name is longer than that, and a dialog has to show where it ends.
  return url.hostname.length > 253 ? ': expected a host name of at most 253 characters' : undefined;
};
export const elicitationUrlParams: Guard<ElicitationUrlParams> = objectWith<ElicitationUrlParams>({
  mode: literal('url'),
  message: string,
  url: webAddress,
  elicitationId: optional(string),
  _meta,
});

const toolUse = objectWith<ToolUseContent>({
  type: literal('tool_use'),
  id: string,
  name: string,
  input: object,
  _meta,
});
const toolResult = objectWith<ToolResultContent>({
  type: literal('tool_result'),
  toolUseId: string,
  content: array(contentBlock),
  structuredContent: anything,
  isError: optional(boolean),
  _meta,
});
const samplingBlock = byType<SamplingContent>(
  new Map<string, Guard<SamplingContent>>([...plainContent, ['tool_use', toolUse], ['tool_result', toolResult]]),
  () => '.type: expected a kind of content that sampling knows',
);
const samplingBlocks = array(samplingBlock);
const samplingMessage = objectWith<SamplingMessage>({
  role: literal('user', 'assistant'),
  content: (value) => (Array.isArray(value) ? samplingBlocks(value) : samplingBlock(value)),
  _meta,
});
export const samplingMessages: Guard<SamplingMessage[]> = array(samplingMessage);
const modelPreferences = objectWith<ModelPreferences>({
  hints: optional(array(objectWith<{ name?: string }>({ name: optional(string) }))),
  costPriority: optional(number),
  speedPriority: optional(number),
  intelligencePriority: optional(number),
});
export const samplingParams: Guard<SamplingParams> = objectWith<SamplingParams>({
  messages: samplingMessages,
  maxTokens: number,
  modelPreferences: optional(modelPreferences),
  systemPrompt: optional(string),
  includeContext: optional(literal('none', 'thisServer', 'allServers')),
  temperature: optional(number),
  stopSequences: optional(array(string)),
  metadata: optional(object),
  tools: optional(array(tool)),
  toolChoice: optional(
    objectWith<{ mode?: 'auto' | 'required' | 'none' }>({ mode: optional(literal('auto', 'required', 'none')) }),
  ),
  _meta,
});
