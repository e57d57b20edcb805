import { assert } from 'chai';
import { type ConsentDecision, McpHost, RpcError } from '@mcp-web/client';
import { modelTools } from '@mcp-web/client/tools';
import { exposeTools } from '@mcp-web/client/tools/webmcp';
import { errorOf } from '../../../support/errors.ts';
import { engine, isChromium } from '../../../support/engine.ts';
import { eventually } from '../../../support/scripted-server.ts';
import { allow, hostOf, listed, textResult, toolServer } from '../../../support/tool-servers.ts';

const NOTES = 'https://mcp.notes.example/mcp';
const MAIL = 'https://mail.example/mcp';

interface Registered {
  name: string;
  title: string;
  description: string;
  inputSchema: object;
  annotations: { readOnlyHint: boolean; untrustedContentHint: boolean };
}

/** TypeScript does not know WebMCP yet. */
interface ModelContext extends EventTarget {
  registerTool(tool: object, options?: { signal: AbortSignal }): Promise<void>;
  getTools(): Promise<Registered[]>;
  executeTool(tool: Registered, input: object, options?: { signal: AbortSignal }): Promise<string>;
}
declare global {
  interface Document {
    readonly modelContext: ModelContext;
  }
}

/** What ends with each test. */
let ending: AbortController;
beforeEach(() => (ending = new AbortController()));
afterEach(() => ending.abort());

const atEnd = (end: () => void): void => ending.signal.addEventListener('abort', end);
const closed = <T extends McpHost>(host: T): T => (atEnd(() => host.close()), host);
const connected = async (...args: Parameters<typeof hostOf>): Promise<McpHost> => closed(await hostOf(...args));

async function reached<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const offered = async (name: RegExp): Promise<Registered | undefined> =>
  (await document.modelContext.getTools()).find((tool) => name.test(tool.name));
/** As the browser's agent does. */
const execute = async (
  name: RegExp,
  input: object = {},
  signal = ending.signal,
): Promise<{ text: string; isError: boolean }> => {
  const tool = await offered(name);
  if (!tool) throw new Error(`Nobody offers ${name}`);
  const { content, isError } = JSON.parse(await document.modelContext.executeTool(tool, input, { signal }));
  assert.lengthOf(content, 1);
  return { text: content[0].text, isError };
};
const register = (tool: { name: string; [member: string]: unknown }): Promise<void> =>
  document.modelContext.registerTool(
    { description: 'Of this page', execute: () => Promise.resolve('done'), ...tool },
    { signal: ending.signal },
  );
const pageHost = async (options?: ConstructorParameters<typeof McpHost>[0]): Promise<McpHost> => {
  const host = closed(new McpHost(options ?? { consent: allow }));
  assert.equal(host.addPageTools(), 'page');
  await eventually(() => host.getSnapshot().servers.every(({ status, isListing }) => status === 'ready' && !isListing));
  return host;
};
const namesIn = (host: McpHost): string[] =>
  host.getSnapshot().servers.flatMap(({ tools }) => tools.map(({ name }) => name));
const answer = async (host: McpHost, decision: ConsentDecision): Promise<void> => {
  const request = await eventually(() => host.getSnapshot().requests[0]);
  host.respond(request.id, decision);
};

/** The page as it is in a browser with another WebMCP, or none. */
function replaceModelContext(value: unknown): void {
  Object.defineProperty(document, 'modelContext', { value, configurable: true });
  atEnd(() => Reflect.deleteProperty(document, 'modelContext'));
}

describe('WebMCP', () => {
  it('is an experiment that only the Chromium of these tests has', () => {
    assert.equal('modelContext' in document, engine === 'chromium');
  });

  for (const [what, value] of Object.entries({
    'a browser without it': undefined,
    'a browser with something else of this name': { registerTool: 7 },
  }))
    it(`changes nothing in ${what}`, async () => {
      replaceModelContext(value);
      const host = await connected({ [NOTES]: toolServer([{ name: 'send' }]) });
      exposeTools(host);
      assert.isUndefined(host.addPageTools());
      assert.lengthOf(host.getSnapshot().servers, 1);
    });

  it('reads what a browser of another draft has of the tools of a page, and skips what is no tool of this page', async () => {
    const tools: unknown = [
      null,
      'nonsense',
      {},
      { name: 7 },
      { name: 'bare' },
      {
        name: 'text',
        title: '',
        description: 7,
        inputSchema: '{"required":["a"]}',
        annotations: { readOnlyHint: 'yes' },
      },
      { name: 'broken', inputSchema: '{', annotations: null },
      { name: 'odd', title: 'Odd', description: 'What it does', inputSchema: '"text"', window: globalThis },
      { name: 'framed', window: {} },
    ];
    let offers = tools;
    const context = Object.assign(new EventTarget(), {
      registerTool: () => Promise.resolve(),
      getTools: () => Promise.resolve(offers),
      executeTool: ({ name }: { name: string }) =>
        Promise.resolve({ bare: null, text: undefined, broken: 'undefined', odd: 7 }[name]),
    });
    replaceModelContext(context);
    const host = await pageHost();
    assert.deepEqual(host.getSnapshot().servers[0]?.tools, [
      { name: 'bare', description: '', inputSchema: { type: 'object' } },
      { name: 'text', description: '', inputSchema: { type: 'object', required: ['a'] } },
      { name: 'broken', description: '', inputSchema: { type: 'object' } },
      { name: 'odd', title: 'Odd', description: 'What it does', inputSchema: { type: 'object' } },
    ]);
    for (const name of ['bare', 'text', 'broken']) assert.deepEqual(await host.callTool('page', name), { content: [] });
    assert.deepEqual(await host.callTool('page', 'odd'), textResult('7'));
    offers = 'none';
    await host.refresh('page');
    assert.isEmpty(namesIn(host));
  });

  it('answers a call of a tool that the page does not have as servers do', async () => {
    const context = Object.assign(new EventTarget(), {
      registerTool: () => Promise.resolve(),
      getTools: () => Promise.resolve([]),
      executeTool: () => Promise.resolve('ran'),
    });
    replaceModelContext(context);
    const host = await pageHost();
    const error = await errorOf(host.client('page').callTool('gone'), 'rpc');
    assert.equal(error instanceof RpcError && error.rpcCode, -32602, error.message);
  });

  it('says that the page can no longer register tools, where that is so', async () => {
    replaceModelContext(
      Object.assign(new EventTarget(), {
        registerTool: () => Promise.resolve(),
        getTools: () => Promise.resolve([]),
        executeTool: () => Promise.resolve(''),
      }),
    );
    const host = await pageHost();
    replaceModelContext(undefined);
    host.retry('page');
    const error = await eventually(() => host.getSnapshot().servers[0]?.error);
    assert.equal(error.code, 'closed');
    assert.include(error.message, 'can no longer register tools');
  });

  it('runs tools of the page with arguments as text, too, as Chrome 149 to 155 want them', async () => {
    const context = Object.assign(new EventTarget(), {
      registerTool: () => Promise.resolve(),
      getTools: () => Promise.resolve([{ name: 'add', description: '', inputSchema: '' }, 'nonsense', {}]),
      executeTool: (_tool: unknown, input: string) => Promise.resolve(`given ${input}`),
    });
    replaceModelContext(context);
    const host = await pageHost();
    assert.deepEqual(namesIn(host), ['add']);
    assert.deepEqual(await host.callTool('page', 'add', { a: 1 }), textResult('given {"a":1}'));
  });
});

if (isChromium) {
  describe('tools that a host offers to the browser’s agent', () => {
    it('are those of its servers, with what the agent has to know of them', async () => {
      const inputSchema = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] };
      const [send, read] = [
        { name: 'send', title: 'Send', description: 'Sends a note.', inputSchema },
        { name: 'read' },
      ];
      const host = await connected({
        [NOTES]: toolServer([send, Object.assign(read, { annotations: { readOnlyHint: true } })]),
      });
      exposeTools(host, { signal: ending.signal });
      const tool = await reached(() => offered(/^notes_send_/));
      assert.equal(tool.title, 'Send');
      assert.equal(
        tool.description,
        'A tool of mcp.notes.example/mcp. In the words of that server: Send. Sends a note.',
      );
      assert.deepInclude(tool.inputSchema, inputSchema);
      assert.include(tool.annotations, { readOnlyHint: false, untrustedContentHint: true });
      assert.isTrue((await offered(/^notes_read_/))?.annotations.readOnlyHint);
    });

    it('run when the user allows it, and tell the agent when they do not', async () => {
      const runs: unknown[] = [];
      const server = toolServer([{ name: 'pay', run: (args) => (runs.push(args), textResult('Paid')) }]);
      const host = await connected({ [NOTES]: server }, {});
      host.addResponder('consent');
      exposeTools(host, { signal: ending.signal });
      const [denied] = await Promise.all([execute(/_pay_/, { sum: 7 }), answer(host, { action: 'deny' })]);
      assert.isTrue(denied.isError);
      assert.include(denied.text, 'The user did not allow this call');
      assert.deepEqual(runs, []);
      const [paid] = await Promise.all([execute(/_pay_/, { sum: 7 }), answer(host, { action: 'allow' })]);
      assert.isFalse(paid.isError);
      assert.match(paid.text, /^<data from="mcp\.notes\.example\/mcp"[^]*\nPaid\n/);
      assert.deepEqual(runs, [{ sum: 7 }]);
      const decisions = [...host.log.getSnapshot()].filter(({ kind }) => kind === 'decision');
      assert.deepEqual(
        decisions.map(({ data }) => Object(data).wantedBy),
        ['model', 'model'],
      );
    });

    it('come and go with the tools of the host, and stay as they are where nothing changes', async () => {
      const server = toolServer([{ name: 'one' }, { name: 'two' }]);
      const host = await connected({ [NOTES]: server });
      exposeTools(host, { signal: ending.signal });
      const names = async (): Promise<string[]> =>
        (await document.modelContext.getTools()).map(({ name }) => name.split('_')[1] ?? '').sort();
      await reached(async () => (await names()).join() === 'one,two');
      let changes = 0;
      document.modelContext.addEventListener('toolchange', () => changes++, { signal: ending.signal });
      await server.change([{ name: 'one' }, { name: 'three' }]);
      await reached(async () => (await names()).join() === 'one,three');
      await eventually(() => changes === 2);
      await host.setToolEnabled('server-1', 'three', false);
      await reached(async () => (await names()).join() === 'one');
      await server.change([{ name: 'one', description: 'Now it is described' }]);
      await reached(async () => /Now it is described/.test((await offered(/_one_/))?.description ?? ''));
      host.remove('server-1');
      await reached(async () => (await names()).join() === '');
    });

    it('are those that the page lets through, also where the agent searches them', async () => {
      const many = Array.from({ length: 50 }, (_, index) => ({ name: `tool_${index}` }));
      const host = await connected({ [NOTES]: toolServer(many), [MAIL]: toolServer([{ name: 'send' }]) });
      exposeTools(host, { filter: (_tool, { url }) => url === MAIL, signal: ending.signal });
      await reached(() => offered(/^mail_send_/));
      assert.lengthOf(await document.modelContext.getTools(), 1);
      ending.abort();
      ending = new AbortController();
      const other = await connected({ [NOTES]: toolServer(many), [MAIL]: toolServer([{ name: 'send' }]) });
      exposeTools(other, { filter: (_tool, { url }) => url === NOTES, signal: ending.signal });
      await reached(() => offered(/^find_tools$/));
      const { text } = await execute(/^find_tools$/, { query: 'send' });
      assert.include(text, 'Nothing was found');
      assert.include(text, 'There are 50 tools: 50 of mcp.notes.example/mcp.');
    });

    for (const [who, end] of Object.entries({
      'the agent gives up': (agent: AbortController) => agent.abort(),
      'the page takes its tools back': (_agent: AbortController, page: AbortController) => page.abort(),
    }))
      it(`cancel their calls when ${who}`, async () => {
        const [agent, page] = [new AbortController(), new AbortController()];
        const cancelled = new Promise((resolve) => {
          const server = toolServer([
            {
              name: 'wait',
              run: (_args, { signal }) =>
                new Promise((_resolve, reject) => {
                  signal?.addEventListener('abort', () => (resolve('cancelled'), reject(signal.reason)));
                  end(agent, page);
                }),
            },
          ]);
          void connected({ [NOTES]: server }).then(async (host) => {
            exposeTools(host, { signal: page.signal });
            atEnd(() => page.abort());
            await reached(() => offered(/_wait_/));
            await execute(/_wait_/, {}, agent.signal).catch(() => {});
          });
        });
        assert.equal(await cancelled, 'cancelled');
        if (page.signal.aborted) await reached(async () => !(await offered(/_wait_/)));
      });

    it('are offered once where two hosts have the same server, and the console says so', async () => {
      const { warn } = console;
      const warnings: unknown[] = [];
      console.warn = (text: unknown) => warnings.push(text);
      atEnd(() => (console.warn = warn));
      for (let index = 0; index < 2; index++)
        exposeTools(await connected({ [NOTES]: toolServer([{ name: 'send' }, { name: 'read' }]) }), {
          signal: ending.signal,
        });
      await eventually(() => warnings.length > 0);
      assert.match(String(warnings), /^The browser does not offer the tool notes_\w+ to its agent: InvalidStateError/);
      assert.lengthOf(await document.modelContext.getTools(), 2);
    });

    it('are offered again after the browser refused them once, or where it returns no promise', async () => {
      const { warn } = console;
      console.warn = () => {};
      atEnd(() => (console.warn = warn));
      const tried: string[] = [];
      const registry = Object.assign(new EventTarget(), {
        registerTool: ({ name }: { name: string }) => {
          tried.push(name);
          return tried.length === 1 ? Promise.reject(new Error('Not now')) : undefined;
        },
      });
      Object.defineProperty(document, 'modelContext', { configurable: true, value: registry });
      atEnd(() => Reflect.deleteProperty(document, 'modelContext'));
      const host = await connected({ [NOTES]: toolServer([{ name: 'send' }]) });
      exposeTools(host, { signal: ending.signal });
      assert.lengthOf(tried, 1);
      host.add(MAIL, { fetch: toolServer([{ name: 'read' }]).fetch });
      await eventually(() => tried.length === 3);
      assert.equal(new Set(tried).size, 2);
      assert.equal(tried[0], tried[1]);
    });
  });

  describe('tools that the page registered itself', () => {
    it('are one more server of the host, at the origin of the page and called like it', async () => {
      const { title } = document;
      document.title = 'My notes';
      atEnd(() => (document.title = title));
      const inputSchema = { type: 'object', properties: { text: { type: 'string' } } };
      await register({ name: 'add_note', title: 'Add a note', inputSchema, annotations: { readOnlyHint: true } });
      const host = await pageHost();
      const [server] = host.getSnapshot().servers;
      assert.equal(server?.url, `${location.origin}/`);
      assert.isTrue(server?.isPage);
      assert.equal(server?.info?.identity?.title, 'My notes');
      assert.deepEqual(server?.enabledTools, [
        {
          name: 'add_note',
          title: 'Add a note',
          description: 'Of this page',
          inputSchema,
          annotations: { readOnlyHint: true },
        },
      ]);
      assert.match(modelTools(host).list[0]?.description ?? '', new RegExp(`^A tool of ${location.host}\\.`));
    });

    it('run when the user allows it, with what the agent of the page asked for', async () => {
      await register({
        name: 'add_note',
        execute: (input: unknown) => Promise.resolve(`added ${JSON.stringify(input)}`),
      });
      const host = await pageHost({});
      host.addResponder('consent');
      const tools = modelTools(host);
      const [result] = await Promise.all([
        tools.call(tools.list[0]?.name ?? '', { text: 'ü' }),
        answer(host, { action: 'allow' }),
      ]);
      assert.isFalse(result.isError);
      const [content] = result.content;
      assert.include(content?.type === 'text' ? content.text : '', 'added {"text":"ü"}');
      const [denied] = await Promise.all([tools.call(tools.list[0]?.name ?? '', {}), answer(host, { action: 'deny' })]);
      assert.equal(denied.denied, '');
    });

    it('answer with text, as servers do, or with nothing, and say when they failed', async () => {
      const results: Record<string, () => unknown> = {
        text: () => 'plain',
        data: () => ({ city: 'Bern' }),
        mcp: () => ({ content: [{ type: 'text', text: 'as a server' }], structuredContent: { a: 1 }, isError: true }),
        broken: () => ({ content: [{ type: 'text' }] }),
        nothing: () => {},
        thrown: () => Promise.reject(new Error('Secret of the page')),
      };
      for (const [name, run] of Object.entries(results)) await register({ name, execute: async () => run() });
      const host = await pageHost();
      const call = (name: string) => host.callTool('page', name, {});
      assert.deepEqual(await call('text'), textResult('plain'));
      assert.deepEqual(await call('data'), textResult('{"city":"Bern"}'));
      assert.deepEqual(await call('mcp'), {
        content: [{ type: 'text', text: 'as a server' }],
        structuredContent: { a: 1 },
        isError: true,
      });
      assert.deepEqual(await call('broken'), textResult('{"content":[{"type":"text"}]}'));
      assert.deepEqual(await call('nothing'), { content: [] });
      const failed = await call('thrown');
      assert.isTrue(failed.isError);
      const [{ type, text }] = [Object(failed.content[0])];
      assert.equal(type, 'text');
      assert.match(text, /^The tool of the page failed: /);
    });

    it('come and go as the page registers them, and are gone with their server', async () => {
      await register({ name: 'one' });
      const host = await pageHost();
      const gone = new AbortController();
      await document.modelContext.registerTool(
        { name: 'two', description: 'Of this page', execute: () => Promise.resolve('two') },
        { signal: gone.signal },
      );
      await eventually(() => namesIn(host).join() === 'one,two');
      gone.abort();
      await eventually(() => namesIn(host).join() === 'one');
      host.remove('page');
      assert.deepEqual(namesIn(host), []);
      assert.equal(host.addPageTools({ id: 'again' }), 'again');
    });

    it('that are gone between the choice and the call do not run, and the model hears so', async () => {
      let runs = 0;
      const gone = new AbortController();
      const tool = { name: 'add_note', description: 'Of this page', execute: async () => ++runs };
      await document.modelContext.registerTool(tool, { signal: gone.signal });
      const host = await pageHost({});
      host.addResponder('consent');
      const tools = modelTools(host);
      const call = tools.call(tools.list[0]?.name ?? '', {});
      const request = await eventually(() => host.getSnapshot().requests[0]);
      gone.abort();
      await eventually(() => namesIn(host).length === 0);
      host.respond(request.id, { action: 'allow' });
      const result = await call;
      assert.isTrue(result.isError);
      assert.include(JSON.stringify(result.content), 'stopped offering add_note before it ran');
      assert.equal(runs, 0);
    });

    it('hear that the model gave up', async () => {
      const giveUp = new AbortController();
      const heard = new Promise<void>((resolve) => {
        void register({
          name: 'wait',
          execute: (_input: unknown, { signal }: { signal: AbortSignal }) => {
            signal.addEventListener('abort', () => resolve());
            giveUp.abort();
            return new Promise(() => {});
          },
        });
      });
      const host = await pageHost();
      await host.callTool('page', 'wait', {}, { signal: giveUp.signal }).then(
        () => assert.fail('It was not cancelled'),
        (reason: unknown) => assert.equal(reason, giveUp.signal.reason),
      );
      await heard;
    });

    it('are not those of frames', async () => {
      await register({ name: 'of_page' });
      const frame = document.createElement('iframe');
      document.body.append(frame);
      atEnd(() => frame.remove());
      const tool = { name: 'of_frame', description: 'Of a frame', execute: () => Promise.resolve('') };
      await frame.contentDocument?.modelContext.registerTool(tool);
      assert.isDefined(await offered(/^of_frame$/));
      assert.deepEqual(namesIn(await pageHost()), ['of_page']);
    });

    it('never come back: not to the agent that has them, nor from the tools that a host offers', async () => {
      await register({ name: 'of_page' });
      const host = await pageHost();
      host.add(NOTES, { id: 'notes', fetch: toolServer([{ name: 'send' }]).fetch });
      await listed(host);
      exposeTools(host, { signal: ending.signal });
      await reached(() => offered(/^notes_send_/));
      assert.lengthOf(await document.modelContext.getTools(), 2);
      const other = await pageHost();
      assert.deepEqual(namesIn(other), ['of_page']);
      await host.refresh('page');
      assert.sameMembers(namesIn(host), ['of_page', 'send']);
    });
  });
}
