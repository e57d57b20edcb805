import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { transform } from 'esbuild';
import { root } from './modules.mjs';

const html = readFileSync(join(root, 'demo/index.html'), 'utf8');
const main = readFileSync(join(root, 'demo/src/languages/page-language.ts'), 'utf8');
/** The texts of the page, with the names of the elements in them. */
const texts = [...html.matchAll(/<(\w+)\s[^>]*?\bdata-text="(\w+)"[^>]*>([^]*?)<\/\1\s*>/g)].map(
  ([, , key, content]) => ({
    key,
    elements: [...content.matchAll(/<(\w+)/g)].map(([, name]) => name),
  }),
);
const keys = new Set([
  ...[...html.matchAll(/\bdata-text(?:-\w+)?="(\w+)"/g)].map(([, key]) => key),
  ...[...main.matchAll(/page\['(\w+)'\]/g)].map(([, key]) => key),
]);

for (const language of ['de', 'zh', 'ar'])
  test(`the page is translated, whole: ${language}`, async () => {
    const source = readFileSync(join(root, `demo/src/languages/${language}.ts`), 'utf8');
    const { code } = await transform(source, { loader: 'ts' });
    const { messages } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
    assert.deepEqual(Object.keys(messages.page).toSorted(), [...keys].toSorted());
    for (const { key, elements } of texts) {
      const places = [...messages.page[key].matchAll(/\{(\d+)\}/g)].map(([, place]) => Number(place));
      assert.equal(new Set(places).size, places.length, key);
      assert.ok(
        places.every((place) => elements[place] !== undefined),
        key,
      );
      // What is emphasized may be a text of the page itself.
      const lost = elements.filter((name, place) => name !== 'em' && !places.includes(place));
      assert.deepEqual(lost, [], key);
    }
  });
