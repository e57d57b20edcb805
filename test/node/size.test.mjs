// The budgets leave room for text: one more sentence in any message file, or in any error of the client, must not make
// `pnpm size` fail. All the sentences are built in at once, and measured one at a time.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { parseSync } from 'vite';
import { budgets, gzip, TOLERANCE, weigh } from '../../scripts/size.mjs';
import { root } from './modules.mjs';

/** Made of words that occur nowhere else, because repeated words compress well. */
const SENTENCE = 'Perhaps a foxglove, jealously kept at Zanzibar quay, would mend this by Tuesday.';
const MARK = /@@(\d+)@@/g;
const packages = join(root, 'packages');
const messageFiles = readdirSync(join(packages, 'elements/src'), { recursive: true, encoding: 'utf8' })
  .map((path) => join(packages, 'elements/src', path))
  .filter((path) => /messages(\/\w+)?\.ts$/.test(path))
  .filter((path) => /^export const \w+(: Messages)? = \{$/m.test(readFileSync(path, 'utf8')));

describe('a sentence of 80 characters fits into every budget', () => {
  /** The number of each sentence, by its position. */
  const numbers = new Map();
  /** The size of a file of a row, and what each of the sentences adds to it. */
  const weights = new Map();
  let rows;

  before(async () => {
    rows = await weigh({ change: addSentences });
    for (const file of Object.values(rows).flatMap(({ files }) => files)) weights.set(file, weighSentences(file));
  });

  test('in any message file', () => {
    assert.ok(messageFiles.length > 12);
    const touched = placesIn('elements/src').map((place) => place.split(':')[0]);
    assert.deepEqual(new Set(touched), new Set(messageFiles));
    assert.deepEqual(placesIn('elements/src').flatMap(budgetsWithoutRoom), []);
  });

  test('in any error of the client', () => {
    assert.ok(placesIn('client/src').length > 200);
    assert.deepEqual(placesIn('client/src').flatMap(budgetsWithoutRoom), []);
  });

  test('and is weighed wherever it is', () => {
    const costs = [...weights.values()].flatMap(({ more }) => [...more.values()]);
    assert.ok(costs.length > 500);
    assert.deepEqual(
      costs.filter((bytes) => bytes < SENTENCE.length / 2),
      [],
    );
  });

  function addSentences(path, code) {
    const isMessages = messageFiles.includes(path);
    if (!isMessages && !path.includes('/client/src/')) return code;
    const texts = textsIn(parseSync(path, code).program).toSorted((a, b) => a.end - b.end);
    // From the last to the first, so that the earlier positions stay valid.
    return texts.slice(0, isMessages ? 1 : undefined).reduceRight((changed, { end }) => {
      const place = `${path}:${end}`;
      if (!numbers.has(place)) numbers.set(place, numbers.size);
      return `${changed.slice(0, end - 1)}@@${numbers.get(place)}@@${changed.slice(end - 1)}`;
    }, code);
  }

  function placesIn(folder) {
    return [...numbers.keys()].filter((place) => place.startsWith(join(packages, folder)));
  }

  function budgetsWithoutRoom(place) {
    const number = numbers.get(place);
    const bytesOf = ({ bytes, more }) => bytes + (more.get(number) ?? 0);
    return Object.entries(rows)
      .filter(([title, { files }]) => {
        const bytes = files.reduce((sum, file) => sum + bytesOf(weights.get(file)), 0);
        return bytes > budgets[title].budget * TOLERANCE;
      })
      .map(([title]) => `${place}: ${title}`);
  }
});

function weighSentences(file) {
  const text = Buffer.from(file).toString();
  const weighWith = (wanted) =>
    gzip(text.replace(MARK, (_mark, number) => (Number(number) === wanted ? SENTENCE : '')));
  const bytes = weighWith(undefined);
  const within = new Set([...text.matchAll(MARK)].map(([, number]) => Number(number)));
  return { bytes, more: new Map([...within].map((number) => [number, weighWith(number) - bytes])) };
}

/** The strings and templates of three words or more. */
function textsIn(node, found = []) {
  if (Array.isArray(node)) for (const item of node) textsIn(item, found);
  else if (typeof node?.type === 'string') {
    const text = node.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.raw).join('') : node.value;
    if (typeof text === 'string' && /\S \S+ /.test(text)) found.push(node);
    for (const child of Object.values(node)) if (typeof child === 'object') textsIn(child, found);
  }
  return found;
}
