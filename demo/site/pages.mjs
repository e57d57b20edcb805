// Which pages the site has, and the Markdown of each: documents of the repository, one page for each element, and the API.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHAPTERS } from './navigation.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const ELEMENTS_FILE = 'docs/elements.md';

/**
 * @typedef {object} Page
 * @property {string} address relative to the root of the site
 * @property {string} file what its links are relative to, in the repository
 * @property {string} title
 * @property {string} chapter
 * @property {boolean} isListed whether the navigation shows it
 * @property {string} markdown
 */

/** @returns {Page[]} in the order of the navigation */
export function documentPages() {
  return CHAPTERS.flatMap(({ title: chapter, files }) =>
    files.flatMap((entry) => {
      const [file, title] = typeof entry === 'string' ? [entry] : entry;
      const markdown = readFileSync(join(root, file), 'utf8');
      const page = {
        address: addressOf(file),
        file,
        title: title ?? titleOf(markdown),
        chapter,
        isListed: true,
        markdown,
      };
      if (file === ELEMENTS_FILE) return elementPages(page);
      return file === 'docs/decisions/README.md' ? [page, ...decisionPages(chapter)] : [page];
    }),
  );
}

/** The reference of all elements is one document in the repository. Here, each element has a page. */
function elementPages(page) {
  const [head, ...rest] = page.markdown.split(/^(?=## )/m);
  const isElement = (section) => section.startsWith('## mcp-');
  const elements = rest.filter(isElement).map((section) => {
    const [, tag] = /^## (.*)/.exec(section);
    // Headings of an element move up by one level with it.
    const markdown = section.replaceAll(/^##(?=#* )/gm, '#').replace(/^# .*/, `# <${tag}>`);
    return { ...page, address: `elements/${tag}.html`, title: `<${tag}>`, markdown, tag };
  });
  return [{ ...page, markdown: [head, ...rest.filter((section) => !isElement(section))].join('') }, ...elements];
}

function decisionPages(chapter) {
  return readdirSync(join(root, 'docs/decisions'))
    .filter((name) => /^\d.*\.md$/.test(name))
    .toSorted()
    .map((name) => {
      const file = `docs/decisions/${name}`;
      const markdown = readFileSync(join(root, file), 'utf8');
      return { address: addressOf(file), file, title: titleOf(markdown), chapter, isListed: false, markdown };
    });
}

/** `docs/chat.md` becomes `chat.html`, the README of a folder its `index.html`. */
export function addressOf(file) {
  const path = file.replace(/^docs\//, '').replace(/\.md$/, '');
  if (path === 'SECURITY') return 'threat-model.html';
  return `${path.replace(/(^|\/)README$/, '$1index').replace(/^CONTRIBUTING$/, 'contributing')}.html`;
}

const titleOf = (markdown) => /^# (.*)/m.exec(markdown)[1].replaceAll(/[`\\]/g, '');

/** A relative link of a file as a path in the repository, and its anchor. */
export function targetOf(file, href) {
  const [path, anchor = ''] = href.split('#');
  return { path: path ? posix.normalize(posix.join(dirname(file), decodeURIComponent(path))) : file, anchor };
}

export const isInRepository = (path) => !path.startsWith('..') && existsSync(join(root, path));
