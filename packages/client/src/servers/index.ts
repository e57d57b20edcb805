/** The list of servers of a user, and reading the files of other clients. */
export { connectionHeaders, type ListedServer, type NewServer } from './listed-server.ts';
export { readServerAddress, type ServerAddress } from './server-address.ts';
export { type FoundServer, readServerFile, type ServerFile } from './server-file.ts';
export { filledHeader, isSendable, type ServerHeader } from './server-header.ts';
export { ServerList, type ServerListOptions, type ServerListSnapshot } from './server-list.ts';
