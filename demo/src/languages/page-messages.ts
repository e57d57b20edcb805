/**
 * The playground's own texts, apart from those of the elements. `index.html` has its texts in English, with these names
 * in `data-text`.
 */
export interface PageMessages {
  /** By `data-text`; attributes by `data-text-label` and `data-text-placeholder`. */
  readonly page: Readonly<Record<string, string>>;
  readonly given: (parts: number, address: string) => string;
  readonly sharedServers: (count: number) => string;
  readonly addShared: string;
  readonly linkCopied: string;
  /** In place of those of `<mcp-servers>`, which stores no values of headers. */
  readonly servers: { readonly valueHint: string; readonly rememberHint: string };
  readonly headersUnread: string;
  readonly headersNotStored: string;
  readonly notForgotten: (host: string) => string;
  readonly forget: string;
  readonly forgetNamed: (headers: string, host: string) => string;
  readonly commands: CommandMessages;
}

/** The texts of the dialog that leads everywhere. */
interface CommandMessages {
  readonly tool: string;
  readonly server: string;
  readonly view: string;
  readonly action: string;
  readonly found: (shown: number, count: number) => string;
}

export const english: PageMessages = {
  page: {},
  given: (parts, address) => `Added ${address} (${parts === 1 ? '1 item' : `${parts.toLocaleString('en')} items`}).`,
  sharedServers: (count) =>
    count === 1
      ? 'This link has a server that is not in your list:'
      : `This link has ${count.toLocaleString('en')} servers that are not in your list:`,
  addShared: 'Add to my list',
  linkCopied: 'The link is copied.',
  servers: {
    valueHint: 'For a token: Bearer, a space, and the token. It is for this server only. You can have it stored below.',
    rememberHint:
      'Their addresses and your names for them. Values of headers are stored only if you choose that below.',
  },
  headersUnread:
    'The browser could not read the stored headers. Servers are connected without them, and they may still be stored.',
  headersNotStored: 'The browser could not store the headers: enter them again on your next visit.',
  notForgotten: (host) => `The headers for ${host} could not be forgotten: they may still be stored in this browser.`,
  forget: 'Forget',
  forgetNamed: (headers, host) => `Forget ${headers} for ${host}`,
  commands: {
    tool: 'Tool',
    server: 'Server',
    view: 'View',
    action: 'Action',
    found: (shown, count) =>
      shown === count
        ? `${count.toLocaleString('en')} found`
        : `The first ${shown.toLocaleString('en')} of ${count.toLocaleString('en')}`,
  },
};
