/** How the messages of a session travel, for the eras that have one. */
import type { Revision } from '../protocol/versions.ts';
import type { Call } from './exchange.ts';

export interface Link {
  /** Sends a request and resolves when its answer is in the call's sink, or when nothing more can come. */
  transmit(call: Call, message: string): Promise<void>;
  /** Sends a message that has no answer. */
  post(message: string): Promise<void>;
  /** The handshake is done: the server may speak on its own account from now on. */
  start(revision: Revision): void;
  /** Forgets the handshake, so that there can be another one. */
  reset(): void;
  close(): Promise<void>;
}
