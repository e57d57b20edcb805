/** Asks the user before a model gets a skill, unless they allowed this very skill before. */
import { lazy } from '../../lazy.ts';
import type { Skill } from '../../protocol/skills.ts';
import type { Log } from '../log/log.ts';
import type { RequestQueue } from '../requests/request-queue.ts';
import type { HostedServer } from '../servers/hosted-server.ts';
import type { Permissions } from './permissions.ts';

/** What deciding about a skill takes. */
export interface SkillConsentContext {
  readonly permissions: Permissions;
  readonly requests: RequestQueue;
  readonly log: Log;
  readonly server: (id: string) => HostedServer;
}

/** Options of {@link ConsentToSkill}. */
export interface SkillConsentOptions {
  /** Aborts when nobody needs the answer anymore. */
  signal?: AbortSignal | undefined;
  /** The call that waits for it: see `McpHost.calls`. */
  callId?: string | undefined;
}

/**
 * Resolves when the user allows a model to get this skill, or allowed it before and the skill is the same.
 *
 * @throws {DeniedError} when they do not, or nobody could ask them
 */
export type ConsentToSkill = (serverId: string, skill: Skill, options?: SkillConsentOptions) => Promise<void>;

const load = lazy(() => import('./decide-about-skill.ts'), 'asks about skills');

export function consentToSkill(context: SkillConsentContext): ConsentToSkill {
  return async (serverId, skill, options = {}) => {
    const server = context.server(serverId);
    await (await load()).decideAboutSkill(context, server, skill, options);
  };
}
