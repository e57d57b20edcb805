// The HTML examples of the documents are well-formed and use what the elements have; their scripts, and the examples in JavaScript, parse.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parseSync } from 'vite';
import { root } from './modules.mjs';

const VOID = new Set(['meta', 'link', 'img', 'input', 'br', 'hr', 'source']);
const END_IS_OPTIONAL = new Set(['html', 'head', 'body']);
const TAG =
  /<!--[^]*?-->|<!doctype[^>]*>|<\/([\w-]+)\s*>|<([\w-]+)((?:\s+[^\s=>/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*)\s*\/?>/giy;
const ATTRIBUTE = /([^\s=>/]+)(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/g;
const COMMON =
  /^(?:id|class|slot|hidden|lang|dir|style|title|role|part|exportparts|tabindex|aria-[\w-]+|data-[\w-]+|ref)$/;
const known = elementsOf(readFileSync(join(root, 'docs/elements.md'), 'utf8'));

const files = [
  'README.md',
  'packages/client/README.md',
  'packages/elements/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

describe('the examples in HTML', () => {
  const all = files.flatMap((file) => blocks(file, 'html'));
  assert.ok(all.length > 20, `${all.length} examples`);
  for (const { title, code } of all)
    test(`${title} is well-formed, and uses what the elements have`, () => assert.deepEqual(problemsOf(code), []));

  test('would be found wrong with an unknown element or attribute, an open tag, or a script that does not parse', () => {
    assert.match(String(problemsOf('<mcp-tool></mcp-tool>')), /no element/);
    assert.match(String(problemsOf('<mcp-tools for-all></mcp-tools>')), /for-all/);
    assert.match(String(problemsOf('<div><mcp-tools></div>')), /closes/);
    assert.match(String(problemsOf('<mcp-tools>')), /not closed/);
    assert.match(String(problemsOf('<script type="module">const = 1;</script>')), /script/);
  });
});

describe('the examples in JavaScript', () => {
  const all = files.flatMap((file) => ['js', 'jsx', 'tsx'].flatMap((language) => blocks(file, language)));
  for (const { title, code, language } of all)
    test(`${title} parses`, () => assert.deepEqual(parseSync(`example.${language}`, code).errors, []));
});

function blocks(file, language) {
  const found = readFileSync(join(root, file), 'utf8').matchAll(
    new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'),
  );
  return [...found].map(([, code], index) => ({ title: `${file}, ${language} ${index + 1}`, code, language }));
}

/** The attributes of each element, from the tables of the reference, which a test compares with the sources. */
function elementsOf(page) {
  const shared = ['for', 'fetch-icons'];
  return new Map(
    page
      .split(/^## (?=mcp-)/m)
      .slice(1)
      .map((section) => {
        const [tag] = section.split('\n', 1);
        const own = [...section.matchAll(/^\| `\w+` \| `([\w-]+)` \| `/gm)].map(([, attribute]) => attribute);
        return [tag, new Set([...shared, ...own])];
      }),
  );
}

function problemsOf(html) {
  const problems = [];
  // Scripts and styles are not HTML.
  const markup = html.replaceAll(/(<(script|style)\b[^>]*>)([^]*?)(<\/\2>)/g, (_, open, name, code, close) => {
    const isScript = name === 'script' && !/type="(?!module)/.test(open);
    if (isScript) problems.push(...parseSync('script.js', code).errors.map(({ message }) => `script: ${message}`));
    return open + close;
  });
  const open = [];
  for (let at = markup.indexOf('<'); at !== -1; at = markup.indexOf('<', at + 1)) {
    TAG.lastIndex = at;
    const [, closed, tag, attributes = ''] = TAG.exec(markup) ?? [];
    if (TAG.lastIndex === 0) problems.push(`cannot be read: ${markup.slice(at, at + 40)}`);
    if (closed && open.pop() !== closed) problems.push(`</${closed}> closes another element`);
    if (!tag) continue;
    if (!VOID.has(tag)) open.push(tag);
    if (!tag.startsWith('mcp-')) continue;
    const names = [...attributes.matchAll(ATTRIBUTE)].map(([, name]) => name);
    if (!known.has(tag)) problems.push(`no element is called ${tag}`);
    else
      problems.push(
        ...names
          .filter((name) => !COMMON.test(name) && !known.get(tag).has(name))
          .map((name) => `<${tag}> has no ${name}`),
      );
  }
  return [...problems, ...open.filter((tag) => !END_IS_OPTIONAL.has(tag)).map((tag) => `<${tag}> is not closed`)];
}
