/** The events of a client, typed for `addEventListener`. */
import type { McpError } from '../errors.ts';
import type { LogMessage } from '../protocol/types.ts';

/** The server logged something. */
export class LogEvent extends Event {
  readonly message: LogMessage;

  constructor(message: LogMessage) {
    super('log');
    this.message = message;
  }
}

/** One of the server's lists is no longer what it was: fetch it again. */
export class ListChangeEvent extends Event {
  readonly list: 'tools' | 'prompts' | 'resources';

  constructor(list: 'tools' | 'prompts' | 'resources') {
    super('listchange');
    this.list = list;
  }
}

/** The connection ended although the page did not close it. */
export class ConnectionLostEvent extends Event {
  readonly error: McpError;

  constructor(error: McpError) {
    super('connectionlost');
    this.error = error;
  }
}

export interface McpClientEventMap {
  log: LogEvent;
  listchange: ListChangeEvent;
  connectionlost: ConnectionLostEvent;
}
