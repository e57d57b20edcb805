/** The guards of what a server may answer, one for each type in `types.ts`. */
import {
  anything,
  array,
  boolean,
  type Guard,
  isObject,
  literal,
  number,
  object,
  optional,
  ornamental,
  page,
  shape,
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
    shape<Icon>({
      src: string,
      mimeType: text,
      sizes: optional(array(string)),
      theme: optional(literal('light', 'dark')),
    }),
  ),
);
const annotations = ornamental(
  shape<Annotations>({
    audience: optional(array(literal('user', 'assistant'))),
    priority: optional(number),
    lastModified: text,
  }),
);
const named = { name: string, title: text, description: text, icons, _meta: meta };

export const implementation: Guard<Implementation> = shape<Implementation>({
  name: string,
  version: string,
  title: text,
  description: text,
  websiteUrl: text,
  icons,
});

export const serverCapabilities: Guard<ServerCapabilities> = shape<ServerCapabilities>({
  experimental: meta,
  logging: meta,
  completions: meta,
  prompts: optional(shape<{ listChanged?: boolean }>({ listChanged: flag })),
  resources: optional(shape<{ subscribe?: boolean; listChanged?: boolean }>({ subscribe: flag, listChanged: flag })),
  tools: optional(shape<{ listChanged?: boolean }>({ listChanged: flag })),
  tasks: ornamental(object),
  extensions: meta,
});

const resourceMembers = { ...named, uri: string, mimeType: text, annotations, size: optional(number) };
const resource = shape<Resource>(resourceMembers);
const resourceTemplate = shape<ResourceTemplate>({ ...named, uriTemplate: string, mimeType: text, annotations });
const promptArgument = shape<PromptArgument>({ name: string, title: text, description: text, required: flag });
const prompt = shape<Prompt>({ ...named, arguments: optional(array(promptArgument)) });
const toolAnnotations = shape<ToolAnnotations>({
  title: text,
  readOnlyHint: flag,
  destructiveHint: flag,
  idempotentHint: flag,
  openWorldHint: flag,
});
const execution = shape<NonNullable<Tool['execution']>>({
  taskSupport: optional(literal('forbidden', 'optional', 'required')),
});
export const tool: Guard<Tool> = shape<Tool>({
  ...named,
  inputSchema: object,
  outputSchema: meta,
  annotations: ornamental(toolAnnotations),
  execution: ornamental(execution),
});

const located = { uri: string, mimeType: text, _meta: meta };
const textContents = shape<{ uri: string; text: string }>({ ...located, text: string });
const blobContents = shape<{ uri: string; blob: string }>({ ...located, blob: string });
const resourceContents: Guard<ResourceContents> = (value) =>
  isObject(value) && value['blob'] !== undefined ? blobContents(value) : textContents(value);

const media = { data: string, mimeType: string, annotations, _meta: meta };
const contentKinds = new Map<unknown, Guard<ContentBlock>>([
  ['text', shape<TextContent>({ type: literal('text'), text: string, annotations, _meta: meta })],
  ['image', shape<ImageContent>({ type: literal('image'), ...media })],
  ['audio', shape<AudioContent>({ type: literal('audio'), ...media })],
  ['resource_link', shape<ResourceLink>({ type: literal('resource_link'), ...resourceMembers })],
  [
    'resource',
    shape<EmbeddedResource>({ type: literal('resource'), resource: resourceContents, annotations, _meta: meta }),
  ],
]);
const typed = shape<{ type: string }>({ type: string });

/** Of a kind that this version does not know, only the `type` is checked. */
export const contentBlock: Guard<ContentBlock> = (value) =>
  typed(value) ?? contentKinds.get(isObject(value) && value['type'])?.(value);

export const callToolResult: Guard<CallToolResult> = shape<CallToolResult>({
  content: array(contentBlock),
  structuredContent: anything,
  isError: flag,
  _meta: meta,
});

export const getPromptResult: Guard<GetPromptResult> = shape<GetPromptResult>({
  description: text,
  messages: array(shape<PromptMessage>({ role: literal('user', 'assistant'), content: contentBlock })),
  _meta: meta,
});

export const readResourceResult: Guard<ReadResourceResult> = shape<ReadResourceResult>({
  contents: array(resourceContents),
  _meta: meta,
});

export const completeResult: Guard<{ completion: Completion }> = shape<{ completion: Completion }>({
  completion: shape<Completion>({ values: array(string), total: optional(number), hasMore: flag }),
});

const paged = { nextCursor: text, _meta: meta };
export const listToolsResult: Guard<ListToolsResult> = page('tools', tool, (tools) =>
  shape<ListToolsResult>({ ...paged, tools }),
);
export const listPromptsResult: Guard<ListPromptsResult> = page('prompts', prompt, (prompts) =>
  shape<ListPromptsResult>({ ...paged, prompts }),
);
export const listResourcesResult: Guard<ListResourcesResult> = page('resources', resource, (resources) =>
  shape<ListResourcesResult>({ ...paged, resources }),
);
export const listResourceTemplatesResult: Guard<ListResourceTemplatesResult> = page(
  'resourceTemplates',
  resourceTemplate,
  (resourceTemplates) => shape<ListResourceTemplatesResult>({ ...paged, resourceTemplates }),
);
