/** A server refuses a request until the user has visited a page (2025-11-25, URL elicitation required). Loaded on demand. */
import { DeniedError, McpError, RpcError } from '../../errors.ts';
import { isObject } from '../../protocol/guards.ts';
import { URL_ELICITATION_REQUIRED } from '../../protocol/methods.ts';
import type { Revision } from '../../protocol/revisions.ts';
import type { JsonObject } from '../../protocol/types.ts';
import { untilAborted } from '../../wire/abort.ts';
import type { AskingRequest, SessionContext } from '../session.ts';

/** A server that asks more often than this for one call will not answer it. */
const MAX_ROUNDS = 20;

interface VisitOptions extends Pick<SessionContext, 'onrequest'> {
  readonly revision: Revision;
  /** What the server refuses. */
  readonly request: AskingRequest;
  /** Aborts when nobody waits for the answer to the request anymore. */
  readonly signal: AbortSignal;
}

/**
 * Has the page show where the user has to go, one address after the other, and sends the request again.
 * The page decides when: it may answer as soon as the user agrees, or wait until the visit is over.
 *
 * @param refusal the error with which the server asks for visits
 * @param send sends the request again
 * @throws {McpError} `denied` (a {@link DeniedError}) when the page or the user refuses, `invalid-result` when the server asks again and again
 *   or for something other than a visit; its `cause` is what the server said. Otherwise, what `send` throws.
 */
export async function completeVisits(
  refusal: RpcError,
  { send, ...visiting }: VisitOptions & { send: () => Promise<JsonObject> },
): Promise<JsonObject> {
  let refused = refusal;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    for (const params of visitsOf(refused)) await makeVisit(params, refused, visiting);
    visiting.signal.throwIfAborted();
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

/** Throws the refusal itself if it does not say which pages to visit as the specification has it. */
function visitsOf(refusal: RpcError): JsonObject[] {
  const elicitations = isObject(refusal.data) ? refusal.data['elicitations'] : undefined;
  if (!Array.isArray(elicitations) || elicitations.length === 0 || !elicitations.every(isObject)) throw refusal;
  return elicitations;
}

async function makeVisit(
  params: JsonObject,
  refusal: RpcError,
  { onrequest, revision, request, signal }: VisitOptions,
): Promise<void> {
  if (params['mode'] !== 'url')
    throw new McpError(
      'invalid-result',
      'The server refuses the call until the user does something that this client does not support. It supports only visits to a page.',
      {
        cause: refusal,
      },
    );
  let action: unknown;
  try {
    const context = { signal, revision, isRetried: true, request };
    ({ action } = await untilAborted(onrequest('elicitation/create', params, context), signal));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RpcError)
      throw new McpError(
        'invalid-result',
        `The server wants the user to visit a page, but its request is invalid: ${error.message}.`,
        {
          cause: refusal,
        },
      );
    if (error instanceof DeniedError) throw declined(refusal, error);
    throw new DeniedError('The server wants the user to visit a page first, but this page did not ask the user.', {
      cause: error,
    });
  }
  // To cancel is not to decide: perhaps nobody was asked.
  if (action !== 'accept') throw declined(refusal, { by: action === 'decline' ? 'user' : undefined });
}

function declined(refusal: RpcError, { by, reason }: Pick<DeniedError, 'by'> & Partial<DeniedError>): DeniedError {
  return new DeniedError(
    `The server wants the user to visit a page first, and that was declined. The server says: ${refusal.message}`,
    { by, reason, cause: refusal },
  );
}
