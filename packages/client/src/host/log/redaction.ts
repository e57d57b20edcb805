/** Replaces secrets, a little at a time. */
const REDACTED = '[redacted]';
/** Names of members whose text is a secret. */
const SECRET_NAME =
  /pass(?:word|wd|phrase|code)|secret|token|authorization|cookie|api-?key|access-?key|private-?key|credential|assertion|session-?id|^(?:pwd|pin|otp|jwt|auth|signature|code-?verifier)$/;
/** Names of members whose numbers are secrets too. `maxTokens` is none. */
const SECRET_NUMBER = /pass(?:word|wd|phrase|code)|secret|^(?:pwd|pin|otp)$/;

/** What looks like a secret in any text. Each pattern takes linear time. */
const SECRET_TEXTS: readonly [RegExp, string][] = [
  [/\b(Bearer|Basic|DPoP|Digest|Negotiate)(\s+)[\w.~+/=-]{8,}/gi, `$1$2${REDACTED}`],
  // Up to its end, or the end of the text when it was cut off.
  [/-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[^]*?(?:-----END [A-Z ]{0,30}-----|$)/g, REDACTED],
  [
    /\b(?:sk-|sk_live_|rk_live_|gh[pousr]_|github_pat_|glpat-|xox[abeoprs]-|AKIA|ASIA|AIza|ya29\.|hf_|npm_)[\w-]{12,}/g,
    REDACTED,
  ],
  [/(:\/\/)[^\s/?#@:]{1,200}:[^\s/?#@]{1,200}@/g, `$1${REDACTED}@`],
  // In URLs, forms, and JSON inside of texts.
  [
    /((?:password|passwd|pwd|passphrase|secret|token|api_?key|access_?key|authorization|cookie|credential|code_verifier|client_assertion|session_?id)["']?\s{0,3}[=:]\s{0,3}["']?)(?!\[redacted\]|Bearer |Basic |DPoP )[^\s"'&,;}\]]{3,}/gi,
    `$1${REDACTED}`,
  ],
];

/** It yields once for so many values. */
const STEP = 8;
/** Deeper values could exhaust the stack. */
const MAX_DEPTH = 200;

/** Returns a copy without secrets. Yields now and then: whoever runs it can pause there. */
export function* redaction(value: unknown, onredact?: () => void): Generator<undefined, unknown> {
  let count = 0;
  const replace = hiding(onredact);
  function* redact(one: unknown, depth: number): Generator<undefined, unknown> {
    if (Array.isArray(one)) {
      const given: readonly unknown[] = one;
      const items: unknown[] = [];
      for (const item of given) {
        if (++count % STEP === 0) yield;
        const shown = replace(item, undefined, depth + 1);
        items.push(isLeaf(shown) ? shown : yield* redact(shown, depth + 1));
      }
      return items;
    }
    const given: Readonly<Record<string, unknown>> = Object(one);
    const members: [string, unknown][] = [];
    for (const name of Object.keys(given)) {
      if (++count % STEP === 0) yield;
      const shown = replace(given[name], name, depth + 1);
      members.push([name, isLeaf(shown) ? shown : yield* redact(shown, depth + 1)]);
    }
    return Object.fromEntries(members);
  }
  const shown = replace(value, undefined, 0);
  return isLeaf(shown) ? shown : yield* redact(shown, 0);
}

/** Makes of each value what can be shown of it: the same, a text without the secrets in it, or that something is hidden. */
export function hiding(onredact?: () => void): (value: unknown, name: string | undefined, depth: number) => unknown {
  const hide = (): string => {
    onredact?.();
    return REDACTED;
  };
  return (value, name, depth) => {
    if (name !== undefined && isSecret(name, value)) return hide();
    if (!isLeaf(value)) return depth > MAX_DEPTH ? hide() : value;
    if (typeof value !== 'string') return value;
    const text = redactText(value);
    if (text !== value) onredact?.();
    return text;
  };
}

function isLeaf(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
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
  return SECRET_TEXTS.reduce(
    (hidden, [pattern, replacement]) => hidden.replace(pattern, replacement),
    hideTokens(text),
  );
}

/** How JSON Web Tokens begin: `{"` in base64. */
const TOKEN_START = 'eyJ';
const MIN_PART = 8;

/** Hides JSON Web Tokens. A pattern for a whole token would take quadratic time, or exhaust the stack. */
function hideTokens(text: string): string {
  let hidden = '';
  let shown = 0;
  let at = text.indexOf(TOKEN_START);
  while (at >= 0) {
    let end = at + TOKEN_START.length;
    const isStart = !isWord(text.charCodeAt(at - 1));
    if (isStart) {
      end = partEnd(text, end);
      const secondEnd = text[end] === '.' ? partEnd(text, end + 1) : end;
      if (end - at >= TOKEN_START.length + MIN_PART && secondEnd - end > MIN_PART) {
        end = text[secondEnd] === '.' ? partEnd(text, secondEnd + 1) : secondEnd;
        hidden += text.slice(shown, at) + REDACTED;
        shown = end;
      }
    }
    at = text.indexOf(TOKEN_START, end);
  }
  return hidden + text.slice(shown);
}

/** Where the part of a token that begins here ends. */
function partEnd(text: string, start: number): number {
  let end = start;
  while (isWord(text.charCodeAt(end)) || text[end] === '-') end++;
  return end;
}

/** Whether `\w` matches it. */
function isWord(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f
  );
}
