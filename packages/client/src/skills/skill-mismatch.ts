import { McpError } from '../errors.ts';
import { quotedVisibly } from './unseen.ts';

/** What about a file is not as the server's entry of the skill says. */
export type SkillMismatch = 'unlisted' | 'size' | 'digest' | 'frontmatter';

/**
 * A file of a skill is not what the server's entry of the skill says, so nothing of it is used. The server may have changed
 * the skill: `getSkill` says how it is now, and the user decides again. The `code` is `skill-mismatch`.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 * import { loadSkill, SkillMismatchError } from '@mcp-web/client/skills';
 *
 * const host = new McpHost();
 * const id = host.add('https://example.com/mcp');
 * try {
 *   await loadSkill(host, id, 'skill://git-workflow/SKILL.md');
 * } catch (error) {
 *   if (error instanceof SkillMismatchError) console.log(error.uri, error.mismatch);
 * }
 * ```
 */
export class SkillMismatchError extends McpError {
  override readonly name = 'SkillMismatchError';
  /** The address of the file. */
  readonly uri: string;
  readonly mismatch: SkillMismatch;

  constructor(mismatch: SkillMismatch, uri: string, problem: string) {
    super('skill-mismatch', `${quotedVisibly(uri)} is not used: ${problem}.`);
    this.mismatch = mismatch;
    this.uri = uri;
  }
}
