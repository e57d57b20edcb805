/** What the tabs that share a stream tell each other. Only pages of the same origin hear it. */
import { HttpError, McpError, type McpErrorCode, RpcError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import { isListMethod } from '../../protocol/methods.ts';
import type { JsonObject } from '../../protocol/types.ts';
import type { Interest } from '../session.ts';

/** Longer answers, in characters, are not shared. */
export const MAX_LIST_LENGTH = 4 * 1024 * 1024;

/** What tabs say that fetch lists once for all. Without `cursor`, it is about the first page. */
export type ListMessage =
  /** The tab `from` wants this page. `turn` numbers what it asks for. */
  | { type: 'list'; from: string; turn: number; method: string; cursor: string | undefined }
  /** The leading tab gets it. */
  | { type: 'listing'; to: string; turn: number }
  /** What came, `ageMs` ago, as JSON; without `text`, there is nothing that can be shared. */
  | { type: 'listed'; to: string; turn: number; text: string | undefined; ageMs: number }
  /** A tab asked the server itself: what came before may be older. */
  | { type: 'refetched'; method: string; cursor: string | undefined };

export type TabMessage =
  | ListMessage
  /** The tab `from` wants to hear of these changes. `turn` numbers what it asks for. */
  | { type: 'interest'; from: string; turn: number; interest: Interest }
  /** The tab `from` wants to hear of nothing anymore. */
  | { type: 'bye'; from: string }
  /** Another tab leads from now on: each tab says again what it wants to hear of. */
  | { type: 'leading' }
  /** The server announces what the tab `to` asked for; or it does not, for the reason that the error gives. */
  | { type: 'settled'; to: string; turn: number; error?: McpError | undefined }
  /** Came on the shared stream. `isWanted`: some tab subscribed to exactly this resource. */
  | { type: 'notification'; method: string; params: JsonObject; isWanted: boolean }
  /** The stream carries the status of these tasks, and of no others. */
  | { type: 'tasks'; taskIds: readonly string[] }
  /** Nobody listened for a while: anything may have changed. */
  | { type: 'missed' }
  /** Changes are not announced for now; or no longer, unless the error is `network`. */
  | { type: 'lost'; error: McpError };

/** A message as it is posted. A structured clone keeps neither the class of an error nor what that adds. */
export function encodeTabMessage(message: TabMessage): object {
  const { error }: { error?: McpError | undefined } = 'error' in message ? message : {};
  if (!error) return message;
  const { code, message: text } = error;
  const rpcCode = error instanceof RpcError ? error.rpcCode : undefined;
  const status = error instanceof HttpError ? error.status : undefined;
  return { ...message, error: { code, text, rpcCode, status } };
}

/** Returns nothing for what another version of this library posted. */
export function readTabMessage(data: unknown): TabMessage | undefined {
  if (!isObject(data)) return undefined;
  const { type, from, to, turn, method, params, isWanted } = data;
  const cursor = textOf(data['cursor']);
  const error = readError(data['error']);
  switch (type) {
    case 'interest': {
      const interest = readInterest(data['interest']);
      return typeof from === 'string' && typeof turn === 'number' && interest
        ? { type, from, turn, interest }
        : undefined;
    }
    case 'bye':
      return typeof from === 'string' ? { type, from } : undefined;
    case 'leading':
    case 'missed':
      return { type };
    case 'settled':
      return typeof to === 'string' && typeof turn === 'number' ? { type, to, turn, error } : undefined;
    case 'notification':
      return typeof method === 'string' && isObject(params)
        ? { type, method, params, isWanted: isWanted === true }
        : undefined;
    case 'tasks':
      return { type, taskIds: textsOf(data['taskIds']) };
    case 'lost':
      return error && { type, error };
    case 'list':
      return typeof from === 'string' && typeof turn === 'number' && isListMethod(method)
        ? { type, from, turn, method, cursor }
        : undefined;
    case 'listing':
    case 'listed': {
      if (typeof to !== 'string' || typeof turn !== 'number') return undefined;
      if (type === 'listing') return { type, to, turn };
      const text = textOf(data['text']);
      // An answer from the future would never be out of date.
      const ageMs = typeof data['ageMs'] === 'number' ? Math.max(0, data['ageMs'] || 0) : 0;
      return { type, to, turn, text: text && text.length > MAX_LIST_LENGTH ? undefined : text, ageMs };
    }
    case 'refetched':
      return isListMethod(method) ? { type, method, cursor } : undefined;
    default:
      return undefined;
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

function readInterest(value: unknown): Interest | undefined {
  if (!isObject(value) || !Array.isArray(value['uris'])) return undefined;
  const { lists, uris, taskIds } = value;
  return { lists: lists === true, uris: textsOf(uris), ...(taskIds !== undefined && { taskIds: textsOf(taskIds) }) };
}

/** The codes of errors for which a server is not listened to. */
const CODES: readonly McpErrorCode[] = [
  'network',
  'http',
  'relay',
  'not-mcp',
  'invalid-message',
  'invalid-result',
  'stream-ended',
  'too-large',
  'timeout',
  'rpc',
  'unsupported',
  'unauthorized',
  'session-lost',
  'closed',
];

function readError(value: unknown): McpError | undefined {
  if (!isObject(value) || typeof value['text'] !== 'string') return undefined;
  const { text, rpcCode, status } = value;
  if (typeof rpcCode === 'number') return new RpcError(rpcCode, text);
  if (typeof status === 'number') return new HttpError(status, text);
  return new McpError(CODES.find((code) => code === value['code']) ?? 'unsupported', text);
}
