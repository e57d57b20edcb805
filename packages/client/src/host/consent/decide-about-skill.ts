/** Decides whether a model gets a skill. Loaded with the first skill. */
import { DeniedError } from '../../errors.ts';
import type { Skill } from '../../protocol/skills.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { untilAborted } from '../../wire/abort.ts';
import type { Log } from '../log/log.ts';
import { type RequestQueue, whoAnswered } from '../requests/request-queue.ts';
import type { HostedServer } from '../servers/hosted-server.ts';
import type { ConsentDecision, SkillRequest } from '../snapshot.ts';
import type { Permissions, Subject } from './permissions.ts';

/** What deciding about a skill takes. */
export interface SkillConsentContext {
  readonly permissions: Permissions;
  readonly requests: RequestQueue;
  readonly log: Log;
  readonly server: (id: string) => HostedServer;
  /** What the user is asked about now. */
  readonly waiting: Set<WaitingSkill>;
}

/** A skill that the user is asked about. */
export interface WaitingSkill {
  readonly serverUrl: string;
  readonly digest: string | undefined;
  /** Aborted when the user has answered for all that waits for the same skill. */
  readonly answered: AbortController;
}

/** A skill that somebody waits for. */
interface UndecidedSkill {
  readonly callId: string | undefined;
  /** Aborts when nobody needs the answer anymore. */
  readonly signal: AbortSignal;
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
  context: SkillConsentContext,
  server: HostedServer,
  skill: Skill,
  undecided: UndecidedSkill,
): Promise<void> {
  const { permissions, requests, log, waiting } = context;
  const { signal, callId } = undecided;
  const { state, name: serverName } = server;
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
  const { digest } = standing;
  const answered = new AbortController();
  const asking = requests.ask<'skill'>({ kind: 'skill', request }, AbortSignal.any([signal, answered.signal]));
  if (!asking) {
    const reason =
      'No element on the page can ask the user whether a model may get a skill. Add an <mcp-tool-consent> to the page.';
    say('denied', { reason });
    throw new DeniedError(reason);
  }
  const own: WaitingSkill = { serverUrl: state.url, digest, answered };
  waiting.add(own);
  let decision: ConsentDecision;
  try {
    decision = await asking;
  } catch (error) {
    if (!answered.signal.aborted || signal.aborted) throw error;
    // The answer to another request lasts longer than once.
    return decideAboutSkill(context, server, skill, undecided);
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
  say('allowed', { by: 'user', ...(permission && { permission }) });
  if (!permission) return;
  for (const other of waiting) if (other.serverUrl === state.url && other.digest === digest) other.answered.abort();
}

/** What the user decides about: the server and this (SEP-2640, content-bound approval). */
function subjectOf({ uri, frontmatter, resources }: Skill): Subject {
  const root = uri.slice(0, uri.lastIndexOf('/') + 1);
  const files =
    resources === 'dynamic' ? resources : resources.map((file) => [file.uri.slice(root.length), file.digest]);
  return {
    kind: 'skill',
    name: uri,
    definition: {
      description: frontmatter.description,
      skill: { ...frontmatter },
      files: files === 'dynamic' ? files : Object.fromEntries(files),
    },
  };
}
