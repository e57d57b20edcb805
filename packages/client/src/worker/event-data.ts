/** The events of a client on their way through a port, which carries no event objects. */
import {
  ChangesLostEvent,
  ConnectionLostEvent,
  ElicitationCompleteEvent,
  ListChangeEvent,
  LogEvent,
  type McpClientEventMap,
  ResourceUpdateEvent,
} from '../client/events.ts';
import { type ErrorData, fromErrorData, toErrorData } from './error-data.ts';
import { McpError } from '../errors.ts';

export type EventName = keyof McpClientEventMap;

/** What is posted of each event. */
export interface EventData {
  log: Pick<LogEvent, 'message' | 'request'>;
  listchange: ListChangeEvent['list'];
  resourceupdate: string;
  elicitationcomplete: string;
  connectionlost: ErrorData;
  changeslost: ErrorData;
}

interface Conversion<Name extends EventName> {
  toData(event: McpClientEventMap[Name]): EventData[Name];
  toEvent(data: EventData[Name]): McpClientEventMap[Name];
}

const CONVERSIONS: { readonly [Name in EventName]: Conversion<Name> } = {
  log: {
    toData: ({ message, request }) => ({ message, request }),
    toEvent: ({ message, request }) => new LogEvent(message, request),
  },
  listchange: { toData: ({ list }) => list, toEvent: (list) => new ListChangeEvent(list) },
  resourceupdate: { toData: ({ uri }) => uri, toEvent: (uri) => new ResourceUpdateEvent(uri) },
  elicitationcomplete: {
    toData: ({ elicitationId }) => elicitationId,
    toEvent: (elicitationId) => new ElicitationCompleteEvent(elicitationId),
  },
  connectionlost: {
    toData: ({ error }) => toErrorData(error),
    toEvent: (error) => new ConnectionLostEvent(toMcpError(error)),
  },
  changeslost: {
    toData: ({ error }) => toErrorData(error),
    toEvent: (error) => new ChangesLostEvent(toMcpError(error)),
  },
};

export const isEventName = (name: string): name is EventName => Object.hasOwn(CONVERSIONS, name);

export const EVENT_NAMES: readonly EventName[] = Object.keys(CONVERSIONS).filter(isEventName);

export const toEventData = <Name extends EventName>(name: Name, event: McpClientEventMap[Name]): EventData[Name] =>
  CONVERSIONS[name].toData(event);

export const fromEventData = <Name extends EventName>(name: Name, data: EventData[Name]): Event =>
  CONVERSIONS[name].toEvent(data);

function toMcpError(data: ErrorData): McpError {
  const error = fromErrorData(data);
  return error instanceof McpError ? error : new McpError('closed', String(error), { cause: error });
}
