import { assert } from 'chai';
import {
  connect,
  type ConnectOptions,
  type McpClient,
  McpHost,
  OutputError,
  type SchemaValidator,
} from '@mcp-web/client';
import { errorOf } from '../support/errors.ts';
import { serverUrl } from '../support/servers.ts';
import { recordFetch, requestsFor } from '../support/wire.ts';
import { collect, REVISION_SERVERS, textOf } from './support.ts';

/** Connects and lists, so that the client knows the output schemas. */
async function listed(name: string, options?: ConnectOptions): Promise<McpClient> {
  const client = await connect(await serverUrl(name), options);
  await collect(client.tools());
  return client;
}

async function outputErrorOf(promise: Promise<unknown>): Promise<OutputError> {
  const error = await errorOf(promise, 'invalid-result');
  return error instanceof OutputError ? error : assert.fail(String(error));
}

/** The server's own list, with this change to the tool `promise`. */
function saying(definition: object): { fetch: typeof fetch; sent: ReturnType<typeof recordFetch>['sent'] } {
  const { fetch: recorded, sent } = recordFetch();
  return {
    sent,
    fetch: async (input, init) => {
      const response = await recorded(input, init);
      if (typeof init?.body !== 'string' || !init.body.includes('tools/list')) return response;
      const message = JSON.parse(await response.text());
      for (const tool of message.result.tools) if (tool.name === 'promise') Object.assign(tool, definition);
      return Response.json(message);
    },
  };
}

for (const { name, revision } of REVISION_SERVERS.filter(({ revision: known }) => known !== '2025-03-26')) {
  describe(`structured results of ${name}`, () => {
    let client: McpClient;
    before(async () => void (client = await listed(name)));
    after(() => client.close());

    it(`that keep the promise arrive (${revision})${revision < '2026' ? ' [TO-15]' : ''}`, async () => {
      const { structuredContent } = await client.callTool('promise', { value: { sum: 3, more: true } });
      assert.deepEqual(structuredContent, { sum: 3, more: true });
      assert.deepEqual((await client.callTool('add', { a: 1, b: 2 })).structuredContent, { sum: 3 });
    });

    it(`that break it reject, with the place, the problem and all that the tool said (${revision}) [TO-14, TO-09]`, async () => {
      const error = await outputErrorOf(client.callTool('promise', { value: { sum: 'three' } }));
      assert.include(error.message, '"promise"');
      assert.include(error.message, 'structuredContent/sum is of type string, but has to be of type number');
      assert.deepEqual(error.problems, [{ path: '/sum', message: 'is of type string, but has to be of type number' }]);
      assert.deepEqual(error.result.structuredContent, { sum: 'three' });
      assert.equal(textOf(error.result), 'Promised');
    });

    it(`that are missing reject as well (${revision}) [TO-14]`, async () => {
      const error = await outputErrorOf(client.callTool('promise'));
      assert.include(error.message, 'structuredContent is missing');
      assert.equal(textOf(error.result), 'Promised');
    });

    it(`are not looked at when the tool failed (${revision})`, async () => {
      const result = await client.callTool('promise', { fails: true });
      assert.isTrue(result.isError);
    });

    it(`are not looked at when the call says so, or the tool was not listed (${revision})`, async () => {
      const value = { sum: 'three' };
      assert.deepEqual(
        (await client.callTool('promise', { value }, { validateOutput: false })).structuredContent,
        value,
      );
      await using fresh = await connect(await serverUrl(name));
      assert.deepEqual((await fresh.callTool('promise', { value })).structuredContent, value);
    });
  });
}

describe('an output schema', () => {
  it('means nothing to revisions that do not know it', async () => {
    await using client = await listed('legacy-2025-03-26');
    assert.equal(textOf(await client.callTool('promise')), 'Promised');
  });

  it('may be any schema, and null, 0, false and "" are values [TO-16]', async () => {
    const { fetch } = saying({ outputSchema: { enum: [null, 0, false, '', []] } });
    await using client = await listed('modern', { fetch });
    for (const value of [null, 0, false, '', []])
      assert.deepEqual((await client.callTool('promise', { value })).structuredContent, value);
    for (const value of [undefined, 1, true, {}]) await outputErrorOf(client.callTool('promise', { value }));
  });

  it('is independent of the input schema, which may be any schema of an object [TO-26]', async () => {
    const inputSchema = {
      type: 'object',
      $defs: { any: { $anchor: 'any' } },
      allOf: [{ properties: { value: { $ref: '#any' } } }],
      unevaluatedProperties: false,
      dependentRequired: { fails: ['value'] },
    };
    await using client = await connect(await serverUrl('modern'), { fetch: saying({ inputSchema }).fetch });
    assert.deepEqual((await collect(client.tools())).find((tool) => tool.name === 'promise')?.inputSchema, inputSchema);
    await client.callTool('promise', { value: { sum: 3 } });
  });

  it('that cannot be used keeps its tool from being called, unless the call asks for it [JS-02, JS-04, JS-09]', async () => {
    const unusable: [schema: object, reason: string][] = [
      [{ $ref: 'https://example.com/sum.json' }, 'refers to https://example.com/sum.json'],
      [{ $schema: 'http://json-schema.org/draft-04/schema#' }, 'draft-04'],
      [{ type: 'sum' }, 'not a type of JSON Schema'],
    ];
    for (const [schema, reason] of unusable) {
      const { fetch, sent } = saying({ outputSchema: schema });
      await using client = await listed('modern', { fetch });
      const error = await errorOf(client.callTool('promise', { value: { sum: 3 } }), 'unsupported');
      assert.include(error.message, reason);
      assert.include(error.message, 'validateOutput: false');
      assert.instanceOf(error.cause, Error);
      assert.lengthOf(requestsFor(sent, 'tools/call'), 0);
      const result = await client.callTool('promise', { value: { sum: 3 } }, { validateOutput: false });
      assert.deepEqual(result.structuredContent, { sum: 3 });
    }
  });

  it('that would keep the page busy is given up, and the result is not lost [JS-10]', async () => {
    const steps = Array.from({ length: 40 }, (_, level) => [
      `s${level}`,
      { anyOf: [{ $ref: `#/$defs/s${level + 1}` }, { $ref: `#/$defs/s${level + 1}` }] },
    ]);
    const { fetch } = saying({
      outputSchema: { $ref: '#/$defs/s0', $defs: { ...Object.fromEntries(steps), s40: { type: 'string' } } },
    });
    await using client = await listed('modern', { fetch });
    const error = await outputErrorOf(client.callTool('promise', { value: { sum: 3 } }));
    // A quick machine is through with all steps; a slow one has no time for them, and no worker in a test.
    assert.match(error.message, /could not be checked: it takes (more than 5,000,000 steps|too long)/);
    assert.deepEqual(error.result.structuredContent, { sum: 3 });
  });

  it('is that of the newest list', async () => {
    const schemas = [{ type: 'string' }, { type: 'object' }];
    await using client = await connect(await serverUrl('modern'), {
      fetch: (input, init) => saying({ outputSchema: schemas[0] }).fetch(input, init),
    });
    await collect(client.tools());
    await outputErrorOf(client.callTool('promise', { value: {} }));
    schemas.shift();
    await collect(client.tools());
    await client.callTool('promise', { value: {} });
    schemas.shift();
    await collect(client.tools());
    await client.callTool('promise', { value: 1 });
  });
});

describe('a validator of the page’s own', () => {
  it('is given the schema before the call, and the value after it', async () => {
    const seen: unknown[] = [];
    const { fetch, sent } = recordFetch();
    const schemaValidator: SchemaValidator = {
      compile: async (schema) => {
        await Promise.resolve();
        seen.push(schema['type'], requestsFor(sent, 'tools/call').length);
        return (value) => {
          seen.push(value);
          return [{ path: '/sum', message: 'is not to my taste' }];
        };
      },
    };
    await using client = await listed('modern', { fetch, schemaValidator });
    const error = await outputErrorOf(client.callTool('promise', { value: { sum: 3 } }));
    assert.deepEqual(seen, ['object', 0, { sum: 3 }]);
    assert.include(error.message, 'structuredContent/sum is not to my taste');
  });

  it('may refuse a schema, or fail, with its own message', async () => {
    const reason = new Error('I only know numbers');
    const refusing: SchemaValidator = { compile: () => Promise.reject(reason) };
    await using client = await listed('modern', { schemaValidator: refusing });
    const refused = await errorOf(client.callTool('promise', { value: {} }), 'unsupported');
    assert.include(refused.message, 'I only know numbers');
    assert.equal(refused.cause, reason);
    const failing: SchemaValidator = {
      compile: () => () => {
        throw reason;
      },
    };
    await using other = await listed('modern', { schemaValidator: failing });
    const failed = await outputErrorOf(other.callTool('promise', { value: {} }));
    assert.include(failed.message, 'could not be checked: I only know numbers');
    assert.notInclude(failed.message, 'does not match');
    assert.equal(failed.cause, reason);
    assert.deepEqual(failed.result.structuredContent, {});
  });
});

describe('a host', () => {
  it('validates what its tools answer, and passes on that a call does not want it', async () => {
    const host = new McpHost({ consent: () => ({ action: 'allow' }) });
    const id = host.add(await serverUrl('modern'));
    await new Promise<void>((resolve) => {
      const end = host.subscribe(() => {
        if (!host.getSnapshot().servers[0]?.tools.some((tool) => tool.name === 'promise')) return;
        end();
        resolve();
      });
    });
    const error = await outputErrorOf(host.callTool(id, 'promise', { value: { sum: '3' } }));
    assert.deepEqual(error.result.structuredContent, { sum: '3' });
    const result = await host.callTool(id, 'promise', { value: { sum: '3' } }, { validateOutput: false });
    assert.deepEqual(result.structuredContent, { sum: '3' });
    host.close();
  });
});
