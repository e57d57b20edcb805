/** What servers describe, with a string of the scene in every member. */
import type { JsonObject, Tool } from '@mcp-web/client';
import { ORIGIN, type Say } from './stage.ts';

export const serverInfoOf = (say: Say): JsonObject => ({
  name: say(),
  title: say(),
  version: say(),
  description: say(),
  websiteUrl: say(),
  icons: [{ src: say(), mimeType: say(), sizes: [say()] }],
});

export const toolOf = (say: Say): Tool => ({
  name: say(),
  title: say(),
  description: say(),
  inputSchema: { ...schemaOf(say), type: 'object' },
  annotations: { title: say(), destructiveHint: true },
  icons: [{ src: say() }],
  _meta: { [say()]: say() },
});

export const promptOf = (say: Say): JsonObject => ({
  name: say(),
  title: say(),
  description: say(),
  icons: [{ src: say() }],
  arguments: [
    { name: say(), title: say(), description: say() },
    { name: say(), required: true },
  ],
});

export const resourceOf = (say: Say) => ({
  uri: say(),
  name: say(),
  title: say(),
  description: say(),
  mimeType: say(),
  size: 7,
  annotations: { audience: ['user'], lastModified: say() },
  icons: [{ src: say() }],
});

/** What a store has about a tool that was allowed earlier. */
export function grantOf(say: Say, toolName: string): JsonObject {
  const serverUrl = `${ORIGIN}/mcp`;
  const definition = {
    name: toolName,
    title: say(),
    description: say(),
    inputSchema: { type: 'object', properties: { [say()]: { description: say() } } },
    annotations: { title: say() },
  };
  return {
    id: JSON.stringify(['always', serverUrl, toolName]),
    serverUrl,
    serverName: say(),
    toolName,
    digest: 'another',
    definition,
    time: 0,
  };
}

export const schemaOf = (say: Say): JsonObject => ({
  title: say(),
  description: say(),
  properties: {
    [say()]: { type: 'string', title: say(), description: say(), default: say(), examples: [say()], pattern: say() },
    choice: { title: say(), enum: [say(), say(), 1] },
    many: { type: 'array', title: say(), items: { type: 'string', enum: [say(), say()] } },
    flag: { type: 'boolean', title: say(), description: say() },
    number: { type: 'number', title: say() },
    day: { type: 'string', format: 'date', title: say(), default: say() },
    kind: { type: 'string', format: say(), contentMediaType: say(), title: say() },
    fixed: { const: say(), title: say() },
    either: {
      title: say(),
      oneOf: [
        { title: say(), type: 'object', properties: { [say()]: { type: 'string' } } },
        { title: say(), type: 'number' },
      ],
    },
    deep: {
      type: 'object',
      title: say(),
      description: say(),
      properties: { [say()]: { type: 'string', title: say() } },
      additionalProperties: { type: 'string', title: say() },
    },
    list: {
      type: 'array',
      title: say(),
      items: { type: 'object', title: say(), properties: { [say()]: { type: 'string' } } },
    },
    odd: { not: { const: say() }, title: say(), $comment: say() },
    elsewhere: { $ref: say(), title: say() },
  },
  required: [say()],
  $defs: { [say()]: { title: say() } },
});
