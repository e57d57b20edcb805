/** W3C trace context in `_meta` (2026-07-28, base protocol, OpenTelemetry trace context). */
import { McpError } from '../errors.ts';
import { isObject } from '../protocol/guards.ts';
import type { JsonObject } from '../protocol/types.ts';

/** The place of a request in a distributed trace: the values of W3C's headers of these names. */
export interface TraceContext {
  /** `00-<32 hex digits>-<16 hex digits>-<2 hex digits>` */
  traceparent: string;
  tracestate?: string | undefined;
  baggage?: string | undefined;
}

const TRACEPARENT = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;
/** Lists of `key=value`, as printable ASCII. */
const LIST = /^[\x20-\x7e]*=[\x20-\x7e]*$/;

/**
 * Adds a trace context to the `_meta` of a request's parameters.
 *
 * @throws {McpError} `invalid-argument` when a value does not have W3C's format
 */
export function withTrace(params: JsonObject, { traceparent, tracestate, baggage }: TraceContext): JsonObject {
  if (!TRACEPARENT.test(traceparent)) throw malformed('traceparent', traceparent);
  for (const [name, value] of Object.entries({ tracestate, baggage })) {
    if (value !== undefined && !LIST.test(value)) throw malformed(name, value);
  }
  const meta = params['_meta'];
  const trace = {
    traceparent,
    ...(tracestate !== undefined && { tracestate }),
    ...(baggage !== undefined && { baggage }),
  };
  return { ...params, _meta: { ...(isObject(meta) && meta), ...trace } };
}

function malformed(name: string, value: string): McpError {
  return new McpError(
    'invalid-argument',
    `The \`trace\` option returned a ${name} that does not have W3C's format: ${JSON.stringify(value)}.`,
  );
}
