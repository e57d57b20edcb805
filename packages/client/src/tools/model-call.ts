/** Runs what a model calls. Loaded with the first call. */
import { DeniedError } from '../errors.ts';
import type { McpHost } from '../host/host.ts';
import { isObject } from '../protocol/guards.ts';
import type { JsonObject } from '../protocol/types.ts';
import { contentOfResult, contentOfError } from './model-content.ts';
import { cut } from './model-text.ts';
import {
  CALL_TOOL,
  FIND_TOOLS,
  type KnownTool,
  type ModelCallOptions,
  type ModelResult,
  type ModelToolsOptions,
} from './model-tool.ts';
import { searchTools } from './tool-search.ts';

/** What a call needs of the tools that the model has. */
export interface CallContext {
  readonly host: McpHost;
  /** By their names for models. */
  readonly tools: ReadonlyMap<string, KnownTool>;
  /** Whether the model has two tools that find and call the others. */
  readonly isSearched: boolean;
  readonly maxResultLength: number;
  readonly skills: ModelToolsOptions['skills'];
  readonly onprogress: ModelToolsOptions['onprogress'];
}

/** @throws the signal's reason when it aborts */
export async function runModelCall(
  context: CallContext,
  name: string,
  input: unknown,
  options: ModelCallOptions,
): Promise<ModelResult> {
  const args = toArguments(input);
  if (typeof args === 'string') return failed(args);
  const { skills } = context;
  if (skills?.list.some((tool) => tool.name === name)) return skills.call(name, args, options);
  if (!context.isSearched) return run(context, name, args, options);
  if (name === FIND_TOOLS) {
    const text = searchTools([...context.tools.values()], args['query']);
    return { content: [{ type: 'text', text }], isError: false };
  }
  if (name !== CALL_TOOL) return run(context, name, args, options);
  const inner = toArguments(args['arguments']);
  return typeof inner === 'string' ? failed(inner) : run(context, String(args['name']), inner, options);
}

async function run(
  { host, tools, isSearched, maxResultLength, onprogress }: CallContext,
  name: string,
  args: JsonObject,
  { signal, callId }: ModelCallOptions,
): Promise<ModelResult> {
  const tool = tools.get(name);
  if (!tool) {
    const others = isSearched
      ? 'Find others with find_tools.'
      : `The tools now: ${cut([...tools.keys()].join(', ') || 'none', 2_000)}`;
    return failed(`There is no tool named ${JSON.stringify(cut(name, 100))}, or no longer. ${others}`);
  }
  try {
    const result = await host.callTool(tool.serverId, tool.tool.name, tool.restore(args), {
      signal,
      // Some models give no id, or count anew in each answer. The page still has the earlier call by that name.
      callId: !callId || host.calls.get(callId) ? undefined : callId,
      onprogress: onprogress && ((progress) => onprogress(progress, tool)),
      by: 'model',
    });
    return { content: contentOfResult(result, tool.place, maxResultLength), isError: result.isError === true };
  } catch (error) {
    signal?.throwIfAborted();
    return {
      content: contentOfError(error, tool.place, maxResultLength),
      isError: true,
      ...(error instanceof DeniedError && error.by === 'user' && { denied: error.reason ?? '' }),
    };
  }
}

function failed(text: string): ModelResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** Returns what is wrong with them, or the arguments. */
function toArguments(input: unknown): JsonObject | string {
  let value = input ?? {};
  if (typeof input === 'string') {
    try {
      value = JSON.parse(input.trim() || '{}');
    } catch (error) {
      return `The arguments are not valid JSON, so nothing ran: ${error instanceof Error ? error.message : ''}`;
    }
  }
  return isObject(value) ? value : 'The arguments have to be a JSON object, so nothing ran.';
}
