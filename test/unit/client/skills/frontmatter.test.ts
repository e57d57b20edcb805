import { assert } from 'chai';
import { parse } from 'yaml';
import { findDifference } from '../../../../packages/client/src/skills/difference.ts';
import { readSkillText } from '../../../../packages/client/src/skills/frontmatter.ts';

const inFile = (yaml: string): string => `---\n${yaml}\n---\n\nBody`;
const read = (yaml: string): unknown => {
  const text = readSkillText(inFile(yaml));
  return typeof text === 'string' ? text : text.frontmatter;
};

/** What authors write, and what they may write. */
const WRITTEN: Record<string, string> = {
  'plain texts': 'name: git-workflow\ndescription: Follow this team’s conventions, e.g. for branches (and commits)',
  'numbers, truth values and nothing':
    'a: 1\nb: -1.50\nc: 1e3\nd: true\ne: False\nf: ~\ng:\nh: null\ni: 0x1F\nj: 0o17\nk: .5\nl: 1.2.3\nm: yes\nn: 2026-07-28\no: +3\np: 1_000',
  'quoted texts': `a: "one: two # three"\nb: 'it''s'\nc: "tab\\t and \\u00e9 \\x41 \\\\ \\" \\/"\nd: ""\ne: ''\n"quoted key": 1\n'other: key' : 2`,
  'quoted texts over several lines': 'a: "one\n  two\n\n  three"\nb: \'x\n\n\n   y\'\nc: "ends \\\n   here"',
  'plain texts over several lines': 'description: one\n  two\n\n  three\n    four\nname: x',
  'folded texts': 'a: >\n  one\n  two\n\n  three\n\n    indented\n  back\nb: >-\n  one\n  two\n\nc: >+\n  x\n\nd: 1',
  'literal texts': 'a: |\n  one\n    two\n\n  # no comment\n  three\nb: |-\n  x\nc: |2\n    y\nd: |+\n  z\n\n\ne: 1',
  'a literal text at the end': 'a: |\n  one\n\n',
  'nested mappings': 'metadata:\n  version: "1.0"\n  owner:\n    team: docs\n    empty:\n  last: 1\nname: x',
  lists: 'a:\n  - one\n  - 2\n  -\n  - three: 3\n    four: 4\n  - - x\n    - y\nb:\n- same\n- indent\nc: 1',
  'lists and mappings in brackets':
    'a: [one, "two, three", 3, [], {}]\nb: {x: 1, "y": two, z: [1, 2]}\nc: [\n  one,\n  two, # comment\n]\nd: {a: , b}',
  comments: '# before\na: 1 # after\n  # between\nb: a#b\nc: "x" # y\n\n# end',
  'addresses and colons within words': 'a: https://example.com/x?y=1#z\nb: 12:30:00\nc: a:b',
  'names with spaces, dots and dashes': 'allowed-tools: Read Grep\na.b: 1\nc d: 2\n_e: 3',
  'the name of a prototype': '__proto__: x\nconstructor: y',
  'texts that begin with signs within the rules': 'a: -x\nb: :x\nc: <b>\nd: (x)\ne: ~/home\nf: .hidden\ng: =',
  'Windows line ends': 'a: one\r\nb: |\r\n  two\r\n  three\r\nc:\r\n  - x',
};

/** What is no YAML, or YAML that no skill needs. */
const REFUSED: Record<string, string> = {
  'an anchor': 'a: &x 1\nb: *x',
  'an alias': 'a: *x',
  'a tag': 'a: !!binary aGk=',
  'a tag in brackets': 'a: [!x y]',
  'a merge of an alias': 'a: {<<: *x}',
  'the same name twice': 'name: one\nname: two',
  'the same name twice in braces': 'a: {x: 1, x: 2}',
  'a colon in a plain text': 'description: Use this when: always',
  'a key that is no text': '? [a]\n: b',
  'a quote that does not end': 'a: "one',
  'a bracket that does not end': 'a: [one',
  'text after a quote': 'a: "one" two',
  'text after a bracket': 'a: [1] 2',
  'a tab in place of spaces': 'a:\n\tb: 1',
  'a line that belongs to nothing': 'a: 1\n  b: 2',
  'a line with less indentation': 'a:\n    b: 1\n  c: 2',
  'a list beside its name': 'a: - b',
  'a reserved sign': 'a: @b',
  'an escape that means nothing': 'a: "\\q"',
  'an escape beyond Unicode': 'a: "\\U00110000"',
  'a list in place of a mapping': '- a',
  'a text in place of a mapping': 'name',
  nothing: '',
  'brackets within brackets without end': `a: ${'['.repeat(5_000)}`,
  'levels without end': Array.from({ length: 500 }, (_, level) => `${' '.repeat(level)}a:`).join('\n'),
  'lists within lists without end': `a:\n  ${'- '.repeat(500)}x`,
  'more than anybody reads': `a: ${'x'.repeat(70_000)}`,
};

describe('the frontmatter of a skill', () => {
  for (const [title, yaml] of Object.entries(WRITTEN)) {
    it(`is read as YAML 1.2 has it: ${title} [SK-19]`, () => {
      assert.deepEqual(read(yaml), parse(yaml.replaceAll('\r\n', '\n') + '\n', { schema: 'core' }));
    });
  }

  for (const [title, yaml] of Object.entries(REFUSED)) {
    it(`is refused with a reason, and soon: ${title} [SK-19]`, () => {
      const started = performance.now();
      assert.match(String(read(yaml)), /^its frontmatter|^it does not begin/);
      assert.isBelow(performance.now() - started, 1_000);
    });
  }

  it('ends where the instructions begin', () => {
    const text = readSkillText('\uFEFF---\r\nname: x\r\n---\r\n\n# Title\n---\nmore');
    assert.deepEqual(text, { frontmatter: { name: 'x' }, body: '\n# Title\n---\nmore' });
  });

  for (const text of [
    'name: x',
    '\n---\nname: x\n---\n',
    '---\nname: x\n',
    '--- x\nname: x\n---\n',
    '---\nname: x\n ---\n',
  ])
    it(`stands between lines of three dashes, at the beginning: ${JSON.stringify(text)}`, () => {
      assert.equal(readSkillText(text), 'it does not begin with frontmatter between lines of three dashes');
    });

  for (const [title, text] of [
    ['that never ends', `---\n${'a: b\n'.repeat(3_000_000)}`],
    ['that may begin in each line', '---\n'.repeat(3_000_000)],
    ['that begins late', `x\n${'---\n'.repeat(3_000_000)}`],
  ] as const)
    it(`is looked for once, in a long text ${title}`, () => {
      const started = performance.now();
      assert.isString(readSkillText(text));
      assert.isBelow(performance.now() - started, 2_000);
    });

  it('is compared field by field, whatever their order [SK-19]', () => {
    assert.isUndefined(findDifference({ a: [1, { b: null }], c: 'x' }, { c: 'x', a: [1, { b: null }] }));
    for (const [one, other, path] of [
      [{ a: 1 }, { a: '1' }, ['a']],
      [{ a: 1 }, {}, ['a']],
      [{}, { a: undefined }, ['a']],
      [{ a: { b: [1, 2] } }, { a: { b: [2, 1] } }, ['a', 'b', '0']],
      [{ a: [] }, { a: {} }, ['a']],
      [{ a: null }, { a: {} }, ['a']],
      [JSON.parse('{"__proto__":1}'), {}, ['__proto__']],
    ] as const)
      assert.deepEqual(findDifference(one, other), path);
  });
});
