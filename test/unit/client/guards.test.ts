import { assert } from 'chai';
import { parse, parseInSteps } from '../../../packages/client/src/protocol/guards.ts';
import {
  callToolResult,
  listToolsResult,
  readResourceResult,
} from '../../../packages/client/src/protocol/result-guards.ts';

describe('guards', () => {
  const tool = { name: 'echo', inputSchema: { type: 'object' } };

  it('name the path of the first member that is wrong', () => {
    assert.throws(
      () => parse({ tools: [tool, tool, { ...tool, name: null }] }, listToolsResult, 'answer to tools/list'),
      /answer to tools\/list .*\.tools\[2\]\.name: expected a string, got null/,
    );
  });

  it('check the items of a page one by one, and name a wrong one just the same', () => {
    const right = { tools: [tool, tool, tool] };
    const steps = parseInSteps(right, listToolsResult, 'answer to tools/list');
    for (const _ of right.tools) assert.isFalse(steps.next().done);
    assert.equal<unknown>(steps.next().value, right);
    const runOn = (value: unknown): unknown => [...parseInSteps(value, listToolsResult, 'answer to tools/list')];
    assert.throws(
      () => runOn({ tools: [tool, { ...tool, name: 1 }] }),
      /\.tools\[1\]\.name: expected a string, got a number/,
    );
    assert.throws(() => runOn({ tools: [tool], nextCursor: 1 }), /\.nextCursor: expected a string/);
    assert.throws(() => runOn({ tools: 'none' }), /\.tools: expected an array/);
    assert.throws(() => runOn({}), /\.tools: expected an array, got nothing/);
  });

  it('return the very object that they looked at', () => {
    const value = { tools: [tool] };
    assert.equal(parse<unknown>(value, listToolsResult, 'list'), value);
  });

  it('leave members that they do not know alone [BP-43]', () => {
    const value = { tools: [{ ...tool, novelty: { deep: true } }], later: 1 };
    assert.deepEqual<unknown>(parse(value, listToolsResult, 'list'), value);
  });

  it('take a null for an absent optional member', () => {
    const [parsed] = parse({ tools: [{ ...tool, title: null }] }, listToolsResult, 'list').tools;
    assert.deepEqual(parsed, tool);
  });

  it('tell a text resource from a blob', () => {
    assert.doesNotThrow(() =>
      parse(
        {
          contents: [
            { uri: 'a:b', text: '' },
            { uri: 'a:b', blob: '' },
          ],
        },
        readResourceResult,
        'resource',
      ),
    );
    assert.throws(() => parse({ contents: [{ uri: 'a:b' }] }, readResourceResult, 'resource'), /\.contents\[0\]\.text/);
  });

  it('let content of a kind from the future through', () => {
    const value = { content: [{ type: 'hologram', beams: 3 }] };
    assert.deepEqual<unknown>(parse(value, callToolResult, 'result'), value);
  });

  it('refuse content of a known kind without what it is about', () => {
    assert.throws(
      () => parse({ content: [{ type: 'image', mimeType: 'image/png' }] }, callToolResult, 'result'),
      /\.content\[0\]\.data/,
    );
  });

  it('keep prototype-named members as the data that they are', () => {
    const value: unknown = JSON.parse(
      '{"content":[],"structuredContent":{"__proto__":{"polluted":true},"constructor":1}}',
    );
    const { structuredContent } = parse(value, callToolResult, 'result');
    assert.deepEqual(Object.keys(structuredContent ?? {}), ['__proto__', 'constructor']);
    assert.notProperty({}, 'polluted');
  });
});
