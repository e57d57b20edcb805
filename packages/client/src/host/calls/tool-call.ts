/** One tool call on its way through the host, and what the log says about it. */
import { McpError } from '../../errors.ts';
import type { CallToolResult, JsonObject, LogLevel, Tool } from '../../protocol/types.ts';
import type { PermissionDuration } from '../consent/permission-store.ts';
import type { Log } from '../log/log.ts';
import type { LogKind } from '../log/log-entries.ts';
import type { CallToolOptions } from '../host-options.ts';
import type { HostedServer } from '../servers/hosted-server.ts';
import type { ConsentRequest } from '../snapshot.ts';

/** Arguments that are longer, in characters of JSON, are logged by their names only. */
const MAX_ARGUMENTS = 2_000;
const MAX_NAMES = 20;

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

export class ToolCall {
  /** The same in all log entries about this call. */
  readonly id: string;
  readonly server: HostedServer;
  readonly name: string;
  readonly by: 'model' | 'user';
  /** As the caller gave them. */
  readonly options: CallToolOptions;
  /** Aborts when the caller gives up, or when the connection that the call would use ends. */
  readonly signal: AbortSignal;
  /** What consent is asked for. Replaced when the server changes the tool in the meantime. */
  request: ConsentRequest;
  readonly #log: Log;
  /** The same in all log entries, even if the server changes its name in the meantime. */
  readonly #serverName: string;
  #startedAt = 0;

  /** @param args a copy that nobody else can change */
  constructor(
    id: string,
    server: HostedServer,
    tool: Tool,
    args: JsonObject,
    options: CallToolOptions,
    signal: AbortSignal,
    log: Log,
  ) {
    this.id = id;
    this.server = server;
    this.name = tool.name;
    this.by = options.by ?? 'model';
    this.options = options;
    this.signal = signal;
    this.request = Object.freeze({ server: server.state, tool, arguments: args });
    this.#log = log;
    this.#serverName = server.name;
  }

  logVerdict({ decision, ...rest }: Verdict): void {
    this.#add('decision', decision === 'allowed' ? 'info' : 'notice', {
      decision,
      tool: this.name,
      ...rest,
      wantedBy: this.by,
    });
  }

  logSent(args: JsonObject): void {
    this.#startedAt = performance.now();
    this.#add('call', 'info', { status: 'sent', tool: this.name, ...describe(args) });
  }

  logResult({ isError }: CallToolResult): void {
    if (isError) this.#logEnd('warning', 'tool-error');
    else this.#logEnd('info', 'done');
  }

  logFailure(error: unknown): void {
    if (this.options.signal?.aborted) this.#logEnd('notice', 'cancelled');
    else
      this.#logEnd('error', 'failed', {
        ...(error instanceof McpError && { code: error.code }),
        message: String(error instanceof Error ? error.message : error).slice(0, MAX_ARGUMENTS),
      });
  }

  #logEnd(level: LogLevel, status: string, more?: object): void {
    const durationMs = Math.round(performance.now() - this.#startedAt);
    this.#add('call', level, { status, tool: this.name, durationMs, ...more });
  }

  /** @param data the outcome comes first in it, because the log viewer shows one short line */
  #add(kind: LogKind, level: LogLevel, data: object): void {
    this.#log.append({
      kind,
      level,
      data,
      serverId: this.request.server.id,
      serverName: this.#serverName,
      request: { id: this.id, method: 'tools/call', name: this.name },
    });
  }
}

function describe(args: JsonObject): object {
  const { length } = JSON.stringify(args);
  return length <= MAX_ARGUMENTS
    ? { arguments: args }
    : { argumentNames: Object.keys(args).slice(0, MAX_NAMES), argumentCharacters: length };
}
