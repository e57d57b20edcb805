export const english = {
  log: 'Server log',
  search: 'Filter the log',
  kinds: { log: 'log', call: 'call', decision: 'decision', 'sign-in': 'sign-in' },
  pause: 'Pause',
  follow: 'Follow',
  find: 'Find',
  more: 'More',
  clear: 'Clear',
  shown: (shown: number, all: number) =>
    shown === all
      ? all === 1
        ? '1 entry'
        : `${all.toLocaleString('en')} entries`
      : `${shown.toLocaleString('en')} of ${all.toLocaleString('en')} entries`,

  empty: 'Nothing logged yet',
  emptyHint: 'Server log messages, tool calls, decisions and sign-ins appear here.',
  noServer: 'No server is connected.',
  emptyAskHint: 'Ask servers to log more',
  latest: 'Jump to latest',
  latestWith: (count: number) => `Jump to latest (${count.toLocaleString('en')} new)`,
  noMatch: 'No entry matches the filter.',
  clearFilter: 'Clear the filter',
  level: 'Minimum level',
  levelFrom: (level: string) => (level === 'debug' ? 'All levels' : `${level} and above`),
  server: 'Server',
  allServers: 'All servers',
  logger: 'Logger',
  allLoggers: 'All loggers',
  kind: 'Kind of entry',
  allKinds: 'All kinds',
  filtering: (percent: number) => `Filtering: ${percent}%`,

  details: 'Log entry',
  data: 'Data of the entry',
  copy: 'Copy',
  copyHint: 'Copy as JSON, without secrets',
  copied: 'Copied. Anything that looks like a secret was replaced.',
  notCopied: 'The browser did not allow copying.',
  close: 'Close',
  /** How it ended, because of whom, and for how long. */
  outcomes: {
    allowed: 'Allowed',
    denied: 'Denied',
    withdrawn: 'Withdrawn',
    allow: 'Allowed',
    deny: 'Denied',
    accept: 'Answered',
    decline: 'Declined',
    cancel: 'Cancelled',
    revoked: 'Permission revoked',
    'switched-on': 'Switched on for models',
    'switched-off': 'Switched off for models',
    mute: 'Muted',
    unmute: 'Unmuted',
    unseen: 'Not shown',
    sent: 'Sent',
    done: 'Done',
    'tool-error': 'The tool reported an error',
    changed: 'The tool has changed',
    cancelled: 'Cancelled',
    failed: 'Failed',
    'signed-in': 'Signed in',
    'signed-out': 'Signed out',
    expired: 'Session expired',
  },
  by: {
    user: 'by the user',
    page: 'by the page',
    policy: 'by a policy of the page',
    permission: 'by an earlier permission',
    limit: 'by the request limit',
  },
  lasting: { session: 'for this session', always: 'always' },
  requests: { elicitation: 'Request for information', sampling: 'Request for a model', 'step-up': 'More access' },
  edited: 'with changed arguments',
  request: 'Request',
  onlyRequest: 'Show only this request',

  findLabel: 'Find in the entries shown',
  previous: 'Previous match',
  next: 'Next match',
  closeFind: 'Close the search',
  noMatches: 'No match',
  matches: (current: number, count: number) =>
    current === 0
      ? `${count.toLocaleString('en')} ${count === 1 ? 'match' : 'matches'}`
      : `${current.toLocaleString('en')} of ${count.toLocaleString('en')}`,
  finding: (percent: number) => `${percent}%`,

  levels: 'Server log levels',
  levelOf: (server: string) => `Log level to request from ${server}`,
  theirDefault: 'server default',
  noLevels: 'No connected server lets you set a level.',
  levelRequested: (server: string, level: string) => `Requested ${level} and above from ${server}.`,
  levelNotRequested: (server: string, why: string) => `${server}: ${why}`,
  save: 'Save as JSON Lines',
  saveHint:
    'Saves the entries that are shown. Anything that looks like a secret (a token, a password, an Authorization header) is replaced. A secret that does not look like one stays in the file.',
  saving: (percent: number) => `Saving: ${percent}%`,
  saved: (entries: number, secrets: number) =>
    `Saved ${entries === 1 ? '1 entry' : `${entries.toLocaleString('en')} entries`}. ${secrets === 0 ? 'Nothing looked like a secret.' : secrets === 1 ? '1 secret was replaced.' : `${secrets.toLocaleString('en')} secrets were replaced.`}`,
  store: 'Store the log in this browser',
  storeHint: 'The newest 10,000 entries, without anything that looks like a secret, until you clear the log.',
  notStored:
    'The browser cannot store the log: the disk is full, this page is not allowed to use storage, or another page blocks it. These entries will be lost when you reload.',
  storeAgain: 'Retry',
  deleted: 'The stored log was deleted.',
  notDeleted: 'The browser could not delete the stored log.',
};

export type LogViewerMessages = typeof english;
