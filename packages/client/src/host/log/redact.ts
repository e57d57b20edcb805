/** Secrets do not belong into files that are passed on. An entry of its own, so that only what needs it loads it. */
const REDACTED = '[redacted]';
/** Names of members, without `-` and `_`, whose text is a secret. */
const SECRET_NAME =
  /pass(?:word|wd|phrase|code)|secret|token|authorization|cookie|api-?key|access-?key|private-?key|credential|assertion|session-?id|^(?:pwd|pin|otp|jwt|auth|signature|code-?verifier)$/;
/** Those whose numbers are, too: a `maxTokens` is not. */
const SECRET_NUMBER = /pass(?:word|wd|phrase|code)|secret|^(?:pwd|pin|otp)$/;

/** What looks like a secret wherever it stands. Each takes time that grows no faster than the text. */
const SECRET_TEXTS: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic|DPoP|Digest|Negotiate)(\s+)[\w.~+/=-]{8,}/gi, `$1$2${REDACTED}`],
  // To its end, or to that of the text where it was cut: nothing inside ends it.
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z ]{0,30}-----|$)/g, REDACTED],
  [
    /\b(?:sk-|sk_live_|rk_live_|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|AKIA|ASIA|AIza|ya29\.|hf_|npm_)[\w-]{12,}/g,
    REDACTED,
  ],
  [/(:\/\/)[^\s/?#@:]{1,200}:[^\s/?#@]{1,200}@/g, `$1${REDACTED}@`],
  // In addresses, forms and JSON that stands in a text.
  [
    /((?:password|passwd|pwd|passphrase|secret|token|api_?key|access_?key|authorization|cookie|credential|code_verifier|client_assertion|session_?id)["']?\s{0,3}[=:]\s{0,3}["']?)(?!\[redacted\]|Bearer |Basic |DPoP )[^\s"'&,;}\]]{3,}/gi,
    `$1${REDACTED}`,
  ],
];

/**
 * A copy of a JSON value in which what looks like a secret is replaced by `[redacted]`: the text of members whose name says so
 * (`password`, `access_token`, `Authorization`, `apiKey`, …), and in any text credentials of HTTP, JSON Web Tokens, private
 * keys, passwords in URLs, and keys of well-known services. It goes by looks: a secret that has none passes.
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
  const hide = (): string => {
    onredact?.();
    return REDACTED;
  };
  const redact = (one: unknown, depth: number): unknown => {
    if (typeof one === 'string') {
      const text = redactText(one);
      if (text !== one) onredact?.();
      return text;
    }
    if (typeof one !== 'object' || one === null) return one;
    // So deep that a copy would not fit on the stack.
    if (depth > 200) return hide();
    if (Array.isArray(one)) return one.map((member: unknown) => redact(member, depth + 1));
    const members: [string, unknown][] = Object.entries(one);
    return Object.fromEntries(
      members.map(([name, member]) => [name, isSecret(name, member) ? hide() : redact(member, depth + 1)]),
    );
  };
  return redact(value, 0);
}

function isSecret(name: string, value: unknown): boolean {
  // accessToken, Access-Token and access_token are one name.
  const plain = name
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/_/g, '-')
    .toLowerCase();
  if (typeof value === 'string') return value !== '' && SECRET_NAME.test(plain);
  if (typeof value === 'number') return SECRET_NUMBER.test(plain);
  return typeof value === 'object' && value !== null && SECRET_NUMBER.test(plain);
}

function redactText(text: string): string {
  const rest = text.includes('eyJ') ? text.replace(/[\w.-]+/g, hideTokens) : text;
  return SECRET_TEXTS.reduce((hidden, [pattern, replacement]) => hidden.replace(pattern, replacement), rest);
}

/** JSON Web Tokens. No pattern for the whole of one: it would look again from each `eyJ` through all that follows. */
function hideTokens(run: string): string {
  const parts = run.split('.');
  const hidden: string[] = [];
  for (let index = 0; index < parts.length; index++) {
    const part = parts[index] ?? '';
    const start = part.search(/\beyJ[\w-]{8}/);
    const isToken = start >= 0 && (parts[index + 1]?.length ?? 0) >= 8;
    hidden.push(isToken ? part.slice(0, start) + REDACTED : part);
    if (isToken) index += 2;
  }
  return hidden.join('.');
}
