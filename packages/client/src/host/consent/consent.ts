/** Decides whether a tool may run: the page's policies, then what the user allowed before, then the user. */
import { definitionOf } from '../../client/tools/definition.ts';
import { DeniedError } from '../../errors.ts';
import type { JsonObject, Tool } from '../../protocol/types.ts';
import { untilAborted } from '../../wire/abort.ts';
import { addressOf } from '../../wire/refusal.ts';
import type { Log } from '../log/log.ts';
import type { DecideOptions } from '../host-options.ts';
import { Policies } from '../policies.ts';
import { type RequestQueue, whoAnswered } from '../requests/request-queue.ts';
import type { HostedServer } from '../servers/hosted-server.ts';
import { type ConsentDecision, type ConsentRequest, type HostServer, nameOfServer } from '../snapshot.ts';
import { logRevoked } from './log-revoked.ts';
import type { Permission, PermissionDuration } from './permission-store.ts';
import type { Permissions, Subject } from './permissions.ts';

/** A call that waits for a verdict. */
export interface UndecidedCall {
  readonly by: 'model' | 'user' | 'app';
  readonly server: HostedServer;
  readonly request: ConsentRequest;
  /** Aborts when nobody needs the verdict anymore. */
  readonly signal: AbortSignal;
  logVerdict(verdict: Verdict): void;
}

/** What was decided about a call, and by whom. */
export interface Verdict {
  readonly decision: 'allowed' | 'denied' | 'withdrawn';
  /** `permission`: the user allowed it earlier. */
  readonly by?: 'user' | 'policy' | 'permission' | undefined;
  /** How long the permission lasts that the user gave, or that allowed the call. */
  readonly permission?: PermissionDuration | undefined;
  readonly reason?: string | undefined;
  /** Whether the arguments differ from those of the request. */
  readonly isEdited?: boolean | undefined;
}

/** A request that the user has before them. */
interface WaitingRequest {
  readonly request: ConsentRequest;
  readonly digest: string | undefined;
  readonly answered: AbortController;
  /** What the user allowed meanwhile, when they were asked about another call of the tool. */
  given?: PermissionDuration;
}

export class Consent {
  readonly policies = new Policies<'consent'>();
  readonly #permissions: Permissions;
  readonly #requests: RequestQueue;
  readonly #log: Log;
  readonly #waiting = new Set<WaitingRequest>();

  constructor(permissions: Permissions, requests: RequestQueue, log: Log) {
    this.#permissions = permissions;
    this.#requests = requests;
    this.#log = log;
  }

  /**
   * Resolves with the arguments that were allowed.
   *
   * @throws {DeniedError}
   */
  async obtain(call: UndecidedCall): Promise<JsonObject> {
    try {
      return await this.#obtain(call);
    } catch (error) {
      // A refusal is in the log already. Here nobody answered.
      if (!(error instanceof DeniedError))
        call.logVerdict({
          decision: call.signal.aborted ? 'withdrawn' : 'denied',
          reason: error instanceof Error ? error.message : String(error),
        });
      throw error;
    }
  }

  async #obtain(call: UndecidedCall): Promise<JsonObject> {
    const { signal } = call;
    const { server, tool, arguments: args } = call.request;
    const standing = await untilAborted(this.#permissions.find(server, subjectOf(tool)), signal);
    if (call.by !== 'user' && !this.#permissions.isEnabled(server.url, tool.name)) {
      throw refused(
        call,
        `The user switched ${tool.name} off for models. Give models only the \`enabledTools\` of the snapshot, and pass \`by: 'user'\` when the user runs a tool.`,
      );
    }
    const { permission, changedSince, digest } = standing;
    // What the user allowed a moment ago, for this very call, is what they remember.
    const { changedSince: justChanged = changedSince, ...wanted } = call.request;
    const request: ConsentRequest = Object.freeze({
      ...wanted,
      ...(permission ? { permission } : justChanged && { changedSince: justChanged }),
    });
    const byPolicy = await this.policies.ask(request, signal);
    const decision = byPolicy ?? permission?.duration ?? (await this.#askUser(call, request, digest));
    if (typeof decision === 'string') {
      call.logVerdict({ decision: 'allowed', by: 'permission', permission: decision });
      return args;
    }
    if (decision.action !== 'deny') signal.throwIfAborted();
    const by = byPolicy ? 'policy' : whoAnswered(decision);
    if (decision.action !== 'allow') {
      call.logVerdict({ decision: 'denied', by, reason: decision.reason });
      const { reason } = decision;
      throw new DeniedError(`The call of ${tool.name} was not allowed${reason ? `: ${reason}` : '.'}`, { by, reason });
    }
    const given =
      decision.permission &&
      this.#permissions.allow(server.url, call.server.name, subjectOf(tool), standing, decision.permission);
    if (given) this.#settle(request, digest, given);
    call.logVerdict({ decision: 'allowed', by, permission: given, isEdited: decision.arguments !== undefined });
    return decision.arguments ?? args;
  }

  /** Resolves with a permission when the user gave it to this tool while they were asked about another call of it. */
  async #askUser(
    call: UndecidedCall,
    request: ConsentRequest,
    digest: string | undefined,
  ): Promise<ConsentDecision | PermissionDuration> {
    const { signal } = call;
    const answered = new AbortController();
    const waiting: WaitingRequest = { request, digest, answered };
    this.#waiting.add(waiting);
    try {
      const decision = this.#requests.ask<'consent'>(
        { kind: 'consent', request },
        AbortSignal.any([signal, answered.signal]),
      );
      if (!decision)
        throw refused(
          call,
          `No element on the page can ask the user whether ${request.tool.name} may run. Add an <mcp-tool-consent> to the page, or give the host a \`consent\` policy.`,
        );
      return await decision;
    } catch (error) {
      if (waiting.given && !signal.aborted) return waiting.given;
      throw error;
    } finally {
      this.#waiting.delete(waiting);
    }
  }

  #settle(
    { server, tool }: Pick<ConsentRequest, 'server' | 'tool'>,
    digest: string | undefined,
    given: PermissionDuration,
  ): void {
    for (const waiting of this.#waiting) {
      const { request } = waiting;
      if (waiting.digest !== digest || request.server.url !== server.url || request.tool.name !== tool.name) continue;
      waiting.given = given;
      waiting.answered.abort();
    }
  }

  /** @throws {McpError} `storage` */
  async revoke(
    permissions: readonly Permission[],
    servers: readonly HostServer[],
    { by = 'page' }: DecideOptions = {},
  ): Promise<void> {
    for (const permission of permissions) {
      const { serverUrl } = permission;
      const serverId = servers.find(({ url }) => url === serverUrl)?.id ?? addressOf(new URL(serverUrl));
      logRevoked(this.#log, permission, { serverId, by });
    }
    await this.#permissions.revoke(permissions);
  }

  /**
   * Lets a tool run without asking from now on. Resolves with false when its definition cannot be recognized again.
   *
   * @param requirePresence throws when the server or its user is gone by now
   */
  async allow(
    server: HostServer,
    tool: Tool,
    { by, serverName, duration }: Required<DecideOptions> & { serverName: string; duration: PermissionDuration },
    requirePresence: () => void,
  ): Promise<boolean> {
    const subject = subjectOf(tool);
    const standing = await this.#permissions.find(server, subject);
    requirePresence();
    const permission =
      standing.permission?.duration === 'always'
        ? 'always'
        : this.#permissions.allow(server.url, serverName, subject, standing, duration);
    if (permission === undefined) return false;
    this.#log.append({
      kind: 'decision',
      level: 'notice',
      serverId: server.id,
      serverName,
      data: { tool: tool.name, decision: 'allowed', by, permission },
    });
    this.#settle({ server, tool }, standing.digest, permission);
    return true;
  }

  /** @throws {McpError} `storage` */
  async setEnabled(
    server: HostServer,
    name: string,
    isEnabled: boolean,
    { by = 'page' }: DecideOptions = {},
  ): Promise<void> {
    this.#log.append({
      kind: 'decision',
      level: 'notice',
      serverId: server.id,
      serverName: nameOfServer(server),
      data: { tool: name, decision: isEnabled ? 'switched-on' : 'switched-off', by },
    });
    await this.#permissions.setEnabled(server.url, name, isEnabled);
  }
}

const subjectOf = (tool: Tool): Subject => ({ kind: 'tool', name: tool.name, definition: definitionOf(tool) });

/** Logs that nobody was asked, and returns the error. */
function refused(call: UndecidedCall, message: string): DeniedError {
  call.logVerdict({ decision: 'denied', reason: message });
  return new DeniedError(message);
}
