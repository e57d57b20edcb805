/** Asks the user before a model gets a skill, unless they allowed this very skill before. */
import { lazy } from '../../lazy.ts';
import type { Skill } from '../../protocol/skills.ts';
import type { SkillConsentContext, SkillConsentOptions } from './decide-about-skill.ts';

/**
 * Resolves when the user allows a model to get this skill, or allowed it before and the skill is the same.
 *
 * @throws {DeniedError} when they do not, or nobody could ask them
 */
export type ConsentToSkill = (serverId: string, skill: Skill, options?: SkillConsentOptions) => Promise<void>;

const load = lazy(() => import('./decide-about-skill.ts'), 'asks about skills');

export function consentToSkill(given: Omit<SkillConsentContext, 'waiting'>): ConsentToSkill {
  const context: SkillConsentContext = { ...given, waiting: new Set() };
  return async (serverId, skill, options = {}) => {
    const server = context.server(serverId);
    await (await load()).decideAboutSkill(context, server, skill, options);
  };
}
