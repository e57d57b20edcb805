/** 2025-11-25, URL elicitation required: a server refuses a request until the user has visited a page. Loaded on demand. */
import { McpError, RpcError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import { URL_ELICITATION_REQUIRED } from '../../protocol/methods.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { NEWEST_LEGACY } from '../../protocol/revisions.ts';
import type { SessionContext } from '../session.ts';

/** A server that asks more often than this, for one call, is not going to answer. */
const MAX_ROUNDS = 20;

/**
 * Lets the page show where the user has to go, one address after the other, and sends the request again.
 * The page decides when that is: it may answer once the user agreed, or wait until the visit is over.
 *
 * @param refusal the error with which the server asks
 * @throws {McpError} `denied` when the page or the user refused, `invalid-result` when the server asks on and on or for
 *   something else than a visit; its `cause` is what the server said. What `send` throws otherwise.
 */
export async function completeVisits(
  refusal: RpcError,
  send: () => Promise<JsonObject>,
  answer: SessionContext['onrequest'],
  signal: AbortSignal,
): Promise<JsonObject> {
  let refused = refusal;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const visit of visitsOf(refused)) await makeVisit(visit, refused, answer, signal);
    signal.throwIfAborted();
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof RpcError) || error.rpcCode !== URL_ELICITATION_REQUIRED) throw error;
      refused = error;
    }
  }
  throw new McpError(
    'invalid-result',
    `The server sent the user to a page ${MAX_ROUNDS} times in a row and did not answer.`,
    { cause: refused },
  );
}

/** What is not as specified says more by itself than anything that could be made of it. */
function visitsOf(refusal: RpcError): JsonObject[] {
  const elicitations = isObject(refusal.data) ? refusal.data['elicitations'] : undefined;
  if (!Array.isArray(elicitations) || elicitations.length === 0 || !elicitations.every(isObject)) throw refusal;
  return elicitations;
}

async function makeVisit(
  visit: JsonObject,
  refusal: RpcError,
  answer: SessionContext['onrequest'],
  signal: AbortSignal,
): Promise<void> {
  if (visit['mode'] !== 'url')
    throw new McpError('invalid-result', 'The server refuses the call until something is answered that is no visit.', {
      cause: refusal,
    });
  let action: unknown;
  try {
    ({ action } = await answer('elicitation/create', visit, { signal, revision: NEWEST_LEGACY, isRetried: true }));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RpcError)
      throw new McpError('invalid-result', `The server sends the user where nobody can be sent: ${error.message}.`, {
        cause: refusal,
      });
    throw new McpError('denied', 'The page did not send the user where the server wants.', { cause: error });
  }
  if (action !== 'accept')
    throw new McpError(
      'denied',
      `The server wants the user to visit a page first, and that was refused. It says: ${refusal.message}`,
      { cause: refusal },
    );
}
