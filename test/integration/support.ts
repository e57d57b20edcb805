import { assert } from 'chai';
import { type CallToolResult, type McpClientEventMap, RpcError } from '@mcp-web/client';
import type { AnyClient } from '@mcp-web/client/worker';
import { errorOf } from '../support/errors.ts';

/** The servers with the tools of test/servers/tools.mjs, one per revision. They allow pages of any origin. */
export const REVISION_SERVERS = [
  { name: 'modern', era: 'modern', revision: '2026-07-28' },
  { name: 'legacy', era: 'legacy', revision: '2025-11-25' },
  { name: 'legacy-2025-06-18', era: 'legacy', revision: '2025-06-18' },
  { name: 'legacy-2025-03-26', era: 'legacy', revision: '2025-03-26' },
] as const;

/** Everything that a list yields. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** The text of a result that has nothing else. */
export function textOf({ content }: CallToolResult): string {
  const [block] = content;
  assert.lengthOf(content, 1);
  if (block?.type !== 'text' || !('text' in block) || typeof block.text !== 'string')
    assert.fail(`not text: ${JSON.stringify(block)}`);
  return block.text;
}

/** A label that no other test, in this browser or another, uses. */
export const uniqueLabel = (): string => crypto.randomUUID();

/** The JSON-RPC error of the server that a promise rejects with. */
export async function rpcErrorOf(promise: Promise<unknown>): Promise<RpcError> {
  const error = await errorOf(promise, 'rpc');
  assert.instanceOf(error, RpcError);
  return error;
}

/** Waits until the server lists this tool: server-everything adds some after `initialized`, which the first requests may overtake. */
export async function untilListed(client: AnyClient, tool: string): Promise<void> {
  while (!(await collect(client.tools())).some(({ name }) => name === tool))
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Repeats `poke`, which has an effect only once the server's stream is open, until its event arrives. None is in progress afterwards. */
export async function eventAfter<K extends keyof McpClientEventMap>(
  poke: () => Promise<void>,
  client: AnyClient,
  type: K,
  isIt: (event: McpClientEventMap[K]) => boolean,
): Promise<void> {
  const ended = new AbortController();
  const heard = new Promise<true>((resolve) =>
    client.addEventListener(type, (event) => isIt(event) && resolve(true), { signal: ended.signal }),
  );
  const pause = (): Promise<false> => new Promise((resolve) => setTimeout(resolve, 200, false));
  try {
    do await poke();
    while (!(await Promise.race([heard, pause()])));
  } finally {
    ended.abort();
  }
}
