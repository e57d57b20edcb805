// The index that the search of the site reads: one entry for each section of each page.
import MiniSearch from 'minisearch';
import { textOf } from './markdown.mjs';
import { API } from './navigation.mjs';

/** What is searched, and what a result shows. The page that searches reads this from the file, with the index. */
const options = { fields: ['title', 'heading', 'text'], storeFields: ['title', 'heading', 'excerpt'] };

/** How much of a section a result shows. */
const EXCERPT = 120;

/** @param {readonly { page: import('./pages.mjs').Page, tokens: readonly object[], env: object }[]} parsed */
export function searchIndex(parsed) {
  const index = new MiniSearch(options);
  for (const { page, tokens } of parsed) index.addAll(sectionsOf(page, tokens));
  return JSON.stringify({ options, index });
}

function sectionsOf(page, tokens) {
  return page.chapter === API ? [wholeOf(page, tokens)] : allSectionsOf(page, tokens);
}

/** Of what the API exports, the names: what surrounds them is the same on every page. */
function wholeOf(page, tokens) {
  const names = tokens
    .filter(({ type }, at) => type === 'inline' && tokens[at - 1].type === 'heading_open')
    .map(textOf);
  return {
    id: page.address,
    title: page.title,
    heading: '',
    text: `${page.description} ${names.join(' ')}`,
    excerpt: page.description.slice(0, EXCERPT),
  };
}

function allSectionsOf(page, tokens) {
  const sections = [{ id: page.address, title: page.title, heading: '', text: '', excerpt: '' }];
  tokens.forEach((token, at) => {
    if (token.type === 'heading_open' && token.tag !== 'h1')
      sections.push({
        id: `${page.address}#${token.attrGet('id')}`,
        title: page.title,
        heading: textOf(tokens[at + 1]),
        text: '',
        excerpt: '',
      });
    if (token.type === 'fence') sections.at(-1).text += ` ${token.content}`;
    if (token.type !== 'inline' || tokens[at - 1]?.type === 'heading_open') return;
    sections.at(-1).text += ` ${textOf(token)}`;
  });
  return sections.map((section) => ({ ...section, excerpt: section.text.trim().slice(0, EXCERPT) }));
}
