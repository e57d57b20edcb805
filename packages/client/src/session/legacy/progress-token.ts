import { isObject } from '../../protocol/guards.ts';
import type { JsonObject } from '../../protocol/types.ts';
import type { RequestId } from '../../wire/json-rpc.ts';

/** The parameters of a request with what its progress is reported under. */
export function withProgressToken(params: JsonObject, progressToken: RequestId): JsonObject {
  const meta = params['_meta'];
  return { ...params, _meta: { ...(isObject(meta) && meta), progressToken } };
}
