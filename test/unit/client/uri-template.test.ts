import { assert } from 'chai';
import { expandUriTemplate, uriTemplateVariables } from '@mcp-web/client';

const values = {
  word: 'value',
  hello: 'Hello World!',
  half: '50%',
  path: '/foo/bar',
  empty: '',
  count: ['one', 'two', 'three'],
  none: [],
  missing: undefined,
  keys: { semi: ';', dot: '.', comma: ',' },
  x: '1024',
  y: 768,
  isDry: false,
  snow: '☃',
  flags: '😀😀😀',
};

const EXPANSIONS: [template: string, uri: string][] = [
  ['café', 'caf%C3%A9'],
  ['{word}', 'value'],
  ['{hello}', 'Hello%20World%21'],
  ['{half}', '50%25'],
  ['{+hello}', 'Hello%20World!'],
  ['{+half}', '50%25'],
  ['{+path}/here', '/foo/bar/here'],
  ['{#x,hello,y}', '#1024,Hello%20World!,768'],
  ['X{.count}', 'X.one,two,three'],
  ['X{.count*}', 'X.one.two.three'],
  ['{/word,x}/here', '/value/1024/here'],
  ['{;x,y,empty}', ';x=1024;y=768;empty'],
  ['{?x,y,empty}', '?x=1024&y=768&empty='],
  ['?fixed=yes{&x}', '?fixed=yes&x=1024'],
  ['{word:3}', 'val'],
  ['{flags:2}', '%F0%9F%98%80%F0%9F%98%80'],
  ['{keys}', 'semi,%3B,dot,.,comma,%2C'],
  ['{keys*}', 'semi=%3B,dot=.,comma=%2C'],
  ['{+keys*}', 'semi=;,dot=.,comma=,'],
  ['{?keys*}', '?semi=%3B&dot=.&comma=%2C'],
  ['{?count*}', '?count=one&count=two&count=three'],
  ['{isDry}', 'false'],
  ['{snow}', '%E2%98%83'],
  ['a{?missing,none}b', 'ab'],
];

const MALFORMED = [
  '{',
  '}',
  'a}b',
  '{}',
  '{{word}}',
  '{/id*',
  '{word:0}',
  '{word:10000}',
  '{word:3*}',
  '{ word}',
  '{wo rd}',
  '{-word}',
  '{=word}',
  '{word,}',
  'a b',
  '<b>',
  'a"b',
  '%zz',
  '{keys:3}',
];

describe('a URI template', () => {
  for (const [template, uri] of EXPANSIONS) {
    it(`${template} becomes ${uri} [RE-04]`, () => {
      assert.equal(expandUriTemplate(template, values), uri);
    });
  }

  for (const template of MALFORMED) {
    it(`${template} is refused`, () => {
      assert.throws(() => expandUriTemplate(template, values), /RFC 6570/);
    });
  }

  it('is not read if it is longer than any that a person would write', () => {
    assert.lengthOf(uriTemplateVariables(`a:${'{a1}{b2}'.repeat(1_200)}`), 2);
    assert.throws(() => uriTemplateVariables(`a:${'{a}'.repeat(4_000)}`), /longer than 10000 characters/);
    assert.throws(() => expandUriTemplate('a'.repeat(10_001), {}), /longer than 10000 characters/);
  });

  it('names its variables, each once', () => {
    assert.deepEqual(uriTemplateVariables('x://{a}/{+b*,c:3}{?a,d.e}'), ['a', 'b', 'c', 'd.e']);
  });

  it('takes no value from a prototype', () => {
    assert.equal(expandUriTemplate('{constructor}{toString}', {}), '');
  });
});
