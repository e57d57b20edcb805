// The HTML around the text of each page.
import { relative } from './links.mjs';
import { escape } from './markdown.mjs';
import { CHAPTERS } from './navigation.mjs';

/** No inline script or style, no eval, no HTML from strings. Examples may connect to a server that the reader names. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  'media-src blob:',
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html mcp-web',
].join('; ');

/**
 * @param {import('./pages.mjs').Page} page
 * @param {{ body: string, headings: readonly import('./markdown.mjs').Heading[], pages: readonly import('./pages.mjs').Page[], description: string }} content
 */
export function layout(page, { body, headings, pages, description }) {
  const to = (address) => escape(relative(page.address, address));
  const listed = pages.filter(({ isListed }) => isListed);
  const title = page.address === 'index.html' ? 'mcp-web' : `${page.title} – mcp-web`;
  return `<!doctype html>
<html lang="en" data-root="${to('search.json').slice(0, -'search.json'.length)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escape(POLICY)}">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${escape(description)}">
<title>${escape(title)}</title>
<link rel="icon" href="${to('mark.svg')}" type="image/svg+xml">
<link rel="stylesheet" href="${to('site.css')}">
<script src="${to('first-paint.js')}"></script>
<script type="module" src="${to('site.js')}"></script>
</head>
<body>
<a class="skip" href="#site-content">Skip to the content</a>
<header class="top">
<button type="button" class="menu" popovertarget="site-navigation">Menu</button>
<a class="name" href="${to('index.html')}"><img src="${to('mark.svg')}" alt="" width="22" height="22">mcp-web</a>
<button type="button" class="search" id="site-search" hidden>Search <kbd>/</kbd></button>
<label class="theme" hidden><span>Theme</span> <select id="site-theme"><option value="">Auto</option><option value="light">Light</option><option value="dark">Dark</option></select></label>
</header>
<div class="columns">
<nav id="site-navigation" popover aria-label="Pages">
${CHAPTERS.map(({ title: chapter }) => chapterOf(chapter)).join('\n')}
</nav>
<main id="site-content" tabindex="-1">
${body}${neighbors()}
</main>
${outline()}
</div>
</body>
</html>
`;

  function chapterOf(chapter) {
    const links = listed
      .filter((one) => one.chapter === chapter)
      .map((one) => {
        const current = one === page ? ' aria-current="page"' : '';
        return `<li><a href="${to(one.address)}"${current}>${escape(one.title)}</a></li>`;
      });
    return links.length > 0 ? `<h2>${escape(chapter)}</h2>\n<ul>\n${links.join('\n')}\n</ul>` : '';
  }

  function outline() {
    const sections = headings.filter(({ depth }) => depth === 2);
    if (sections.length < 2) return '';
    const items = sections.map(({ id, text }) => `<li><a href="#${id}">${escape(text)}</a></li>`).join('\n');
    return `<nav class="outline" aria-label="On this page">\n<h2>On this page</h2>\n<ul>\n${items}\n</ul>\n</nav>`;
  }

  function neighbors() {
    const index = listed.indexOf(page);
    const link = (one, rel, text) =>
      one ? `<a rel="${rel}" href="${to(one.address)}">${text} <strong>${escape(one.title)}</strong></a>` : '';
    const links =
      index === -1 ? '' : link(listed[index - 1], 'prev', 'Before:') + link(listed[index + 1], 'next', 'Next:');
    return links && `<nav class="neighbors" aria-label="Neighboring pages">${links}</nav>`;
  }
}
