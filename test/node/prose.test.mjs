// The check of prose finds each kind of mistake, in documents and in the interface, and lets code alone.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { checkInterface, checkMarkdown, proseFiles } from '../prose/prose.mjs';
import { VOCABULARY } from '../prose/vocabulary.mjs';

const PLANTED = {
  'a repeated word': ['The host asks the the user.', /the/],
  'the wrong article': ['Show it in a element.', /`an`/],
  'a redundant acronym': ['Press the button of an ATM machine.', /ATM/],
  'a missing diacritic': ['Write a resumé, or a cliche.', /cliché/],
  'a contraction without its apostrophe': ['It doesnt connect.', /doesn/],
  'two spaces between sentences': ['The host connects.  It lists tools.', /[Ss]pace/],
  'a word of the vocabulary': ['The user can log in here.', /say sign in/],
};

describe('the check of prose', () => {
  for (const [kind, [sentence, finding]] of Object.entries(PLANTED)) {
    test(`finds ${kind} in a document, with its line`, async () => {
      const [found = 'nothing'] = await checkMarkdown('a.md', `# Title\n\n${sentence}\n`);
      assert.match(found, finding);
      assert.match(found, /^a\.md:3:/);
    });
    test(`finds ${kind} in a text of the interface`, async () => {
      const [found = 'nothing'] = await checkInterface('a.ts', `export const texts = {\n  it: '${sentence}',\n};\n`);
      assert.match(found, finding);
      assert.match(found, /^a\.ts:2 /);
    });
  }

  test('finds a word in a template, and in a table and a link of a document', async () => {
    assert.match(
      String(await checkInterface('a.ts', 'export const it = (name) => `You can log in at ${name}.`;')),
      /sign in/,
    );
    assert.match(String(await checkMarkdown('a.md', '| what |\n|---|\n| [log in](a.md) |\n')), /sign in/);
  });

  test('reads neither code nor what is no sentence', async () => {
    assert.deepEqual(await checkMarkdown('a.md', 'Call `log in in`.\n\n```ts\nlog in in;\n```\n'), []);
    assert.deepEqual(await checkInterface('a.ts', "const key = 'log in in';"), []);
  });

  test('gives a reason for each word and each exception', () => {
    for (const { say, why, except = [] } of VOCABULARY) {
      assert.ok(say && why);
      for (const [, reason] of except) assert.ok(reason.length > 5);
    }
  });

  test('reads the documents, the interface and the client', () => {
    const files = proseFiles();
    for (const file of [
      'README.md',
      'CONTRIBUTING.md',
      'docs/chat.md',
      'packages/client/README.md',
      'packages/elements/src/tools/messages.ts',
      'packages/client/src/errors.ts',
    ])
      assert.ok(files.includes(file), file);
  });
});
