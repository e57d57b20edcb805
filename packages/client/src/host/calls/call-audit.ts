/** What a host's log says of tool calls: who allowed or denied them, what was sent, and what came of it. */
import { McpError } from '../../errors.ts';
import type { CallToolResult, JsonObject, LogLevel, Tool } from '../../protocol/types.ts';
import type { PermissionDuration } from '../consent/permission-store.ts';
import type { Log } from '../log/log.ts';
import type { LogKind } from '../log/log-entries.ts';
import type { HostServer } from '../snapshot.ts';

/** Longer arguments than this, in characters of JSON, are only named. */
const MAX_ARGUMENTS = 2_000;
const MAX_NAMES = 20;

/** What was decided about one call, and by whom. */
export interface Verdict {
  readonly decision: 'allowed' | 'denied' | 'withdrawn';
  /** `permission`: the user, earlier. */
  readonly by?: 'user' | 'policy' | 'permission' | undefined;
  /** How long it is remembered; of a permission, how long it was. */
  readonly permission?: PermissionDuration | undefined;
  readonly reason?: string | undefined;
  /** Whether the arguments are not those that were asked about. */
  readonly isEdited?: boolean | undefined;
}

/** The entries about one call of a tool. */
export class CallAudit {
  readonly #log: Log;
  readonly #server: HostServer;
  readonly #serverName: string;
  readonly #tool: Tool;
  readonly #id: string;
  readonly #wantedBy: string;

  constructor(log: Log, server: HostServer, serverName: string, tool: Tool, id: string, wantedBy: 'model' | 'user') {
    this.#log = log;
    this.#server = server;
    this.#serverName = serverName;
    this.#tool = tool;
    this.#id = id;
    this.#wantedBy = wantedBy;
  }

  get serverName(): string {
    return this.#serverName;
  }

  decided({ decision, ...rest }: Verdict): void {
    this.#add('decision', decision === 'allowed' ? 'info' : 'notice', {
      decision,
      tool: this.#tool.name,
      ...rest,
      wantedBy: this.#wantedBy,
    });
  }

  /** Writes down what is sent, and later what came of it. */
  async follow(
    args: JsonObject,
    call: () => Promise<CallToolResult>,
    signal: AbortSignal | undefined,
  ): Promise<CallToolResult> {
    const start = performance.now();
    this.#add('call', 'info', { status: 'sent', tool: this.#tool.name, ...describe(args) });
    const end = (level: LogLevel, status: string, more?: object): void =>
      this.#add('call', level, {
        status,
        tool: this.#tool.name,
        durationMs: Math.round(performance.now() - start),
        ...more,
      });
    try {
      const result = await call();
      if (result.isError) end('warning', 'tool-error');
      else end('info', 'done');
      return result;
    } catch (error) {
      if (signal?.aborted) end('notice', 'cancelled');
      else
        end('error', 'failed', {
          ...(error instanceof McpError && { code: error.code }),
          message: String(error instanceof Error ? error.message : error).slice(0, MAX_ARGUMENTS),
        });
      throw error;
    }
  }

  /** @param data what became of the call first: a line of a log is short */
  #add(kind: LogKind, level: LogLevel, data: object): void {
    const { name } = this.#tool;
    this.#log.append({
      kind,
      level,
      data,
      serverId: this.#server.id,
      serverName: this.#serverName,
      request: { id: this.#id, method: 'tools/call', name },
    });
  }
}

function describe(args: JsonObject): object {
  const { length } = JSON.stringify(args);
  return length <= MAX_ARGUMENTS
    ? { arguments: args }
    : { argumentNames: Object.keys(args).slice(0, MAX_NAMES), argumentCharacters: length };
}
