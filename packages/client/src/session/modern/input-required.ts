/** 2026-07-28, multi round-trip requests: a server that needs something before it answers says so in its result. */
import { McpError, RpcError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import { USER_REJECTED } from '../../protocol/methods.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { wait } from '../../wire/abort.ts';
import { backoffDelay } from '../../wire/backoff.ts';
import type { SessionContext } from '../session.ts';

/** Only these may be answered with a question. */
const ASKING_METHODS: ReadonlySet<string> = new Set(['tools/call', 'prompts/get', 'resources/read']);

/** A server that asks more often than this, for one call, is not going to answer. */
const MAX_ROUNDS = 20;

/** As many questions at once nobody can answer. */
const MAX_QUESTIONS = 100;

/**
 * Sends until the server has what it needs. What one round learnt goes into the next and nowhere else.
 *
 * @param first the result that asks
 * @param send sends the request with the members of this round and resolves with the result as it came.
 * @throws {McpError} `unsupported` when the server asks for what the page did not declare, `invalid-result` when the
 *   question is not as specified, `denied` when the page refused to answer.
 */
export async function completeRounds(
  method: string,
  first: JsonObject,
  send: (round: JsonObject) => Promise<JsonObject>,
  answer: SessionContext['onrequest'],
  callerSignal: AbortSignal | undefined,
): Promise<JsonObject> {
  let result = first;
  for (let round = 0; result['resultType'] === 'input_required'; round++) {
    const { inputRequests, requestState } = result;
    const hasState = typeof requestState === 'string';
    if (!ASKING_METHODS.has(method)) throw invalid(`a question, which ${method} does not allow`);
    if (inputRequests !== undefined && !isObject(inputRequests)) throw invalid('input requests that are no object');
    if (!inputRequests && !hasState) throw invalid('a question that asks for nothing');
    if (inputRequests && Object.keys(inputRequests).length > MAX_QUESTIONS)
      throw invalid(`more than ${MAX_QUESTIONS} questions at once`);
    if (round === MAX_ROUNDS)
      throw new McpError(
        'invalid-result',
        `The server asked for input ${MAX_ROUNDS} times in a row and did not answer ${method}.`,
      );
    const inputResponses = inputRequests && (await answerAll(inputRequests, answer, callerSignal));
    if (!inputRequests) await wait(backoffDelay(round, undefined), callerSignal ?? new AbortController().signal);
    // The state is the server's own: it goes back exactly as it came, and is absent when it was absent.
    result = await send({ ...(inputResponses && { inputResponses }), ...(hasState && { requestState }) });
  }
  // It depends on what was answered: how long it would be good for says nothing, and it may not be kept (caching, cache key).
  const { ttlMs: _ttlMs, cacheScope: _cacheScope, ...unkept } = result;
  return unkept;
}

/**
 * Answers questions beside each other, and resolves with the answers under the same keys.
 *
 * @throws {McpError} as `completeRounds` does; what is still open is then given up.
 */
export async function answerAll(
  requests: JsonObject,
  answer: SessionContext['onrequest'],
  callerSignal: AbortSignal | undefined,
): Promise<JsonObject> {
  const giveUp = new AbortController();
  const signal = callerSignal ? AbortSignal.any([callerSignal, giveUp.signal]) : giveUp.signal;
  try {
    const entries = Object.entries(requests).map(async ([key, request]): Promise<[string, JsonObject]> => {
      if (!isObject(request) || typeof request['method'] !== 'string')
        throw invalid('an input request without a method');
      const { method, params } = request;
      return [key, await answer(method, isObject(params) ? params : {}, { signal })];
    });
    return Object.fromEntries(await Promise.all(entries));
  } catch (error) {
    // One answer that cannot be had makes the others pointless: their dialogs close.
    giveUp.abort();
    callerSignal?.throwIfAborted();
    if (!(error instanceof RpcError) || error.rpcCode === USER_REJECTED) {
      throw error instanceof McpError && !(error instanceof RpcError)
        ? error
        : new McpError('denied', 'The page did not answer what the server asked for.', { cause: error });
    }
    throw new McpError('unsupported', `The server asks for input that this page cannot give: ${error.message}.`, {
      cause: error,
    });
  } finally {
    giveUp.abort();
  }
}

const invalid = (what: string): McpError => new McpError('invalid-result', `The server answered with ${what}.`);
