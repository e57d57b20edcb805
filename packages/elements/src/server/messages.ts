export const english = {
  status: { connecting: 'Connecting', ready: 'Connected', failed: 'Not connected' },
  noServer: 'This server is gone.',
  era: (era: string) => `${era} era`,
  oldTransport: 'Deprecated transport',
  listError: 'Connected, but a list could not be fetched.',
  listing: 'Listing what it offers',
  tools: (count: number): string => (count === 1 ? 'tool' : 'tools'),
  prompts: (count: number): string => (count === 1 ? 'prompt' : 'prompts'),
  resources: (count: number): string => (count === 1 ? 'resource' : 'resources'),
  retry: 'Try again',
  remove: 'Remove',
  removeNamed: (name: string) => `Remove ${name}`,
  retryNamed: (name: string) => `Try again to connect to ${name}`,
  about: 'In its own words',
  signInStatus: {
    'signed-out': 'Not signed in',
    expired: 'Session expired',
    'signing-in': 'Signing in',
    blocked: 'Waits for you',
  },
};

export type ServerMessages = typeof english;
