export const english = {
  title: 'Tasks',
  empty: 'No tasks',
  emptyHint: 'Calls that take long appear here.',
  running: (count: number) => `${count.toLocaleString('en')} running`,
  status: {
    unknown: 'Waiting for the server',
    working: 'Running',
    input_required: 'Waiting for input',
    asks: 'Needs your input',
    fetching: 'Fetching the result',
    completed: 'Completed',
    failed: 'Failed',
    cancelled: 'Cancelled',
    lost: 'Lost',
  },
  elapsed: (seconds: number) =>
    seconds < 60
      ? `${seconds} s`
      : seconds < 3_600
        ? `${Math.floor(seconds / 60)} min`
        : `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`,
  startedAt: (time: Date) => `Started ${time.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}`,
  keptUntil: (time: Date) =>
    `The server keeps it until ${time.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })}`,
  left: 'You left the page during this call. It continues here once the server is connected. If you dismiss it, it may still run at the server.',
  unasked:
    'The server needs something from you that this page does not ask for. The task waits. If you dismiss it, it may still run at the server.',
  elsewhere: 'Another tab follows this task. Its result appears there.',
  kept: 'The result was not stored. The server may still have it.',
  getResult: 'Get the result',
  getResultNamed: (tool: string) => `Get the result of ${tool}`,
  progress: 'Progress',
  progressOf: (progress: number, total: number | undefined) =>
    total === undefined ? `${progress}` : `${progress} of ${total}`,
  result: 'Result',
  cancel: 'Cancel',
  cancelNamed: (tool: string) => `Cancel ${tool}`,
  cancelling: 'Cancelling…',
  cancelled: 'The task may already have made changes.',
  dismiss: 'Dismiss',
  dismissNamed: (tool: string) => `Dismiss ${tool}`,
  dismissEnded: 'Dismiss finished',
  showMore: (rest: number) => `Show more (${rest.toLocaleString('en')} left)`,
  changed: (tool: string, status: string) => `${tool}: ${status}`,
  notify: 'Notify me',
  notifyBlocked: 'The browser does not let this page show notifications. You can allow them in its settings.',
};

export type TasksMessages = typeof english;
