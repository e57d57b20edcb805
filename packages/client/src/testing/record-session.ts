/** Notes what a page and a server say to each other, for `replaySession`. */
import { isObject } from '../protocol/guards.ts';
import type { JsonObject } from '../protocol/types.ts';

/** A message of the page and its answer. It is JSON, so a test can read it from a file. */
export interface RecordedExchange {
  readonly message: JsonObject;
  readonly status: number;
  readonly contentType: string;
  /** Of the legacy era: `recorded`, because somebody could go on with the session by its own id. */
  readonly sessionId?: string;
  readonly body: string;
}

/** A `fetch` that takes notes. */
export interface SessionRecorder {
  readonly fetch: typeof fetch;
  /** The answers so far, by the order of their requests. Resolves when the last one has arrived. */
  exchanges(): Promise<readonly RecordedExchange[]>;
}

/** These answers do not end by themselves, and a replayed server announces nothing. */
const ENDLESS = 'subscriptions/listen';

/**
 * Records a session with a real server, to replay it in tests. It notes no header of the page, so no token, and no session
 * id. Only JSON-RPC messages are noted, and nothing of a sign-in. What the server answered is noted as it is: look through it
 * before you store it.
 *
 * @param through the `fetch` to record
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-web/client';
 *
 * const recorder = recordSession();
 * const client = await connect('https://example.com/mcp', { fetch: recorder.fetch });
 * await client.callTool('search', { query: 'lit' });
 * console.log(JSON.stringify(await recorder.exchanges()));
 * ```
 */
export function recordSession(through: typeof fetch = fetch): SessionRecorder {
  const notes: Promise<RecordedExchange | undefined>[] = [];
  return {
    exchanges: async () => (await Promise.all(notes)).filter((note) => note !== undefined),
    async fetch(input, init) {
      const message = readMessage(init?.body);
      const response = await through(input, init);
      if (message && message['method'] !== ENDLESS) notes.push(noteOf(message, response.clone()));
      return response;
    },
  };
}

async function noteOf(message: JsonObject, response: Response): Promise<RecordedExchange | undefined> {
  try {
    return {
      message,
      status: response.status,
      contentType: response.headers.get('Content-Type') ?? '',
      ...(response.headers.has('Mcp-Session-Id') && { sessionId: 'recorded' }),
      body: await response.text(),
    };
  } catch {
    // The answer broke, or the page gave up waiting: there is nothing whole to replay.
    return undefined;
  }
}

function readMessage(body: unknown): JsonObject | undefined {
  if (typeof body !== 'string') return undefined;
  try {
    const message: unknown = JSON.parse(body);
    return isObject(message) && message['jsonrpc'] === '2.0' ? message : undefined;
  } catch {
    return undefined;
  }
}
