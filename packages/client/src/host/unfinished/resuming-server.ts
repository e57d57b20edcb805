/** What going on with calls of earlier pages needs of their server. */
import type { ConnectOptions } from '../../client/connect-options.ts';
import type { CallStore } from '../../client/unfinished/call-store.ts';
import type { ResumeContext } from '../../client/unfinished/unfinished-calls.ts';
import type { HostServer } from '../snapshot.ts';
import type { NotedStore } from './noted-store.ts';

/** A server whose calls can go on: a `HostedServer`. */
export interface ResumingServer {
  readonly state: HostServer;
  readonly name: string;
  /** Says who the user is. */
  readonly credentials: Pick<ConnectOptions, 'principal' | 'headers' | 'auth'>;
  /** Aborts when the server is removed, or when the user who is there now has signed out. */
  readonly presence: AbortSignal;
  /** The records of its calls of this page. */
  readonly recorded: Pick<NotedStore, 'has' | 'recordOf'> | undefined;
  /** What is needed to go on with a call. */
  resumption(store: CallStore): ResumeContext;
}
