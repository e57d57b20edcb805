/** Recordings as files: one JSON value a line. A file may come from anybody, and says what it likes. */
import { McpError } from '../errors.ts';
import { array, type Guard, literal, objectWith, optional, passes, string } from '../protocol/guards.ts';
import { readPieces } from '../wire/body.ts';
import { Slices } from '../wire/slices.ts';
import type {
  ActivityEntry,
  ActivitySnapshot,
  HttpExchange,
  RecordedHeader,
  RecordedStreamEvent,
} from './activity-entry.ts';

const FORMAT = 'mcp-web-activity';
/** Larger files are not opened, in bytes. */
const MAX_FILE = 500_000_000;
const MAX_ENTRIES = 100_000;
/** An entry has up to two. */
const MAX_EXCHANGES = 2 * MAX_ENTRIES;
/** An entry has a message and its answer, of a million characters each. JSON in JSON is longer. */
const MAX_LINE = 8_000_000;

interface Head {
  readonly format: typeof FORMAT;
  readonly version: number;
  readonly dropped: number;
}
/** An entry names its exchanges. */
interface EntryLine extends Omit<ActivityEntry, 'exchange' | 'answerExchange' | 'serverId'> {
  readonly exchange?: number | undefined;
  readonly answerExchange?: number | undefined;
}
interface Line {
  readonly http?: HttpExchange | undefined;
  readonly entry?: EntryLine | undefined;
}

const header: Guard<RecordedHeader> = (value) =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
    ? undefined
    : ': expected a header';
const identifier: Guard<string | number> = (value) =>
  typeof value === 'string' || Number.isFinite(value) ? undefined : ': expected an id';
/** JSON may have larger numbers, which nobody can count with. */
const finite: Guard<number> = (value) => (Number.isFinite(value) ? undefined : ': expected a finite number');
const event: Guard<RecordedStreamEvent> = objectWith<RecordedStreamEvent>({
  afterMs: finite,
  type: string,
  eventId: optional(string),
  length: finite,
  data: optional(string),
  entryId: optional(finite),
});
const http: Guard<HttpExchange> = objectWith<HttpExchange>({
  id: finite,
  time: finite,
  method: string,
  url: string,
  relay: optional(string),
  requestHeaders: array(header),
  status: optional(finite),
  responseHeaders: array(header),
  headAfterMs: optional(finite),
  endAfterMs: optional(finite),
  end: literal('open', 'ended', 'cancelled', 'failed'),
  error: optional(string),
  bytes: finite,
  events: array(event),
  eventCount: finite,
  text: optional(string),
});
const entry: Guard<EntryLine> = objectWith<EntryLine>({
  id: finite,
  time: finite,
  server: string,
  direction: literal('sent', 'received'),
  kind: literal('request', 'notification', 'http'),
  method: string,
  name: optional(string),
  requestId: optional(identifier),
  state: literal('pending', 'done', 'error', 'failed', 'cancelled'),
  durationMs: optional(finite),
  length: finite,
  message: optional(string),
  answer: optional(string),
  exchange: optional(finite),
  answerExchange: optional(finite),
});
const head: Guard<Head> = objectWith<Head>({ format: literal(FORMAT), version: finite, dropped: finite });
const line: Guard<Line> = objectWith<Line>({ http: optional(http), entry: optional(entry) });

/**
 * Writes a recording as the lines of a file. Yields them one by one, so that whoever writes them can pause.
 *
 * @example
 * ```ts
 * import { ActivityRecorder, recordingLines } from '@mcp-web/client/activity';
 *
 * const recorder = new ActivityRecorder();
 * const file = new Blob([...recordingLines(recorder.getSnapshot())], { type: 'application/jsonl' });
 * console.log(file.size);
 * ```
 */
export function* recordingLines({
  entries,
  dropped,
}: Pick<ActivitySnapshot, 'entries' | 'dropped'>): Generator<string, undefined> {
  const start: Head = { format: FORMAT, version: 1, dropped };
  yield `${JSON.stringify(start)}\n`;
  const written = new Set<HttpExchange>();
  for (const { exchange, answerExchange, serverId: _ofThisPage, ...own } of entries) {
    for (const one of [exchange, answerExchange]) {
      if (!one || written.has(one)) continue;
      written.add(one);
      yield `${JSON.stringify({ http: one })}\n`;
    }
    const ownLine: EntryLine = { ...own, exchange: exchange?.id, answerExchange: answerExchange?.id };
    yield `${JSON.stringify({ entry: ownLine })}\n`;
  }
}

/**
 * Reads the file of a recording, and lets the page work meanwhile. Everything in it is checked, but nothing is known about who
 * wrote it: show it as text. What does not fit is left out, the newest 100,000 entries are kept, and they are numbered from 1.
 *
 * @throws {McpError} `invalid-argument` when it is no recording, `too-large`
 *
 * @example
 * ```ts
 * import { ActivityRecorder, readRecording, recordingLines } from '@mcp-web/client/activity';
 *
 * const file = new Blob([...recordingLines(new ActivityRecorder().getSnapshot())]);
 * const { entries } = await readRecording(file);
 * console.log(entries.length);
 * ```
 */
export async function readRecording(file: Blob): Promise<ActivitySnapshot> {
  if (file.size > MAX_FILE) throw new McpError('too-large', 'The file is too large for a recording of messages.');
  const lines = new Lines();
  await readPieces(file.stream(), (piece) => lines.take(piece));
  return lines.end();
}

class Lines {
  #rest = '';
  #head: Head | undefined;
  readonly #exchanges = new Map<number, HttpExchange>();
  #entries: ActivityEntry[] = [];
  #dropped = 0;

  take(piece: string): boolean {
    const parts = (this.#rest + piece).split('\n');
    this.#rest = parts.pop() ?? '';
    for (const part of parts) this.#read(part);
    if (this.#rest.length > MAX_LINE) throw new McpError('too-large', 'The file has a line that is too long.');
    return true;
  }

  /** @throws {McpError} `invalid-argument` */
  async end(): Promise<ActivitySnapshot> {
    this.#read(this.#rest);
    if (!this.#head) throw noRecording();
    this.#dropOld(MAX_ENTRIES);
    const entries = await renumbered(this.#entries);
    // Not frozen: see `KeptEntries`.
    return Object.freeze({ entries, dropped: this.#dropped, removed: 0, changes: 0 });
  }

  #read(text: string): void {
    if (text.trim() === '') return;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      // The file may have been cut off.
      if (!this.#head) throw noRecording();
      return;
    }
    if (!this.#head) {
      if (!passes(value, head)) throw noRecording();
      this.#head = value;
      this.#dropped = Math.max(0, value.dropped);
    } else if (passes(value, line)) this.#add(value);
  }

  #add({ http: exchange, entry: own }: Line): void {
    if (exchange) this.#addExchange(exchange);
    if (!own) return;
    const exchanges = { exchange: this.#find(own.exchange), answerExchange: this.#find(own.answerExchange) };
    this.#entries.push({ ...own, ...exchanges });
    this.#dropOld(2 * MAX_ENTRIES);
  }

  #addExchange(exchange: HttpExchange): void {
    this.#exchanges.delete(exchange.id);
    this.#exchanges.set(exchange.id, exchange);
    if (this.#exchanges.size <= MAX_EXCHANGES) return;
    const oldest = this.#exchanges.keys().next();
    if (!oldest.done) this.#exchanges.delete(oldest.value);
  }

  #find(id: number | undefined): HttpExchange | undefined {
    return id === undefined ? undefined : this.#exchanges.get(id);
  }

  #dropOld(limit: number): void {
    const { length } = this.#entries;
    if (length <= limit) return;
    this.#entries = this.#entries.slice(-MAX_ENTRIES);
    this.#dropped += length - MAX_ENTRIES;
  }
}

/** Lists find rows by their ids: these are from 1, whatever the file says. */
async function renumbered(entries: readonly ActivityEntry[]): Promise<ActivityEntry[]> {
  const slices = new Slices();
  const ids = new Map(entries.map(({ id }, index) => [id, index + 1]));
  const exchanges = new Map<HttpExchange, HttpExchange>();
  const withIds = (exchange: HttpExchange | undefined): HttpExchange | undefined => {
    if (!exchange || exchange.events.length === 0) return exchange;
    const known = exchanges.get(exchange);
    if (known) return known;
    const events = exchange.events.map((one) => ({ ...one, entryId: one.entryId && ids.get(one.entryId) }));
    const own = { ...exchange, events };
    exchanges.set(exchange, own);
    return own;
  };
  const numbered: ActivityEntry[] = [];
  for (const one of entries) {
    const { exchange, answerExchange } = one;
    const own = { exchange: withIds(exchange), answerExchange: withIds(answerExchange) };
    numbered.push({ ...one, ...own, id: numbered.length + 1 });
    if (slices.isOverAfterStep()) await slices.pause();
  }
  return numbered;
}

const noRecording = (): McpError => new McpError('invalid-argument', 'This file is no recording of messages.');
