/** The types of the extension `io.modelcontextprotocol/skills`. */

/** The name under which servers declare that they have skills. */
export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills';

/** One file of a skill. */
export interface SkillResource {
  readonly uri: string;
  /** The SHA-256 of its bytes: `sha256:` and 64 lowercase hexadecimal digits. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
}

/** The YAML at the beginning of a `SKILL.md`, as JSON. */
export interface SkillFrontmatter {
  readonly name: string;
  readonly description: string;
  readonly [field: string]: unknown;
}

/** What a server says of a skill: instructions for a model, in a `SKILL.md` and the files beside it. */
export interface Skill {
  /** The URI of its `SKILL.md`. It identifies the skill within its server; the name does not. */
  readonly uri: string;
  readonly frontmatter: SkillFrontmatter;
  /** All of its files, with `SKILL.md` among them; `dynamic` if the server makes them up as they are read. */
  readonly resources: readonly SkillResource[] | 'dynamic';
}
