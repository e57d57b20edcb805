import { assert } from 'chai';
import { Search } from '../../../packages/elements/src/internal/lists/search.ts';
import { fastestOf } from './page.ts';

describe('the search of the pickers', () => {
  const search = new Search<{ title: string; description?: string }>(({ title, description }) => [
    title,
    title.toLowerCase().replaceAll(' ', '_'),
    description,
  ]);
  const found = (titles: readonly (string | [string, string])[], query: string) =>
    search
      .find(
        titles.map((title) => (typeof title === 'string' ? { title } : { title: title[0], description: title[1] })),
        query,
      )
      .items.map(({ title }) => title);

  it('ranks the whole name before its beginning, that before the beginning of a word, and letters in order last', () => {
    assert.deepEqual(found(['Atest', 'S tes t', 'The test', 'Testing', 'Test', 'Other'], 'test'), [
      'Test',
      'Testing',
      'The test',
      'Atest',
      'S tes t',
    ]);
  });

  it('finds all words, in any place', () => {
    assert.deepEqual(found([['Greet', 'Says hello to a friend'], ['Greet', 'Writes a letter'], 'Letter'], 'gr lett'), [
      'Greet',
    ]);
  });

  it('finds a word far in a description', () => {
    const description = `${'Lists what is there. '.repeat(100)}Then it reindexes.`;
    assert.deepEqual(found([['Tidy', description], 'Other'], 'reindex'), ['Tidy']);
  });

  it('keeps the order of equal results, and everything without a query', () => {
    assert.deepEqual(found(['b one', 'a one', 'c one'], 'one'), ['b one', 'a one', 'c one']);
    assert.deepEqual(found(['b', 'a'], '  '), ['b', 'a']);
  });

  it('ignores case and accents', () => {
    assert.deepEqual(found(['Zürich', 'Genève'], 'ZUR'), ['Zürich']);
    assert.deepEqual(found(['Zürich', 'Genève'], 'genè'), ['Genève']);
  });

  it('is not slowed down by text that is made to be slow', async () => {
    const took = await fastestOf(
      () => assert.deepEqual(found([['a'.repeat(1_000_000), 'a'.repeat(1_000_000)]], 'ab'.repeat(1_000)), []),
      500,
    );
    assert.isBelow(took, 500);
  });
});
