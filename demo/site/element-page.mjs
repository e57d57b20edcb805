// What the page of an element has more than its reference: an example to play with, and its screenshots.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eventFields } from './event-fields.mjs';
import { relative } from './links.mjs';
import { escape } from './markdown.mjs';
import { root } from './pages.mjs';
import { namedOnSite, sizeOf } from './pictures.mjs';
import { tokensOf } from './tokens.mjs';

/** Where no key does more than in any page. */
const PLAIN_KEYBOARD =
  'Keyboard: Tab moves through buttons, links and fields, Enter or Space presses a button. There are no keys of its own.';
const PLAIN = ['content', 'doctor', 'host', 'permissions', 'server', 'skill-picker', 'tool-call'].map(
  (name) => `mcp-${name}`,
);
const SCREENSHOTS = 'docs/screenshots';

/**
 * @param {import('./pages.mjs').Page & { tag: string }} page
 * @param {{ body: string, headings: readonly import('./markdown.mjs').Heading[] }} content
 * @param {import('./links.mjs').Links} links copies the pictures
 */
export function withExample(page, { body, headings }, links) {
  const at = body.indexOf('<div class="table">');
  const reference = at === -1 ? '' : body.slice(at);
  const about = at === -1 ? body : body.slice(0, at);
  const pictures = screenshotsOf(page, links);
  const styling = links.resolve(page, 'elements.md#styling');
  const keyboard = !PLAIN.includes(page.tag) ? '' : `<p>${PLAIN_KEYBOARD}</p>\n`;
  const sections = [
    ['example', 'Example', example(page)],
    [
      'reference',
      'Reference',
      reference.replaceAll(/<code>(Mcp\w+Event)<\/code>/g, '<a href="#$1"><code>$1</code></a>'),
    ],
    ['events', 'Fields of the events', eventFields(page, links)],
    ['custom-properties', 'Custom properties', customProperties(page, styling)],
    ['screenshots', 'Screenshots', pictures],
  ].filter(([, , html]) => html !== '');
  return {
    body: about + keyboard + sections.map(([id, text, html]) => `<h2 id="${id}">${text}</h2>\n${html}`).join('\n'),
    headings: [...headings, ...sections.map(([id, text]) => ({ depth: 2, id, text }))],
  };
}

/** Without JavaScript, its code. */
function example({ tag, markdown }) {
  const html = readFileSync(join(import.meta.dirname, 'examples', `${tag}.html`), 'utf8').trimEnd();
  const events = [...markdown.matchAll(/^\| `(mcp-[\w-]+)` \| `Mcp\w+Event` \|/gm)].map(([, name]) => name);
  return `<p>It runs in this page, with a server that is in the page, too: press <em>Run</em>, or scroll to it. Change its HTML and see. A name with a dot is a property, whose value is JSON here. A button with <code>data-call</code> calls a tool as a script of the page would.</p>
<div class="live" data-events="${events.join(' ')}"><pre><code>${escape(html)}</code></pre></div>
`;
}

function customProperties({ tag }, styling) {
  const shared = `<a href="${styling}">custom properties</a>`;
  const own = tokensOf(tag).map((name) => `<li><code>${name}</code></li>`);
  return own.length > 0
    ? `<p>Its buttons, fields and dialogs use the ${shared} that all elements share. Its own styles use these of them:</p>\n<ul class="names">\n${own.join('\n')}\n</ul>\n`
    : `<p>It has no styles of its own. What is inside it uses the ${shared} that all elements share.</p>\n`;
}

function screenshotsOf({ tag, address }, links) {
  const name = tag.replace('mcp-', '');
  return readdirSync(join(root, SCREENSHOTS))
    .filter((file) => file.endsWith('-light.png') && stateOf(file, name) !== undefined)
    .map((file) => {
      const dark = file.replace('-light', '-dark');
      for (const one of [file, dark]) links.images.add(`${SCREENSHOTS}/${one}`);
      const to = (one) => relative(address, namedOnSite(`screenshots/${one}`));
      const state = stateOf(file, name);
      return `<figure><picture><source media="(prefers-color-scheme: dark)" srcset="${to(dark)}"><img src="${to(file)}" alt="&lt;${tag}&gt;, ${state}"${sizeOf(`${SCREENSHOTS}/${file}`)} loading="lazy"></picture><figcaption>${state}</figcaption></figure>`;
    })
    .join('\n');
}

/** `tools-loading-light.png` shows the state `loading`. */
function stateOf(file, name) {
  return new RegExp(`^${name}-(.*)-light\\.png$`).exec(file)?.[1].replaceAll('-', ' ');
}
