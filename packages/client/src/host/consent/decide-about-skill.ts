/** Decides whether a model gets a skill. Loaded with the first skill. */
import { DeniedError } from '../../errors.ts';
import type { Skill } from '../../protocol/skills.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { untilAborted } from '../../wire/abort.ts';
import type { Log } from '../log/log.ts';
import { type RequestQueue, whoAnswered } from '../requests/request-queue.ts';
import type { HostedServer } from '../servers/hosted-server.ts';
import type { SkillRequest } from '../snapshot.ts';
import type { Permissions, Subject } from './permissions.ts';

/** A skill that the user is being asked about. */
interface WaitingSkill {
  readonly url: string;
  readonly name: string;
  readonly digest: string | undefined;
  /** Aborts when the user has allowed this very skill for longer than once. */
  readonly answered: AbortController;
}

/** What deciding about a skill takes. */
export interface SkillConsentContext {
  readonly permissions: Permissions;
  readonly requests: RequestQueue;
  readonly log: Log;
  readonly server: (id: string) => HostedServer;
  readonly waiting: Set<WaitingSkill>;
}

/** Options of `McpHost.consentToSkill`. */
export interface SkillConsentOptions {
  /** Aborts when nobody needs the answer anymore. */
  signal?: AbortSignal | undefined;
  /** The call that waits for it: see `McpHost.calls`. */
  callId?: string | undefined;
}

/** @throws {DeniedError} */
export async function decideAboutSkill(
  { permissions, requests, log, waiting }: SkillConsentContext,
  server: HostedServer,
  skill: Skill,
  { signal: given, callId }: SkillConsentOptions,
): Promise<void> {
  const { state, name: serverName } = server;
  const signal = given ? AbortSignal.any([given, server.userLeft]) : server.userLeft;
  const subject = subjectOf(skill);
  const say = (decision: 'allowed' | 'denied', data: JsonObject): void =>
    log.append({
      kind: 'decision',
      level: decision === 'allowed' ? 'info' : 'notice',
      serverId: state.id,
      serverName,
      data: { tool: skill.uri, decision, ...data },
    });
  const standing = await untilAborted(permissions.find(state, subject), signal);
  const canBeStored = skill.resources !== 'dynamic' && standing.digest !== undefined;
  if (standing.permission && canBeStored)
    return say('allowed', { by: 'permission', permission: standing.permission.duration });
  const { changedSince } = standing;
  const request: SkillRequest = Object.freeze({
    ...(callId !== undefined && { callId }),
    server: state,
    skill,
    definition: subject.definition,
    canBeStored,
    ...(changedSince && { changedSince }),
  });
  const answered = new AbortController();
  const own: WaitingSkill = { url: state.url, name: subject.name, digest: standing.digest, answered };
  const asking = requests.ask<'skill'>({ kind: 'skill', request }, AbortSignal.any([signal, answered.signal]));
  if (!asking) {
    const reason =
      'No element on the page can ask the user whether a model may get a skill. Add an <mcp-tool-consent> to the page.';
    say('denied', { reason });
    throw new DeniedError(reason);
  }
  waiting.add(own);
  let decision: Awaited<typeof asking>;
  try {
    decision = await asking;
  } catch (error) {
    if (!answered.signal.aborted || signal.aborted) throw error;
    return say('allowed', { by: 'permission' });
  } finally {
    waiting.delete(own);
  }
  const by = whoAnswered(decision);
  if (decision.action === 'deny') {
    const { reason } = decision;
    say('denied', { ...(by && { by }), ...(reason && { reason }) });
    throw new DeniedError(`The skill ${skill.frontmatter.name} was not allowed${reason ? `: ${reason}` : '.'}`, {
      by,
      reason,
    });
  }
  signal.throwIfAborted();
  const permission =
    canBeStored && decision.permission
      ? permissions.allow(state.url, serverName, subject, standing, decision.permission)
      : undefined;
  if (permission)
    for (const other of waiting)
      if (other.url === own.url && other.name === own.name && other.digest === own.digest) other.answered.abort();
  say('allowed', { by: 'user', ...(permission && { permission }) });
}

/**
 * What the user decides about: the server and this (SEP-2640, content-bound approval).
 */
function subjectOf({ uri, frontmatter, resources }: Skill): Subject {
  const root = uri.slice(0, uri.lastIndexOf('/') + 1);
  const files =
    resources === 'dynamic' ? resources : resources.map((file) => [file.uri.slice(root.length), file.digest]);
  return {
    name: uri,
    kind: 'skill',
    definition: {
      description: frontmatter.description,
      skill: { ...frontmatter },
      files: files === 'dynamic' ? files : Object.fromEntries(files),
    },
  };
}
