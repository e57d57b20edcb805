/** Calls of tools, which run when they were allowed. Loaded with the first one, or to read a store. */
import { McpError } from '../../errors.ts';
import type { CallToolResult, JsonObject, Tool } from '../../protocol/types.ts';
import { toJson } from './arguments.ts';
import { CallAudit } from './call-audit.ts';
import { type AskUser, Consent, type ConsentPolicy, nobodyToAsk } from '../consent/consent.ts';
import type { Permission, PermissionStore } from '../consent/permission-store.ts';
import { definitionOf, digestOf } from '../consent/definition.ts';
import type { Log } from '../log/log.ts';
import type { DecideOptions } from '../options.ts';
import { Permissions } from '../consent/permissions.ts';
import type { ConsentDecision, ConsentRequest, HostServer } from '../snapshot.ts';

/** A call that somebody wants. */
export interface WantedCall {
  readonly name: string;
  readonly arguments: JsonObject;
  /** The server as it is by now. */
  readonly server: () => HostServer | undefined;
  /** Given rather than imported, which would split what connects into more files. */
  readonly nameOf: (server: HostServer) => string;
  readonly by: 'model' | 'user';
  /** The question dies with it. */
  readonly signal: AbortSignal;
  /** The caller's own. */
  readonly callSignal: AbortSignal | undefined;
  /** Nothing where there is nobody to ask. */
  readonly ask: (request: ConsentRequest, signal: AbortSignal) => Promise<ConsentDecision> | undefined;
  readonly onconsent: (() => void) | undefined;
  readonly send: (args: JsonObject) => Promise<CallToolResult>;
}

export class ToolCalls {
  readonly permissions: Permissions;
  readonly #consent: Consent;
  readonly #log: Log;
  #lastId = 0;

  constructor(
    store: PermissionStore | undefined,
    policies: ReadonlySet<ConsentPolicy>,
    log: Log,
    onchange: () => void,
  ) {
    this.permissions = new Permissions(store, onchange);
    this.#consent = new Consent(this.permissions, policies);
    this.#log = log;
  }

  /** @throws {McpError} `storage` */
  async forget(
    permissions: readonly Permission[],
    servers: readonly HostServer[],
    { by = 'page' }: DecideOptions = {},
  ): Promise<void> {
    for (const { serverUrl, serverName, toolName, duration } of permissions) {
      const serverId = servers.find(({ url }) => url === serverUrl)?.id ?? serverUrl;
      this.#log.append({
        kind: 'decision',
        level: 'notice',
        serverId,
        serverName,
        data: { tool: toolName, decision: 'revoked', by, permission: duration },
      });
    }
    await this.permissions.forget(permissions);
  }

  /** @throws {McpError} `storage` */
  async setEnabled(
    server: HostServer,
    serverName: string,
    name: string,
    isEnabled: boolean,
    { by = 'page' }: DecideOptions = {},
  ): Promise<void> {
    const decision = isEnabled ? 'switched-on' : 'switched-off';
    this.#log.append({
      kind: 'decision',
      level: 'notice',
      serverId: server.id,
      serverName,
      data: { tool: name, decision, by },
    });
    await this.permissions.setEnabled(server.url, name, isEnabled);
  }

  /** @throws {McpError} `denied`, `invalid-argument` when there is no such tool, and what the call itself throws */
  async run({
    name,
    arguments: args,
    server: currentServer,
    nameOf,
    by,
    signal,
    callSignal,
    ask,
    onconsent,
    send,
  }: WantedCall): Promise<CallToolResult> {
    const current = (): Tool | undefined => currentServer()?.tools.find((tool) => tool.name === name);
    const server = currentServer();
    const wanted = current();
    if (!server || !wanted)
      throw new McpError(
        'invalid-argument',
        `The server offers no tool named ${JSON.stringify(name)}: look at the snapshot's \`tools\`.`,
      );
    const request: ConsentRequest = Object.freeze({ server, tool: wanted, arguments: args });
    const audit = new CallAudit(this.#log, server, nameOf(server), wanted, `call-${++this.#lastId}`, by);
    const askUser: AskUser = (asked, until) => ask(asked, until) ?? Promise.reject(nobodyToAsk(request));
    let about = request;
    let allowed = await this.#consent.obtain(about, by, signal, askUser, audit);
    // The call goes by name: it has to be the tool that was asked about which still has it.
    for (let tool = current(); tool !== about.tool; tool = current()) {
      if (!tool) {
        audit.decided({ decision: 'withdrawn', reason: 'The server no longer offers the tool.' });
        throw new McpError(
          'invalid-argument',
          `The server stopped offering ${name} while it was asked whether it may run, so nothing ran.`,
        );
      }
      const isChanged = !(await isSameDefinition(tool, about.tool));
      about = Object.freeze({ ...request, tool });
      if (!isChanged) continue;
      audit.decided({ decision: 'withdrawn', reason: 'The tool changed while it was asked whether it may run.' });
      allowed = await this.#consent.obtain(about, by, signal, askUser, audit);
    }
    signal.throwIfAborted();
    onconsent?.();
    const sent = toJson(allowed);
    return audit.follow(sent, () => send(sent), callSignal);
  }
}

/** A definition too deep to be written down is never the same. */
async function isSameDefinition(one: Tool, other: Tool): Promise<boolean> {
  const [digest, otherDigest] = await Promise.all([digestOf(definitionOf(one)), digestOf(definitionOf(other))]);
  return digest !== undefined && digest === otherDigest;
}
