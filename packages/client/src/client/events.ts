/** The events of a client, typed for `addEventListener`. */
import type { McpError } from '../errors.ts';
import { isLogLevel } from '../protocol/log-levels.ts';
import type { JsonObject, LogMessage } from '../protocol/types.ts';
import type { SentRequest } from '../session/exchange.ts';

/** The server logged something. */
export class LogEvent extends Event {
  readonly message: LogMessage;
  /** Known when it came on the stream of a request's answer, as servers should send what a request makes them log. */
  readonly request: SentRequest | undefined;

  constructor(message: LogMessage, request?: SentRequest) {
    super('log');
    this.message = message;
    this.request = request;
  }
}

export const LISTS = ['tools', 'prompts', 'resources'] as const;

/** One of the server's lists is no longer what it was: fetch it again. */
export class ListChangeEvent extends Event {
  readonly list: (typeof LISTS)[number];

  constructor(list: (typeof LISTS)[number]) {
    super('listchange');
    this.list = list;
  }
}

/** The contents of a resource changed, or those of a part of it: read it again. */
export class ResourceUpdateEvent extends Event {
  /** The resource that was subscribed to, or a part of it. */
  readonly uri: string;

  constructor(uri: string) {
    super('resourceupdate');
    this.uri = uri;
  }
}

/** The server says that a page which it sent the user to has done its work (2025-11-25; servers need not say so). */
export class ElicitationCompleteEvent extends Event {
  /** The `elicitationId` of the question that the `elicitation.url` handler got. */
  readonly elicitationId: string;

  constructor(elicitationId: string) {
    super('elicitationcomplete');
    this.elicitationId = elicitationId;
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

/**
 * Changes are not heard any more: lists and resources are as fresh as the last time they were fetched.
 *
 * Where the error is `network`, the server was not reached at several attempts in a row, of which each further one is
 * told too. They go on, and `listchange` and `resourceupdate` say when changes are heard again. Otherwise the server
 * refuses to announce them, e.g. because it wants the user to sign in again: calls may still work; connect again to
 * hear of changes.
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

/** The event that a notification becomes; nothing for those that this version does not know. */
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
