import { assert } from 'chai';
import { connect, type LogMessage, McpHost } from '@mcp-web/client';
import { json, modernServer, result, type Scripted, until } from '../../support/scripted-server.ts';

const URL_OF_SCRIPT = 'https://scripted.example/mcp';
const done = { resultType: 'complete', content: [{ type: 'text' as const, text: 'done' }] };

/** Has tools with these names, on one page for each list. */
function serverWith(...pages: string[][]): Scripted {
  return modernServer(
    ({ method, id, params }) => {
      if (method === 'tools/call') return json(result(id, done));
      if (method !== 'tools/list') return undefined;
      const page = Number(params['cursor'] ?? 0);
      const tools = pages[page]?.map((name) => ({ name, inputSchema: { type: 'object' } }));
      const more = page + 1 < pages.length && { nextCursor: String(page + 1) };
      return json(result(id, { resultType: 'complete', tools, ...more, ttlMs: 0, cacheScope: 'private' }));
    },
    { tools: {} },
  );
}

describe('the name of a tool', () => {
  const odd = ['get weather', 'wetter-für-heute', '', 'x'.repeat(129)];

  it('may be any: such tools are listed and called, and the log warns once of what other clients may refuse [TO-22]', async () => {
    const client = await connect(URL_OF_SCRIPT, serverWith(odd));
    const warnings: LogMessage[] = [];
    client.addEventListener('log', ({ message }) => warnings.push(message));
    for (const _time of [1, 2]) {
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map(({ name }) => name),
        odd,
      );
    }
    assert.deepEqual((await client.callTool('get weather')).content, done.content);
    assert.lengthOf(warnings, 1);
    assert.deepInclude(warnings[0], { level: 'warning', logger: 'mcp-web' });
    assert.include(JSON.stringify(warnings[0]?.data), String.raw`\"get weather\", \"wetter-für-heute\", \"\", \"xxx`);
    await client.close();
  });

  it('that two tools have is one that others may refuse [TO-22]', async () => {
    const client = await connect(URL_OF_SCRIPT, serverWith(['a', 'b', 'a']));
    const warnings: unknown[] = [];
    client.addEventListener('log', ({ message }) => warnings.push(message.data));
    await client.listTools();
    assert.lengthOf(warnings, 1);
    assert.match(String(warnings[0]), /names: "a"\. /);
    await client.close();
  });

  it('as the specification has it is no reason for a warning [TO-22]', async () => {
    const client = await connect(URL_OF_SCRIPT, serverWith(['get_weather', 'GET-weather.v2', 'x'.repeat(128)], ['a']));
    client.addEventListener('log', ({ message }) => assert.fail(String(message.data)));
    for await (const _tool of client.tools());
    await client.close();
  });

  it('is in the log of a host, among what its server says [TO-22]', async () => {
    const host = new McpHost();
    const id = host.add(URL_OF_SCRIPT, serverWith(['get weather']));
    const warnings = (): unknown[] => [...host.log.getSnapshot()].filter(({ level }) => level === 'warning');
    await until(() => warnings().length > 0);
    assert.deepInclude(warnings()[0], { serverId: id, logger: 'mcp-web' });
    host.close();
  });
});
