/** Names of what a vault stores. They are digests, because a vault encrypts values only, and a URL may contain a key. */

/** @param about what the record is about. The kind stays readable: `vault.names(kind)` finds all of a kind. */
export async function recordName(kind: string, ...about: string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(about)));
  return `${kind} ${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
