/** What a user decided about each tool: allow, ask or block. One view of permissions and of tools that are switched off. */
import { definitionOf } from '../../client/tools/definition.ts';
import { McpError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import type { Tool } from '../../protocol/types.ts';
import type { DecideOptions } from '../host-options.ts';
import { type HostServer, nameOfServer } from '../snapshot.ts';
import type { Consent } from './consent.ts';
import type { Permission, PermissionDuration } from './permission-store.ts';
import type { Permissions } from './permissions.ts';

/**
 * What happens when a model wants to call a tool.
 *
 * - `allow`: it runs without asking, as long as its definition stays the same
 * - `ask`: the user is asked each time
 * - `block`: models do not see it, and a call of one fails with `denied`. The user can still run it
 */
export type ToolPermission = 'allow' | 'ask' | 'block';

/**
 * What the user decided about each tool. The same decisions as those of a consent dialog and of `McpHost.setToolEnabled`:
 * stored for the server's URL, forgotten as they are. Policies of the page come first, and can deny what is allowed here.
 *
 * @example
 * ```ts
 * import { McpHost } from '@mcp-web/client';
 *
 * const host = new McpHost();
 * const id = host.add('https://example.com/mcp');
 * const server = await host.ready(id);
 * for (const tool of server.tools)
 *   if (host.toolPermissions.of(server, tool) === 'allow') await host.toolPermissions.set(id, tool.name, 'ask');
 * ```
 */
export interface ToolPermissions {
  /** What happens when a model calls this tool, unless a policy of the page decides. */
  of(server: HostServer, tool: Tool): ToolPermission;
  /**
   * Decides about a tool as it is now. Call it only because the user chose so: annotations of a tool are its server's
   * claims. Decisions about one tool come into force in the order of the calls.
   *
   * @returns what holds now: `ask` instead of `allow` for a tool whose definition cannot be recognized again
   * @throws {McpError} `invalid-argument` for an unknown server, or to allow an unknown tool; `closed` when the
   *   server was removed or its user signed out before; `storage` when the store still has what was decided before: it does
   *   not apply here, but will after a reload
   */
  set(
    serverId: string,
    toolName: string,
    permission: ToolPermission,
    options?: ToolPermissionOptions,
  ): Promise<ToolPermission>;
}

/** Options of {@link ToolPermissions.set}. */
export interface ToolPermissionOptions extends DecideOptions {
  /** How long to allow: `always` by default, where that can be stored. */
  duration?: PermissionDuration | undefined;
}

export class HostToolPermissions implements ToolPermissions {
  readonly #permissions: Permissions;
  readonly #consent: Consent;
  readonly #servers: () => readonly HostServer[];
  /** The last decision about each tool that is not yet in force. */
  readonly #last = new Map<string, Promise<unknown>>();

  constructor(permissions: Permissions, consent: Consent, servers: () => readonly HostServer[]) {
    this.#permissions = permissions;
    this.#consent = consent;
    this.#servers = servers;
  }

  of(server: HostServer, tool: Tool): ToolPermission {
    if (!this.#permissions.isEnabled(server.url, tool.name)) return 'block';
    const definition = definitionOf(tool);
    const isAllowed = this.#own(server, tool.name).some((permission) => isSame(permission.definition, definition));
    return isAllowed ? 'allow' : 'ask';
  }

  async set(
    serverId: string,
    toolName: string,
    permission: ToolPermission,
    options: ToolPermissionOptions = {},
  ): Promise<ToolPermission> {
    const server = this.#servers().find(({ id }) => id === serverId);
    if (!server)
      throw new McpError('invalid-argument', `This host has no server with the id ${JSON.stringify(serverId)}.`);
    const key = JSON.stringify([server.url, toolName]);
    const decide = (): Promise<ToolPermission> => this.#set(server, toolName, permission, options);
    const before = this.#last.get(key);
    const decision = before ? before.then(decide, decide) : decide();
    this.#last.set(key, decision);
    try {
      return await decision;
    } finally {
      if (this.#last.get(key) === decision) this.#last.delete(key);
    }
  }

  async #set(
    server: HostServer,
    toolName: string,
    permission: ToolPermission,
    options: ToolPermissionOptions,
  ): Promise<ToolPermission> {
    const isOff = !this.#permissions.isEnabled(server.url, toolName);
    // What allows less comes first: the store may fail.
    if (permission === 'block' && !isOff) await this.#consent.setEnabled(server, toolName, false, options);
    if (permission !== 'allow' || options.duration === 'session') {
      // Another page may have stored one that is not known here.
      await this.#permissions.read();
      const before = this.#own(server, toolName).filter(
        ({ duration }) => permission !== 'allow' || duration === 'always',
      );
      if (before.length > 0) await this.#consent.revoke(before, this.#servers(), options);
    }
    const holds = permission === 'allow' ? await this.#allow(server, toolName, options) : permission;
    if (permission !== 'block' && isOff) {
      this.#requirePresence(server);
      await this.#consent.setEnabled(server, toolName, true, options);
    }
    return holds;
  }

  async #allow(
    server: HostServer,
    toolName: string,
    { by = 'page', duration = 'always' }: ToolPermissionOptions,
  ): Promise<ToolPermission> {
    const tool = server.tools.find(({ name }) => name === toolName);
    if (!tool)
      throw new McpError(
        'invalid-argument',
        `The server offers no tool named ${JSON.stringify(toolName)}: look at the snapshot's \`tools\`.`,
      );
    const how = { by, duration, serverName: nameOfServer(server) };
    return (await this.#consent.allow(server, tool, how, () => this.#requirePresence(server))) ? 'allow' : 'ask';
  }

  /** Whoever comes later has allowed nothing. */
  #requirePresence({ id, url, signOuts }: HostServer): void {
    if (this.#servers().some((server) => server.id === id && server.url === url && server.signOuts === signOuts))
      return;
    throw new McpError('closed', 'The server was removed, or its user signed out, before this was decided.');
  }

  #own({ url }: HostServer, toolName: string): readonly Permission[] {
    return this.#permissions.snapshot.permissions.filter(
      (permission) => permission.kind === 'tool' && permission.serverUrl === url && permission.toolName === toolName,
    );
  }
}

/** Whether both are the same JSON. The order of members means nothing. One of them is not deep: it has a permission. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, at) => isSame(item, other[at]));
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  );
}
