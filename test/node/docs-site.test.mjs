// The documentation site: it has every document, and every link leads somewhere.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { after, describe, test } from 'node:test';
import { buildSite } from '../../demo/site/build.mjs';
import { errorsPage, revisionsPage } from '../../demo/site/reference-tables.mjs';
import { CHAPTERS } from '../../demo/site/navigation.mjs';
import { root } from './modules.mjs';

const out = mkdtempSync(join(tmpdir(), 'mcp-web-site-'));
after(() => rmSync(out, { recursive: true, force: true }));
// The pages of the API need a build of the client, and the build of the site checks their links, too.
const pages = await buildSite({ out, hasApi: false });
const html = new Map(pages.map((address) => [address, readFileSync(join(out, address), 'utf8')]));
const ids = new Map([...html].map(([address, text]) => [address, idsOf(text)]));

describe('the documentation site', () => {
  test('has every document of the repository', () => {
    const listed = CHAPTERS.flatMap(({ files }) => files.map((file) => (typeof file === 'string' ? file : file[0])));
    const documents = readdirSync(join(root, 'docs'), { recursive: true })
      .map((file) => `docs/${String(file).replaceAll('\\', '/')}`)
      .filter((file) => file.endsWith('.md') && !/^docs\/decisions\/\d/.test(file));
    assert.deepEqual(
      documents.filter((file) => !listed.includes(file)),
      [],
    );
  });

  test('has a page for every element', () => {
    const tags = [...readFileSync(join(root, 'docs/elements.md'), 'utf8').matchAll(/^## (mcp-[\w-]+)$/gm)];
    assert.ok(tags.length > 10, `${tags.length} elements`);
    for (const [, tag] of tags) assert.ok(html.get(`elements/${tag}.html`)?.includes(`&lt;${tag}&gt;</h1>`), tag);
  });

  test('says for every element which fields its events have, which tokens it uses, and which keys act', () => {
    for (const [address, text] of html) {
      if (!address.startsWith('elements/mcp-')) continue;
      const events = [...text.matchAll(/<a href="#(Mcp\w+Event)">/g)].map(([, name]) => name);
      for (const name of events) assert.ok(text.includes(`<h3 id="${name}">`), `${address}: ${name}`);
      assert.equal(text.includes('<h2 id="events">'), events.length > 0, address);
      assert.doesNotMatch(text, /<td><\/td><\/tr>/, `${address} has a field without a sentence`);
      assert.match(text, /<h2 id="custom-properties">/, address);
      assert.match(text, /^(?:<p>)?Keyboard: /m, address);
      const name = address.slice('elements/mcp-'.length, -'.html'.length);
      const source = readFileSync(new URL(`../../packages/elements/src/${name}/${name}.ts`, import.meta.url), 'utf8');
      // What no key does is said only where none of the element's own does anything.
      assert.notEqual(/^ \* Keyboard: /m.test(source), text.includes('There are no keys of its own.'), address);
      assert.match(text, /<figure>/, `${address} has no screenshot`);
    }
    assert.match(html.get('elements/mcp-tools.html'), /<code>result<\/code><\/td><td><code>CallToolResult</);
    assert.match(html.get('elements/mcp-tools.html'), /<li><code>--mcp-text-soft</);
    assert.match(html.get('elements/mcp-app.html'), /Keyboard: Escape ends the full screen/);
  });

  test('has no link, picture or script that leads nowhere', () => {
    const broken = [];
    let count = 0;
    for (const [address, text] of html)
      for (const [, , target] of text.matchAll(/ (href|src)="([^"]*)"/g)) {
        if (/^[a-z]+:/.test(target)) continue;
        count++;
        const [path, id] = target.split('#');
        const to = path ? posix.join(posix.dirname(address), path) : address;
        if (!isFile(to) || (id && !ids.get(to)?.has(id))) broken.push(`${address}: ${target}`);
      }
    assert.ok(count > 1000, `${count} links`);
    assert.deepEqual(broken, []);
  });

  test('works from any folder: no address begins at the root of a host', () => {
    for (const [address, text] of html) assert.doesNotMatch(text, / (href|src)="\//, address);
  });

  test('has one title, one main heading and one id for one thing on each page', () => {
    const titles = [...html.values()].map((text) => /<title>(.*?)<\/title>/.exec(text)?.[1]);
    assert.equal(new Set(titles).size, titles.length);
    for (const [address, text] of html) {
      assert.equal(text.match(/<h1[ >]/g)?.length, 1, address);
      const all = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
      assert.deepEqual(
        all.filter((id, index) => all.indexOf(id) !== index),
        [],
        address,
      );
    }
  });

  test('contains no inline script and no inline style', () => {
    for (const [address, text] of html) {
      assert.doesNotMatch(text, /<script(?![^>]* src=)|<style|<[^>]* (?:style|on\w+)="/, address);
      assert.match(text, /require-trusted-types-for/, address);
    }
  });

  test('lists every page for language models, with its Markdown beside it', () => {
    const text = readFileSync(join(out, 'llms.txt'), 'utf8');
    const listed = [...text.matchAll(/\]\(([^)]+)\): \S/g)].map(([, address]) => address);
    assert.ok(listed.length > 40, `${listed.length} pages`);
    for (const address of listed) assert.ok(isFile(address), address);
    assert.match(readFileSync(join(out, 'elements/mcp-tools.md'), 'utf8'), /^# <mcp-tools>/);
  });
});

describe('what documents repeat of the sources', () => {
  for (const { file, page } of [
    { file: 'docs/revisions.md', page: revisionsPage },
    { file: 'docs/errors.md', page: errorsPage },
  ])
    test(`is up to date in ${file}: if not, run \`pnpm reference-tables\``, () => {
      const text = readFileSync(join(root, file), 'utf8');
      assert.match(text, /\| yes \||### `timeout`/);
      assert.equal(page(text), text);
    });

  for (const file of ['README.md', 'docs/script-tag.md'])
    test(`says the sizes of the script tag's files as they were measured last, in ${file}`, () => {
      const budgets = JSON.parse(readFileSync(join(root, 'size-budgets.json'), 'utf8'));
      const measured = Object.fromEntries(
        Object.entries(budgets).map(([name, { landed }]) => [name, Math.round(landed / 1_000)]),
      );
      const text = readFileSync(join(root, file), 'utf8');
      const said = [
        ...text.matchAll(/(\d+) kB(?: in (?:about )?\d+ files)? (?:for a host|with tools|for everything)/g),
      ];
      assert.deepEqual(
        said.map(([, size]) => Number(size)),
        [
          measured['script tag: host and server'],
          measured['script tag: host, server, tools, one call'],
          ...(file === 'README.md' ? [] : [measured['script tag: everything']]),
        ],
      );
    });
});

test('a document with a link that leads nowhere fails the build', async () => {
  const { Links } = await import('../../demo/site/links.mjs');
  const page = { address: 'chat.html', file: 'docs/chat.md' };
  const links = new Links([{ page, headings: [{ id: 'models' }] }], undefined);
  assert.equal(links.resolve(page, '#models'), '#models');
  links.resolve(page, '#model');
  links.resolve(page, 'no-such-page.md');
  links.resolve(page, '../test/unit');
  assert.deepEqual(links.broken, ['docs/chat.md: #model', 'docs/chat.md: no-such-page.md']);
});

function idsOf(text) {
  return new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
}

function isFile(path) {
  try {
    return statSync(join(out, path)).isFile();
  } catch {
    return false;
  }
}
