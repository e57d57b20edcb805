import { assert } from 'chai';
import { connect, type McpClient } from '@mcp-web/client';
import {
  done,
  error,
  json,
  methodsOf,
  modernServer,
  rejection,
  result,
  type Scripted,
  URL_OF_SCRIPT,
} from '../../support/scripted-server.ts';

const toolOf = (name: string, header: unknown): object => ({
  name,
  inputSchema: {
    type: 'object',
    properties: { region: { type: 'string', ...(header !== undefined && { 'x-mcp-header': header }) } },
  },
});

/** A server with this list of tools, which requires the header that the newest list names. */
function server(lists: object[][], wanted = 'Mcp-Param-Region'): Scripted {
  let listed = 0;
  return modernServer(({ method, id, headers }) => {
    if (method === 'tools/list')
      return json(result(id, { resultType: 'complete', tools: lists[Math.min(listed++, lists.length - 1)] }));
    if (method !== 'tools/call') return undefined;
    return headers.get(wanted) === 'eu'
      ? json(result(id, done))
      : json(error(id, -32020, `${wanted} is not the argument`), {}, 400);
  });
}

describe('a tool whose annotations break a rule', () => {
  const { warn } = console;
  let warnings: string[];
  beforeEach(() => {
    warnings = [];
    console.warn = (text: string) => warnings.push(text);
  });
  afterEach(() => void (console.warn = warn));

  it('is left out of the list, and the page and its developer are told why [HD-14, HD-15]', async () => {
    const { fetch } = server([[toolOf('good', 'Region'), toolOf('bad', 'My Region'), toolOf('plain', undefined)]]);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    assert.deepEqual(
      (await client.listTools()).tools.map(({ name }) => name),
      ['good', 'plain'],
    );
    await client.listTools();
    assert.deepEqual([...client.excludedTools.keys()], ['bad']);
    assert.match(client.excludedTools.get('bad') ?? '', /"My Region".*not a header name/);
    assert.lengthOf(warnings, 1);
    assert.match(warnings[0] ?? '', /"bad".*"My Region"/);
  });

  it('is back in the list once it keeps them', async () => {
    const { fetch } = server([[toolOf('tool', 'not valid')], [toolOf('tool', 'Region')]]);
    const client = await connect(URL_OF_SCRIPT, { fetch });
    assert.isEmpty((await client.listTools()).tools);
    assert.lengthOf((await client.listTools()).tools, 1);
    assert.isEmpty([...client.excludedTools]);
    assert.deepEqual(await client.callTool('tool', { region: 'eu' }), done);
  });
});

describe('a call whose headers the server does not accept', () => {
  const call = (client: McpClient): Promise<unknown> => client.callTool('tool', { region: 'eu' });

  it('is sent without headers while no schema is known, and then once more with those of the newest list [HD-23, HD-24]', async () => {
    const scripted = server([[toolOf('tool', 'Region')]]);
    const client = await connect(URL_OF_SCRIPT, scripted);
    assert.deepEqual(await call(client), done);
    assert.deepEqual(methodsOf(scripted.received), ['server/discover', 'tools/call', 'tools/list', 'tools/call']);
    assert.deepEqual(
      scripted.received
        .filter(({ method }) => method === 'tools/call')
        .map(({ headers }) => headers.get('Mcp-Param-Region')),
      [null, 'eu'],
    );
  });

  it('is built from the newest schema, not from the first [HD-24]', async () => {
    const scripted = server([[toolOf('tool', 'Old')], [toolOf('tool', 'Region')]]);
    const client = await connect(URL_OF_SCRIPT, scripted);
    await client.listTools();
    await client.listTools();
    assert.deepEqual(await call(client), done);
    assert.lengthOf(
      scripted.received.filter(({ method }) => method === 'tools/call'),
      1,
    );
  });

  it('is tried twice and no more [HD-23]', async () => {
    const scripted = server([[toolOf('tool', 'Region')]], 'Mcp-Param-Other');
    const client = await connect(URL_OF_SCRIPT, scripted);
    assert.propertyVal(await rejection(call(client)), 'rpcCode', -32020);
    assert.lengthOf(
      scripted.received.filter(({ method }) => method === 'tools/call'),
      2,
    );
    assert.lengthOf(
      scripted.received.filter(({ method }) => method === 'tools/list'),
      1,
    );
  });
});
