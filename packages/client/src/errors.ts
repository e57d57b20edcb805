import type { CallToolResult, JsonObject } from './protocol/types.ts';

/**
 * Every reason why a call of this library fails.
 *
 * | code | what happened, and where to look |
 * |---|---|
 * | `invalid-argument` | the call itself is wrong: not a URL, an unknown revision, a header that cannot be sent |
 * | `network` | `fetch` failed: the server is down, or its CORS headers do not allow this page; or the relay cannot reach the server |
 * | `relay` | the relay did not send the request: the server is not on its list, the request is too large, or there is no relay |
 * | `http` | the server answered with a status that MCP does not expect ({@link HttpError}) |
 * | `not-mcp` | something answered, but not an MCP endpoint: HTML, an unexpected content type |
 * | `invalid-message` | what arrived is not JSON, or not a JSON-RPC message |
 * | `invalid-result` | the answer does not match the specification, or the tool's output schema ({@link OutputError}); the message names the path |
 * | `stream-ended` | the event stream ended before the answer |
 * | `too-large` | a message was larger than the limit |
 * | `timeout` | no answer within `timeoutMs` |
 * | `rpc` | the server answered with a JSON-RPC error ({@link RpcError}) |
 * | `unsupported-revision` | server and client have no protocol revision in common |
 * | `unsupported` | the server did not declare the capability that this call needs, used one that the page did not declare, or has an output schema that cannot be used |
 * | `unauthorized` | the server requires the user to sign in, or signing in failed ({@link AuthError}) |
 * | `not-cached` | `cache: 'only-if-cached'` found nothing in the cache |
 * | `denied` | the user, or the page's policy, did not allow the tool call, or nobody could be asked ({@link DeniedError}) |
 * | `tool-changed` | the server changed or removed the tool after the call was decided on |
 * | `skill-mismatch` | a file of a skill is not what the server's entry of the skill says (`SkillMismatchError` of `@mcp-web/client/skills`) |
 * | `storage` | the browser's storage could not store or remove something that the user decided |
 * | `session-lost` | the server forgot the session; a call that may have run is not sent again in the next one |
 * | `task-cancelled` | the task that ran the call was cancelled, by the page or at the server |
 * | `task-lost` | the server no longer knows the task, or its time to live has passed |
 * | `closed` | the client was closed, someone else may have signed in since it connected, the other end of its port is gone, or the page no longer waits for a task |
 */
export type McpErrorCode =
  | 'invalid-argument'
  | 'network'
  | 'relay'
  | 'http'
  | 'not-mcp'
  | 'invalid-message'
  | 'invalid-result'
  | 'stream-ended'
  | 'too-large'
  | 'timeout'
  | 'rpc'
  | 'unsupported-revision'
  | 'unsupported'
  | 'unauthorized'
  | 'not-cached'
  | 'denied'
  | 'tool-changed'
  | 'skill-mismatch'
  | 'storage'
  | 'session-lost'
  | 'task-cancelled'
  | 'task-lost'
  | 'closed';

/**
 * The error that this library throws. `code` is for programs, `message` tells a developer what to check, and `cause` is
 * the underlying error. A call that its own signal aborts rejects with the platform's `AbortError` instead.
 *
 * Before you send a call again, look at `mayHaveRun`.
 *
 * @example
 * ```ts
 * import { connect, McpError } from '@mcp-web/client';
 *
 * try {
 *   await connect('https://example.com/mcp');
 * } catch (error) {
 *   if (error instanceof McpError && error.code === 'network') console.log(error.message);
 * }
 * ```
 */
export class McpError extends Error {
  override readonly name: string = 'McpError';
  readonly code: McpErrorCode;
  /**
   * Whether the call may have run, although this error came instead of a result. False only if nothing was sent, if the
   * server's answer proves that it ran nothing, or if the request does no harm when it arrives twice, as lists and reads
   * do. See `docs/errors.md` for each code.
   */
  readonly mayHaveRun: boolean = false;
  /** The task that the call had become: `resumeTask` picks it up again. */
  readonly taskId: string | undefined;
  /** The last event of the stream on which the answer was to come, where the server can send the rest of it (legacy era). */
  readonly lastEventId: string | undefined;
  /** What the user answered to the server, which may not have arrived: the option `input` of `callTool` sends it again. */
  readonly input: AnsweredInput | undefined;

  constructor(code: McpErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** What was answered when the server asked for input in the middle of a call (2026-07-28). It can be cloned and stored. */
export interface AnsweredInput {
  readonly inputResponses: JsonObject;
  readonly requestState?: string;
  /** By this, a server that knows it can tell that the same answer comes again. */
  readonly key: string;
}

/** The server answered a request with a JSON-RPC error. Its text is the server's: show it as text only. */
export class RpcError extends McpError {
  override readonly name = 'RpcError';
  /** The number the server sent, e.g. -32602 for invalid parameters. */
  readonly rpcCode: number;
  readonly data: unknown;

  constructor(rpcCode: number, message: string, data?: unknown, options?: ErrorOptions) {
    super('rpc', message, options);
    this.rpcCode = rpcCode;
    this.data = data;
  }
}

/** The server answered with an HTTP status that MCP does not expect. */
export class HttpError extends McpError {
  override readonly name = 'HttpError';
  readonly status: number;
  /** The beginning of the body, as text. */
  readonly body: string;
  /**
   * How long the server asks to wait before the next attempt, in ms, at most a day. From another origin, its CORS answer
   * has to say `Access-Control-Expose-Headers: Retry-After`.
   */
  readonly retryAfterMs: number | undefined;

  constructor(
    status: number,
    message: string,
    body = '',
    { retryAfterMs, ...options }: ErrorOptions & { retryAfterMs?: number | undefined } = {},
  ) {
    super('http', message, options);
    this.status = status;
    this.body = body;
    this.retryAfterMs = retryAfterMs;
  }
}

/** One problem that a schema finds in a value. */
export interface SchemaProblem {
  /** The place in the value, as a JSON pointer: `/items/3/name`. Empty for the value itself. */
  readonly path: string;
  /** What is wrong there, as the end of a sentence. It may quote the server: show it as text only. */
  readonly message: string;
}

/**
 * A tool answered, but not with what its `outputSchema` promises. The tool has run: `result` is its answer, unchanged.
 *
 * @example
 * ```ts
 * import { connect, OutputError } from '@mcp-web/client';
 *
 * const client = await connect('https://example.com/mcp');
 * try {
 *   await client.callTool('forecast', { city: 'Bern' });
 * } catch (error) {
 *   if (error instanceof OutputError) console.log(error.problems, error.result.content);
 * }
 * ```
 */
export class OutputError extends McpError {
  override readonly name = 'OutputError';
  override readonly mayHaveRun = true;
  /** The server's answer. Its `structuredContent` can be anything. */
  readonly result: CallToolResult;
  /** The first problems in it. */
  readonly problems: readonly SchemaProblem[];

  constructor(message: string, result: CallToolResult, problems: readonly SchemaProblem[], options?: ErrorOptions) {
    super('invalid-result', message, options);
    this.result = result;
    this.problems = problems;
  }
}

/**
 * Somebody decided against a tool call, or against what the server asked for in order to answer it, or nobody could be
 * asked.
 *
 * @example
 * ```ts
 * import { DeniedError, McpHost } from '@mcp-web/client';
 *
 * const host = new McpHost();
 * const id = host.add('https://example.com/mcp');
 * try {
 *   await host.callTool(id, 'delete_note', { id: 7 });
 * } catch (error) {
 *   if (error instanceof DeniedError && error.by === 'user') console.log('You declined.', error.reason);
 *   else throw error;
 * }
 * ```
 */
export class DeniedError extends McpError {
  override readonly name = 'DeniedError';
  /** Who decided. Absent if it is not known, or if the user could not be asked. */
  readonly by: 'user' | 'policy' | undefined;
  /** Why, in the words of whoever decided. */
  readonly reason: string | undefined;

  constructor(
    message: string,
    { by, reason, ...options }: ErrorOptions & { by?: 'user' | 'policy' | undefined; reason?: string | undefined } = {},
  ) {
    super('denied', message, options);
    this.by = by;
    this.reason = reason;
  }
}

/**
 * Why there is no token for a server.
 *
 * | reason | what happened |
 * |---|---|
 * | `sign-in-required` | nobody signed in, or the session ended: call `signIn()` in a click |
 * | `insufficient-scope` | the token does not allow this: the user has to grant more scopes |
 * | `cancelled` | the user closed the window, or took too long |
 * | `blocked` | the browser blocked the window |
 * | `refused` | the authorization server, or the user there, said no |
 * | `discovery` | it is not known who issues tokens for this server, or the metadata is invalid |
 * | `unreachable` | the authorization server did not answer, its CORS headers do not allow the page, or the code for signing in could not be loaded |
 * | `registration` | the authorization server does not know this page and does not let it register |
 * | `invalid-response` | the answer is not what OAuth specifies, or not for this sign-in |
 */
export type AuthErrorReason =
  | 'sign-in-required'
  | 'insufficient-scope'
  | 'cancelled'
  | 'blocked'
  | 'refused'
  | 'discovery'
  | 'unreachable'
  | 'registration'
  | 'invalid-response';

/** There is no token for a server. What an authorization server said is part of the message: show it as text only. */
export class AuthError extends McpError {
  override readonly name = 'AuthError';
  readonly reason: AuthErrorReason;
  /** The authorization server, if it is known. */
  readonly issuer: string | undefined;
  /** OAuth's own code, e.g. `access_denied` or `invalid_grant`. */
  readonly oauthError: string | undefined;

  constructor(
    reason: AuthErrorReason,
    message: string,
    {
      issuer,
      oauthError,
      ...options
    }: ErrorOptions & { issuer?: string | undefined; oauthError?: string | undefined } = {},
  ) {
    super('unauthorized', message, options);
    this.reason = reason;
    this.issuer = issuer;
    this.oauthError = oauthError;
  }
}
