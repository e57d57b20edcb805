/** Revisions 2024-11-05 to 2025-11-25: a session that `initialize` opens. */
import { McpError, RpcError } from '../errors.ts';
import { isObject, parse } from '../protocol/guards.ts';
import { INTERNAL_ERROR } from '../protocol/methods.ts';
import { implementation, serverCapabilities } from '../protocol/shapes.ts';
import type { JsonObject, LogLevel, ServerInfo } from '../protocol/types.ts';
import { eraOf, isRevision, type Revision, REVISIONS } from '../protocol/versions.ts';
import { encodeError, encodeNotification, encodeRequest, encodeResult, type RequestId, type RpcErrorObject } from '../wire/json-rpc.ts';
import { untilAborted } from '../wire/abort.ts';
import type { CallOptions } from './call-options.ts';
import type { Interest, Session, SessionContext } from './era.ts';
import { Exchange } from './exchange.ts';
import type { MakeSessionLink, SessionLink } from './link.ts';

/**
 * Opens a session with `initialize`, asking for `requested`; the server may choose an older revision.
 *
 * @throws {McpError} `unsupported-revision` when the server chooses one that this client does not speak.
 */
export async function openLegacySession(context: SessionContext, requested: Revision, options: CallOptions): Promise<Session> {
  const makeLink = await context.links.legacy();
  return await open(new LegacySession(context, makeLink), requested, options);
}

/** The same over the transport of 2024-11-05. Resolves with nothing where there is no such transport. */
export async function openOldestSession(context: SessionContext, requested: Revision, options: CallOptions): Promise<Session | undefined> {
  const makeLink = await context.links.oldest?.();
  return makeLink && (await open(new LegacySession(context, makeLink), requested, options));
}

async function open(session: LegacySession, requested: Revision, options: CallOptions): Promise<Session> {
  try {
    await session.open(requested, options);
  } catch (error) {
    void session.close();
    throw error;
  }
  return session;
}

class LegacySession implements Session {
  readonly era = 'legacy';
  readonly usesHeaders = false;
  revision: Revision = '2025-03-26';
  server: ServerInfo = { capabilities: {} };
  readonly #context: SessionContext;
  readonly #exchange: Exchange;
  /** Aborts when the client is closed or the session cannot be had again. */
  readonly #closing = new AbortController();
  readonly #answering = new Map<RequestId, AbortController>();
  readonly #link: SessionLink;
  /** How often `initialize` has succeeded. */
  #generation = 0;
  #renewal: Promise<void> | undefined;
  #logLevel: LogLevel | undefined;
  #uris: readonly string[] = [];

  constructor(context: SessionContext, makeLink: MakeSessionLink) {
    this.#context = context;
    this.#exchange = new Exchange({
      timeoutMs: context.timeoutMs,
      maxTimeoutMs: context.maxTimeoutMs,
      waitedForUserAt: context.links.waitedForUserAt,
      onnotification: (method, params) => {
        if (method === 'notifications/cancelled') this.#cancelAnswer(params['requestId']);
        else context.onnotification(method, params);
      },
      onrequest: (id, method, params) => void this.#answer(id, method, params),
    });
    this.#link = makeLink(this.#exchange, {
      onmissed: () => context.onmissed({ lists: true, uris: this.#uris }),
      onforgotten: () => void this.#renewOnce().catch(() => {}),
      onend: (error) => this.#lose(error),
    });
  }

  async open(requested: Revision, options: CallOptions): Promise<void> {
    const { clientInfo, capabilities } = this.#context;
    this.#link.reset();
    const params = { protocolVersion: requested, capabilities, clientInfo };
    // `initialize` may not be cancelled (lifecycle, cancellation), so no `cancel` here.
    const result = await this.#exchange.call('initialize', options, (call) => this.#link.transmit(call, encodeRequest(call.id, 'initialize', params)));
    const { protocolVersion, serverInfo, instructions } = result;
    if (!isRevision(protocolVersion) || eraOf(protocolVersion) === 'modern') {
      const spoken = REVISIONS.filter((revision) => eraOf(revision) === 'legacy').join(', ');
      throw new McpError('unsupported-revision', `The server wants to speak MCP ${String(protocolVersion)}, this client speaks ${spoken} with servers of its kind.`);
    }
    this.revision = protocolVersion;
    this.server = {
      capabilities: parse(result['capabilities'], serverCapabilities, 'answer to initialize (capabilities)'),
      identity: parse(serverInfo, implementation, 'answer to initialize (serverInfo)'),
      ...(typeof instructions === 'string' && { instructions }),
    };
    this.#link.agree(protocolVersion);
    this.#generation++;
    // Not awaited: the first call need not wait for the server's 202.
    this.#link.post(encodeNotification('notifications/initialized', undefined)).catch(() => {});
    this.#link.listen();
  }

  async request(method: string, params: JsonObject, options: CallOptions = {}): Promise<JsonObject> {
    await untilAborted(Promise.resolve(this.#renewal), options.signal);
    const usedGeneration = this.#generation;
    try {
      return await this.#call(method, params, options);
    } catch (error) {
      if (!(error instanceof McpError && error.code === 'session-lost')) throw error;
      // A server that does not know the session has not run the call: it may be sent again, once.
      if (usedGeneration === this.#generation) await untilAborted(this.#renewOnce(), options.signal);
      return this.#call(method, params, options);
    }
  }

  async setLogLevel(level: LogLevel, options?: CallOptions): Promise<void> {
    if (!this.server.capabilities.logging) throw new McpError('unsupported', 'The server did not declare the logging capability.');
    await this.request('logging/setLevel', { level }, options);
    this.#logLevel = level;
  }

  async setInterest({ uris }: Interest): Promise<void> {
    const before = this.#uris;
    this.#uris = [...uris];
    const added = uris.filter((uri) => !before.includes(uri));
    const removed = before.filter((uri) => !uris.includes(uri));
    try {
      await Promise.all([
        ...added.map((uri) => this.request('resources/subscribe', { uri })),
        ...removed.map((uri) => this.request('resources/unsubscribe', { uri })),
      ]);
    } catch (error) {
      this.#uris = this.#uris.filter((uri) => !added.includes(uri));
      throw error;
    }
  }

  async close(): Promise<void> {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#exchange.failAll(new McpError('closed', 'The client was closed while this call was waiting.'));
    await this.#link.close();
  }

  /** The session is over, and not by the page's will. */
  #lose(error: McpError): void {
    if (this.#closing.signal.aborted) return;
    this.#closing.abort();
    this.#exchange.failAll(error);
    this.#link.reset();
    if (this.#generation > 0) this.#context.onlost(error);
  }

  /** One renewal for all who find the session gone. */
  #renewOnce(): Promise<void> {
    return (this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined)));
  }

  /** Starts over after the server forgot the session, and tells it again what it has to know. */
  async #renew(): Promise<void> {
    try {
      await this.open(this.revision, {});
    } catch (cause) {
      const lost = new McpError('session-lost', 'The server has forgotten this session, and a new one could not be opened: connect again.', { cause });
      this.#lose(lost);
      throw lost;
    }
    const restored = this.#uris.map((uri) => this.#call('resources/subscribe', { uri }, {}));
    if (this.#logLevel && this.server.capabilities.logging) restored.push(this.#call('logging/setLevel', { level: this.#logLevel }, {}));
    await Promise.allSettled(restored);
    this.#context.onmissed({ lists: true, uris: this.#uris });
  }

  async #call(method: string, params: JsonObject, options: CallOptions): Promise<JsonObject> {
    if (this.#closing.signal.aborted) throw new McpError('closed', 'This client is closed: connect again.');
    return this.#exchange.call(
      method,
      options,
      (call) => this.#link.transmit(call, encodeRequest(call.id, method, options.onprogress ? withProgressToken(params, call.id) : params)),
      (call, reason) => {
        this.#link.post(encodeNotification('notifications/cancelled', { requestId: call.id, reason })).catch(() => {});
      },
    );
  }

  /** A server that gave up on its question gets no answer, not even an error (cancellation). */
  async #answer(id: RequestId, method: string, params: JsonObject): Promise<void> {
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, this.#closing.signal]);
    this.#answering.set(id, controller);
    let reply: string;
    try {
      reply = encodeResult(id, method === 'ping' ? {} : await this.#context.onrequest(method, params, { signal }));
    } catch (error) {
      reply = encodeError(id, toErrorObject(error));
    }
    this.#answering.delete(id);
    if (!signal.aborted) await this.#link.post(reply).catch(() => {});
  }

  #cancelAnswer(id: unknown): void {
    if (typeof id === 'string' || typeof id === 'number') this.#answering.get(id)?.abort(new DOMException('The server cancelled its request', 'AbortError'));
  }
}

/** What a server is told of an answer that failed. The page's own errors are none of its business. */
function toErrorObject(error: unknown): RpcErrorObject {
  if (error instanceof RpcError) return { code: error.rpcCode, message: error.message };
  return { code: INTERNAL_ERROR, message: 'The client could not answer' };
}

export function withProgressToken(params: JsonObject, progressToken: RequestId): JsonObject {
  const meta = params['_meta'];
  return { ...params, _meta: { ...(isObject(meta) && meta), progressToken } };
}
