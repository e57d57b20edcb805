// The same pages for language models: `llms.txt` lists them, and each is there as Markdown, beside its HTML.
import { CHAPTERS } from './navigation.mjs';

/**
 * @param {readonly import('./pages.mjs').Page[]} pages
 * @param {import('./links.mjs').Links} links
 * @returns {[address: string, text: string][]}
 */
export function llmsText(pages, links) {
  const address = (page) => page.address.replace(/\.html$/, '.md');
  const chapters = CHAPTERS.map(({ title }) => {
    const lines = pages
      .filter(({ chapter, isListed }) => chapter === title && isListed)
      .map((page) => `- [${page.title}](${address(page)}): ${page.description}`);
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  const about = '> A browser-native client for the Model Context Protocol, and custom elements for its user interface.';
  return [
    ['llms.txt', `# mcp-web\n\n${about}\n\n${chapters.join('\n')}`],
    ...pages.map((page) => [address(page), page.markdown.replaceAll(/(\]\()([^)\s]+)(?=\))/g, toMarkdown(page))]),
  ];

  function toMarkdown(page) {
    return (whole, start, href) => {
      if (/\.(png|svg)$/.test(href)) return start + links.image(page, href);
      const resolved = links.resolve(page, href, '.md');
      return resolved === undefined ? whole : start + resolved;
    };
  }
}
