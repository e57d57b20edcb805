// Where the links of the documents lead on the site. A link that leads nowhere fails the build.
import { posix } from 'node:path';
import { isInRepository, targetOf } from './pages.mjs';
import { namedOnSite, sizeOf } from './pictures.mjs';

export class Links {
  /** What leads nowhere: for the one who wrote it. */
  broken = [];
  /** The pictures to copy, as paths in the repository. */
  images = new Set();
  #places = new Map();
  #sourceUrl;

  /**
   * @param {readonly { page: import('./pages.mjs').Page, headings: readonly { id: string }[] }[]} parsed
   * @param {string | undefined} sourceUrl where the repository's files can be read, such as `https://github.com/me/it/blob/main/`
   */
  constructor(parsed, sourceUrl) {
    this.#sourceUrl = sourceUrl;
    for (const { page, headings } of parsed) {
      const place = this.#places.get(page.file) ?? { address: page.address, anchors: new Map() };
      this.#places.set(page.file, place);
      // An element's own heading is the top of its page.
      if (page.tag) place.anchors.set(page.tag, page.address);
      for (const { id } of headings) if (!place.anchors.has(id)) place.anchors.set(id, `${page.address}#${id}`);
    }
  }

  /** @returns {string | undefined} undefined if the link leads to a file that is not on the site */
  resolve(page, href, extension = '.html') {
    if (/^[a-z]+:/.test(href)) return href;
    const { path, anchor } = targetOf(page.file, href);
    const place = this.#places.get(path);
    if (!place) {
      if (!isInRepository(path)) this.#complain(page, href);
      return this.#sourceUrl && new URL(path + (anchor && `#${anchor}`), this.#sourceUrl).href;
    }
    const own = anchor && page.file === path && page.anchors?.has(anchor) ? `${page.address}#${anchor}` : undefined;
    const address = anchor ? (own ?? place.anchors.get(anchor)) : place.address;
    if (!address) return this.#complain(page, href);
    const [to, id] = address.split('#');
    const hash = id ? `#${id}` : '';
    if (to === page.address && hash) return hash;
    return relative(page.address, to).replace(/\.html$/, extension) + hash;
  }

  image(page, src) {
    const { path } = targetOf(page.file, src);
    if (isInRepository(path)) this.images.add(path);
    else this.#complain(page, src);
    return relative(page.address, namedOnSite(path.replace(/^docs\//, '')));
  }

  /** @returns {string | undefined} the page of what the client exports by this name, if the site has the reference */
  api(page, name) {
    const found = [...this.#places.values()].find(({ address }) =>
      new RegExp(`^api/(?:index/)?(?:classes|interfaces|type-aliases)/${name}\\.html$`).test(address),
    );
    return found && relative(page.address, found.address);
  }

  /** The width and height of a picture, as attributes. */
  sizeOf(page, src) {
    const { path } = targetOf(page.file, src);
    return isInRepository(path) ? sizeOf(path) : '';
  }

  #complain({ file }, href) {
    this.broken.push(`${file}: ${href}`);
    return undefined;
  }
}

/** The way from one page to another: the site works from any folder of any host. */
export function relative(from, to) {
  return posix.relative(posix.dirname(from), to) || posix.basename(to);
}
