/**
 * The playground's own texts, apart from those of the elements. `index.html` has its texts in English, with these names
 * in `data-text`.
 */
export interface PageMessages {
  /**
   * By `data-text`; attributes by `data-text-label`, `data-text-placeholder` and `data-text-title`. In a text, `{0}` stands
   * for the first element inside, `{1}` for the second, and so on.
   */
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
  /** Of the buttons that copy code. */
  readonly copy: {
    readonly label: string;
    readonly done: string;
    /** The page could not copy, but has selected it. */
    readonly byHand: string;
  };
  /** Of the code for what is on the screen. */
  readonly code: { readonly elements: string; readonly client: string; readonly of: (title: string) => string };
  readonly noAuthorHints: string;
  /** The model that is a toy: for the dialogs of servers, and for the chat. */
  readonly toy: { readonly echo: string; readonly chat: string };
  readonly notEmbedded: NotEmbeddedMessages;
  readonly commands: CommandMessages;
}

/** Why there is no built-in server. */
export interface NotEmbeddedMessages {
  readonly unsupported: string;
  readonly insecure: string;
  readonly late: string;
  /** `why` is the browser's own message. */
  readonly failed: (why: string) => string;
  /** What can be done without it. */
  readonly otherwise: string;
}

/** The texts of the dialog that leads everywhere. */
interface CommandMessages {
  /** What opens it, except on Apple devices. */
  readonly key: string;
  readonly tool: string;
  readonly server: string;
  readonly addServer: string;
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
  copy: { label: 'Copy', done: 'Copied', byHand: 'Selected: now copy' },
  code: { elements: 'Elements', client: 'Client', of: (title) => `Code: ${title}` },
  noAuthorHints: 'There is nothing to improve.',
  toy: { echo: 'Toy model: repeats the prompt', chat: 'Toy model' },
  notEmbedded: {
    unsupported:
      'The built-in server needs Service Workers, which this window does not have. Some browsers turn them off in private windows.',
    insecure: 'The built-in server is a Service Worker. Browsers run those only on https and localhost.',
    late: 'The built-in server did not start in time. Reload the page to try again.',
    failed: (why) => `The browser could not start the built-in server: ${why}`,
    otherwise: 'You can still connect to any server by its URL.',
  },
  commands: {
    key: 'Ctrl K',
    tool: 'Tool',
    server: 'Server',
    addServer: 'Add a server',
    view: 'View',
    action: 'Action',
    found: (shown, count) =>
      shown === count
        ? `${count.toLocaleString('en')} found`
        : `The first ${shown.toLocaleString('en')} of ${count.toLocaleString('en')}`,
  },
};
