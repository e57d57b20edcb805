/** Names of what a vault stores. They are digests, because a vault encrypts values only, and a URL may contain a key. */
import { digestOfText } from '../../wire/digest.ts';

/** @param about what the record is about. The kind stays readable: `vault.names(kind)` finds all of a kind. */
export async function recordName(kind: string, ...about: string[]): Promise<string> {
  return `${kind} ${await digestOfText(JSON.stringify(about))}`;
}
