import { assert } from 'chai';
import type { SamplingMessage } from '@mcp-web/client';
import { contentForModel, readConversation, writeConversation } from '@mcp-web/client/tools';
import { errorOf } from '../../../support/errors.ts';

const call = { type: 'tool_use' as const, id: 'a', name: 'add', input: {} };
const answer = { type: 'tool_result' as const, toolUseId: 'a', content: [] };
const file = (messages: unknown): string => JSON.stringify({ format: 'mcp-web conversation', version: 1, messages });

describe('a conversation as a file', () => {
  it('is read as it was written', () => {
    const messages: SamplingMessage[] = [
      { role: 'user', content: [{ type: 'text', text: 'Add', _meta: { own: 1 } }] },
      { role: 'assistant', content: [{ type: 'text', text: 'I will' }, call] },
      { role: 'user', content: [answer] },
      { role: 'assistant', content: { type: 'text', text: 'Done' } },
    ];
    assert.deepEqual(readConversation(writeConversation(messages)), messages);
  });

  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const refused: Record<string, [json: string, why: RegExp]> = {
    'something that is not JSON': ['nonsense', /not JSON/],
    'another JSON file': ['[1]', /format "mcp-web conversation"/],
    'a file of a later version': [
      '{"format":"mcp-web conversation","version":2}',
      /version 2, and this page reads only 1/,
    ],
    'no messages': [file(undefined), /damaged at messages: expected an array/],
    'an unknown role': [file([{ role: 'system', content: [] }]), /messages\[0\]\.role/],
    'an unknown kind of content': [
      file([{ role: 'user', content: { type: 'html', html: '' } }]),
      /messages\[0\]\.content\.type/,
    ],
    'a call without a result': [file([{ role: 'assistant', content: call }]), /ends with a call/],
    'a call that is not answered next': [
      file([
        { role: 'assistant', content: call },
        { role: 'user', content: { type: 'text', text: 'Hm' } },
      ]),
      /messages\[1\]: each call needs one result/,
    ],
    'a result without a call': [file([{ role: 'user', content: answer }]), /messages\[0\]: each call needs one result/],
    'two calls with one id': [file([{ role: 'assistant', content: [call, call] }]), /messages\[0\]: each call/],
    'a call by the user': [file([{ role: 'user', content: call }]), /only models call tools/],
    'something nested very deeply': [
      file([{ role: 'user', content: [], _meta: { deep: 0 } }]).replace('"deep":0', `"deep":${deep}`),
      /nested too deeply/,
    ],
    'very many messages': [file(Array(10_001).fill({ role: 'user', content: [] })), /more than 10,000 messages/],
    'a very long file': [' '.repeat(50_000_001), /million characters/],
  };
  for (const [what, [json, why]] of Object.entries(refused))
    it(`is refused when it is ${what}`, async () => {
      const read = async (): Promise<unknown> => readConversation(json);
      const error = await errorOf(read(), 'invalid-argument');
      assert.match(error.message, why);
    });
});

describe('what a user gives a model of a server', () => {
  it('is marked as data of that server, and cut', () => {
    const [block] = contentForModel([{ type: 'text', text: 'x'.repeat(100) }], {
      url: 'https://notes.example/mcp',
      maxLength: 10,
    });
    assert.match(Object(block).text, /<data from="notes\.example\/mcp" id="\w+">\nx{10} … \[cut: 90 more characters\]/);
  });
});
