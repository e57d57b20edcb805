export const english = {
  noServers: 'No tools yet',
  noServersHint: 'Connect a server, and what it can do appears here.',
  filter: 'Filter tools',
  shown: (shown: number, all: number) => (shown === all ? `${all} tools` : `${shown} of ${all} tools`),
  noMatch: 'No tool matches.',
  clearFilter: 'Clear the filter',
  listing: 'Listing tools',
  noTools: 'This server offers no tools.',
  pick: 'Pick a tool',
  pickHint: 'Its form appears here. Nothing runs before you allow it.',
  asking: 'Asking you',
  running: 'Running',
  off: 'Off',
  enabled: (on: number, all: number) => `${on} of ${all} for models`,
};

export type ToolsMessages = typeof english;
