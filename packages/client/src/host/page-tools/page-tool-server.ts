/** An MCP server inside the page: its tools are those that the page registered with WebMCP. */
import { callToolResult } from '../../protocol/result-guards.ts';
import { isObject, passes } from '../../protocol/guards.ts';
import { INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND } from '../../protocol/methods.ts';
import type { CallToolResult, JsonObject, Tool } from '../../protocol/types.ts';
import { revisionsOf } from '../../protocol/supports.ts';
import type { MessageTarget } from '../../transports/message-port.ts';
import type { PageToolRegistry } from './model-context.ts';
import { type PageTool, readPageTools } from './page-tools.ts';

/** The newest of the era with sessions. No other is spoken. */
export const [PAGE_REVISION] = revisionsOf('legacy');

class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export class PageToolServer extends EventTarget implements MessageTarget {
  readonly #registry: PageToolRegistry;
  readonly #name: string;
  readonly #signal: AbortSignal;
  readonly #calls = new Map<unknown, AbortController>();

  /**
   * @param name for people
   * @param signal ends it, and the calls that run
   */
  constructor(registry: PageToolRegistry, name: string, signal: AbortSignal) {
    super();
    this.#registry = registry;
    this.#name = name;
    this.#signal = signal;
    registry.addEventListener('toolchange', () => this.#send({ method: 'notifications/tools/list_changed' }), {
      signal,
    });
  }

  postMessage(message: unknown): void {
    if (!isObject(message)) return;
    const { id, method } = message;
    const params = isObject(message['params']) ? message['params'] : {};
    if (method === 'notifications/cancelled') this.#calls.get(params['requestId'])?.abort();
    if (id === undefined || typeof method !== 'string') return;
    void this.#answer(id, method, params).then((answer) => this.#send({ id, ...answer }));
  }

  async #answer(id: unknown, method: string, params: JsonObject): Promise<JsonObject> {
    try {
      return { result: await this.#resultOf(id, method, params) };
    } catch (error) {
      const code = error instanceof Refusal ? error.code : INTERNAL_ERROR;
      return { error: { code, message: error instanceof Error ? error.message : String(error) } };
    }
  }

  async #resultOf(id: unknown, method: string, params: JsonObject): Promise<object> {
    switch (method) {
      case 'initialize':
        return {
          protocolVersion: PAGE_REVISION,
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'page', title: this.#name, version: '1' },
        };
      case 'ping':
        return {};
      case 'tools/list':
        return { tools: (await readPageTools(this.#registry)).map(toMcp) };
      case 'tools/call':
        return this.#call(id, params);
      default:
        throw new Refusal(METHOD_NOT_FOUND, `A page has no ${method}.`);
    }
  }

  async #call(id: unknown, { name, arguments: args }: JsonObject): Promise<CallToolResult> {
    const cancelling = new AbortController();
    this.#calls.set(id, cancelling);
    try {
      const tool = (await readPageTools(this.#registry)).find((one) => one.name === name);
      if (!tool) throw new Refusal(INVALID_PARAMS, 'The page no longer offers this tool.');
      const signal = AbortSignal.any([cancelling.signal, this.#signal]);
      signal.throwIfAborted();
      return readResult(await this.#registry.executeTool(tool.registered, toInput(args), { signal }));
    } catch (error) {
      if (error instanceof Refusal) throw error;
      // Browsers hide what a tool threw. They show it on the console.
      const message = error instanceof Error ? error.message : String(error);
      return { content: [{ type: 'text', text: `The tool of the page failed: ${message}` }], isError: true };
    } finally {
      this.#calls.delete(id);
    }
  }

  #send(message: object): void {
    if (!this.#signal.aborted)
      this.dispatchEvent(new MessageEvent('message', { data: { jsonrpc: '2.0', ...message } }));
  }
}

function toMcp({ name, title, description, inputSchema, isReadOnly }: PageTool): Tool {
  return {
    name,
    ...(title !== undefined && { title }),
    description,
    inputSchema,
    ...(isReadOnly && { annotations: { readOnlyHint: true } }),
  };
}

/** An object that is its JSON where the browser wants a text. */
function toInput(args: unknown): object {
  const input = isObject(args) ? args : {};
  return { ...input, [Symbol.toPrimitive]: () => JSON.stringify(input) };
}

/** Many pages answer as MCP servers do. Browsers hand on everything else as text, too. */
function readResult(value: unknown): CallToolResult {
  if (value === null || value === undefined || value === 'undefined') return { content: [] };
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  try {
    const result: unknown = JSON.parse(text);
    if (isObject(result) && passes(result, callToolResult)) return result;
  } catch {
    // It is text.
  }
  return { content: [{ type: 'text', text }] };
}
