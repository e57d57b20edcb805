// Checks the English of the documents and of the interface: repeated words, articles, and the words of vocabulary.mjs.
//   node test/prose/prose.mjs            all documents and interface texts
//   node test/prose/prose.mjs FILE ...   these only
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRetext from 'remark-retext';
import retextContractions from 'retext-contractions';
import retextDiacritics from 'retext-diacritics';
import retextEnglish from 'retext-english';
import retextIndefiniteArticle from 'retext-indefinite-article';
import retextRedundantAcronyms from 'retext-redundant-acronyms';
import retextRepeatedWords from 'retext-repeated-words';
import retextSentenceSpacing from 'retext-sentence-spacing';
import { unified } from 'unified';
import { VFile } from 'vfile';
import { textsOf } from './interface-texts.mjs';
import { vocabulary } from './vocabulary.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param {{ straight: boolean }} apostrophes those of the documents are straight, those of the interface are typographic */
const english = (apostrophes) =>
  unified()
    .use(retextEnglish)
    .use(retextRepeatedWords)
    .use(retextIndefiniteArticle)
    .use(retextRedundantAcronyms)
    .use(retextDiacritics)
    .use(retextContractions, apostrophes)
    .use(retextSentenceSpacing)
    .use(vocabulary)
    .freeze();
const documentProse = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRetext, english({ straight: true }))
  .freeze();
const interfaceProse = english({ straight: false });
/** The plugin reads it as a word, not as letters: it is an https URL. */
const SPELLED_OUT = /^Unexpected article `an` before `https?`/;

/**
 * @param {string} path for the findings
 * @returns {Promise<string[]>} each finding with its place
 */
export async function checkMarkdown(path, text) {
  const file = new VFile({ path, value: text });
  const tree = documentProse.parse(file);
  for (const text of [tree, ...cellsOf(tree)]) await documentProse.run(text, file);
  return findingsOf(file).map(({ line, column, reason }) => `${path}:${line}:${column} ${reason}`);
}

/** Checks the strings of a source, each as a text of its own. */
export async function checkInterface(path, source) {
  const findings = await Promise.all(
    textsOf(source).map(async ({ text, line }) => {
      const file = new VFile({ path, value: text });
      await interfaceProse.run(interfaceProse.parse(file), file);
      return findingsOf(file).map(({ reason }) => `${path}:${line} ${reason}: ${text}`);
    }),
  );
  return findings.flat();
}

/** remark-retext leaves out tables, and most of a reference is in tables. Each cell is a text of its own. */
function cellsOf(node) {
  if (node.type === 'tableCell') return [{ ...node, type: 'root', children: [{ ...node, type: 'paragraph' }] }];
  return node.children?.flatMap(cellsOf) ?? [];
}

const findingsOf = ({ messages }) => messages.filter(({ reason }) => !SPELLED_OUT.test(reason));

/** The documents of people who use or change mcp-web, and the English texts of the interface. */
export function proseFiles() {
  const inFolder = (folder, pattern) =>
    readdirSync(join(root, folder), { recursive: true })
      .map((file) => `${folder}/${String(file).replaceAll('\\', '/')}`)
      .filter((file) => pattern.test(file));
  return [
    ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].filter((file) => existsSync(join(root, file))),
    ...inFolder('docs', /\.md$/),
    ...inFolder('packages', /^packages\/\w+\/README\.md$/),
    ...inFolder('packages/elements/src', /\/messages\.ts$/),
    // Above all the sentences of its errors.
    ...inFolder('packages/client/src', /\.ts$/),
  ].filter((file) => !file.includes('node_modules'));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , ...named] = process.argv;
  const files = named.length > 0 ? named : proseFiles();
  const findings = [];
  for (const file of files) {
    const check = file.endsWith('.md') ? checkMarkdown : checkInterface;
    findings.push(...(await check(file, readFileSync(join(root, file), 'utf8'))));
  }
  console.log([...findings, `${files.length} files, ${findings.length} findings`].join('\n'));
  process.exitCode = findings.length > 0 ? 1 : 0;
}
