/**
 * The playground's own texts, apart from those of the elements. `index.html` has its texts in English, with these names
 * in `data-text`.
 */
export interface PageMessages {
  /** By `data-text`; attributes by `data-text-label` and `data-text-placeholder`. */
  readonly page: Readonly<Record<string, string>>;
  readonly given: (parts: number, address: string) => string;
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
  readonly view: string;
  readonly action: string;
  readonly found: (count: number) => string;
}

export const english: PageMessages = {
  page: {},
  given: (parts, address) => `Added ${address} (${parts === 1 ? '1 item' : `${parts.toLocaleString('en')} items`}).`,
  headersUnread:
    'The browser could not read the stored headers. Servers are connected without them, and they may still be stored.',
  headersNotStored: 'The browser could not store the headers: enter them again on your next visit.',
  notForgotten: (host) => `The headers for ${host} could not be forgotten: they may still be stored in this browser.`,
  forget: 'Forget',
  forgetNamed: (headers, host) => `Forget ${headers} for ${host}`,
  commands: {
    tool: 'Tool',
    view: 'View',
    action: 'Action',
    found: (count) => (count === 1 ? '1 found' : `${count.toLocaleString('en')} found`),
  },
};
