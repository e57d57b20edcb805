/** Finds the address in a command that only passes on to a server elsewhere: `npx mcp-remote https://example.com/mcp`. */
import type { JsonObject } from '../protocol/types.ts';

const BRIDGE = /^mcp-remote(?:@[\w.-]+)?$/;

/** Where the command leads, and with which headers. Nothing when it is any other program. */
export function remoteOfCommand({
  command,
  args,
}: JsonObject): { readonly url: string; readonly headers: readonly (readonly [string, string])[] } | undefined {
  const parts = [...(Array.isArray(command) ? command : [command]), ...(Array.isArray(args) ? args : [])];
  const words = parts.filter((word) => typeof word === 'string').slice(0, 100);
  const at = words.findIndex((word) => BRIDGE.test(word));
  const url = at < 0 ? undefined : words.slice(at + 1).find((word) => /^https?:\/\//i.test(word));
  if (url === undefined) return undefined;
  const headers = words.flatMap((word, index): (readonly [string, string])[] => {
    const header = word === '--header' ? words[index + 1] : undefined;
    const colon = header?.indexOf(':') ?? -1;
    return header === undefined || colon < 1 ? [] : [[header.slice(0, colon).trim(), header.slice(colon + 1).trim()]];
  });
  return { url, headers };
}
