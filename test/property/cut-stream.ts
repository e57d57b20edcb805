/** Answers of real servers, whose streams break off in the page after a chosen number of bytes. */

/** How the streams of one call end early. */
export interface Plan {
  /** After how many bytes each stream in turn is cut. Later streams are not cut. */
  cuts: readonly number[];
  /** A connection that breaks, or one that is closed as if it were complete. */
  ending: 'error' | 'close';
  /** The line end: an event stream may use any of them. */
  lineEnd: '\n' | '\r\n' | '\r';
  /** How many bytes arrive at a time. */
  pieceLength: number;
  /** How long to wait before reconnecting, in ms, if the server does not say so. */
  retryMs?: number;
}

export interface ReceivedEvent {
  id: string | undefined;
  data: string;
}

/** What happened to the streams of one call. */
export class Course {
  readonly plan: Plan;
  /** The HTTP method of each request, and its `Last-Event-ID` beside the correct one. */
  readonly requests: {
    method: string;
    lastEventId: string | undefined;
    expected: string | undefined;
    status?: number;
  }[] = [];
  cuts = 0;
  /** What each stream delivered. */
  readonly #delivered: Uint8Array[] = [];

  constructor(plan: Plan) {
    this.plan = plan;
  }

  async request(send: typeof fetch, input: RequestInfo | URL, init: RequestInit): Promise<Response> {
    const lastEventId = new Headers(init.headers).get('Last-Event-ID') ?? undefined;
    const request: Course['requests'][number] = { method: init.method ?? 'GET', lastEventId, expected: this.lastId };
    this.requests.push(request);
    // Releasing a body is enough for a server in the page. In Firefox, that does not close a connection, but aborting the request does.
    const connection = new AbortController();
    const signals = [connection.signal, ...(init.signal ? [init.signal] : [])];
    const response = await send(input, { ...init, signal: AbortSignal.any(signals) });
    request.status = response.status;
    if (!response.body || response.headers.get('Content-Type') !== 'text/event-stream') return response;
    return new Response(this.#deliver(response.body.getReader(), connection), { headers: response.headers });
  }

  /** The total number of bytes. */
  get length(): number {
    return this.#delivered.reduce((sum, { length }) => sum + length, 0);
  }

  /** The events that arrived completely. */
  events(): ReceivedEvent[] {
    return this.#delivered.flatMap(readEvents);
  }

  /** The id of the last event that arrived completely and has one. */
  get lastId(): string | undefined {
    for (const bytes of this.#delivered.toReversed()) {
      const found = readEvents(bytes).findLast(({ id }) => id !== undefined);
      if (found) return found.id;
    }
    return undefined;
  }

  #deliver(reader: ReadableStreamDefaultReader<Uint8Array>, connection: AbortController): ReadableStream<Uint8Array> {
    const { cuts, ending, lineEnd, pieceLength, retryMs } = this.plan;
    const index = this.#delivered.push(new Uint8Array()) - 1;
    const prefix = new TextEncoder().encode(retryMs === undefined ? '' : `retry: ${retryMs}${lineEnd}${lineEnd}`);
    const limit = prefix.length + (cuts[index] ?? Infinity);
    let waiting: Uint8Array = prefix;
    let store = new Uint8Array(4_096);
    let length = 0;
    return new ReadableStream(
      {
        pull: async (controller) => {
          if (length >= limit) {
            this.cuts++;
            connection.abort();
            reader.cancel().catch(() => {});
            return ending === 'error' ? controller.error(new TypeError('network error')) : controller.close();
          }
          while (waiting.length === 0) {
            const { done, value } = await reader.read();
            if (done) return controller.close();
            waiting = endLinesWith(value, lineEnd);
          }
          const piece = waiting.slice(0, Math.min(pieceLength, limit - length));
          waiting = waiting.subarray(piece.length);
          store = withRoom(store, length + piece.length);
          store.set(piece, length);
          length += piece.length;
          this.#delivered[index] = store.subarray(prefix.length, Math.max(length, prefix.length));
          controller.enqueue(piece);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      // Nothing waits in the stream, where an error would discard it.
      { highWaterMark: 0 },
    );
  }
}

/** An interpretation of the standard that is independent of the client's. */
function readEvents(bytes: Uint8Array): ReceivedEvent[] {
  const text = new TextDecoder().decode(bytes).replaceAll(/\r\n?/g, '\n');
  return text
    .split('\n\n')
    .slice(0, -1)
    .map((block) => {
      const field = (name: string): string | undefined =>
        block
          .split('\n')
          .find((line) => line.startsWith(`${name}: `))
          ?.slice(name.length + 2);
      return { id: field('id'), data: field('data') ?? '' };
    });
}

const LF = 10;

/** The servers end each line with LF, and have none in a message. */
function endLinesWith(bytes: Uint8Array, lineEnd: Plan['lineEnd']): Uint8Array {
  if (lineEnd === '\n') return bytes;
  const end = new TextEncoder().encode(lineEnd);
  return Uint8Array.from(Array.from(bytes).flatMap((byte) => (byte === LF ? [...end] : [byte])));
}

function withRoom(store: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  if (length <= store.length) return store;
  const larger = new Uint8Array(2 * length);
  larger.set(store);
  return larger;
}

const LINE_ENDS = ['\n', '\r\n', '\r'] as const;

/** Rotates line ends and endings. Once in a while bytes come one at a time, which takes several hundred times as long. */
export function planFor(run: number, cuts: readonly number[], retryMs?: number): Plan {
  return {
    cuts,
    ending: run % 2 === 0 ? 'error' : 'close',
    lineEnd: LINE_ENDS[run % 3] ?? '\n',
    pieceLength: run % 307 === 5 ? 1 : run % 61 === 7 ? 7 : run % 5 === 0 ? 200 : Infinity,
    ...(retryMs !== undefined && { retryMs }),
  };
}
