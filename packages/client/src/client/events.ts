/** The events of a client. */
import type { McpError } from '../errors.ts';
import { isLogLevel } from '../protocol/log-levels.ts';
import type { JsonObject, LogMessage } from '../protocol/types.ts';
import type { SentRequest } from '../session/exchange.ts';

/** The server logged something. */
export class LogEvent extends Event {
  readonly message: LogMessage;
  /** The request that the server was answering, where it sent the message with that answer. */
  readonly request: SentRequest | undefined;

  constructor(message: LogMessage, request?: SentRequest) {
    super('log');
    this.message = message;
    this.request = request;
  }
}

export const LISTS = ['tools', 'prompts', 'resources'] as const;

/** One of the server's lists changed: fetch it again. */
export class ListChangeEvent extends Event {
  readonly list: (typeof LISTS)[number];

  constructor(list: (typeof LISTS)[number]) {
    super('listchange');
    this.list = list;
  }
}

/** The contents of a resource, or of a part of it, changed: read it again. */
export class ResourceUpdateEvent extends Event {
  /** The URI that was subscribed to, or that of a part. */
  readonly uri: string;

  constructor(uri: string) {
    super('resourceupdate');
    this.uri = uri;
  }
}

/** The user's visit to a page, which the server asked for, is over (2025-11-25; servers do not have to send this). */
export class ElicitationCompleteEvent extends Event {
  /** The `elicitationId` of the request that the `elicitation.url` handler got. */
  readonly elicitationId: string;

  constructor(elicitationId: string) {
    super('elicitationcomplete');
    this.elicitationId = elicitationId;
  }
}

/** The connection ended, but the page did not close it. */
export class ConnectionLostEvent extends Event {
  readonly error: McpError;

  constructor(error: McpError) {
    super('connectionlost');
    this.error = error;
  }
}

/**
 * Changes are no longer announced: lists and resources are as fresh as when they were last fetched.
 *
 * When the error is `network` or `timeout`, several attempts in a row did not reach the server. The attempts go on, each
 * failure fires another event, and `listchange` and `resourceupdate` show that changes are announced again. Otherwise the
 * server refuses to announce them, for example because the user has to sign in again. The client asks a few times more;
 * then calls may still work, but to hear of changes, connect again.
 */
export class ChangesLostEvent extends Event {
  readonly error: McpError;

  constructor(error: McpError) {
    super('changeslost');
    this.error = error;
  }
}

export interface McpClientEventMap {
  log: LogEvent;
  listchange: ListChangeEvent;
  resourceupdate: ResourceUpdateEvent;
  elicitationcomplete: ElicitationCompleteEvent;
  connectionlost: ConnectionLostEvent;
  changeslost: ChangesLostEvent;
}

/** Makes an event of a notification. Returns nothing for unknown notifications. */
export function eventOf(
  method: string,
  { level, logger, data, uri }: JsonObject,
  request?: SentRequest,
): Event | undefined {
  switch (method) {
    case 'notifications/message':
      return isLogLevel(level)
        ? new LogEvent({ level, data, ...(typeof logger === 'string' && { logger }) }, request)
        : undefined;
    case 'notifications/resources/updated':
      return typeof uri === 'string' ? new ResourceUpdateEvent(uri) : undefined;
    default: {
      const list = LISTS.find((candidate) => method === `notifications/${candidate}/list_changed`);
      return list && new ListChangeEvent(list);
    }
  }
}
