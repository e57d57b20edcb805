/** Makes entries of messages, and finds the entry that an answer belongs to. */
import type { RecordedServer } from '../client/recorder.ts';
import type { HttpExchange } from './activity-entry.ts';
import type { BackgroundWork } from './background-work.ts';
import type { KeptEntries, KeptEntry } from './kept-entries.ts';
import { MAX_MESSAGE, type ReadMessage, readMessages } from './read-message.ts';
import { addressWithoutSecrets } from './without-secrets.ts';

/** What is read later takes no more than this, in characters. The texts of what comes meanwhile are not kept. */
const MAX_UNREAD = 64_000_000;
/** A server that never answers fills no memory: how many requests of one connection may wait. */
const MAX_WAITING = 10_000;

/** What carried a message. */
export interface MessageCarrier {
  readonly server: RecordedServer;
  readonly direction: 'sent' | 'received';
  readonly exchange?: HttpExchange | undefined;
  /** The request that the exchange sent: an answer without an id belongs to it. */
  readonly request?: (() => KeptEntry | undefined) | undefined;
}

/** Requests without an answer, by what names them on their connection. */
type Waiting = Map<string, KeptEntry>;

export class NotedMessages {
  readonly #kept: KeptEntries;
  readonly #work: BackgroundWork;
  readonly #waiting = new WeakMap<RecordedServer, Waiting>();
  #unread = 0;

  constructor(kept: KeptEntries, work: BackgroundWork) {
    this.#kept = kept;
    this.#work = work;
  }

  /** @param ontaken called with the entries of the messages, in the order of all that was noted; none if it is no message */
  note(text: string, carrier: MessageCarrier, ontaken?: (entries: readonly KeptEntry[]) => void): void {
    const time = Date.now();
    const isReadable = text.length <= MAX_MESSAGE && this.#unread + text.length <= MAX_UNREAD;
    const { length } = text;
    const unread = isReadable ? text : undefined;
    this.#unread += unread?.length ?? 0;
    const taking = (): Generator<undefined, readonly KeptEntry[]> => this.#take(unread, length, time, carrier);
    this.#work.add(function* () {
      const entries = yield* taking();
      ontaken?.(entries);
    });
  }

  *#take(
    text: string | undefined,
    length: number,
    time: number,
    carrier: MessageCarrier,
  ): Generator<undefined, readonly KeptEntry[]> {
    if (text === undefined) return [this.#takeUnread(length, time, carrier)];
    const messages = yield* readMessages(text);
    this.#unread -= text.length;
    return messages.flatMap((message) => this.#takeOne(message, time, carrier) ?? []);
  }

  /** A message that is too long to read: only its length is known, and what it answers. */
  #takeUnread(length: number, time: number, { server, direction, exchange, request }: MessageCarrier): KeptEntry {
    const answered = direction === 'received' ? request?.() : undefined;
    if (answered?.state === 'pending') {
      this.#answer(answered, { length, state: 'done', time, exchange });
      return answered;
    }
    return this.#kept.add({
      time,
      server: addressWithoutSecrets(server.url),
      direction,
      kind: 'notification',
      method: '…',
      state: 'done',
      length,
      exchange,
    });
  }

  #takeOne(message: ReadMessage, time: number, carrier: MessageCarrier): KeptEntry | undefined {
    const { server, direction, exchange } = carrier;
    const { kind, method = '', name, id, json, length } = message;
    if (kind === 'result' || kind === 'error') {
      const asked = this.#answered(carrier, id);
      if (!asked) return undefined;
      const state = kind === 'error' || message.isToolError ? 'error' : 'done';
      this.#answer(asked, { json, length, state, time, exchange });
      return asked;
    }
    const entry = this.#kept.add({
      time,
      server: addressWithoutSecrets(server.url),
      direction,
      kind,
      method,
      name,
      requestId: id,
      state: kind === 'request' ? 'pending' : 'done',
      length,
      message: json,
      exchange,
    });
    if (id !== undefined) {
      const waiting = this.#waitingOf(server);
      if (waiting.size < MAX_WAITING) waiting.set(keyOf(direction, id), entry);
    }
    return entry;
  }

  #answered({ server, direction, request }: MessageCarrier, id: string | number | undefined): KeptEntry | undefined {
    if (id === undefined) return direction === 'received' ? request?.() : undefined;
    const waiting = this.#waitingOf(server);
    const key = keyOf(direction === 'sent' ? 'received' : 'sent', id);
    const asked = waiting.get(key);
    waiting.delete(key);
    return asked;
  }

  #answer(
    entry: KeptEntry,
    answer: {
      json?: string;
      length: number;
      state: 'done' | 'error';
      time: number;
      exchange: HttpExchange | undefined;
    },
  ): void {
    const { json, length, state, time, exchange } = answer;
    this.#kept.update(entry, {
      state,
      answer: json,
      length: entry.length + length,
      durationMs: Math.max(0, time - entry.time),
      ...(exchange && exchange !== entry.exchange && { answerExchange: exchange }),
    });
  }

  #waitingOf(server: RecordedServer): Waiting {
    let waiting = this.#waiting.get(server);
    if (!waiting) this.#waiting.set(server, (waiting = new Map()));
    return waiting;
  }
}

const keyOf = (direction: 'sent' | 'received', id: string | number): string => `${direction} ${typeof id} ${id}`;
