/** Runs a tool call: finds the tool, decides whether it may run, sends the call, and logs what came of it. */
import { McpError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import type { CallToolResult, JsonObject, Tool } from '../../protocol/types.ts';
import type { Consent } from '../consent/consent.ts';
import { definitionOf, digestOf } from '../consent/definition.ts';
import type { Log } from '../log/log.ts';
import type { CallToolOptions } from '../host-options.ts';
import type { HostedServer } from '../servers/hosted-server.ts';
import { ToolCall } from './tool-call.ts';

/** A call that the page wants to make. */
export interface WantedCall {
  /** Names the call in the log. */
  readonly id: string;
  readonly server: HostedServer;
  readonly name: string;
  readonly arguments: JsonObject;
  readonly options: CallToolOptions;
  readonly log: Log;
}

/** @throws {McpError} as `McpHost.callTool` does, unless the server is unknown */
export async function runCall(wanted: WantedCall, consent: Consent): Promise<CallToolResult> {
  const call = await find(wanted);
  const args = await decide(call, consent);
  return send(call, args);
}

async function find({ id, server, name, arguments: args, options, log }: WantedCall): Promise<ToolCall> {
  const copy = toJson(args);
  // Nobody is asked about a call that cannot be made, or about a tool that the server may have changed.
  await server.connection.connected(options.signal, true);
  const { signal: connected } = server.connection;
  const signal = options.signal ? AbortSignal.any([options.signal, connected]) : connected;
  signal.throwIfAborted();
  const tool = toolOf(server, name);
  if (!tool)
    throw new McpError(
      'invalid-argument',
      `The server offers no tool named ${JSON.stringify(name)}: look at the snapshot's \`tools\`.`,
    );
  return new ToolCall(id, server, tool, copy, options, signal, log);
}

/** Resolves with the arguments that may be sent. */
async function decide(call: ToolCall, consent: Consent): Promise<JsonObject> {
  let allowed = await consent.obtain(call);
  // The server is called by the tool's name. When the user allows it, the name has to mean the tool that they saw.
  for (let tool = toolOf(call.server, call.name); tool !== call.request.tool; tool = toolOf(call.server, call.name)) {
    if (!tool) {
      call.logVerdict({ decision: 'withdrawn', reason: 'The server no longer offers the tool.' });
      throw new McpError(
        'invalid-argument',
        `The server stopped offering ${call.name} before anybody decided whether it may run, so nothing ran.`,
      );
    }
    const isChanged = !(await isSameDefinition(tool, call.request.tool));
    call.request = Object.freeze({ ...call.request, tool });
    if (!isChanged) continue;
    call.logVerdict({ decision: 'withdrawn', reason: 'The tool changed before anybody decided whether it may run.' });
    allowed = await consent.obtain(call);
  }
  call.signal.throwIfAborted();
  call.options.onconsent?.();
  return toJson(allowed);
}

async function send(call: ToolCall, args: JsonObject): Promise<CallToolResult> {
  call.logSent(args);
  try {
    const result = await call.server.connection.callTool(call.name, args, call.options);
    call.logResult(result);
    return result;
  } catch (error) {
    call.logFailure(error);
    throw error;
  }
}

function toolOf({ state }: HostedServer, name: string): Tool | undefined {
  return state.tools.find((tool) => tool.name === name);
}

/** A definition that is too deep to be written as JSON is never the same. */
async function isSameDefinition(one: Tool, other: Tool): Promise<boolean> {
  const [digest, otherDigest] = await Promise.all([digestOf(definitionOf(one)), digestOf(definitionOf(other))]);
  return digest !== undefined && digest === otherDigest;
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
