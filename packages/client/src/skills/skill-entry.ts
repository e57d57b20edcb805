/** What a server says of a skill, checked before anything of the skill is read. */
import { McpError } from '../errors.ts';
import { array, check, isNestedDeeper, number, objectWith, string, type Guard } from '../protocol/guards.ts';
import type { Skill, SkillFrontmatter, SkillResource } from '../protocol/skills.ts';
import { folderName, MAX_ADDRESS, pathWithin, rootOf } from './skill-address.ts';
import { hasUnseen, quotedVisibly } from './unseen.ts';

/** SEP-2640, limits: every host takes as much, and this one takes no more. */
const MAX_FILES = 512;
export const MAX_BYTES = 16 * 1024 * 1024;
/** The Agent Skills format: names, and how long they may be. */
const NAME = /^[\p{Ll}\p{Lo}\p{N}]+(?:-[\p{Ll}\p{Lo}\p{N}]+)*$/u;
const MAX_NAME = 64;
const MAX_DEPTH = 32;
const DIGEST = /^sha256:[\da-f]{64}$/;

const files: Guard<SkillResource[]> = array(objectWith<SkillResource>({ uri: string, digest: string, size: number }));
const entry = objectWith<{ uri: string; frontmatter: SkillFrontmatter; resources: Skill['resources'] }>({
  uri: string,
  frontmatter: objectWith<{ name: string; description: string }>({ name: string, description: string }),
  resources: (value) => (value === 'dynamic' ? undefined : files(value)),
});

/**
 * Reads an entry of `skills/list` or `skills/get`.
 *
 * @throws {McpError} `invalid-result` when it breaks a rule of the extension; `too-large` when the skill has more than 512
 *   files or 16 MiB
 */
export function readEntry(value: unknown): Skill {
  const { uri, frontmatter, resources } = check(value, entry, refused);
  requireLength(uri);
  const root = rootOf(uri);
  if (root === undefined) throw refused(`${quotedVisibly(uri)} is not the address of a SKILL.md`);
  const { name, description } = frontmatter;
  if (name.length > MAX_NAME || !NAME.test(name) || hasUnseen(name))
    throw refused(`${quotedVisibly(name)} is not a name that skills can have`);
  if (folderName(root) !== name) throw refused(`its folder is not called ${JSON.stringify(name)}, as its name is`);
  if (description.trim() === '') throw refused('it has no description');
  if (isNestedDeeper(frontmatter, MAX_DEPTH)) throw refused(`its frontmatter is more than ${MAX_DEPTH} levels deep`);
  if (resources === 'dynamic') return Object.freeze({ uri, frontmatter, resources });
  return Object.freeze({ uri, frontmatter, resources: readFiles(uri, root, resources) });
}

function readFiles(uri: string, root: string, listed: readonly SkillResource[]): readonly SkillResource[] {
  if (listed.length > MAX_FILES)
    throw new McpError('too-large', `The skill has ${listed.length} files. A skill can have ${MAX_FILES}.`);
  const paths = new Set<string>();
  let bytes = 0;
  for (const file of listed) {
    requireLength(file.uri);
    const path = pathWithin(root, file.uri);
    const where = quotedVisibly(file.uri);
    if (path === undefined) throw refused(`${where} is not the address of a file in it`);
    if (paths.has(path)) throw refused(`it lists the file ${where} twice`);
    if (!DIGEST.test(file.digest)) throw refused(`the digest of ${where} is not a SHA-256`);
    if (!Number.isSafeInteger(file.size) || file.size < 0) throw refused(`the size of ${where} is no number of bytes`);
    paths.add(path);
    bytes += file.size;
  }
  if (!listed.some((file) => file.uri === uri)) throw refused('it does not list its own SKILL.md');
  if (bytes > MAX_BYTES)
    throw new McpError('too-large', `The skill has ${bytes} bytes. A skill can have ${MAX_BYTES}.`);
  return Object.freeze(listed.map(({ uri: address, digest, size }) => Object.freeze({ uri: address, digest, size })));
}

function requireLength(uri: string): void {
  if (uri.length > MAX_ADDRESS)
    throw refused(`the address that begins with ${quotedVisibly(uri)} is longer than ${MAX_ADDRESS} characters`);
}

function refused(problem: string): McpError {
  return new McpError(
    'invalid-result',
    `The server’s entry of a skill is not what the extension specifies: ${problem.replace(/^: /, '')}.`,
  );
}
