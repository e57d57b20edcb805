/** What a fake server answers, whatever the era and the transport. */
import { isObject } from '../protocol/guards.ts';
import { INVALID_PARAMS, METHOD_NOT_FOUND } from '../protocol/methods.ts';
import type { CallToolResult, JsonObject, ServerCapabilities } from '../protocol/types.ts';
import type { FakeCall, FakeOffers, FakeTool } from './offers.ts';

/** Becomes a JSON-RPC error. */
export class FakeRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Declares what there is at the beginning. It may change later. */
export function offeredCapabilities({ tools, prompts, resources, resourceTemplates }: FakeOffers): ServerCapabilities {
  return {
    logging: {},
    ...(tools && { tools: { listChanged: true } }),
    ...(prompts && { prompts: { listChanged: true } }),
    ...((resources ?? resourceTemplates) && { resources: { listChanged: true } }),
  };
}

/** The result of a list or a read. Calls of tools are answered by `callTool`. */
export function answerTo(method: string, params: JsonObject, offers: FakeOffers): JsonObject {
  switch (method) {
    case 'ping':
    case 'logging/setLevel':
      return {};
    case 'tools/list':
      return { tools: (offers.tools ?? []).map(toTool) };
    case 'prompts/list':
      return { prompts: (offers.prompts ?? []).map((prompt) => without(prompt, 'messages')) };
    case 'resources/list':
      return { resources: (offers.resources ?? []).map((resource) => without(resource, 'read')) };
    case 'resources/templates/list':
      return { resourceTemplates: offers.resourceTemplates ?? [] };
    case 'prompts/get':
      return getPrompt(params, offers);
    case 'resources/read':
      return readResource(params, offers);
    case 'completion/complete':
      return { completion: { values: [] } };
    default:
      throw new FakeRefusal(METHOD_NOT_FOUND, `This fake server has no ${method}.`);
  }
}

/** Runs a tool. What it throws becomes a result. */
export async function callTool({ run }: FakeTool, args: JsonObject, call: FakeCall): Promise<CallToolResult> {
  try {
    const answer = await run(args, call);
    return typeof answer === 'string' ? { content: [{ type: 'text', text: answer }] } : answer;
  } catch (error) {
    return { content: [{ type: 'text', text: error instanceof Error ? error.message : String(error) }], isError: true };
  }
}

export function toolCalled({ name }: JsonObject, { tools = [] }: FakeOffers): FakeTool {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new FakeRefusal(INVALID_PARAMS, `This fake server has no tool ${String(name)}.`);
  return tool;
}

function toTool(tool: FakeTool): JsonObject {
  return { inputSchema: { type: 'object' }, ...without(tool, 'run') };
}

/** Functions stay here. */
function without<T extends object>(offer: T, member: keyof T): JsonObject {
  return Object.fromEntries(Object.entries(offer).filter(([name]) => name !== member));
}

function getPrompt({ name, arguments: args }: JsonObject, { prompts = [] }: FakeOffers): JsonObject {
  const prompt = prompts.find((one) => one.name === name);
  if (!prompt) throw new FakeRefusal(INVALID_PARAMS, `This fake server has no prompt ${String(name)}.`);
  const messages = prompt.messages(isObject(args) ? args : {});
  return {
    messages: typeof messages === 'string' ? [{ role: 'user', content: { type: 'text', text: messages } }] : messages,
  };
}

function readResource({ uri }: JsonObject, { resources = [] }: FakeOffers): JsonObject {
  const resource = resources.find((one) => one.uri === uri);
  if (!resource) throw new FakeRefusal(INVALID_PARAMS, `This fake server has no resource ${String(uri)}.`);
  const contents = resource.read();
  if (typeof contents !== 'string') return { contents };
  const { mimeType } = resource;
  return { contents: [{ uri: resource.uri, ...(mimeType !== undefined && { mimeType }), text: contents }] };
}
