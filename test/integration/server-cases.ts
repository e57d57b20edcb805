/** The servers that must all work alike, each with what it offers. If a server cannot do something, it says why. */
import { assert } from 'chai';
import {
  connect,
  connectMessagePort,
  type ConnectOptions,
  type Era,
  type JsonObject,
  type ListChangeEvent,
  type LogLevel,
  type LogMessage,
  type Progress,
  type Revision,
} from '@mcp-web/client';
import { type AnyClient, connectInWorker } from '@mcp-web/client/worker';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { eraOf } from '../../packages/client/src/protocol/supports.ts';
import { createServerState, createTestServer } from '../servers/tools.mjs';
import { startClientWorker } from '../support/client-worker.ts';
import { PortTransport } from '../support/port-transport.ts';
import { relayUrl, serverUrl } from '../support/servers.ts';
import { textOf } from './support.ts';

/** Why a server cannot do something. The suite then proves what happens instead. */
export interface Cannot {
  cannot: string;
}

export interface Connection {
  client: AnyClient;
  /** Closes the client, and the server if it is in this page. */
  end(): Promise<void>;
}

export interface ServerCase {
  title: string;
  era: Era;
  /** What is negotiated. */
  revision: Revision;
  connect(options: ConnectOptions): Promise<Connection>;
  identity: JsonObject;
  instructions: RegExp;
  /** Some names or URIs of each list, and the size of a page of tools. */
  tools: readonly string[];
  pageSize: number;
  prompts: readonly string[];
  resources: readonly string[];
  templates: readonly string[];
  structured: { call: ToolCall; content: JsonObject };
  failing: { call: ToolCall; says: string };
  /** The outcome for a tool that does not exist: an error with this code, or a result that says this. */
  unknownTool: { rpcCode: number } | { says: string };
  /** A tool that takes this long, in ms, in this many steps of progress. */
  slow(durationMs: number, steps: number, label: string): ToolCall;
  progress(step: number, steps: number): Progress;
  /** What happened to a slow tool with this label. */
  outcome: ((client: AnyClient, label: string) => Promise<string>) | Cannot;
  prompt: { name: string; args: Record<string, string>; required: string[]; says: string };
  text: { uri: string; says: string };
  blob: { uri: string; startsWith: string };
  /** An argument with completions, one whose completions depend on another argument, and a variable of a template. */
  completions: Record<
    'plain' | 'dependent' | 'variable',
    { of: Completed; context?: Record<string, string>; values: string[] }
  >;
  /** Makes a resource change to which the client subscribed. */
  update: { uri: string; make: (client: AnyClient) => Promise<void> } | Cannot;
  /** Makes lists change. */
  lists: { names: ListChangeEvent['list'][]; make: (client: AnyClient, list: string) => Promise<void> } | Cannot;
  /** Makes the server log one message of this level. */
  log: { level: LogLevel; make: (client: AnyClient) => Promise<void>; isIt: (message: LogMessage) => boolean } | Cannot;
  asks: Record<'elicitation' | 'sampling' | 'roots', ToolCall> | Cannot;
}

type ToolCall = [name: string, args: JsonObject];
type Completed = Parameters<AnyClient['complete']>;

export const over =
  (serverName: string, fixed: ConnectOptions = {}) =>
  async (options: ConnectOptions): Promise<Connection> => {
    const client = await connect(await serverUrl(serverName), { ...options, ...fixed });
    return { client, end: () => client.close() };
  };

/** A relay sends the requests: the one in Node, or the one in workerd. */
export const byRelay =
  (serverName: string, runtime: 'node' | 'workerd', fixed: ConnectOptions = {}) =>
  async (options: ConnectOptions): Promise<Connection> => {
    const relay = await relayUrl(runtime);
    const client = await connect(await serverUrl(serverName), { ...options, ...fixed, relay });
    return { client, end: () => client.close() };
  };

/** The client is in a worker. */
export const throughWorker =
  (serverName: string, fixed: ConnectOptions = {}) =>
  async (options: ConnectOptions): Promise<Connection> => {
    const worker = startClientWorker();
    const client = await connectInWorker(await serverUrl(serverName), { ...options, ...fixed, worker });
    return {
      client,
      async end() {
        await client.close();
        worker.terminate();
      },
    };
  };

/** The official SDK at the other end of a port in this page. */
const throughPort =
  (name: string, fixed: ConnectOptions = {}) =>
  async (options: ConnectOptions): Promise<Connection> => {
    const { port1, port2 } = new MessageChannel();
    const state = createServerState();
    const server = serveStdio(({ era }) => createTestServer({ name, era, state }), {
      transport: new PortTransport(port2),
    });
    const client = await connectMessagePort(port1, { ...options, ...fixed });
    return {
      client,
      async end() {
        await client.close();
        await server.close();
      },
    };
  };

async function call(client: AnyClient, [name, args]: ToolCall): Promise<void> {
  await client.callTool(name, args);
}

/** A server with the tools, prompts and resources of test/servers/tools.mjs. */
export function ours(name: string, revision: Revision, open: ServerCase['connect'] = over(name)): ServerCase {
  return {
    title: name,
    era: eraOf(revision),
    revision,
    connect: open,
    identity: { name, version: '1.2.3', title: `Test server ${name}` },
    instructions: /^Call echo first\.$/,
    tools: ['echo', 'add', 'countdown', 'log', 'fail', 'throw', 'image', 'ask'],
    pageSize: 5,
    prompts: ['greet', 'plain'],
    resources: ['test://notes/today', 'test://pixel'],
    templates: ['test://notes/{day}'],
    structured: { call: ['add', { a: 2, b: 0.5 }], content: { sum: 2.5 } },
    failing: { call: ['fail', {}], says: 'The tool did not work' },
    unknownTool: { rpcCode: -32602 },
    slow: (durationMs, steps, label) => ['countdown', { steps, delayMs: durationMs / steps, label }],
    progress: (step, steps) => ({ progress: step, total: steps, message: `${steps - step} to go` }),
    outcome: async (client, label) => textOf(await client.callTool('outcome', { label })),
    prompt: { name: 'greet', args: { name: 'Bo', tone: 'dry' }, required: ['name'], says: 'Greet Bo in a dry tone.' },
    text: { uri: 'test://notes/today', says: 'Water the plants.' },
    blob: { uri: 'test://pixel', startsWith: '\x89PNG' },
    completions: {
      plain: { of: [{ prompt: 'greet' }, { name: 'tone', value: 'w' }], values: ['warm', 'wry'] },
      dependent: {
        of: [{ prompt: 'greet' }, { name: 'tone', value: '' }],
        context: { name: 'the Queen' },
        values: ['solemn'],
      },
      variable: { of: [{ template: 'test://notes/{day}' }, { name: 'day', value: 'tom' }], values: ['tomorrow'] },
    },
    update: { uri: 'test://notes/today', make: (client) => call(client, ['announce', { what: 'test://notes/today' }]) },
    lists: { names: ['tools', 'prompts', 'resources'], make: (client, what) => call(client, ['announce', { what }]) },
    log: {
      level: 'error',
      make: (client) => call(client, ['log', { levels: ['error'] }]),
      isIt: ({ level, logger, data }) =>
        level === 'error' && logger === 'test-server' && JSON.stringify(data) === '{"said":"this is error"}',
    },
    asks: {
      elicitation: ['ask', { kind: 'elicitation' }],
      sampling: ['ask', { kind: 'sampling' }],
      roots: ['ask', { kind: 'roots' }],
    },
  };
}

/** The same for an older revision, with no state between requests. */
function sessionless(name: string, revision: Revision): ServerCase {
  return {
    ...ours(name, revision, over(name, { revision })),
    title: `${name}, without sessions`,
    update: { cannot: 'no stream lasts, so nothing is declared' },
    lists: { cannot: 'no stream lasts, so nothing is declared' },
    log: { cannot: 'no level lasts, so logging is not declared' },
    asks: { cannot: 'an answer would come in a second request, which knows nothing of the first' },
  };
}

/** The official server-everything, with its own names for the same things. */
export function everything(name: string, open: ServerCase['connect'] = over(name)): ServerCase {
  const toggle: ToolCall = ['toggle-subscriber-updates', {}];
  return {
    title: name,
    era: 'legacy',
    revision: '2025-11-25',
    connect: open,
    identity: { name: 'mcp-servers/everything', title: 'Everything Reference Server', version: '2.0.0' },
    instructions: /./,
    tools: ['echo', 'get-sum', 'trigger-long-running-operation', 'get-roots-list'],
    pageSize: Infinity,
    prompts: ['args-prompt', 'completable-prompt'],
    resources: [],
    templates: ['demo://resource/dynamic/text/{resourceId}', 'demo://resource/dynamic/blob/{resourceId}'],
    structured: {
      call: ['get-structured-content', { location: 'Chicago' }],
      content: { temperature: 36, conditions: 'Light rain / drizzle', humidity: 82 },
    },
    failing: { call: ['gzip-file-as-resource', { data: 'ftp://example.com/' }], says: 'Unsupported URL protocol' },
    unknownTool: { says: 'not found' },
    slow: (durationMs, steps) => ['trigger-long-running-operation', { duration: durationMs / 1000, steps }],
    progress: (progress, total) => ({ progress, total }),
    outcome: { cannot: 'its long operation does not look at its signal, and leaves no trace' },
    prompt: {
      name: 'args-prompt',
      args: { city: 'Oslo', state: 'Viken' },
      required: ['city'],
      says: "What's weather in Oslo, Viken?",
    },
    text: { uri: 'demo://resource/dynamic/text/7', says: 'Resource 7: This is a plaintext resource' },
    blob: { uri: 'demo://resource/dynamic/blob/7', startsWith: 'Resource 7: This is a base64 blob' },
    completions: {
      plain: {
        of: [{ prompt: 'completable-prompt' }, { name: 'department', value: 'S' }],
        values: ['Sales', 'Support'],
      },
      dependent: {
        of: [{ prompt: 'completable-prompt' }, { name: 'name', value: '' }],
        context: { department: 'Sales' },
        values: ['David', 'Eve', 'Frank'],
      },
      variable: {
        of: [{ template: 'demo://resource/dynamic/text/{resourceId}' }, { name: 'resourceId', value: '7' }],
        values: ['7'],
      },
    },
    update: {
      uri: 'demo://resource/dynamic/text/1',
      // The first call starts announcements, at once and every 5 s; the second stops them.
      make: async (client) => {
        await call(client, toggle);
        await call(client, toggle);
      },
    },
    lists: {
      names: ['resources'],
      make: (client) =>
        call(client, ['gzip-file-as-resource', { name: `${crypto.randomUUID()}.gz`, data: 'data:text/plain,hello' }]),
    },
    log: {
      level: 'info',
      make: (client) => client.subscribe(`demo://resource/dynamic/text/${Math.ceil(Math.random() * 1e9)}`),
      isIt: ({ level, data }) => level === 'info' && String(data).startsWith('Received Subscribe Resource request'),
    },
    asks: {
      elicitation: ['trigger-elicitation-request', {}],
      sampling: ['trigger-sampling-request', { prompt: 'Say something' }],
      roots: ['get-roots-list', {}],
    },
  };
}

export const SERVER_CASES: readonly ServerCase[] = [
  ours('modern', '2026-07-28'),
  ours('dual', '2026-07-28'),
  sessionless('dual', '2025-11-25'),
  ours('legacy', '2025-11-25'),
  ours('legacy-2025-06-18', '2025-06-18'),
  ours('legacy-2025-03-26', '2025-03-26'),
  ours('in-page-modern', '2026-07-28', throughPort('in-page-modern')),
  ours('in-page-legacy', '2025-11-25', throughPort('in-page-legacy', { revision: '2025-11-25' })),
  everything('everything'),
  everything('everything-sse'),
];

/** Whether a server can do something; the type then says with what. */
export function can<T extends object>(ability: T | Cannot): ability is T {
  return !('cannot' in ability);
}

/** For the part of a test that runs only if the server can do it. */
export function requireAbility<T extends object>(ability: T | Cannot): T {
  if (!can(ability)) assert.fail(ability.cannot);
  return ability;
}
