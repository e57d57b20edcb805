/** What the playground says by itself, apart from the elements. Texts of `index.html` stand there in English, under these names in `data-text`. */
export interface Words {
  /** By `data-text`; attributes by `data-text-label` and `data-text-placeholder`. */
  readonly page: Readonly<Record<string, string>>;
  readonly present: string;
  readonly given: (parts: number, address: string) => string;
  readonly url: UrlWords;
}

/** What may be wrong with what was typed as an address. */
export interface UrlWords {
  readonly missing: string;
  readonly invalid: string;
  readonly scheme: string;
}

export const english: Words = {
  page: {},
  present: 'This server is in the list already.',
  given: (parts, address) =>
    `This page was given ${parts === 1 ? 'one part' : `${parts.toLocaleString('en')} parts`} of ${address}.`,
  url: {
    missing: 'Type the URL of a server, for example https://example.com/mcp.',
    invalid: 'This is not a URL. The address of a server looks like https://example.com/mcp.',
    scheme: 'A page can reach http and https addresses only.',
  },
};
