/** The guards of what a server may answer, one for each type in `types.ts`. */
import {
  anything,
  array,
  boolean,
  byType,
  type Guard,
  isObject,
  literal,
  number,
  object,
  optional,
  ornamental,
  page,
  objectWith,
  string,
} from './guards.ts';
import type {
  Annotations,
  AudioContent,
  CallToolResult,
  Completion,
  ContentBlock,
  EmbeddedResource,
  GetPromptResult,
  Icon,
  ImageContent,
  Implementation,
  ListPromptsResult,
  ListResourcesResult,
  ListResourceTemplatesResult,
  ListToolsResult,
  Prompt,
  PromptArgument,
  PromptMessage,
  ReadResourceResult,
  Resource,
  ResourceContents,
  ResourceLink,
  ResourceTemplate,
  ServerCapabilities,
  TextContent,
  Tool,
  ToolAnnotations,
} from './types.ts';

const text = optional(string);
const flag = optional(boolean);
const meta = optional(object);

const icons = ornamental(
  array(
    objectWith<Icon>({
      src: string,
      mimeType: text,
      sizes: optional(array(string)),
      theme: optional(literal('light', 'dark')),
    }),
  ),
);
const annotations = ornamental(
  objectWith<Annotations>({
    audience: optional(array(literal('user', 'assistant'))),
    priority: optional(number),
    lastModified: text,
  }),
);
const named = { name: string, title: text, description: text, icons, _meta: meta };

export const implementation: Guard<Implementation> = objectWith<Implementation>({
  name: string,
  version: string,
  title: text,
  description: text,
  websiteUrl: text,
  icons,
});

export const serverCapabilities: Guard<ServerCapabilities> = objectWith<ServerCapabilities>({
  experimental: meta,
  logging: meta,
  completions: meta,
  prompts: optional(objectWith<{ listChanged?: boolean }>({ listChanged: flag })),
  resources: optional(
    objectWith<{ subscribe?: boolean; listChanged?: boolean }>({ subscribe: flag, listChanged: flag }),
  ),
  tools: optional(objectWith<{ listChanged?: boolean }>({ listChanged: flag })),
  tasks: ornamental(object),
  extensions: meta,
});

const resourceMembers = { ...named, uri: string, mimeType: text, annotations, size: optional(number) };
const resource = objectWith<Resource>(resourceMembers);
const resourceTemplate = objectWith<ResourceTemplate>({ ...named, uriTemplate: string, mimeType: text, annotations });
const promptArgument = objectWith<PromptArgument>({ name: string, title: text, description: text, required: flag });
const prompt = objectWith<Prompt>({ ...named, arguments: optional(array(promptArgument)) });
const toolAnnotations = objectWith<ToolAnnotations>({
  title: text,
  readOnlyHint: flag,
  destructiveHint: flag,
  idempotentHint: flag,
  openWorldHint: flag,
});
const execution = objectWith<NonNullable<Tool['execution']>>({
  taskSupport: optional(literal('forbidden', 'optional', 'required')),
});
export const tool: Guard<Tool> = objectWith<Tool>({
  ...named,
  inputSchema: object,
  outputSchema: meta,
  annotations: ornamental(toolAnnotations),
  execution: ornamental(execution),
});

const located = { uri: string, mimeType: text, _meta: meta };
const textContents = objectWith<{ uri: string; text: string }>({ ...located, text: string });
const blobContents = objectWith<{ uri: string; blob: string }>({ ...located, blob: string });
const resourceContents: Guard<ResourceContents> = (value) =>
  isObject(value) && value['blob'] !== undefined ? blobContents(value) : textContents(value);

const media = { data: string, mimeType: string, annotations, _meta: meta };
/** The kinds of content that sampling has too. */
export const plainContent: readonly [string, Guard<TextContent | ImageContent | AudioContent>][] = [
  ['text', objectWith<TextContent>({ type: literal('text'), text: string, annotations, _meta: meta })],
  ['image', objectWith<ImageContent>({ type: literal('image'), ...media })],
  ['audio', objectWith<AudioContent>({ type: literal('audio'), ...media })],
];
const resourceLink = objectWith<ResourceLink>({ type: literal('resource_link'), ...resourceMembers });
const embeddedResource = objectWith<EmbeddedResource>({
  type: literal('resource'),
  resource: resourceContents,
  annotations,
  _meta: meta,
});
/** Of a kind that this version does not know, only the `type` is checked. */
export const contentBlock: Guard<ContentBlock> = byType<ContentBlock>(
  new Map<string, Guard<ContentBlock>>([
    ...plainContent,
    ['resource_link', resourceLink],
    ['resource', embeddedResource],
  ]),
  objectWith<{ type: string }>({ type: string }),
);

export const callToolResult: Guard<CallToolResult> = objectWith<CallToolResult>({
  content: array(contentBlock),
  structuredContent: anything,
  isError: flag,
  _meta: meta,
});

export const getPromptResult: Guard<GetPromptResult> = objectWith<GetPromptResult>({
  description: text,
  messages: array(objectWith<PromptMessage>({ role: literal('user', 'assistant'), content: contentBlock })),
  _meta: meta,
});

export const readResourceResult: Guard<ReadResourceResult> = objectWith<ReadResourceResult>({
  contents: array(resourceContents),
  _meta: meta,
});

export const completeResult: Guard<{ completion: Completion }> = objectWith<{ completion: Completion }>({
  completion: objectWith<Completion>({ values: array(string), total: optional(number), hasMore: flag }),
});

export type UncheckedTools = Omit<ListToolsResult, 'tools'> & { tools: unknown[] };

const paged = { nextCursor: text, _meta: meta };
/** The tools are checked one by one, so that a list without those that are wrong can be used. */
export const listToolsResult: Guard<UncheckedTools> = page('tools', anything, (tools) =>
  objectWith<UncheckedTools>({ ...paged, tools }),
);
export const listPromptsResult: Guard<ListPromptsResult> = page('prompts', prompt, (prompts) =>
  objectWith<ListPromptsResult>({ ...paged, prompts }),
);
export const listResourcesResult: Guard<ListResourcesResult> = page('resources', resource, (resources) =>
  objectWith<ListResourcesResult>({ ...paged, resources }),
);
export const listResourceTemplatesResult: Guard<ListResourceTemplatesResult> = page(
  'resourceTemplates',
  resourceTemplate,
  (resourceTemplates) => objectWith<ListResourceTemplatesResult>({ ...paged, resourceTemplates }),
);
