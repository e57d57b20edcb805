/** A server whose skills a test makes up. */
import type { JsonObject } from '@mcp-web/client';
import { json, modernServer, type Received, result, type Scripted } from './scripted-server.ts';

const EXTENSION = 'io.modelcontextprotocol/skills';

/** @param files their texts by their addresses */
export function scripted(
  skills: readonly unknown[],
  files: Record<string, string> = {},
  settings: object | null = {},
  reply: (received: Received) => Response | undefined = () => undefined,
): Scripted {
  return modernServer(
    (received) => {
      const { method, id, params } = received;
      const answer = (body: object): Response =>
        json(result(id, { resultType: 'complete', ttlMs: 0, cacheScope: 'private', ...body }));
      const own = reply(received);
      if (own) return own;
      if (method === 'skills/list') return answer({ skills });
      if (method === 'skills/get') return answer({ skill: skills[0] });
      if (method === 'resources/list') return answer({ resources: [] });
      if (method === 'resources/templates/list') return answer({ resourceTemplates: [] });
      if (method === 'tools/list') return answer({ tools: [] });
      if (method !== 'resources/read') return undefined;
      const uri = String(params['uri']);
      return answer({ contents: [{ uri, text: files[uri] ?? '' }] });
    },
    { tools: {}, resources: {}, ...(settings && { extensions: { [EXTENSION]: settings } }) },
  );
}

/** A listed file that nobody reads. */
export const file = (uri: string, size = 1): object => ({ uri, size, digest: `sha256:${'0'.repeat(64)}` });

/** A listed file with this text. */
export async function fileWith(uri: string, text: string): Promise<object> {
  const bytes = new TextEncoder().encode(text);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const digits = [...digest].map((byte) => byte.toString(16).padStart(2, '0'));
  return { uri, size: bytes.byteLength, digest: `sha256:${digits.join('')}` };
}

/** The entry of a skill that is as it should be, but for this change. */
export const entryOf = (change: object = {}): JsonObject => ({
  uri: 'skill://one/SKILL.md',
  frontmatter: { name: 'one', description: 'The first' },
  resources: [file('skill://one/SKILL.md')],
  ...change,
});

/** The entry of a skill with these texts, which the server has, by their addresses. */
export async function entryWith(files: Record<string, string>, change: object = {}): Promise<JsonObject> {
  const resources = await Promise.all(Object.entries(files).map(([uri, text]) => fileWith(uri, text)));
  return entryOf({ resources, ...change });
}
