/** The requests of the extension `io.modelcontextprotocol/skills`. None of them reads a file. */
import type { McpClient } from '../client/client.ts';
import { paginate } from '../client/paginate.ts';
import type { ListOptions } from '../client/request-options.ts';
import { McpError } from '../errors.ts';
import {
  anything,
  type Guard,
  isObject,
  object,
  objectWith,
  optional,
  page,
  parse,
  string,
} from '../protocol/guards.ts';
import { listResourcesResult } from '../protocol/result-guards.ts';
import { type Skill, SKILLS_EXTENSION } from '../protocol/skills.ts';
import type { JsonObject, Page, Resource } from '../protocol/types.ts';
import type { CallOptions } from '../session/exchange.ts';
import { readEntry } from './skill-entry.ts';
import { quotedVisibly } from './unseen.ts';

/** What is needed of a client: that of a page, or one in a worker. */
export type SkillClient = Pick<McpClient, 'server' | 'era' | 'request' | 'readResource'>;

/** A skill that cannot be used. */
export interface RefusedSkill {
  /** Where the server says that it is, if it says so. */
  readonly uri: string | undefined;
  /** `invalid-result` or `too-large`. The message says why. */
  readonly error: McpError;
}

/** One page of skills. */
export interface ListSkillsResult extends Page {
  readonly skills: readonly Skill[];
  /** Those that break the rules of the extension, or are too large. */
  readonly refused: readonly RefusedSkill[];
  /** How long the list stays as it is, as far as the server knows, in ms. */
  readonly ttlMs: number;
}

/** Options of {@link skillsOf}. */
export interface SkillsOptions extends CallOptions {
  /** Called for each skill that cannot be used. */
  onrefused?: ((refused: RefusedSkill) => void) | undefined;
  /** Called for each page with how long it stays as it is, in ms. */
  onttl?: ((ttlMs: number) => void) | undefined;
}

interface UncheckedSkills extends Page {
  skills: unknown[];
}

const skillsPage: Guard<UncheckedSkills> = page('skills', anything, (skills) =>
  objectWith<UncheckedSkills>({ skills, nextCursor: optional(string), _meta: optional(object) }),
);
const oneSkill = objectWith<{ skill: JsonObject }>({ skill: object });

/** Whether a server has skills. An address that begins with `skill://` says nothing. */
export function hasSkills({ server }: Pick<McpClient, 'server'>): boolean {
  return isObject(server.capabilities.extensions?.[SKILLS_EXTENSION]);
}

/**
 * One page of the skills of a server.
 *
 * @param options the page's `cursor`, and the options of every request
 * @throws {McpError} `unsupported` when the server did not declare the extension; and as every request does
 */
export async function listSkills(
  client: SkillClient,
  { cursor, ...options }: Omit<ListOptions, 'cache'> = {},
): Promise<ListSkillsResult> {
  requireSkills(client);
  const answer = await client.request('skills/list', cursor === undefined ? {} : { cursor }, options);
  const { skills: entries, nextCursor } = parse(answer, skillsPage, 'answer to skills/list');
  const skills: Skill[] = [];
  const refused: RefusedSkill[] = [];
  for (const entry of entries) {
    try {
      skills.push(readEntry(entry));
    } catch (error) {
      if (!(error instanceof McpError)) throw error;
      const uri = isObject(entry) && typeof entry['uri'] === 'string' ? entry['uri'] : undefined;
      refused.push(Object.freeze({ uri, error }));
    }
  }
  return { skills, refused, ttlMs: ttlOf(answer), ...(nextCursor !== undefined && { nextCursor }) };
}

/**
 * All skills of a server, over all pages. Nothing of a skill is read.
 *
 * @throws {McpError} as {@link listSkills} does
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-web/client';
 * import { hasSkills, skillsOf } from '@mcp-web/client/skills';
 *
 * const client = await connect('https://example.com/mcp');
 * if (hasSkills(client)) for await (const { frontmatter } of skillsOf(client)) console.log(frontmatter.name);
 * ```
 */
export function skillsOf(
  client: SkillClient,
  { onrefused, onttl, ...options }: SkillsOptions = {},
): AsyncGenerator<Skill, void, undefined> {
  return paginate<Skill, 'skills'>(
    async ({ cursor }) => {
      const list = await listSkills(client, { ...options, cursor });
      for (const refused of list.refused) onrefused?.(refused);
      onttl?.(list.ttlMs);
      return list;
    },
    'skills',
    { era: client.era, generation: 0 },
  );
}

/**
 * What a server says now of one skill, whether it is listed or not.
 *
 * @param uri that of its `SKILL.md`
 * @throws {McpError} `unsupported` when the server did not declare the extension, `rpc` when it has no such skill,
 *   `invalid-result` or `too-large` when the skill cannot be used; and as every request does
 */
export async function getSkill(client: SkillClient, uri: string, options?: CallOptions): Promise<Skill> {
  requireSkills(client);
  const answer = await client.request('skills/get', { uri }, options);
  const skill = readEntry(parse(answer, oneSkill, 'answer to skills/get').skill);
  if (skill.uri === uri) return skill;
  throw new McpError(
    'invalid-result',
    `The server was asked for the skill ${quotedVisibly(uri)}, and answered with ${quotedVisibly(skill.uri)}.`,
  );
}

/**
 * What is in a folder of the server now, over all pages. For a skill with a list of files, that list alone says which files
 * belong to it.
 *
 * @param uri that of the folder, without a `/` at its end
 * @throws {McpError} `unsupported` when the server did not declare `directoryRead`; and as every request does
 */
export async function* readSkillDirectory(
  client: SkillClient,
  uri: string,
  options: CallOptions = {},
): AsyncGenerator<Resource, void, undefined> {
  const settings = client.server.capabilities.extensions?.[SKILLS_EXTENSION];
  if (!isObject(settings) || settings['directoryRead'] !== true)
    throw new McpError('unsupported', 'The server did not declare that its directories can be read.');
  yield* paginate<Resource, 'resources'>(
    async ({ cursor }) => {
      const params = { uri, ...(cursor !== undefined && { cursor }) };
      return parse(
        await client.request('resources/directory/read', params, options),
        listResourcesResult,
        'answer to resources/directory/read',
      );
    },
    'resources',
    { era: client.era, generation: 0 },
  );
}

function requireSkills(client: SkillClient): void {
  if (!hasSkills(client))
    throw new McpError('unsupported', `The server did not declare the extension ${SKILLS_EXTENSION}.`);
}

function ttlOf({ ttlMs }: JsonObject): number {
  return typeof ttlMs === 'number' && ttlMs > 0 ? ttlMs : 0;
}
