/** Makes entries of messages, and finds the entry that an answer belongs to. */
import type { RecordedServer } from '../client/recorder.ts';
import type { HttpExchange } from './activity-entry.ts';
import type { BackgroundWork } from './background-work.ts';
import type { KeptEntries, KeptEntry } from './kept-entries.ts';
import { MAX_MESSAGE, type ReadMessage, readMessages } from './read-message.ts';
import type { WaitingRequests } from './waiting-requests.ts';
import { textWithoutSecrets } from './without-secrets.ts';

/** What is read later takes no more than this, in characters. The texts of what comes meanwhile are not kept. */
const MAX_UNREAD = 64_000_000;

/** What carried a message. */
export interface MessageCarrier {
  readonly server: RecordedServer;
  readonly direction: 'sent' | 'received';
  readonly exchange?: HttpExchange | undefined;
  /** Whether the user has signed out since. */
  readonly isForgotten: () => boolean;
  /** The request that the exchange sent: an answer without an id belongs to it. */
  readonly request?: (() => KeptEntry | undefined) | undefined;
}

export class NotedMessages {
  readonly #kept: KeptEntries;
  readonly #work: BackgroundWork;
  readonly #waiting: WaitingRequests;
  #unread = 0;

  constructor(kept: KeptEntries, work: BackgroundWork, waiting: WaitingRequests) {
    this.#kept = kept;
    this.#work = work;
    this.#waiting = waiting;
  }

  /** No answer is expected to it. */
  stopWaiting(entry: KeptEntry): void {
    this.#waiting.remove(entry);
  }

  /** A connection has ended, after all that was noted. */
  end(server: RecordedServer, state: 'cancelled' | 'failed'): void {
    const settle = (): void => {
      for (const entry of this.#waiting.takeAll(server)) this.#settle(entry, state, Date.now());
    };
    this.#work.add(function* () {
      settle();
      yield;
    });
  }

  #settle(entry: KeptEntry, state: 'cancelled' | 'failed', time: number): void {
    if (entry.state === 'pending') this.#kept.update(entry, { state, durationMs: Math.max(0, time - entry.time) });
  }

  /**
   * @param ontaken called with the entries of the messages, in the order of all that was noted; none if it is no message
   * @param length how long it is, if this is only its beginning
   */
  note(
    text: string,
    carrier: MessageCarrier,
    ontaken?: (entries: readonly KeptEntry[]) => void,
    length = text.length,
  ): void {
    const time = Date.now();
    const isReadable = length <= MAX_MESSAGE && this.#unread + length <= MAX_UNREAD;
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
    if (text === undefined) return carrier.isForgotten() ? [] : [this.#takeUnread(length, time, carrier)];
    const entries: KeptEntry[] = [];
    try {
      for (const message of yield* readMessages(text)) {
        if (carrier.isForgotten()) return [];
        const entry = this.#takeOne(message, time, carrier);
        if (entry) entries.push(entry);
        yield;
      }
    } finally {
      this.#unread -= text.length;
    }
    return entries;
  }

  /** A message that is too long to read: only its length is known, and what it answers. */
  #takeUnread(length: number, time: number, { server, direction, exchange, request }: MessageCarrier): KeptEntry {
    const answered = direction === 'received' ? request?.() : undefined;
    if (answered?.state === 'pending') {
      this.#answer(answered, { length, state: 'done', time, exchange });
      return answered;
    }
    return this.#kept.add(server, {
      time,
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
    const cancelled =
      message.cancels === undefined ? undefined : this.#waiting.take(server, direction, message.cancels);
    if (cancelled) this.#settle(cancelled, 'cancelled', time);
    const entry = this.#kept.add(server, {
      time,
      direction,
      kind,
      method,
      name,
      requestId: typeof id === 'string' ? textWithoutSecrets(id) : id,
      state: kind === 'request' ? 'pending' : 'done',
      length,
      message: json,
      exchange,
    });
    if (id !== undefined) this.#waiting.add(server, direction, id, entry);
    return entry;
  }

  #answered({ server, direction, request }: MessageCarrier, id: string | number | undefined): KeptEntry | undefined {
    if (id === undefined) return direction === 'received' ? request?.() : undefined;
    return this.#waiting.take(server, direction === 'sent' ? 'received' : 'sent', id);
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
}
