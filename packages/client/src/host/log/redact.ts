/**
 * Removes secrets from what is stored or passed on. The package exports it on its own, for pages that need nothing
 * else.
 */
import { writeJson } from '../../wire/write-json.ts';
import { hiding, redaction } from './redaction.ts';

/**
 * Copies a JSON value and replaces what looks like a secret by `[redacted]`: the text of members with names such as
 * `password`, `access_token`, `Authorization` or `apiKey`, and in any text HTTP credentials, JSON Web Tokens, private
 * keys, passwords in URLs, and keys of well-known services. A secret that does not look like one stays.
 *
 * @param onredact called for each replacement
 *
 * @example
 * ```ts
 * import { redactSecrets } from '@mcp-web/client/redact';
 *
 * console.log(redactSecrets({ user: 'ada', password: 'engine', header: 'Bearer 0123456789' }));
 * ```
 */
export function redactSecrets(value: unknown, onredact?: () => void): unknown {
  const work = redaction(value, onredact);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/**
 * Writes a value as JSON, without what looks like a secret to `redactSecrets`. It yields after each value and returns the
 * text: whoever runs it can pause, so that a long value does not keep the page busy.
 *
 * @param onredact called for each replacement
 *
 * @example
 * ```ts
 * import { redactedJson } from '@mcp-web/client/redact';
 *
 * const work = redactedJson({ rows: Array.from({ length: 100_000 }, (_none, row) => ({ row, pin: 1234 })) });
 * let step = work.next();
 * for (let count = 1; !step.done; step = work.next(), count++)
 *   if (count % 10_000 === 0) await new Promise((resolve) => setTimeout(resolve));
 * console.log(step.value);
 * ```
 */
export function redactedJson(value: unknown, onredact?: () => void): Generator<undefined, string> {
  return writeJson(value, hiding(onredact));
}
