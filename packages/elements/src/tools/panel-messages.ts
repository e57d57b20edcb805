/** What is said of a tool that was picked: loaded with the first one. */
export const english = {
  form: (tool: string) => `Arguments of ${tool}`,
  run: 'Run',
  cancel: 'Cancel',
  forModels: 'For models',
  forModelsHint: 'Models see this tool, and may ask to run it.',
  offHint: 'No model sees or runs it. You still can.',
  status: {
    idle: '',
    asking: 'Waiting for your permission',
    running: 'Running',
    done: 'Done',
    denied: 'Not allowed',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  took: (ms: number) => (ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`),
  progress: 'Progress',
  progressOf: (progress: number, total: number | undefined) =>
    total === undefined ? `${progress}` : `${progress} of ${total}`,
  cancelledHint: 'The server was told to stop. What it had already done may stay done.',
  withdrawnHint: 'Nothing was sent.',
  missing: (capability: string) =>
    ({
      elicitation:
        'The server wants to ask you something, and this page cannot: put an <mcp-elicitation-form> into it.',
      sampling:
        'The server wants the answer of a model, and this page has none to offer: put an <mcp-sampling-review> into it.',
      roots: 'The server wants to know what it may work on: give it roots when it is added.',
    })[capability] ?? `The server needs something that this page cannot do: ${capability}.`,
};

export type PanelMessages = typeof english;
