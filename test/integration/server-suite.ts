import { assert } from 'chai';
import { type ConnectOptions, type LogMessage, type Progress, supports } from '@mcp-web/client';
import type { AnyClient } from '@mcp-web/client/worker';
import { errorOf } from '../support/errors.ts';
import { can, type Connection, requireAbility, type ServerCase } from './server-cases.ts';
import { collect, eventAfter, rpcErrorOf, textOf, uniqueLabel, untilListed } from './support.ts';

/** What the page answers when servers ask. */
const handlers: ConnectOptions = {
  elicitation: { form: ({ message }) => ({ action: 'accept', content: { name: `heard: ${message}` } }) },
  sampling: {
    createMessage: ({ messages: [first] }) => ({
      role: 'assistant',
      model: 'a model of the page',
      content: { type: 'text', text: `heard: ${JSON.stringify(first?.content)}` },
    }),
  },
  roots: () => [{ uri: 'file:///home/ada', name: 'Ada’s home' }],
};
const ANSWERS = { elicitation: 'heard: ', sampling: 'a model of the page', roots: 'file:///home/ada' } as const;

/** What every server must do, whichever revision it speaks and however it is reached. */
export function describeServer(server: ServerCase): void {
  describe(`the server ${server.title}`, () => {
    let connection: Connection;
    let client: AnyClient;
    before(async () => {
      connection = await server.connect(handlers);
      ({ client } = connection);
    });
    after(() => connection.end());

    it('is connected, and says who it is and what it offers [BP-44, LC-12]', () => {
      assert.equal(client.era, server.era);
      assert.equal(client.revision, server.revision);
      assert.deepInclude(client.server.identity, server.identity);
      assert.match(client.server.instructions ?? '', server.instructions);
      assert.containsAllKeys(client.server.capabilities, [
        'tools',
        'prompts',
        'resources',
        'completions',
        ...(can(server.log) ? ['logging'] : []),
      ]);
      assert.equal(client.server.capabilities.resources?.subscribe === true, can(server.update));
      assert.equal(client.server.capabilities.resources?.listChanged === true, can(server.lists));
    });

    it('lists tools, prompts, resources and templates, over all pages, which end where no cursor follows [PG-04][PG-06]', async () => {
      await untilListed(client, server.tools.at(-1) ?? '');
      const { tools: firstPage, nextCursor } = await client.listTools();
      const tools = await collect(client.tools());
      assert.lengthOf(firstPage, Math.min(server.pageSize, tools.length));
      assert.equal(nextCursor !== undefined, server.pageSize < tools.length);
      assert.includeMembers(
        tools.map(({ name }) => name),
        [...server.tools],
      );
      assert.lengthOf(new Set(tools.map(({ name }) => name)), tools.length);
      assert.includeMembers(
        (await collect(client.prompts())).map(({ name }) => name),
        [...server.prompts],
      );
      const resources = await collect(client.resources());
      assert.isNotEmpty(resources);
      assert.includeMembers(
        resources.map(({ uri }) => uri),
        [...server.resources],
      );
      assert.includeMembers(
        (await collect(client.resourceTemplates())).map(({ uriTemplate }) => uriTemplate),
        [...server.templates],
      );
    });

    it('answers a tool call with text and with structure [BP-11]', async () => {
      assert.equal(textOf(await client.callTool('echo', { message: 'Grüße 👋' })), 'Echo: Grüße 👋');
      assert.deepEqual((await client.callTool(...server.structured.call)).structuredContent, server.structured.content);
    });

    it('tells a tool that failed from a call that did [TO-18]', async () => {
      const failed = await client.callTool(...server.failing.call);
      assert.isTrue(failed.isError);
      assert.include(textOf(failed), server.failing.says);
      const unknown = client.callTool('no-such-tool');
      if ('rpcCode' in server.unknownTool) {
        assert.equal((await rpcErrorOf(unknown)).rpcCode, server.unknownTool.rpcCode);
      } else {
        const said = await unknown;
        assert.isTrue(said.isError);
        assert.include(textOf(said), server.unknownTool.says);
      }
    });

    it('reports progress step by step to the call that asked, and to no other [PR-03][PR-08]', async () => {
      const run = async (stepCount: number): Promise<Progress[]> => {
        const steps: Progress[] = [];
        await client.callTool(...server.slow(40 * stepCount, stepCount, uniqueLabel()), {
          onprogress: (step) => steps.push(step),
        });
        return steps;
      };
      const [three, two] = await Promise.all([run(3), run(2)]);
      assert.deepEqual(
        three,
        [1, 2, 3].map((step) => server.progress(step, 3)),
      );
      assert.deepEqual(
        two,
        [1, 2].map((step) => server.progress(step, 2)),
      );
    });

    it(`lets go of a call that the page cancels, which rejects with the reason${can(server.outcome) ? '' : ` (unseen at the server: ${server.outcome.cannot})`}`, async () => {
      const label = uniqueLabel();
      const reason = new Error('changed my mind');
      const controller = new AbortController();
      const options = { signal: controller.signal, onprogress: () => controller.abort(reason) };
      const rejection = await client
        .callTool(...server.slow(20_000, 400, label), options)
        .catch((error: unknown) => error);
      assert.equal(rejection, reason);
      if (can(server.outcome)) assert.isTrue(await isCancelled(server.outcome, label));
      assert.equal(textOf(await client.callTool('echo', { message: 'still here' })), 'Echo: still here');
    });

    it('lets go of a call that takes longer than it may [LC-14][LC-17][LC-18][TO-10][CX-12]', async () => {
      // On a busy machine a call may be given up before it has reached the server.
      for (let timeoutMs = 150, isSeen = false; !isSeen; timeoutMs *= 2) {
        const label = uniqueLabel();
        const error = await errorOf(client.callTool(...server.slow(20_000, 1, label), { timeoutMs }), 'timeout');
        assert.include(error.message, 'tools/call');
        isSeen = !can(server.outcome) || (await isCancelled(server.outcome, label));
      }
    });

    it('answers fifty calls at once, each to its caller, and a quick one before a slow one', async () => {
      const controller = new AbortController();
      const slow = client.callTool(...server.slow(60_000, 1, uniqueLabel()), { signal: controller.signal }).then(
        () => 'answered',
        () => 'cancelled',
      );
      const calls = Array.from({ length: 50 }, (_, index) => client.callTool('echo', { message: String(index) }));
      const texts = (await Promise.all(calls)).map(textOf);
      assert.deepEqual(
        texts,
        calls.map((_, index) => `Echo: ${index}`),
      );
      controller.abort();
      assert.equal(await slow, 'cancelled');
    });

    it('renders a prompt with its arguments, and refuses one that it does not have [PM-01][PM-05]', async () => {
      const { name, args, required, says } = server.prompt;
      const listed = (await collect(client.prompts())).find((prompt) => prompt.name === name)?.arguments;
      assert.sameMembers(listed?.map((argument) => argument.name) ?? [], Object.keys(args));
      assert.deepEqual(
        listed?.filter((argument) => argument.required).map((argument) => argument.name),
        required,
      );
      assert.deepEqual((await client.getPrompt(name, args)).messages, [
        { role: 'user', content: { type: 'text', text: says } },
      ]);
      assert.equal((await rpcErrorOf(client.getPrompt('no-such-prompt'))).rpcCode, -32602);
    });

    it('reads text and bytes, and refuses what it does not have [RE-05][RE-07]', async () => {
      const [text] = (await client.readResource(server.text.uri)).contents;
      assert.equal(text?.uri, server.text.uri);
      assert.include(text?.text, server.text.says);
      const [blob] = (await client.readResource(server.blob.uri)).contents;
      assert.isTrue(atob(blob?.blob ?? '').startsWith(server.blob.startsWith));
      assert.include([-32602, -32002], (await rpcErrorOf(client.readResource('test://nowhere/at/all'))).rpcCode);
    });

    it('completes arguments of prompts, also by those that are filled in, and variables of templates [CO-01][CO-03]', async () => {
      for (const {
        of: [reference, argument],
        context,
        values,
      } of Object.values(server.completions)) {
        assert.deepEqual((await client.complete(reference, argument, { context })).values, values);
      }
    });

    it('answers any other request, a ping among them, and refuses what it does not know', async () => {
      await client.ping();
      assert.isArray((await client.request('resources/list'))['resources']);
      assert.equal((await rpcErrorOf(client.request('example/unknown'))).rpcCode, -32601);
    });

    if (can(server.update)) {
      const { uri, make } = server.update;
      it('announces changes of a resource from subscription to unsubscription [SU-13]', async () => {
        await client.subscribe(uri);
        await eventAfter(
          () => make(client),
          client,
          'resourceupdate',
          (event) => event.uri === uri,
        );
        await client.unsubscribe(uri);
        // What is announced later, on the same stream, has arrived: what was announced before has, too.
        const { names, make: change } = requireAbility(server.lists);
        const flush = (): Promise<void> =>
          eventAfter(
            () => change(client, names[0] ?? ''),
            client,
            'listchange',
            (event) => event.list === names[0],
          );
        await flush();
        const updates: string[] = [];
        const ended = new AbortController();
        client.addEventListener('resourceupdate', (event) => updates.push(event.uri), { signal: ended.signal });
        await make(client);
        await flush();
        ended.abort();
        assert.isEmpty(updates);
      });
    } else {
      it(`announces no changes of a resource (${server.update.cannot})`, async () => {
        await errorOf(client.subscribe(server.text.uri), 'unsupported');
      });
    }

    if (can(server.lists)) {
      const { names, make } = server.lists;
      it(`says which of its lists has changed (${names.join(', ')}) [TR-09]`, async () => {
        for (const list of names)
          await eventAfter(
            () => make(client, list),
            client,
            'listchange',
            (event) => event.list === list,
          );
      });
    } else {
      it(`announces no changes of its lists (${server.lists.cannot})`, async () => {
        const changes: string[] = [];
        client.addEventListener('listchange', ({ list }) => changes.push(list));
        await client.callTool('announce', { what: 'tools' });
        assert.isEmpty(changes);
      });
    }

    if (can(server.log)) {
      const { level, make, isIt } = server.log;
      it('logs at the level that the page asked for, and above [LG-01][LG-02]', async () => {
        const lines: LogMessage[] = [];
        const ended = new AbortController();
        client.addEventListener('log', ({ message }) => lines.push(message), { signal: ended.signal });
        await client.setLogLevel('critical');
        await make(client);
        await client.setLogLevel(level);
        assert.isEmpty(lines);
        await eventAfter(
          () => make(client),
          client,
          'log',
          ({ message }) => isIt(message),
        );
        ended.abort();
        await client.setLogLevel('emergency');
      });
    } else {
      it(`does not log (${server.log.cannot})`, async () => {
        await errorOf(client.setLogLevel('debug'), 'unsupported');
      });
    }

    for (const kind of ['elicitation', 'sampling', 'roots'] as const) {
      if (can(server.asks) && kind === 'elicitation' && !supports(server.revision, 'elicitation')) {
        const [name, args] = server.asks[kind];
        it('hears that its revision has no such request when it asks the page for elicitation [BP-47]', async () => {
          const answer = await client.callTool(name, args).catch((error: unknown) => error);
          assert.match(JSON.stringify(answer) + String(answer), /does not answer elicitation/);
        });
      } else if (can(server.asks)) {
        const [name, args] = server.asks[kind];
        it(`asks the page for ${kind} and gets the answer [TR-06][BP-06]`, async () => {
          const { content } = await client.callTool(name, args);
          assert.include(JSON.stringify(content), ANSWERS[kind]);
        });
      } else {
        it(`cannot ask the page for ${kind} (${server.asks.cannot})`, async () => {
          assert.isTrue((await client.callTool('ask', { kind })).isError);
        });
      }
    }

    it('is left for good: calls that wait are rejected, and new ones, and closing twice is closing', async () => {
      const other = await server.connect({});
      const waiting = errorOf(other.client.callTool(...server.slow(2_000, 1, uniqueLabel())), 'closed');
      await other.client.close();
      await waiting;
      await errorOf(other.client.callTool('echo', { message: 'hi' }), 'closed');
      await other.end();
      assert.equal(textOf(await client.callTool('echo', { message: 'not me' })), 'Echo: not me');
    });

    /** Waits for what becomes of a run; false where the server does not know of it. */
    async function isCancelled(
      outcome: (client: AnyClient, label: string) => Promise<string>,
      label: string,
    ): Promise<boolean> {
      for (let unknown = 0; unknown < 25;) {
        const said = await outcome(client, label);
        if (said === 'unknown') unknown++;
        else if (said !== 'running') return (assert.equal(said, 'cancelled'), true);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return false;
    }
  });
}
