/** The skills of all servers of a host. */
import type { McpHost } from '../host/host.ts';
import type { HostServer } from '../host/snapshot.ts';
import { notify } from '../host/store.ts';
import { McpError } from '../errors.ts';
import type { Skill } from '../protocol/skills.ts';
import { hasSkills, type RefusedSkill, skillsOf } from './list-skills.ts';

/** A list is not fetched again sooner than this, in ms, whatever the server says. */
const MIN_FRESH_MS = 10_000;
const MAX_FRESH_MS = 24 * 60 * 60_000;

/** The skills of one server. A new object after each change. */
export interface ServerSkills {
  readonly server: HostServer;
  /** In the order of the server. Names are not unique: the URI is. */
  readonly skills: readonly Skill[];
  /** Skills that cannot be used, with the reason. */
  readonly refused: readonly RefusedSkill[];
  readonly isListing: boolean;
  /** Why the list could not be fetched, or is not whole. */
  readonly error?: unknown;
}

/** A live view of the skills that the servers of a host list. A server may have more: `loadSkill` takes any URI. */
export interface HostSkills {
  /** Those of each connected server that declares the extension. The same array until something changes. Bound. */
  readonly getSnapshot: () => readonly ServerSkills[];
  /** Calls `listener` after changes. The first one lets the lists be fetched. Returns a function that ends it. Bound. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Fetches the lists that are older than their servers say they may be, and resolves when they are there. */
  readonly refresh: (options?: RefreshSkillsOptions) => Promise<void>;
}

/** Options of `HostSkills.refresh`. */
export interface RefreshSkillsOptions {
  /** All lists, however old. */
  isForced?: boolean | undefined;
}

interface Listed {
  /** Those of the connection, and of the resources as they were announced to have changed last. */
  readonly info: HostServer['info'];
  readonly resources: HostServer['resources'];
  record: ServerSkills;
  freshUntil: number;
  readonly done: Promise<void>;
  readonly closing: AbortController;
}

/**
 * The skills of a host, as they are now. Nothing of a skill is read. Nothing is fetched before somebody subscribes or
 * refreshes.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 * import { hostSkills } from '@mcp-web/client/skills';
 *
 * const host = new McpHost();
 * const skills = hostSkills(host);
 * skills.subscribe(() => console.log(skills.getSnapshot().flatMap((server) => server.skills)));
 * host.add('https://example.com/mcp');
 * ```
 */
export function hostSkills(host: McpHost): HostSkills {
  const lists = new Map<string, Listed>();
  const listeners = new Set<() => void>();
  let snapshot: readonly ServerSkills[] = Object.freeze([]);
  let unsubscribe: (() => void) | undefined;

  const publish = (): void => {
    snapshot = Object.freeze([...lists.values()].map(({ record }) => record));
    for (const listener of listeners) notify(listener);
  };

  const fetchList = (server: HostServer): void => {
    const closing = new AbortController();
    const { signal } = closing;
    const before = lists.get(server.id)?.record;
    const skills: Skill[] = [];
    const refused: RefusedSkill[] = [];
    let ttlMs = MAX_FRESH_MS;
    let error: unknown;
    const run = async (): Promise<void> => {
      // The record has to be there first.
      await Promise.resolve();
      try {
        const onttl = (ms: number): void => void (ttlMs = Math.min(ttlMs, ms));
        const options = { signal, onttl, onrefused: (one: RefusedSkill) => void refused.push(one) };
        for await (const skill of skillsOf(host.client(server.id), options)) skills.push(skill);
      } catch (reason) {
        error = reason;
        ttlMs = 0;
      }
      if (signal.aborted) return;
      const usable = withoutTwins(skills, refused);
      listed.freshUntil = Date.now() + Math.max(ttlMs, MIN_FRESH_MS);
      listed.record = Object.freeze({
        server,
        skills: Object.freeze(usable),
        refused: Object.freeze(refused),
        isListing: false,
        ...(error !== undefined && { error }),
      });
      publish();
    };
    const listed: Listed = {
      info: server.info,
      resources: server.resources,
      record: Object.freeze({ skills: [], refused: [], ...before, server, isListing: true }),
      freshUntil: Number.POSITIVE_INFINITY,
      done: run(),
      closing,
    };
    lists.set(server.id, listed);
  };

  const update = ({ isForced = false, mayAge = false } = {}): void => {
    const { servers } = host.getSnapshot();
    let hasChanged = false;
    for (const [id, { closing }] of lists) {
      const server = servers.find((candidate) => candidate.id === id);
      if (server && isConnected(server)) continue;
      closing.abort();
      lists.delete(id);
      hasChanged = true;
    }
    for (const server of servers) {
      if (!isConnected(server) || !server.info || !hasSkills({ server: server.info })) continue;
      const listed = lists.get(server.id);
      const isCurrent = listed && listed.info === server.info && listed.resources === server.resources;
      if (isCurrent && !isForced && (!mayAge || Date.now() < listed.freshUntil)) continue;
      listed?.closing.abort();
      fetchList(server);
      hasChanged = true;
    }
    if (hasChanged) publish();
  };

  return {
    getSnapshot: () => snapshot,
    subscribe: (listener) => {
      const own = (): void => listener();
      listeners.add(own);
      unsubscribe ??= host.subscribe(() => update());
      update();
      return () => {
        if (!listeners.delete(own) || listeners.size > 0) return;
        unsubscribe?.();
        unsubscribe = undefined;
      };
    },
    refresh: async ({ isForced } = {}) => {
      update({ isForced, mayAge: true });
      await Promise.all([...lists.values()].map(({ done }) => done));
    },
  };
}

/** Of a skill that is listed twice, nobody knows which entry counts. */
function withoutTwins(skills: readonly Skill[], refused: RefusedSkill[]): Skill[] {
  const counts = new Map<string, number>();
  for (const { uri } of skills) counts.set(uri, (counts.get(uri) ?? 0) + 1);
  for (const [uri, count] of counts)
    if (count > 1) refused.push({ uri, error: new McpError('invalid-result', 'The server lists this skill twice.') });
  return skills.filter(({ uri }) => counts.get(uri) === 1);
}

/** A server has its client as long as it is `ready`. */
function isConnected({ status, isListing }: HostServer): boolean {
  return status === 'ready' && !isListing;
}
