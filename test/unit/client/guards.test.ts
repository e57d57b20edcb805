import { assert } from 'chai';
import { parse, parseInSteps } from '../../../packages/client/src/protocol/guards.ts';
import {
  callToolResult,
  listPromptsResult,
  readResourceResult,
} from '../../../packages/client/src/protocol/result-guards.ts';

describe('guards', () => {
  const prompt = { name: 'echo', description: 'Says it again' };

  it('name the path of the first member that is wrong', () => {
    assert.throws(
      () =>
        parse({ prompts: [prompt, prompt, { ...prompt, name: null }] }, listPromptsResult, 'answer to prompts/list'),
      /answer to prompts\/list .*\.prompts\[2\]\.name: expected a string, got null/,
    );
  });

  it('check the items of a page one by one, and name a wrong one just the same', () => {
    const right = { prompts: [prompt, prompt, prompt] };
    const steps = parseInSteps(right, listPromptsResult, 'answer to prompts/list');
    for (const _ of right.prompts) assert.isFalse(steps.next().done);
    assert.equal<unknown>(steps.next().value, right);
    const runOn = (value: unknown): unknown => [...parseInSteps(value, listPromptsResult, 'answer to prompts/list')];
    assert.throws(
      () => runOn({ prompts: [prompt, { ...prompt, name: 1 }] }),
      /\.prompts\[1\]\.name: expected a string, got a number/,
    );
    assert.throws(() => runOn({ prompts: [prompt], nextCursor: 1 }), /\.nextCursor: expected a string/);
    assert.throws(() => runOn({ prompts: 'none' }), /\.prompts: expected an array/);
    assert.throws(() => runOn({}), /\.prompts: expected an array, got nothing/);
  });

  it('return the very object that they looked at', () => {
    const value = { prompts: [prompt] };
    assert.equal(parse<unknown>(value, listPromptsResult, 'list'), value);
  });

  it('leave members that they do not know alone [BP-43]', () => {
    const value = { prompts: [{ ...prompt, novelty: { deep: true } }], later: 1 };
    assert.deepEqual<unknown>(parse(value, listPromptsResult, 'list'), value);
  });

  it('take a null for an absent optional member', () => {
    const [parsed] = parse({ prompts: [{ ...prompt, title: null }] }, listPromptsResult, 'list').prompts;
    assert.deepEqual(parsed, prompt);
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
