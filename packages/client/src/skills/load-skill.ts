/** Loads a skill for a model: with the consent of the user, and held against what the server said of it. */
import { McpError } from '../errors.ts';
import type { SkillConsentOptions } from '../host/consent/decide-about-skill.ts';
import type { McpHost } from '../host/host.ts';
import type { HostServer } from '../host/snapshot.ts';
import type { Skill } from '../protocol/skills.ts';
import type { CallOptions } from '../session/exchange.ts';
import { findDifference } from './difference.ts';
import { getSkill } from './list-skills.ts';
import { readSkillFile, type SkillFile } from './read-skill-file.ts';
import { findFile, pathWithin, rootOf } from './skill-address.ts';
import { SkillMismatchError } from './skill-mismatch.ts';

/** Options of {@link loadSkill}. */
export interface LoadSkillOptions extends CallOptions, SkillConsentOptions {}

/**
 * A skill that the user allowed, in the hands of a model. Its text is a stranger's: it asks, and decides nothing. Give it to a
 * model with the address of its server, and let nothing run because it says so: neither its scripts, nor what its
 * frontmatter wants to be allowed.
 */
export interface LoadedSkill {
  /** The server within its host, and its URL: with the skill's URI, they say which skill it is. */
  readonly serverId: string;
  readonly serverUrl: string;
  /** The entry that the user allowed. As long as the model has the skill, this says which files belong to it. */
  readonly skill: Skill;
  /** The whole `SKILL.md`, and its instructions without the frontmatter. */
  readonly text: string;
  readonly body: string;
  /** The paths of its other files; empty for a skill that is `dynamic`. */
  readonly paths: readonly string[];
  /**
   * Reads one of its files, once.
   *
   * @param reference a path such as `references/FORMS.md`, as the skill's text has it, or a URI within the skill
   * @throws {SkillMismatchError} `unlisted` for every other file, however it is written; and as `readSkillFile` does
   * @throws {McpError} `closed` when the server is gone from its host, or the user who allowed the skill has signed out
   */
  read(reference: string, options?: CallOptions): Promise<SkillFile>;
}

/**
 * Asks the user whether a model may have a skill, then reads its `SKILL.md`. No other file is read. The user is not asked
 * again about a skill that they allowed for longer, as long as all of its files are the same.
 *
 * @param skill an entry from `skillsOf`, or the URI of a `SKILL.md`, listed or not
 * @throws {DeniedError} when the user does not allow it, or nobody could ask them
 * @throws {SkillMismatchError} when what the server sent is not what it said, even after it was asked once more
 * @throws {McpError} `closed` while the server is not connected; and as `getSkill` and `readSkillFile` do
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 * import { loadSkill } from '@mcp-web/client/skills';
 *
 * const host = new McpHost();
 * const id = host.add('https://example.com/mcp');
 * await host.ready(id);
 * const skill = await loadSkill(host, id, 'skill://git-workflow/SKILL.md');
 * console.log(skill.body, (await skill.read('references/NAMES.md')).text);
 * ```
 */
export async function loadSkill(
  host: McpHost,
  serverId: string,
  skill: Skill | string,
  options: LoadSkillOptions = {},
): Promise<LoadedSkill> {
  const uri = typeof skill === 'string' ? skill : skill.uri;
  const ask = (): Promise<Skill> => getSkill(host.client(serverId), uri, requestOptions(options));
  const entry = typeof skill === 'string' ? await ask() : skill;
  try {
    return await load(host, serverId, entry, options);
  } catch (error) {
    if (!(error instanceof SkillMismatchError)) throw error;
    // The entry may be old. A skill that has changed is another decision of the user.
    const fresh = await ask();
    if (!findDifference(fresh, entry)) throw error;
    return load(host, serverId, fresh, options);
  }
}

async function load(host: McpHost, serverId: string, skill: Skill, options: LoadSkillOptions): Promise<LoadedSkill> {
  const { url, signOuts } = serverOf(host, serverId);
  // The id may be that of another server by now, and the user another one.
  const requirePresence = (): void => {
    const now = serverOf(host, serverId);
    if (now.url !== url || now.signOuts !== signOuts) throw gone();
  };
  await host.consentToSkill(serverId, skill, options);
  const root = rootOf(skill.uri) ?? '';
  const files = new Map<string, SkillFile>();
  const read = async (reference: string, how: CallOptions = {}): Promise<SkillFile> => {
    requirePresence();
    const key = findFile(skill, root, reference)?.uri ?? reference;
    const known = files.get(key);
    if (known) return known;
    const file = await readSkillFile(host.client(serverId), skill, reference, requestOptions(how));
    requirePresence();
    if (file.isVerified) files.set(key, file);
    return file;
  };
  const { text = '', body = '' } = await read(skill.uri, options);
  const all = skill.resources === 'dynamic' ? [] : skill.resources.map((file) => pathWithin(root, file.uri) ?? '');
  return Object.freeze({
    serverId,
    serverUrl: url,
    skill,
    text,
    body,
    paths: Object.freeze(all.filter((path) => path !== 'SKILL.md')),
    read,
  });
}

function serverOf(host: McpHost, id: string): HostServer {
  const server = host.getSnapshot().servers.find((candidate) => candidate.id === id);
  if (!server) throw gone();
  return server;
}

const gone = (): McpError =>
  new McpError(
    'closed',
    'The server of this skill was removed from its host, or its user signed out. Load the skill again.',
  );

function requestOptions({ signal, timeoutMs, maxTimeoutMs, onprogress }: CallOptions): CallOptions {
  return { signal, timeoutMs, maxTimeoutMs, onprogress };
}
