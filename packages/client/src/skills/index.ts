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
export { hostSkills, type HostSkills, type RefreshSkillsOptions, type ServerSkills } from './host-skills.ts';
export { type LoadedSkill, loadSkill, type LoadSkillOptions } from './load-skill.ts';
export { readSkillFile, type SkillFile } from './read-skill-file.ts';
export { type SkillMismatch, SkillMismatchError } from './skill-mismatch.ts';
export { skillTools, type SkillTools } from './skill-tools.ts';
