export const english = {
  state: {
    waiting: 'Starting',
    approval: 'Waiting for your approval',
    input: 'Needs your input',
    running: 'Running',
    done: 'Done',
    failed: 'Failed',
    declined: 'Declined',
    denied: 'Not allowed',
    cancelled: 'Cancelled',
  },
  took: (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`),
  running: (seconds: number) => `${seconds} s`,
  forgotten: 'This call is no longer known.',
  arguments: 'Arguments',
  noArguments: 'No arguments',
  result: 'Result',
  progress: 'Progress',
  progressOf: (progress: number, total: number | undefined) =>
    total === undefined ? `${progress}` : `${progress} of ${total}`,
  cancel: 'Cancel',
  cancelNamed: (tool: string) => `Cancel ${tool}`,
  retry: 'Run again',
  retryNamed: (tool: string) => `Run again: ${tool}`,
  hasRun: 'The tool has run. If it runs again, what it did may happen twice.',
  mayHaveRun: 'The server was told to stop, but the tool may have run.',
  notRun: 'Nothing was sent.',
};

export type ToolCallMessages = typeof english;
