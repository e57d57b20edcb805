/** A server for tests of applications: it answers `fetch`, in the eras that a test chooses. */
import { isObject } from '../protocol/guards.ts';
import { UNSUPPORTED_PROTOCOL_VERSION } from '../protocol/methods.ts';
import type { Revision } from '../protocol/revisions.ts';
import { eraOf, REVISIONS, supports } from '../protocol/supports.ts';
import type { JsonObject } from '../protocol/types.ts';
import { type FakeRequest, jsonAnswer, revisionNamed } from './fake-request.ts';
import { LegacyFake } from './legacy-fake.ts';
import { ModernFake } from './modern-fake.ts';
import type { FakeIdentity, FakeOffers } from './offers.ts';

/** Options of `fakeServer`. */
export interface FakeServerOptions extends FakeOffers {
  readonly name?: string;
  readonly version?: string;
  /** How to use it, for a model. */
  readonly instructions?: string;
  /** What it speaks. Every revision over Streamable HTTP, unless it is given. */
  readonly revisions?: readonly Revision[];
  /**
   * Called with each message before it is answered, to fake a fault: return a response of your own, or throw a
   * `TypeError`, as `fetch` does when the network fails.
   */
  readonly intercept?: (request: FakeRequest) => Response | undefined | Promise<Response | undefined>;
}

/** A server that a test made. */
export interface FakeServer {
  /** For the option `fetch` of `connect` and of `host.add`. Any address leads to this server. */
  readonly fetch: typeof fetch;
  /** The requests and notifications so far, oldest first. */
  readonly requests: readonly FakeRequest[];
  /** Replaces what it offers, and announces what has changed. */
  change(offers: FakeOffers): void;
  /** Forgets all sessions, as a server that restarts (legacy era). */
  restart(): void;
}

const ANNOUNCED = [
  ['tools', 'notifications/tools/list_changed', 'toolsListChanged'],
  ['prompts', 'notifications/prompts/list_changed', 'promptsListChanged'],
  ['resources', 'notifications/resources/list_changed', 'resourcesListChanged'],
] as const;

/**
 * Makes a server for the tests of a page that uses this library, or for a page with a server in it. It needs no network,
 * no worker and no other package, and speaks both eras.
 *
 * @example
 * ```ts
 * import { connect } from '@mcp-web/client';
 *
 * const server = fakeServer({
 *   tools: [{ name: 'greet', run: ({ name }) => `Hello, ${String(name)}` }],
 * });
 * const client = await connect('https://greetings.test/mcp', { fetch: server.fetch });
 * await client.callTool('greet', { name: 'Ada' });
 * console.log(server.requests.map(({ method }) => method));
 * ```
 */
export function fakeServer(options: FakeServerOptions = {}): FakeServer {
  const { name = 'fake', version = '1.0.0', instructions, intercept } = options;
  const spoken = options.revisions ?? REVISIONS.filter((revision) => !supports(revision, 'httpSse'));
  let offers: FakeOffers = options;
  const identity = (revisions: readonly Revision[]): FakeIdentity => ({
    name,
    version,
    instructions,
    revisions,
    offers: () => offers,
  });
  const ofEra = (era: 'legacy' | 'modern'): Revision[] => spoken.filter((revision) => eraOf(revision) === era);
  const modern = ofEra('modern').length > 0 ? new ModernFake(identity(ofEra('modern'))) : undefined;
  const legacy = ofEra('legacy').length > 0 ? new LegacyFake(identity(ofEra('legacy'))) : undefined;
  const requests: FakeRequest[] = [];

  return {
    requests,
    async fetch(input, init) {
      const { method, headers, body, signal } = await readRequest(input, init);
      signal?.throwIfAborted();
      if (method === 'GET') return legacy?.open(headers, signal) ?? notAllowed();
      if (method === 'DELETE') return legacy?.close(headers) ?? notAllowed();
      const { id, method: called, params, ...answer } = body;
      const key = typeof id === 'string' || typeof id === 'number' ? id : undefined;
      if (typeof called !== 'string') return legacy?.receive(id, answer) ?? notAllowed();
      const request = { id: key, method: called, params: isObject(params) ? params : {}, headers, signal };
      requests.push(request);
      const intercepted = await intercept?.(request);
      if (intercepted) return intercepted;
      if (modern && (!legacy || revisionNamed(request) !== undefined)) return modern.answer(request);
      return legacy?.answer(request) ?? nothingSpoken(request);
    },
    change(changed) {
      offers = { ...offers, ...changed };
      for (const [list, method, filter] of ANNOUNCED) {
        if (!(list in changed)) continue;
        modern?.announce(method, filter);
        legacy?.announce(method);
      }
    },
    restart: () => legacy?.forget(),
  };
}

async function readRequest(
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<{ method: string; headers: Headers; body: JsonObject; signal: AbortSignal | undefined }> {
  const request = new Request(input, init);
  // The signal of `init`, because a `Request` follows it only as long as nobody collects the request.
  const signal = init.signal ?? (input instanceof Request ? input.signal : undefined);
  const body: unknown = request.method === 'POST' ? await request.json() : {};
  return { method: request.method, headers: request.headers, body: isObject(body) ? body : {}, signal };
}

const notAllowed = (): Response => new Response(null, { status: 405 });

const nothingSpoken = ({ id }: FakeRequest): Response =>
  jsonAnswer({ id, error: { code: UNSUPPORTED_PROTOCOL_VERSION, message: 'This server speaks no revision.' } }, 400);
