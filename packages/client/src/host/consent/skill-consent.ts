/** Asks the user before a model gets a skill, unless they allowed this very skill before. */
import { lazy } from '../../lazy.ts';
import type { Skill } from '../../protocol/skills.ts';
import type { SkillConsentContext, SkillConsentOptions, WaitingSkill } from './decide-about-skill.ts';

/**
 * Resolves when the user allows a model to get this skill, or allowed it before and the skill is the same.
 *
 * @throws {DeniedError} when they do not, or nobody could ask them
 */
export type ConsentToSkill = (serverId: string, skill: Skill, options?: SkillConsentOptions) => Promise<void>;

const load = lazy(() => import('./decide-about-skill.ts'), 'asks about skills');

export function consentToSkill(context: Omit<SkillConsentContext, 'waiting'>): ConsentToSkill {
  const waiting = new Set<WaitingSkill>();
  return async (serverId, skill, { signal, callId } = {}) => {
    const server = context.server(serverId);
    // Whoever comes later is not asked.
    const needed = signal ? AbortSignal.any([signal, server.presence]) : server.presence;
    const { decideAboutSkill } = await load();
    await decideAboutSkill({ ...context, waiting }, server, skill, { signal: needed, callId });
  };
}
