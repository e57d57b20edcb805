/**
 * The playground's own texts, apart from those of the elements. `index.html` has its texts in English, with these names
 * in `data-text`.
 */
export interface PageMessages {
  /** By `data-text`; attributes by `data-text-label` and `data-text-placeholder`. */
  readonly page: Readonly<Record<string, string>>;
  readonly present: string;
  readonly removed: (server: string) => string;
  readonly undo: string;
  readonly given: (parts: number, address: string) => string;
  readonly wrongHeader: string;
  readonly headersUnread: string;
  readonly notForgotten: (header: string, host: string) => string;
  readonly forget: string;
  readonly forgetNamed: (header: string, host: string) => string;
  readonly url: UrlMessages;
}

/** What may be wrong with the URL that the user entered. */
export interface UrlMessages {
  readonly missing: string;
  readonly invalid: string;
  readonly scheme: string;
}

export const english: PageMessages = {
  page: {},
  present: 'This server is already in the list.',
  removed: (server) => `${server} was removed.`,
  undo: 'Undo',
  given: (parts, address) => `Added ${address} (${parts === 1 ? '1 item' : `${parts.toLocaleString('en')} items`}).`,
  wrongHeader: 'A header cannot have this name or value.',
  headersUnread:
    'The browser could not read the stored headers. Servers are connected without them, and they may still be stored.',
  notForgotten: (header, host) =>
    `${header} for ${host} could not be forgotten: it may still be stored in this browser.`,
  forget: 'Forget',
  forgetNamed: (header, host) => `Forget ${header} for ${host}`,
  url: {
    missing: 'Enter the URL of a server, for example https://example.com/mcp.',
    invalid: 'This is not a URL. The URL of a server looks like https://example.com/mcp.',
    scheme: 'A page can only reach http and https addresses.',
  },
};
