/** Runs a tool call: finds the tool, decides whether it may run, sends the call, and logs what came of it. */
import type { HeardTask } from '../../client/tasks/task.ts';
import { definitionOf, isSameDefinition } from '../../client/tools/definition.ts';
import { AuthError, DeniedError, McpError } from '../../errors.ts';
import { isToolFor } from '../../protocol/apps.ts';
import { isObject } from '../../protocol/guards.ts';
import type { CallToolResult, JsonObject, LogLevel, Tool } from '../../protocol/types.ts';
import { untilAborted } from '../../wire/abort.ts';
import type { Consent, UndecidedCall, Verdict } from '../consent/consent.ts';
import type { Log } from '../log/log.ts';
import type { LogKind } from '../log/log-entries.ts';
import type { CallToolOptions } from '../host-options.ts';
import type { HostedServer } from '../servers/hosted-server.ts';
import type { ConsentRequest } from '../snapshot.ts';
import type { OpenCall } from './known-calls.ts';

/** Arguments that are longer, in characters of JSON, are logged by their names only. */
const MAX_ARGUMENTS = 2_000;
const MAX_NAMES = 20;
/** A tool that changes more often while one call is tried will not run. */
const MAX_ROUNDS = 3;

/** A call that the page wants to make. */
export interface WantedCall {
  readonly server: HostedServer;
  readonly name: string;
  readonly arguments: JsonObject;
  readonly options: CallToolOptions;
  readonly log: Log;
  /** What user interfaces see of it. */
  readonly known: OpenCall;
}

/** @throws {McpError} as `McpHost.callTool` does, unless the server is unknown */
export async function runCall(wanted: WantedCall, consent: Consent): Promise<CallToolResult> {
  const { known } = wanted;
  try {
    const result = await run(wanted, consent);
    known.succeed(result);
    return result;
  } catch (error) {
    known.fail(error);
    throw error;
  }
}

async function run(wanted: WantedCall, consent: Consent): Promise<CallToolResult> {
  const call = await find(wanted);
  let args = await decide(call, consent);
  for (let round = 1; ; round++) {
    const result = await send(call, args, round < MAX_ROUNDS);
    if (result) return result;
    if (await call.turnToNewest(args)) args = await decide(call, consent);
  }
}

async function find(wanted: WantedCall): Promise<ToolCall> {
  const { server, name, known } = wanted;
  const args = toJson(wanted.arguments);
  known.update({ arguments: args });
  // Nobody is asked about a call that cannot be made, or about a tool that the server may have changed.
  await server.connection.connected(known.signal, true);
  const signal = AbortSignal.any([known.signal, server.connection.signal]);
  signal.throwIfAborted();
  const tool = toolOf(server, name);
  if (!tool)
    throw new McpError(
      'invalid-argument',
      `The server offers no tool named ${JSON.stringify(name)}: look at the snapshot's \`tools\`.`,
    );
  requireFor(wanted.options.by, tool);
  return new ToolCall(wanted, tool, args, signal);
}

/** Resolves with the arguments that may be sent. */
async function decide(call: ToolCall, consent: Consent): Promise<JsonObject> {
  let allowed = toJson(await consent.obtain(call));
  // The server is called by the tool's name. When the user allows it, the name has to mean the tool that they saw.
  while (await call.turnToNewest(allowed)) allowed = toJson(await consent.obtain(call));
  call.signal.throwIfAborted();
  call.options.onconsent?.();
  return allowed;
}

/**
 * Resolves with nothing when the call did not run because the tool has changed, and the newest tools are known.
 *
 * @param mayTryAgain otherwise, that is an error
 */
async function send(call: ToolCall, args: JsonObject, mayTryAgain: boolean): Promise<CallToolResult | undefined> {
  call.signal.throwIfAborted();
  const { tool: definition } = call.request;
  const { connection } = call.server;
  call.logSent(args);
  // Where the page shows tasks, the call may become one.
  const { onTask = call.acceptors.size > 0 ? acceptTask : undefined } = call.options;
  try {
    const result = await connection.callTool(call.name, args, { ...call.options, onTask, definition });
    call.logResult(result);
    return result;
  } catch (error) {
    const hasChanged = error instanceof McpError && error.code === 'tool-changed';
    if (!hasChanged || !mayTryAgain) return call.fail(error);
    await untilAborted(connection.refresh({ lists: ['tools'] }), call.signal).catch((reason: unknown) =>
      call.fail(reason),
    );
    call.logChange();
    return undefined;
  }
}

/** A call of a tool that the server has. */
class ToolCall implements UndecidedCall {
  /** The same in all log entries about this call. */
  readonly id: string;
  readonly server: HostedServer;
  readonly name: string;
  readonly by: 'model' | 'user' | 'app';
  /** Those of the caller. The signal aborts also when the call is cancelled by its id, and progress is noted too. */
  readonly options: CallToolOptions & HeardTask;
  /** Those who show tasks. */
  readonly acceptors: ReadonlySet<object>;
  /** Aborts when the call is cancelled, or when the connection that the call would use ends. */
  readonly signal: AbortSignal;
  /** What consent is asked for. Replaced when the server changes the tool in the meantime. */
  request: ConsentRequest;
  readonly #log: Log;
  readonly #known: OpenCall;
  /** The same in all log entries, even if the server changes its name in the meantime. */
  readonly #serverName: string;
  #startedAt = 0;
  /** When the user allowed the tool as it is in the request. */
  #allowedAt: number | undefined;

  /** @param args a copy that nobody else can change */
  constructor({ server, options, log, known }: WantedCall, tool: Tool, args: JsonObject, signal: AbortSignal) {
    this.id = known.id;
    this.server = server;
    this.name = tool.name;
    this.by = options.by ?? 'model';
    this.options = {
      ...options,
      signal: known.signal,
      onprogress: (progress) => {
        known.update({ progress });
        options.onprogress?.(progress);
      },
      hearTask: (task) => known.follow(task),
    };
    this.acceptors = known.acceptors;
    this.signal = signal;
    this.request = Object.freeze({ callId: known.id, by: this.by, server: server.state, tool, arguments: args });
    this.#log = log;
    this.#known = known;
    known.update({ tool });
    this.#serverName = server.name;
  }

  /**
   * Turns to the newest definition of the tool. Resolves with whether it has to be decided on anew.
   *
   * @param args what was allowed for the definition before
   * @throws {McpError} `invalid-argument` when the server no longer offers the tool
   */
  async turnToNewest(args: JsonObject): Promise<boolean> {
    const { tool: allowed } = this.request;
    let isChanged = false;
    for (let tool = toolOf(this.server, this.name); tool !== this.request.tool; tool = toolOf(this.server, this.name)) {
      if (!tool) {
        this.logVerdict({ decision: 'withdrawn', reason: 'The server no longer offers the tool.' });
        throw new McpError(
          'invalid-argument',
          `The server stopped offering ${this.name} before it ran: look at the snapshot's \`tools\`.`,
        );
      }
      this.#requireMayCall(tool);
      isChanged = !(await isSameDefinition(tool, allowed));
      this.request = Object.freeze({ ...this.request, tool });
      this.#known.update({ tool });
    }
    if (!isChanged) return false;
    const time = this.#allowedAt;
    this.request = Object.freeze({
      ...this.request,
      arguments: args,
      ...(time !== undefined && { changedSince: Object.freeze({ definition: definitionOf(allowed), time }) }),
    });
    this.logVerdict({ decision: 'withdrawn', reason: 'The tool changed before it ran.' });
    return true;
  }

  /** What may call a tool is no part of its definition. */
  #requireMayCall(tool: Tool): void {
    try {
      requireFor(this.by, tool);
    } catch (error) {
      this.logVerdict({ decision: 'withdrawn', reason: `The tool is no longer for ${this.by}s.` });
      throw error;
    }
  }

  logVerdict({ decision, ...rest }: Verdict): void {
    this.#allowedAt = decision === 'allowed' && rest.by !== 'policy' ? Date.now() : undefined;
    this.#add('decision', decision === 'allowed' ? 'info' : 'notice', {
      decision,
      tool: this.name,
      ...rest,
      wantedBy: this.by,
    });
  }

  logSent(args: JsonObject): void {
    this.#startedAt = performance.now();
    this.#known.update({ state: 'running', arguments: args, sentAt: Date.now() });
    this.#add('call', 'info', { status: 'sent', tool: this.name, ...describe(args) });
  }

  logResult({ isError }: CallToolResult): void {
    if (isError) this.#logEnd('warning', 'tool-error');
    else this.#logEnd('info', 'done');
  }

  /** What was sent did not run. */
  logChange(): void {
    this.#known.update({ state: 'waiting', sentAt: undefined, progress: undefined });
    this.#logEnd('notice', 'changed');
  }

  /** Logs the error, and throws it. */
  fail(error: unknown): never {
    if (this.options.signal?.aborted) this.#logEnd('notice', 'cancelled');
    // Whoever decided against it does not look for an error.
    else if (error instanceof DeniedError) this.#logEnd('info', 'denied', { by: error.by, reason: error.reason });
    else if (error instanceof AuthError && error.oauthError === 'access_denied')
      this.#logEnd('info', 'denied', { issuer: error.issuer });
    else
      this.#logEnd('error', 'failed', {
        ...(error instanceof McpError && { code: error.code }),
        message: String(error instanceof Error ? error.message : error).slice(0, MAX_ARGUMENTS),
      });
    throw error;
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

/** What asks for a task where the caller does not. */
const acceptTask = (): void => {};

function toolOf({ state }: HostedServer, name: string): Tool | undefined {
  return state.tools.find((tool) => tool.name === name);
}

/** @throws {McpError} `invalid-argument` when the server says that this caller may not call the tool */
function requireFor(by: CallToolOptions['by'] = 'model', tool: Tool): void {
  if (by !== 'user' && tool._meta && !isToolFor(by, tool))
    throw new McpError('invalid-argument', `The server says that ${tool.name} is not for ${by}s.`);
}

/** Copies what the server would get, so that nobody can change it between the request for consent and the call. */
function toJson(args: JsonObject): JsonObject {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(args));
    if (isObject(copy)) return copy;
  } catch (cause) {
    throw new McpError('invalid-argument', 'The arguments of a tool have to be JSON: no cycles, no BigInt.', { cause });
  }
  throw new McpError('invalid-argument', 'The arguments of a tool have to be a plain object.');
}

function describe(args: JsonObject): object {
  const { length } = JSON.stringify(args);
  return length <= MAX_ARGUMENTS
    ? { arguments: args }
    : { argumentNames: Object.keys(args).slice(0, MAX_NAMES), argumentCharacters: length };
}
