/** What the user attaches to a message: content of servers, with what tells the user where it is from. */
import {
  type ContentBlock,
  displayName,
  type HostServer,
  type SamplingContent,
  type SamplingMessage,
} from '@mcp-web/client';
import { contentForModel } from '@mcp-web/client/tools';
import type { McpPromptPickEvent } from '../prompt-picker/events.ts';
import type { McpResourcePickEvent } from '../resource-picker/events.ts';
import type { McpSkillPickEvent } from '../skill-picker/events.ts';
import { isJsonObject } from '../internal/text/text.ts';

export interface Attachment {
  readonly name: string;
  /** The URL of its server. */
  readonly server: string;
  readonly content: readonly SamplingContent[];
}

/** Models ignore these. */
const META = 'mcp-web/attachment';
const PROMPTS = 'mcp-web/prompts';

export function attachedResource({ server, uri, result }: McpResourcePickEvent): Attachment {
  const known = [...server.resources].find((resource) => resource.uri === uri);
  const blocks = result.contents.map((resource) => ({ type: 'resource' as const, resource }));
  return attachment(known ? displayName(known) : uri, server, blocks);
}

export function attachedSkill({ server, skill: { skill, body } }: McpSkillPickEvent): Attachment {
  const resource = { uri: skill.uri, mimeType: 'text/markdown', text: body };
  return attachment(skill.frontmatter.name, server, [{ type: 'resource', resource }]);
}

/** What of a prompt is not text. Undefined if there is nothing. */
export function attachedMedia({ server, prompt, result }: McpPromptPickEvent): Attachment | undefined {
  const blocks = result.messages.flatMap(({ content }) =>
    content.type === 'text' || (content.type === 'resource' && 'text' in content.resource) ? [] : [content],
  );
  return blocks.length === 0 ? undefined : attachment(displayName(prompt), server, blocks);
}

function attachment(name: string, { url }: HostServer, blocks: readonly ContentBlock[]): Attachment {
  return { name, server: url, content: contentForModel(blocks, { url }) };
}

/** @param prompts the URLs of the servers whose prompts are in the text */
export function userMessage(
  text: string,
  attachments: readonly Attachment[],
  prompts: readonly string[] = [],
): SamplingMessage {
  return {
    role: 'user',
    ...(prompts.length > 0 && { _meta: { [PROMPTS]: prompts } }),
    content: [
      ...(text ? [{ type: 'text' as const, text }] : []),
      ...attachments.flatMap(({ name, server, content }, id) =>
        content.map((block) => ({ ...block, _meta: { [META]: { id, name, server } } })),
      ),
    ],
  };
}

/** The URLs of the servers whose prompts are in a message of the user. */
export function promptsIn({ _meta }: SamplingMessage): string[] {
  const prompts = _meta?.[PROMPTS];
  return Array.isArray(prompts) ? prompts.filter((url) => typeof url === 'string') : [];
}

/** The URLs of the servers that something in a message of the user is from. */
export function serversOf(message: SamplingMessage): string[] {
  return [...promptsIn(message), ...readUserMessage(message).attachments.map(({ server }) => server)];
}

/** The message as the user wrote it. A conversation from a file may have anything here. */
export function readUserMessage({ content }: SamplingMessage): {
  readonly text: string;
  readonly attachments: readonly Attachment[];
  /** What is neither. */
  readonly others: readonly SamplingContent[];
} {
  const attachments = new Map<unknown, { name: string; server: string; content: SamplingContent[] }>();
  const texts: string[] = [];
  const others: SamplingContent[] = [];
  for (const block of [content].flat()) {
    const meta = block._meta?.[META];
    if (isJsonObject(meta) && typeof meta['name'] === 'string' && typeof meta['server'] === 'string') {
      const known = attachments.get(meta['id']) ?? { name: meta['name'], server: meta['server'], content: [] };
      attachments.set(meta['id'], known);
      known.content.push(block);
    } else if (block.type === 'text') texts.push(block.text);
    else if (block.type !== 'tool_result' && block.type !== 'tool_use') others.push(block);
  }
  return { text: texts.join('\n\n'), attachments: [...attachments.values()], others };
}
