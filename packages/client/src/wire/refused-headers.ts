/**
 * Finds out which request headers a server's CORS answer does not allow. A page cannot read that answer: it only sees that a
 * request failed, so it compares requests that change nothing.
 */
import { McpError } from '../errors.ts';
import { type Endpoint, fetchAnswer, JSON_HEADERS } from './http.ts';
import { encodeRequest } from './json-rpc.ts';
import { here } from './refusal.ts';

/** How long the server may take to answer, in ms. */
const ANSWER_MS = 3_000;

/** What the server says to it does not matter. */
const PING = encodeRequest('which-headers', 'ping', {});

/**
 * Which of these headers make a request fail that succeeds without them. Without CORS, or if the server does not answer at
 * all, that is none.
 *
 * @param headers of which each is tried by itself
 */
export async function findRefusedHeaders(endpoint: Endpoint, headers: Record<string, string>): Promise<string[]> {
  const { url, relay } = endpoint;
  // Without the page's own headers, and without those that were found before.
  const bare: Endpoint = { ...endpoint, headers: undefined, contact: undefined };
  if (here() === 'program' || relay || url.origin === globalThis.origin) return [];
  if ((await send(bare, {})) !== 'answered') return [];
  const refused = await Promise.all(
    Object.entries(headers).map(async ([name, value]) => {
      const isRefused = async (): Promise<boolean> => (await send(bare, { [name]: value })) === 'failed';
      // It is not the network if the request succeeds without the header in between.
      return (await isRefused()) && (await send(bare, {})) === 'answered' && (await isRefused()) ? [name] : [];
    }),
  );
  return refused.flat();
}

/**
 * Finds out which of these headers the server's CORS answer does not allow. Later requests do not have them. Many requests
 * may fail at once: there is one search at a time, whose answer is for all who ask for the same headers.
 *
 * @returns those that were found
 */
export async function leaveOutRefused(endpoint: Endpoint, names: readonly string[]): Promise<string[]> {
  const { contact } = endpoint;
  const isSought = (name: string): boolean => contact?.search?.names.includes(name) === true;
  while (contact?.search && !names.every(isSought)) await contact.search.refused;
  const refused = contact?.search?.refused ?? search(endpoint, names);
  if (contact) contact.search ??= { names, refused };
  return (await refused).filter((name) => names.includes(name));
}

async function search(endpoint: Endpoint, names: readonly string[]): Promise<string[]> {
  const { contact } = endpoint;
  try {
    const refused = await findRefusedHeaders(endpoint, Object.fromEntries(names.map((name) => [name, 'x'])));
    for (const name of refused) contact?.refusedHeaders.add(name.toLowerCase());
    if (refused.length > 0) contact?.onrefused?.();
    return refused;
  } finally {
    if (contact) contact.search = undefined;
  }
}

/** Which of the page's own headers the server's CORS answer does not allow. The page has its reasons: they are not left out. */
export const findRefusedOwn = (endpoint: Endpoint): Promise<string[]> =>
  findRefusedHeaders(endpoint, Object.fromEntries(withoutOurs(new Headers(endpoint.headers?.()))));

/** Those that every request has anyway count in place of the page's. */
function withoutOurs(own: Headers): Headers {
  for (const name of Object.keys(JSON_HEADERS)) own.delete(name);
  return own;
}

async function send(endpoint: Endpoint, headers: Record<string, string>): Promise<'answered' | 'failed' | undefined> {
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const request = { headers: { ...JSON_HEADERS, ...headers }, body: PING, isAcknowledged: true, signal };
    await fetchAnswer(endpoint, { method: 'POST', ...request });
    return 'answered';
  } catch (error) {
    // It is late.
    if (signal.aborted) return undefined;
    return error instanceof McpError && error.code === 'network' ? 'failed' : 'answered';
  }
}
