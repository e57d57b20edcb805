export const english = {
  app: (server: string) => `App of ${server}`,
  loading: 'Loading the app…',
  domains: (domains: string) => `Connects to: ${domains}`,
  noSandbox:
    'Apps need a page to run in. Serve app-sandbox.html from an origin of its own, and write its address into sandbox-url.',
  sameOrigin:
    'The sandbox-url is on the origin of this page, so an app could read the page. Serve app-sandbox.html from another origin, or add the attribute opaque.',
  noAnswer: 'The sandbox page did not answer. Check its address, and that frame-src of this page allows it.',
  left: 'The app left its page and was closed.',
  flood: 'The app sent too many messages and was closed.',
  theft: 'The app took the keyboard focus while you were writing, and was closed.',
  closed: 'The app was closed.',
  reload: 'Open again',
  fullScreen: 'Full screen',
  close: 'Close app',
  violation: (directive: string, blocked: string) => `Blocked: ${blocked} (${directive})`,
  violations: (count: number) =>
    count === 1 ? '1 access of the app was blocked' : `${count.toLocaleString('en')} accesses of the app were blocked`,
  linkTitle: (server: string) => `Open a page for the app of ${server}?`,
  linkHint: 'The app wants to open this page in a new tab:',
  linkUnencrypted: 'The connection to this page is not encrypted.',
  linkLookalike: 'The address contains unusual letters. It may imitate another one.',
  linkUser: 'The address contains a user name, which may hide where it leads.',
  open: 'Open page',
  messageTitle: (server: string) => `Send this for the app of ${server}?`,
  messageHint: 'The app wants to write this to the conversation, as if you had:',
  unseenHint: 'Scroll to the end of the message before you send it.',
  send: 'Send',
  oversized: 'A result of the server was too large for the app',
  contextNote: 'The app added notes for the model',
};

export type AppMessages = typeof english;
