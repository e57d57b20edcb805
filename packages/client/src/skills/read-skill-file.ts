/** Reads the files of a skill, and holds each against what the server said of it. */
import type { ReadOptions } from '../client/request-options.ts';
import { McpError } from '../errors.ts';
import { lazy } from '../lazy.ts';
import type { Skill, SkillResource } from '../protocol/skills.ts';
import type { ReadResourceResult } from '../protocol/types.ts';
import { sha256 } from '../wire/digest.ts';
import { findDifference } from './difference.ts';
import type { SkillClient } from './list-skills.ts';
import { findFile, type PlacedFile, rootOf } from './skill-address.ts';
import { MAX_BYTES, readEntry } from './skill-entry.ts';
import { SkillMismatchError } from './skill-mismatch.ts';
import { quotedVisibly } from './unseen.ts';

const loadFrontmatter = lazy(() => import('./frontmatter.ts'), 'reads skills');

/** A file of a skill, as the server sent it. */
export interface SkillFile {
  readonly uri: string;
  /** Its path within the skill. */
  readonly path: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Its text; absent if it is not text. */
  readonly text?: string;
  /** What the server calls its type. */
  readonly mimeType?: string;
  /** Whether it was held against a size and a digest. False only for skills that are `dynamic`. */
  readonly isVerified: boolean;
  /** Of the skill's own `SKILL.md`: the instructions after the frontmatter. */
  readonly body?: string;
}

/**
 * Reads one file of a skill. Nothing of it is used unless it has the size and the SHA-256 that the skill's entry says, and
 * the frontmatter of `SKILL.md` is that of the entry. This asks nobody: `loadSkill` does.
 *
 * @param skill its entry, from `skillsOf` or `getSkill`
 * @param reference the path of the file, or its URI
 * @throws {SkillMismatchError} when the file is not what the entry says, or not one of the skill's
 * @throws {McpError} `unsupported` in a page that was not loaded over https, where digests cannot be computed;
 *   `invalid-result` when the answer is not this file; and as `readResource` does
 */
export async function readSkillFile(
  client: SkillClient,
  skill: Skill,
  reference = 'SKILL.md',
  options: Pick<ReadOptions, 'signal' | 'timeoutMs' | 'maxTimeoutMs' | 'onprogress'> = {},
): Promise<SkillFile> {
  const entry = readEntry(structuredClone(skill));
  const root = rootOf(entry.uri) ?? '';
  const found = findFile(entry, root, reference);
  if (!found) throw new SkillMismatchError('unlisted', reference, 'the skill has no such file');
  const { path, uri, listed } = found;
  const read = async (cache: ReadOptions['cache']): Promise<SkillFile> => {
    const file = readContents(await client.readResource(uri, { ...options, cache }), found);
    const isVerified = await verify(file, listed);
    return path === 'SKILL.md' ? withBody({ ...file, isVerified }, entry) : { ...file, isVerified };
  };
  try {
    return await read('default');
  } catch (error) {
    // An answer in the cache may be older than the entry.
    if (!(error instanceof SkillMismatchError) || client.era === 'legacy') throw error;
    return await read('reload');
  }
}

function readContents({ contents }: ReadResourceResult, { uri, path }: PlacedFile): Omit<SkillFile, 'isVerified'> {
  const [content, ...others] = contents;
  if (!content || others.length > 0 || content.uri !== uri)
    throw new McpError('invalid-result', `The server was asked for ${quotedVisibly(uri)}, and sent something else.`);
  const bytes = content.text === undefined ? bytesOf(content.blob ?? '') : new TextEncoder().encode(content.text);
  // What was checked is the bytes.
  const text = textOf(bytes);
  const { mimeType } = content;
  return {
    uri,
    path,
    bytes,
    ...(text !== undefined && { text }),
    ...(mimeType !== undefined && { mimeType }),
  };
}

/** SEP-2640, verification on read. */
async function verify(file: Pick<SkillFile, 'bytes' | 'uri'>, listed: SkillResource | undefined): Promise<boolean> {
  const { bytes, uri } = file;
  if (!listed) {
    if (bytes.byteLength > MAX_BYTES)
      throw new McpError('too-large', `The file has ${bytes.byteLength} bytes. A skill can have ${MAX_BYTES}.`);
    return false;
  }
  const { size, digest } = listed;
  if (bytes.byteLength !== size)
    throw new SkillMismatchError('size', uri, `it has ${bytes.byteLength} bytes in place of ${size}`);
  const own = await sha256(bytes);
  if (own === undefined)
    throw new McpError(
      'unsupported',
      'Files of skills cannot be checked, because this page was not loaded over https.',
    );
  if (`sha256:${own}` !== digest)
    throw new SkillMismatchError('digest', uri, 'its SHA-256 is not the one that the server listed');
  return true;
}

async function withBody(file: SkillFile, { frontmatter }: Skill): Promise<SkillFile> {
  const { uri, text } = file;
  const { readSkillText } = await loadFrontmatter();
  const parts = text === undefined ? 'it is not text' : readSkillText(text);
  if (typeof parts === 'string') throw new SkillMismatchError('frontmatter', uri, parts);
  const difference = findDifference(parts.frontmatter, frontmatter);
  if (difference)
    throw new SkillMismatchError(
      'frontmatter',
      uri,
      `its frontmatter differs from what the server listed, in ${quotedVisibly(difference.join('.'))}`,
    );
  return { ...file, body: parts.body };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
  } catch {
    throw new McpError('invalid-result', 'The server sent a file of a skill that is not Base64.');
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
