/** 2026-07-28, multi round-trip requests: a server that needs input before it answers says so in its result. */
import { type AnsweredInput, DeniedError, McpError, RpcError } from '../../errors.ts';
import { LoadError } from '../../lazy.ts';
import { isObject } from '../../protocol/guards.ts';
import { USER_REJECTED } from '../../protocol/methods.ts';
import type { ClientCapabilities, JsonObject } from '../../protocol/types.ts';
import { isPassing, type Reconnection } from '../../transports/reconnection.ts';
import { untilAborted } from '../../wire/abort.ts';

/** The only methods that a server may answer with input requests. */
const METHODS_WITH_INPUT: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** A server that asks more often than this for one call will not answer it. */
const MAX_ROUNDS = 20;

/** Nobody can answer more input requests than this at once. */
const MAX_REQUESTS = 100;

/** What goes into the next request: the answers and the server's state, where there are any, and the key of a tool call. */
export interface InputRound extends Partial<AnsweredInput> {
  readonly key: string;
}

interface SendingOptions {
  readonly method: string;
  readonly round: InputRound;
  /** Whether the request does no harm when it arrives twice. */
  readonly isSafe: boolean;
  readonly reconnection: Reconnection;
  readonly signal: AbortSignal;
  /** For how long to send it, in ms. */
  readonly forMs: number;
}

/**
 * Sends a request with what the user answered, which is not thrown away because the network had a bad moment: it is sent
 * until it arrives if that is safe; otherwise, the error has it.
 */
export async function sendInput(
  send: () => Promise<JsonObject>,
  { method, round: { key, ...round }, isSafe, reconnection, signal, forMs }: SendingOptions,
): Promise<JsonObject> {
  try {
    return await (isSafe ? reconnection.persist(send, { signal, forMs, inHiddenPage: true }) : send());
  } catch (error) {
    const { inputResponses } = round;
    // What the server refused would be refused again.
    if (method !== 'tools/call' || !inputResponses || !(error instanceof McpError)) throw error;
    if (error instanceof RpcError && !isPassing(error)) throw error;
    const input: AnsweredInput = { ...round, inputResponses, key };
    signal.throwIfAborted();
    // Several calls may fail with one error. The other classes come with one answer.
    const own =
      error.constructor === McpError ? new McpError(error.code, error.message, { cause: error.cause }) : error;
    throw Object.assign(own, { mayHaveRun: error.mayHaveRun, input });
  }
}

/** Answers one input request. */
export type AnswerInput = (method: string, params: JsonObject, signal: AbortSignal) => Promise<JsonObject>;

/** What a page answers, and how. */
export interface Answering {
  readonly capabilities: ClientCapabilities;
  readonly answer: AnswerInput;
  /** Says when to go on with a call for which the server wants nothing but time. */
  readonly reconnection: Reconnection;
}

/**
 * Sends a request until the server has the input that it needs. The answers of one round go into the next, and nowhere else.
 *
 * @param first the result that asks for input
 * @param reconnection decides when a request is sent again for which the server wants nothing but time
 * @param send sends the request with the members of this round, and resolves with the result as it came
 * @throws {McpError} `unsupported` when the server asks for input that the page did not declare, `invalid-result` when
 *   it asks in a way that the specification does not have, `denied` when the page refused to answer.
 */
export async function completeRounds(
  method: string,
  first: JsonObject,
  send: (round: JsonObject) => Promise<JsonObject>,
  { capabilities, answer, reconnection }: Answering,
  callerSignal: AbortSignal,
): Promise<JsonObject> {
  let result = first;
  for (let round = 0; result['resultType'] === 'input_required'; round++) {
    const { inputRequests, requestState } = result;
    const hasState = typeof requestState === 'string';
    if (!METHODS_WITH_INPUT.has(method)) throw invalid(`input requests, which ${method} does not allow`);
    if (inputRequests !== undefined && !isObject(inputRequests)) throw invalid('input requests that are not an object');
    if (!inputRequests && !hasState) throw invalid('neither input requests nor a state');
    if (inputRequests && Object.keys(inputRequests).length > MAX_REQUESTS)
      throw invalid(`more than ${MAX_REQUESTS} input requests at once`);
    if (round === MAX_ROUNDS)
      throw new McpError(
        'invalid-result',
        `The server asked for input ${MAX_ROUNDS} times in a row and did not answer ${method}.`,
      );
    // One that nobody can answer makes the answers to the others useless, so that the user is asked nothing.
    if (inputRequests) requireDeclared(inputRequests, capabilities);
    const inputResponses = inputRequests && (await answerAll(inputRequests, answer, callerSignal));
    if (!inputRequests) await reconnection.turn(round, { signal: callerSignal, inHiddenPage: true });
    // The state is the server's own: it goes back as it came, or not at all if there was none.
    result = await send({ ...(inputResponses && { inputResponses }), ...(hasState && { requestState }) });
  }
  // The result depends on the answers, so it may not be cached, whatever it says (caching, cache key).
  const { ttlMs: _ttlMs, cacheScope: _cacheScope, ...uncached } = result;
  return uncached;
}

/**
 * Answers all input requests at the same time, and resolves with the answers under the same keys.
 *
 * @throws {McpError} as `completeRounds` does, after giving up those that are still open.
 */
export async function answerAll(
  requests: JsonObject,
  answer: AnswerInput,
  callerSignal: AbortSignal | undefined,
): Promise<JsonObject> {
  const giveUp = new AbortController();
  const signal = callerSignal ? AbortSignal.any([callerSignal, giveUp.signal]) : giveUp.signal;
  try {
    const entries = Object.entries(requests).map(async ([key, request]): Promise<[string, JsonObject]> => {
      if (!isObject(request) || typeof request['method'] !== 'string')
        throw invalid('an input request without a method');
      const { method, params } = request;
      return [key, await answer(method, isObject(params) ? params : {}, signal)];
    });
    // A handler of the page may not heed its signal.
    return Object.fromEntries(await untilAborted(Promise.all(entries), callerSignal));
  } catch (error) {
    // Without this answer the others are of no use: their dialogs close.
    giveUp.abort();
    callerSignal?.throwIfAborted();
    if (!(error instanceof RpcError) || error.rpcCode === USER_REJECTED) {
      throw error instanceof McpError && !(error instanceof RpcError) && !(error instanceof LoadError)
        ? error
        : denied(error);
    }
    throw new McpError('unsupported', `The server asks for input that this page cannot give: ${error.message}.`, {
      cause: error,
    });
  } finally {
    giveUp.abort();
  }
}

/** @throws {McpError} `unsupported` when the page did not declare that it answers one of these requests. */
function requireDeclared(requests: JsonObject, capabilities: ClientCapabilities): void {
  for (const request of Object.values(requests)) {
    const method = undeclaredOf(request, capabilities);
    if (method !== undefined)
      throw new McpError(
        'unsupported',
        `The server asks for input that this page cannot give: ${method.slice(0, 80)} was not declared.`,
      );
  }
}

/** The method of an input request, if the page did not declare that it answers such requests. */
export function undeclaredOf(request: unknown, capabilities: ClientCapabilities): string | undefined {
  const { method, params }: JsonObject = isObject(request) ? request : {};
  const isUndeclared = typeof method === 'string' && !isDeclared(method, isObject(params) ? params : {}, capabilities);
  return isUndeclared ? method : undefined;
}

function isDeclared(method: string, params: JsonObject, { elicitation, sampling, roots }: ClientCapabilities): boolean {
  if (method === 'elicitation/create') return elicitation?.[params['mode'] === 'url' ? 'url' : 'form'] !== undefined;
  if (method === 'sampling/createMessage') return sampling !== undefined;
  return method === 'roots/list' && roots !== undefined;
}

function denied(cause: unknown): DeniedError {
  const { by, reason } = cause instanceof RpcError && cause.cause instanceof DeniedError ? cause.cause : {};
  return new DeniedError('The page did not answer a request from the server.', { by, reason, cause });
}

const invalid = (what: string): McpError => new McpError('invalid-result', `The server answered with ${what}.`);
