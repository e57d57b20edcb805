// The policies that docs/security.md promises are enough, with the servers of the tests, and with reports of violations.
import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
const [documented, documentedForCallback] = [...page.matchAll(/^Content-Security-Policy: (.*)$/gm)].map(
  ([, policy = '']) => policy,
);

export const POLICY = forTests(documented);

/** For a page with the script tag, whose Lit has a policy of its own. */
export const SCRIPT_TAG_POLICY = withTrustedTypes(POLICY, 'mcp-web#lit mcp-web');

/** For the page to which users return from signing in. */
export const CALLBACK_POLICY = forTests(documentedForCallback);

/**
 * @param {string} policy
 * @param {string} names in place of the documented ones
 */
export function withTrustedTypes(policy, names) {
  return policy.replace(/(?<=; trusted-types )[^;]*/, names);
}

/** @param {string} [policy] */
function forTests(policy = '') {
  const ownServers = "connect-src 'self' http://127.0.0.1:* http://localhost:*";
  return `${policy.replace(/connect-src [^;]*/, ownServers)}; report-uri /reports`;
}
