// What a page loads to list skills and to ask the user about one.
export { hasSkills, loadSkill, skillsOf } from '@mcp-web/client/skills';
