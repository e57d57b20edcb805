/** The lists of one server, fetched side by side. Until it has answered, they are shown as they were cached. */
import type { McpClient } from '../../client/client.ts';
import type { AnswerOptions } from '../../client/cache/response-cache.ts';
import type { LISTS } from '../../client/events.ts';
import type { ReadOptions } from '../../client/request-options.ts';
import { RpcError } from '../../errors.ts';
import { METHOD_NOT_FOUND } from '../../protocol/methods.ts';
import type { ResourceTemplate } from '../../protocol/types.ts';
import type { HostServer } from '../snapshot.ts';

export type List = (typeof LISTS)[number];

export interface RefreshOptions {
  /** All of them by default. */
  readonly lists?: readonly List[];
  /** Whether cached lists will do. */
  readonly cache?: ReadOptions['cache'];
  /** Whether the user wants them, and may be asked to grant what that takes. */
  readonly isByUser?: boolean;
}

/** What is told of a list. */
export interface ListObserver {
  readonly onchange: (change: Partial<HostServer>) => void;
  /** The tools were fetched, or could not be. */
  readonly ontools: (() => void) | undefined;
}

/**
 * Fetches these lists, of those that the server declared. One that fails does not stop the others.
 *
 * @param options with `cache: 'default'`, a list that the cache has is shown at once, however old it is
 * @returns why each list failed that did
 */
export async function fetchLists(
  client: McpClient,
  lists: ReadonlySet<List>,
  options: ReadOptions,
  { onchange, ontools }: ListObserver,
): Promise<ReadonlyMap<List, unknown>> {
  const { capabilities } = client.server;
  const wants = (list: List): boolean => lists.has(list) && capabilities[list] !== undefined;
  const failures = new Map<List, unknown>();
  const fetching = (list: List, fetched: Promise<void>): Promise<void> =>
    fetched.catch((error: unknown) => void failures.set(list, error));
  await Promise.all([
    wants('tools') &&
      fetching(
        'tools',
        fetchList(
          (how) => collect(client.tools(how)),
          (tools) => onchange({ tools }),
          options,
          // Nobody is asked to allow a tool of an earlier connection, or one that the server may have changed.
          () => onchange({ tools: Object.freeze([]) }),
        ).finally(ontools),
      ),
    wants('prompts') &&
      fetching(
        'prompts',
        fetchList(
          (how) => collect(client.prompts(how)),
          (prompts) => onchange({ prompts }),
          options,
        ),
      ),
    wants('resources') &&
      fetching(
        'resources',
        fetchList(
          (how) => collect(client.resources(how)),
          (resources) => onchange({ resources }),
          options,
        ),
      ),
    wants('resources') &&
      fetching(
        'resources',
        fetchList(
          (how) => collectTemplates(client, how),
          (resourceTemplates) => onchange({ resourceTemplates }),
          options,
        ),
      ),
  ]);
  return failures;
}

/** @param onunconfirmed is called when the server's list could not be fetched for the first time since it is connected */
async function fetchList<T>(
  fetch: (options: AnswerOptions) => Promise<readonly T[]>,
  show: (list: readonly T[]) => void,
  options: ReadOptions,
  onunconfirmed?: () => void,
): Promise<void> {
  const isFirst = options.cache === 'default';
  const settled = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, settled.signal]) : settled.signal;
  const showCached = async (): Promise<void> => {
    const list = await fetch({ ...options, signal, cache: 'only-if-cached' });
    if (!signal.aborted) show(list);
  };
  let showing: Promise<void> | undefined;
  // A list that is fresh is not shown twice.
  const onask = (): void => void (showing ??= showCached().catch(() => {}));
  try {
    show(await fetch({ ...options, ...(isFirst && { onask }) }));
  } catch (error) {
    if (isFirst) onunconfirmed?.();
    throw error;
  } finally {
    settled.abort();
  }
}

async function collect<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return Object.freeze(list);
}

/** A server with resources may not know resource templates. */
async function collectTemplates(client: McpClient, options: ReadOptions): Promise<readonly ResourceTemplate[]> {
  try {
    return await collect(client.resourceTemplates(options));
  } catch (error) {
    if (error instanceof RpcError && error.rpcCode === METHOD_NOT_FOUND) return [];
    throw error;
  }
}
