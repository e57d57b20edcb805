/**
 * Removes secrets from what is stored or passed on. The package exports it on its own, for pages that need nothing
 * else.
 */
import { redaction } from './redaction.ts';

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
