export const english = {
  noServers: 'No tools yet',
  noServersHint: 'Connect a server to see its tools here.',
  filter: 'Filter tools',
  shown: (shown: number, all: number) => (shown === all ? `${all} tools` : `${shown} of ${all} tools`),
  noMatch: 'No tools match.',
  clearFilter: 'Clear filter',
  listing: 'Loading tools',
  noTools: 'This server offers no tools.',
  pick: 'Select a tool',
  pickHint: 'Its form appears here. Nothing runs until you allow it.',
  waiting: 'Waiting for you',
  running: 'Running',
  off: 'Off',
  enabled: (on: number, all: number) => `${on} of ${all} available to models`,
  form: (tool: string) => `Arguments of ${tool}`,
  run: 'Run',
  cancel: 'Cancel',
  forModels: 'Available to models',
  forModelsHint: 'Models can request this tool.',
  offHint: 'Hidden from models. You can still run it.',
  status: {
    idle: '',
    waiting: 'Waiting for your permission',
    running: 'Running',
    done: 'Done',
    declined: 'Declined',
    denied: 'Not allowed',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  took: (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`),
  progress: 'Progress',
  progressOf: (progress: number, total: number | undefined) =>
    total === undefined ? `${progress}` : `${progress} of ${total}`,
  cancelledHint: 'The server was told to stop. It may already have made changes.',
  withdrawnHint: 'Nothing was sent.',
  missing: (capability: string) =>
    ({
      elicitation:
        'The server needs your input, but this page cannot ask for it. Add an <mcp-elicitation-form> to the page.',
      sampling:
        'The server needs an answer from a model, but this page cannot ask one. Add an <mcp-sampling-review> to the page.',
      roots: 'The server needs to know which roots it may use. Set roots when you add the server.',
    })[capability] ?? `The server needs something that this page does not support: ${capability}.`,
};

export type ToolsMessages = typeof english;
