/** The YAML at the beginning of a `SKILL.md`. Loaded with the first one. */
import { isObject } from '../protocol/guards.ts';
import type { JsonObject } from '../protocol/types.ts';
import { readYaml } from './yaml-reader.ts';
import { YamlError } from './yaml-scalars.ts';

/** In characters. No skill has more to say before its text. */
const MAX_LENGTH = 16 * 1024;

export interface SkillText {
  readonly frontmatter: JsonObject;
  /** What comes after it: the instructions. */
  readonly body: string;
}

/**
 * Takes a `SKILL.md` apart.
 *
 * @returns a sentence when its frontmatter cannot be read
 */
export function readSkillText(text: string): SkillText | string {
  const lines = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)^---[ \t]*(?:\r?\n|$)/my.exec(text);
  if (!lines) return 'it does not begin with frontmatter between lines of three dashes';
  const [head, yaml = ''] = lines;
  if (yaml.length > MAX_LENGTH) return `its frontmatter is longer than ${MAX_LENGTH} characters`;
  try {
    const frontmatter = readYaml(yaml.replaceAll('\r\n', '\n').replace(/\n$/, ''));
    if (!isObject(frontmatter)) return 'its frontmatter is no mapping';
    return { frontmatter, body: text.slice(head.length) };
  } catch (error) {
    if (error instanceof YamlError) return `its frontmatter cannot be read: ${error.message}`;
    throw error;
  }
}
