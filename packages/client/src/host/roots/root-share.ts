/** What is shared of the roots of a host, and with whom. */
import type { McpClient } from '../../client/client.ts';
import type { Root } from '../../protocol/request-types.ts';
import type { PermissionDuration } from '../consent/permission-store.ts';
import type { HostSnapshot } from '../snapshot.ts';

/** What a server is told without asking the user. */
export interface RootShare {
  /** The absolute URL of the server. */
  readonly serverUrl: string;
  /** What the server called itself at the time. */
  readonly serverName: string;
  /** The URIs of the roots. */
  readonly uris: readonly string[];
  /** When that was decided, in ms since the epoch. */
  readonly time: number;
  readonly duration: PermissionDuration;
}

/** What a host knows about roots, frozen. */
export interface HostRootsSnapshot {
  /** In the order of their URIs. */
  readonly roots: readonly Root[];
  /** What servers are told without asking the user. */
  readonly shares: readonly RootShare[];
  /** The ids of the servers that have asked for roots and were answered. */
  readonly asked: readonly string[];
}

/** The host, as far as its roots need it. */
export interface RootsHost {
  readonly getSnapshot: () => HostSnapshot;
  client(id: string): Pick<McpClient, 'rootsChanged'>;
}

/** The id of what is stored for a server. */
export const idOfShare = (serverUrl: string): string => JSON.stringify(['root-share', serverUrl]);
