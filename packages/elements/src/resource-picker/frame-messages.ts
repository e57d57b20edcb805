/** What is said before there is a server. */
export const english = {
  noServers: 'No resources yet',
  noServersHint: 'Connect a server, and what it has to read appears here.',
};

export type ResourceFrameMessages = typeof english;
