// What all our test servers offer, in every revision and over every transport, in Node.js and in a page.
import {
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
} from '@modelcontextprotocol/server';

const LISTS = ['tools', 'prompts', 'resources'];
const LOG_LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'];
const ONE_PIXEL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

const object = (properties = {}, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const text = (value) => ({ content: [{ type: 'text', text: value }] });

/** What the tool `ask` asks for. */
const INPUT_REQUESTS = {
  elicitation: () =>
    inputRequired.elicit({ message: 'Which color?', requestedSchema: object({ color: { type: 'string' } }) }),
  sampling: (
    params = { messages: [{ role: 'user', content: { type: 'text', text: 'Say something' } }], maxTokens: 10 },
  ) => inputRequired.createMessage(params),
  roots: () => inputRequired.listRoots(),
};

/** Rejects with the signal's reason if that comes first. */
function delay(delayMs, signal) {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
  });
}

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
    description:
      'Its output schema wants {"sum": number}; it answers with whatever it is given, or with no structure at all',
    inputSchema: object({ value: {}, fails: { type: 'boolean' } }, []),
    outputSchema: object({ sum: { type: 'number' } }),
    call: ({ value, fails }) => ({
      ...text('Promised'),
      ...(value !== undefined && { structuredContent: value }),
      ...(fails && { isError: true }),
    }),
  },
  countdown: {
    title: 'Count down',
    description: 'Reports progress at each step; "outcome" tells later what became of the run with this label',
    inputSchema: object(
      { steps: { type: 'integer', minimum: 1 }, delayMs: { type: 'integer', minimum: 0 }, label: { type: 'string' } },
      ['steps'],
    ),
    call: async ({ steps, delayMs = 0, label = '' }, context, { outcomes }) => {
      const { signal, notify, _meta } = context.mcpReq;
      outcomes.set(label, 'running');
      try {
        for (let step = 1; step <= steps; step++) {
          await delay(delayMs, signal);
          if (_meta?.progressToken !== undefined) {
            await notify({
              method: 'notifications/progress',
              params: {
                progressToken: _meta.progressToken,
                progress: step,
                total: steps,
                message: `${steps - step} to go`,
              },
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
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'These arguments are not to my taste', {
        hint: 'none would be',
      });
    },
  },
  image: {
    title: 'Show one pixel',
    icons: [
      { src: `data:image/png;base64,${ONE_PIXEL_PNG}` },
      { src: 'https://icons.example/pixel.svg', mimeType: 'image/svg+xml' },
    ],
    inputSchema: object(),
    call: () => ({ content: [{ type: 'image', data: ONE_PIXEL_PNG, mimeType: 'image/png' }] }),
  },
  introduce: {
    title: 'Ask who is there, then whether that is right',
    description: 'By requests of its own, or in its answer where the revision has no such requests',
    inputSchema: object(),
    call: (_args, { mcpReq: { inputResponses = {}, requestState } }) => {
      const { who, sure } = inputResponses;
      const ask = (key, message, requestedSchema, state) =>
        inputRequired({
          inputRequests: { [key]: inputRequired.elicit({ message, requestedSchema }) },
          requestState: state,
        });
      if (sure)
        return text(`${requestState()}: ${sure.action === 'accept' && sure.content.sure ? 'sure' : 'not sure'}`);
      if (who?.action === 'accept')
        return ask(
          'sure',
          `Are you ${who.content.name}?`,
          object({ sure: { type: 'boolean' } }),
          `{"you" : "${who.content.name}"}`,
        );
      return who ? text('Nobody') : ask('who', 'Who is there?', object({ name: { type: 'string' } }), 'asked');
    },
  },
  'change-tools': {
    title: 'Say that the list of tools has changed',
    inputSchema: object(),
    call: async (_args, _context, { announce }) => {
      await announce.tools();
      return text('Announced');
    },
  },
  announce: {
    title: 'Announce a change',
    description: 'Says that a list has changed, or a resource, by its URI, to those who subscribed to it',
    inputSchema: object({ what: { type: 'string' } }),
    call: async ({ what }, _context, { announce }) => {
      if (LISTS.includes(what)) await announce[what]();
      else await announce.resource(what);
      return text('Announced');
    },
  },
  ask: {
    title: 'Ask the page',
    description: 'Asks for what only the page knows, and says what it answered',
    inputSchema: object(
      {
        kind: { type: 'string', enum: Object.keys(INPUT_REQUESTS) },
        params: { type: 'object', description: 'Of sampling, in place of its own' },
      },
      ['kind'],
    ),
    call: ({ kind, params }, { mcpReq: { inputResponses } }) =>
      inputResponses?.answer
        ? text(JSON.stringify(inputResponses.answer))
        : inputRequired({ inputRequests: { answer: INPUT_REQUESTS[kind](params) } }),
  },
  elicit: {
    title: 'Elicit',
    description: 'Asks the user what it is told to ask, a form or a visit, and says what the answer was',
    inputSchema: object({ params: { type: 'object' } }),
    call: ({ params }, { mcpReq: { inputResponses } }) =>
      inputResponses?.answer
        ? text(JSON.stringify(inputResponses.answer))
        : inputRequired({ inputRequests: { answer: { method: 'elicitation/create', params } } }),
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

/** Completions, by what they are for. Who is greeted decides which tones are offered. */
const COMPLETIONS = {
  'ref/prompt greet tone': ({ name }) => (name === 'the Queen' ? ['solemn'] : ['dry', 'warm', 'wry']),
  'ref/resource test://notes/{day} day': () => ['today', 'tomorrow'],
};

/** How many tools one page of `tools/list` contains: few enough that a client needs several requests. */
export const TOOLS_PER_PAGE = 5;

/** State that one HTTP server shares across its sessions and requests. */
export function createServerState() {
  return { outcomes: new Map() };
}

/**
 * One MCP server with all of the above, ready to connect to a transport.
 * @param {{ name: string, era?: 'legacy' | 'modern', revisions?: string[], state: ReturnType<typeof createServerState>, isSessionless?: boolean, announce?: object, cacheHints?: object }} options
 *   In the modern `era`, the transport knows who subscribed to what.
 *   `cacheHints` say for each method how long its answers may be cached, and for whom (2026-07-28).
 *   `revisions` are the protocol revisions it accepts, newest first; without it, all that the official SDK knows.
 *   `isSessionless`: no state between requests, so the server can neither announce changes nor keep a log level.
 *   `announce` sends changes to clients; without it, they go over the session's own stream.
 */
export function createTestServer({
  name,
  era = 'legacy',
  revisions,
  state,
  isSessionless = false,
  announce: ownAnnounce,
  cacheHints,
}) {
  const server = new Server(
    { name, version: '1.2.3', title: `Test server ${name}` },
    {
      capabilities: {
        completions: {},
        ...(isSessionless
          ? { tools: {}, prompts: {}, resources: {} }
          : {
              tools: { listChanged: true },
              prompts: { listChanged: true },
              resources: { listChanged: true, subscribe: true },
              logging: {},
            }),
      },
      instructions: 'Call echo first.',
      ...(revisions && { supportedProtocolVersions: revisions }),
      ...(cacheHints && { cacheHints }),
    },
  );
  const subscribed = new Set();
  const announce = ownAnnounce ?? {
    tools: () => server.sendToolListChanged(),
    prompts: () => server.sendPromptListChanged(),
    resources: () => server.sendResourceListChanged(),
    resource: (uri) => (era === 'modern' || subscribed.has(uri)) && server.sendResourceUpdated({ uri }),
  };

  server.setRequestHandler('tools/list', ({ params }) => {
    const start = Number(params?.cursor ?? 0);
    const end = start + TOOLS_PER_PAGE;
    const tools = Object.entries(TOOLS).map(([toolName, { call: _call, ...definition }]) => ({
      name: toolName,
      ...definition,
    }));
    return { tools: tools.slice(start, end), ...(end < tools.length && { nextCursor: String(end) }) };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = TOOLS[params.name];
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return await tool.call(params.arguments ?? {}, context, { outcomes: state.outcomes, announce });
  });

  server.setRequestHandler('prompts/list', () => ({
    prompts: Object.entries(PROMPTS).map(([promptName, { get: _get, ...definition }]) => ({
      name: promptName,
      ...definition,
    })),
  }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = PROMPTS[params.name];
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${params.name}`);
    return prompt.get(params.arguments ?? {});
  });

  server.setRequestHandler('resources/list', () => ({
    resources: Object.entries(RESOURCES).map(([uri, { text: _text, blob: _blob, ...definition }]) => ({
      uri,
      ...definition,
    })),
  }));
  if (era === 'legacy' && !isSessionless) {
    server.setRequestHandler('resources/subscribe', ({ params }) => {
      subscribed.add(params.uri);
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', ({ params }) => {
      subscribed.delete(params.uri);
      return {};
    });
  }
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      { uriTemplate: 'test://notes/{day}', name: 'notes', title: 'Notes of a day', mimeType: 'text/plain' },
    ],
  }));
  server.setRequestHandler('resources/read', ({ params }) => {
    const resource = RESOURCES[params.uri];
    if (!resource) throw new ResourceNotFoundError(params.uri);
    const { mimeType, text: body, blob } = resource;
    return { contents: [{ uri: params.uri, mimeType, ...(body === undefined ? { blob } : { text: body }) }] };
  });

  server.setRequestHandler('completion/complete', ({ params: { ref, argument, context } }) => {
    const suggest = COMPLETIONS[`${ref.type} ${ref.name ?? ref.uri} ${argument.name}`];
    const values = suggest?.(context?.arguments ?? {}).filter((value) => value.startsWith(argument.value)) ?? [];
    return { completion: { values, total: values.length, hasMore: false } };
  });

  return server;
}
