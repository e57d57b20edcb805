export const english = {
  log: 'Log of the servers',
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
};

export type LogViewerMessages = typeof english;
