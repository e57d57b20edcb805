import type { HttpError } from '../errors.ts';
import { readRpcError } from '../wire/json-rpc.ts';

/**
 * Whether a server says with 400 what it has to say with 404: that it does not know the session. The examples of the
 * official SDK do, and many servers after them.
 */
export function isUnknownSession({ status, body }: HttpError): boolean {
  if (status !== 400) return false;
  const { code, message = body } = readRpcError(body) ?? {};
  return /session/i.test(message) || ((code === -32000 || code === -32001) && !/version/i.test(message));
}
