export type { Skill, SkillFrontmatter, SkillResource } from '../protocol/skills.ts';
export {
  getSkill,
  hasSkills,
  listSkills,
  type ListSkillsResult,
  readSkillDirectory,
  type RefusedSkill,
  type SkillClient,
  type SkillsOptions,
  skillsOf,
} from './list-skills.ts';
export { readSkillFile, type SkillFile } from './read-skill-file.ts';
export { type SkillMismatch, SkillMismatchError } from './skill-mismatch.ts';
