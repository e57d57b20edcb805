// What every test server of ours offers, whichever revision and transport it speaks.
import { setTimeout as delay } from 'node:timers/promises';
import { inputRequired, ProtocolError, ProtocolErrorCode, ResourceNotFoundError, Server } from '@modelcontextprotocol/server';

const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const ONE_PIXEL_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const object = (properties = {}, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const text = (value) => ({ content: [{ type: 'text', text: value }] });

const TOOLS = {
  echo: {
    title: 'Echo',
    description: 'Says again what it was told',
    inputSchema: object({ message: { type: 'string' } }),
    annotations: { readOnlyHint: true, idempotentHint: true },
    call: ({ message }) => text(`Echo: ${message}`),
  },
  add: {
    title: 'Add two numbers',
    inputSchema: object({ a: { type: 'number' }, b: { type: 'number' } }),
    outputSchema: object({ sum: { type: 'number' } }),
    annotations: { readOnlyHint: true, idempotentHint: true },
    call: ({ a, b }) => ({ ...text(String(a + b)), structuredContent: { sum: a + b } }),
  },
  promise: {
    title: 'Promise a sum',
    description: 'Its output schema wants {"sum": number}; it answers with whatever it is given, or with no structure at all',
    inputSchema: object({ value: {}, fails: { type: 'boolean' } }, []),
    outputSchema: object({ sum: { type: 'number' } }),
    call: ({ value, fails }) => ({ ...text('Promised'), ...(value !== undefined && { structuredContent: value }), ...(fails && { isError: true }) }),
  },
  countdown: {
    title: 'Count down',
    description: 'Reports progress at each step; "outcome" tells later what became of the run with this label',
    inputSchema: object({ steps: { type: 'integer', minimum: 1 }, delayMs: { type: 'integer', minimum: 0 }, label: { type: 'string' } }, ['steps']),
    call: async ({ steps, delayMs = 0, label = '' }, context, { outcomes }) => {
      const { signal, notify, _meta } = context.mcpReq;
      outcomes.set(label, 'running');
      try {
        for (let step = 1; step <= steps; step++) {
          await delay(delayMs, undefined, { signal });
          if (_meta?.progressToken !== undefined) {
            await notify({
              method: 'notifications/progress',
              params: { progressToken: _meta.progressToken, progress: step, total: steps, message: `${steps - step} to go` },
            });
          }
        }
      } catch (error) {
        outcomes.set(label, signal.aborted ? 'cancelled' : 'failed');
        throw error;
      }
      outcomes.set(label, 'finished');
      return text('Lift-off');
    },
  },
  outcome: {
    title: 'Outcome of a countdown',
    description: 'running, finished, cancelled, failed or unknown',
    inputSchema: object({ label: { type: 'string' } }),
    call: ({ label }, _context, { outcomes }) => text(outcomes.get(label) ?? 'unknown'),
  },
  log: {
    title: 'Write log lines',
    description: 'One line at each level, or at those asked for',
    inputSchema: object({ levels: { type: 'array', items: { type: 'string', enum: LOG_LEVELS } } }, []),
    call: async ({ levels = LOG_LEVELS }, context) => {
      for (const level of levels) await context.mcpReq.log(level, { said: `this is ${level}` }, 'test-server');
      return text(`Logged ${levels.length} lines`);
    },
  },
  fail: {
    title: 'Fail in the tool',
    inputSchema: object(),
    call: () => ({ ...text('The tool did not work'), isError: true }),
  },
  throw: {
    title: 'Fail in the protocol',
    inputSchema: object(),
    call: () => {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'These arguments are not to my taste', { hint: 'none would be' });
    },
  },
  image: {
    title: 'Show one pixel',
    inputSchema: object(),
    call: () => ({ content: [{ type: 'image', data: ONE_PIXEL_PNG, mimeType: 'image/png' }] }),
  },
  introduce: {
    title: 'Ask who is there, then whether that is right',
    description: 'By questions of its own, or in its answer where the revision has no such questions',
    inputSchema: object(),
    call: (_args, { mcpReq: { inputResponses = {}, requestState } }) => {
      const { who, sure } = inputResponses;
      const ask = (key, message, requestedSchema, state) => inputRequired({ inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) }, requestState: state });
      if (sure) return text(`${requestState()}: ${sure.action === 'accept' && sure.content.sure ? 'sure' : 'not sure'}`);
      if (who?.action === 'accept') return ask('sure', `Are you ${who.content.name}?`, object({ sure: { type: 'boolean' } }), `{"you" : "${who.content.name}"}`);
      return who ? text('Nobody') : ask('who', 'Who is there?', object({ name: { type: 'string' } }), 'asked');
    },
  },
  'change-tools': {
    title: 'Say that the list of tools has changed',
    inputSchema: object(),
    call: async (_args, _context, { announceToolsChange }) => {
      await announceToolsChange();
      return text('Announced');
    },
  },
};

const PROMPTS = {
  greet: {
    title: 'Greeting',
    description: 'Greets someone',
    arguments: [{ name: 'name', description: 'Who is greeted', required: true }, { name: 'tone' }],
    get: ({ name, tone = 'warm' }) => ({
      description: `A ${tone} greeting`,
      messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name} in a ${tone} tone.` } }],
    }),
  },
  plain: {
    get: () => ({ messages: [{ role: 'assistant', content: { type: 'text', text: 'Nothing to fill in.' } }] }),
  },
};

const RESOURCES = {
  'test://notes/today': { name: 'today', title: 'Notes of today', mimeType: 'text/plain', text: 'Water the plants.' },
  'test://pixel': { name: 'pixel', mimeType: 'image/png', blob: ONE_PIXEL_PNG },
};

/** How many tools one page of `tools/list` holds: few enough that a client must ask again. */
export const TOOLS_PER_PAGE = 5;

/** What the runs of one HTTP server share, across its sessions and requests. */
export function createServerState() {
  return { outcomes: new Map() };
}

/**
 * One MCP server with all of the above, to be connected to a transport.
 * @param {{ name: string, revisions?: string[], state: ReturnType<typeof createServerState>, announceToolsChange?: () => void, cacheHints?: object }} options
 *   `cacheHints` say for each method how long its answers may be kept, and for whom (2026-07-28).
 *   `revisions` are the protocol revisions it accepts, newest first; without it, all that the official SDK knows.
 *   `announceToolsChange` is how tools/list_changed reaches clients; without it, over the session's own GET stream.
 */
export function createTestServer({ name, revisions, state, announceToolsChange, cacheHints }) {
  const server = new Server(
    { name, version: '1.2.3', title: `Test server ${name}` },
    {
      capabilities: { tools: { listChanged: true }, prompts: {}, resources: {}, logging: {} },
      instructions: 'Call echo first.',
      ...(revisions && { supportedProtocolVersions: revisions }),
      ...(cacheHints && { cacheHints }),
    },
  );
  const announce = announceToolsChange ?? (() => server.sendToolListChanged());

  server.setRequestHandler('tools/list', ({ params }) => {
    const start = Number(params?.cursor ?? 0);
    const end = start + TOOLS_PER_PAGE;
    const tools = Object.entries(TOOLS).map(([toolName, { call: _call, ...definition }]) => ({ name: toolName, ...definition }));
    return { tools: tools.slice(start, end), ...(end < tools.length && { nextCursor: String(end) }) };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = TOOLS[params.name];
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return await tool.call(params.arguments ?? {}, context, { outcomes: state.outcomes, announceToolsChange: announce });
  });

  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(PROMPTS).map(([promptName, { get: _get, ...definition }]) => ({ name: promptName, ...definition })),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = PROMPTS[params.name];
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
    return prompt.get(params.arguments ?? {});
  });

  server.setRequestHandler('resources/list', () => ({
    resources: Object.entries(RESOURCES).map(([uri, { text: _text, blob: _blob, ...definition }]) => ({ uri, ...definition })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://notes/{day}', name: 'notes', title: 'Notes of a day', mimeType: 'text/plain' }],
  }));
  server.setRequestHandler('resources/read', ({ params }) => {
    const resource = RESOURCES[params.uri];
    if (!resource) throw new ResourceNotFoundError(params.uri);
    const { mimeType, text: body, blob } = resource;
    return { contents: [{ uri: params.uri, mimeType, ...(body === undefined ? { blob } : { text: body }) }] };
  });

  return server;
}
