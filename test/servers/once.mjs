const KEY = 'io.github.mcp-web/idempotencyKey';
const KEPT_MS = 10 * 60_000;

/** Runs the handler of a tool once for each key. A request that comes again gets the same result. */
export function once(handler) {
  const results = new Map();
  return (args, context) => {
    const key = context.mcpReq._meta?.[KEY];
    if (typeof key !== 'string') return handler(args, context);
    if (!results.has(key)) {
      results.set(key, handler(args, context));
      setTimeout(() => results.delete(key), KEPT_MS).unref();
    }
    return results.get(key);
  };
}
