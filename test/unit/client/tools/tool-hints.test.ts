import { assert } from 'chai';
import type { Tool } from '@mcp-web/client';
import { type ToolHint, toolHints } from '@mcp-web/client/tools/hints';

const GOOD: Tool = {
  name: 'send_note',
  description: 'Sends a note. Use it when the user asks for it.',
  inputSchema: { type: 'object', properties: { text: { type: 'string', description: 'What it says' } } },
};
const hintsOf = (change: Partial<Tool>, ...rest: [Parameters<typeof toolHints>[1]?]): string[] =>
  toolHints({ ...GOOD, ...change }, ...rest).map(({ about, message }: ToolHint) => `${about}: ${message}`);

describe('hints for authors of servers', () => {
  it('are none where a tool is as models need it', () => {
    assert.deepEqual(hintsOf({}, { content: [{ type: 'text', text: 'Sent' }] }), []);
    assert.deepEqual(hintsOf({ name: 'get_reset_token', annotations: { readOnlyHint: true } }), []);
    assert.deepEqual(hintsOf({ name: 'deleteNote', annotations: { destructiveHint: true } }), []);
  });

  it('say which names clients may refuse [TO-22]', () => {
    for (const name of ['', 'send note', 'naïve', 'x'.repeat(129)])
      assert.match(hintsOf({ name })[0] ?? '', /^name: Clients may refuse this name\./, name);
    assert.deepEqual(hintsOf({ name: 'admin.send-note_2' }), []);
  });

  it('say what is not described, and what is described at too great length', () => {
    assert.match(hintsOf({ description: ' ' }).join('\n'), /^description: Add a description/);
    const { description: _none, ...silent } = GOOD;
    assert.match(toolHints(silent)[0]?.message ?? '', /^Add a description/);
    assert.match(hintsOf({ description: 'x'.repeat(2_000) })[0] ?? '', /it has 2000 characters/);
    const properties = { to: { type: 'string' }, from: true, text: { description: 'What it says' } };
    assert.deepEqual(hintsOf({ inputSchema: { type: 'object', properties } }), [
      'description: Describe these arguments, too: to, from.',
    ]);
  });

  it('say which parts of a schema which providers do not take', () => {
    const choice = { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] };
    const [first = '', second = ''] = hintsOf({ inputSchema: choice });
    assert.match(first, /^schema: OpenAI and Anthropic do not take a part of the input schema\..*oneOf/);
    assert.match(second, /^schema: Gemini does not take a part/);
    const pattern = { type: 'object', properties: { id: { type: 'string', pattern: '^x', description: 'Its id' } } };
    const only = hintsOf({ inputSchema: pattern });
    assert.lengthOf(only, 1);
    assert.match(only[0] ?? '', /^schema: Gemini .*pattern/);
  });

  it('say when the arguments are those of the library that should have converted them', () => {
    const text = { type: 'string', description: 'x' };
    const inputSchema = { type: 'object' as const, properties: { def: text, type: text } };
    assert.match(hintsOf({ inputSchema })[0] ?? '', /^schema: “def” and “type” are the inner parts of a Zod schema/);
    assert.deepEqual(hintsOf({ inputSchema: { type: 'object', properties: { def: text, type: text, a: text } } }), []);
  });

  it('leave out what every provider but one takes and models do well without', () => {
    const text = { type: 'string', description: 'What it says', default: 'Hello', minLength: 1 };
    assert.deepEqual(hintsOf({ inputSchema: { type: 'object', properties: { text } } }), []);
  });

  it('are not mistaken about descriptions of the server that begin as those of the conversion do', () => {
    const text = { type: 'string', description: 'The text\nAlso: a hint' };
    assert.deepEqual(hintsOf({ inputSchema: { type: 'object', properties: { text } } }), []);
  });

  it('say where annotations contradict the name or each other', () => {
    for (const [name, annotations, expected] of [
      ['delete_file', { readOnlyHint: true }, /"delete" changes something/],
      ['github.createIssue', { readOnlyHint: true }, /"create" changes something/],
      ['purge', { destructiveHint: false }, /the name says "purge"/],
      ['look', { readOnlyHint: true, destructiveHint: true }, /contradict each other/],
      ['list_notes', {}, /Add readOnlyHint/],
    ] as const) {
      const [hint = '', ...more] = hintsOf({ name, annotations });
      assert.match(hint, expected, name);
      assert.isEmpty(more);
    }
  });

  it('say when a result is longer than models get', () => {
    const hints = hintsOf({}, { content: [{ type: 'text', text: 'x'.repeat(100_000) }] });
    assert.match(hints[0] ?? '', /^result: This result has 100\d\d\d characters, and models get 40000\./);
  });

  it('say when a schema is nested too deeply to be read', () => {
    let inputSchema: Tool['inputSchema'] = { type: 'object' };
    for (let depth = 0; depth < 20_000; depth++) inputSchema = { type: 'object', not: inputSchema };
    assert.match(hintsOf({ inputSchema }).join('\n'), /schema: .*nested too deeply/);
  });

  it('are quick for hostile tools', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`p${index}`, { oneOf: [{ $ref: '#' }, {}] }]),
    );
    const begun = performance.now();
    const name = '_'.repeat(100_000);
    const hints = hintsOf({ name, description: 'x'.repeat(1_000_000), inputSchema: { type: 'object', properties } });
    assert.isBelow(performance.now() - begun, 10_000, 'even on a busy machine');
    assert.isBelow(hints.join('\n').length, 3_000);
  });
});
