/** The doctor: finds out why a page cannot use a server. */
import { resolveUrl } from '../client/connect-options.ts';
import { McpError } from '../errors.ts';
import { addressOf } from '../wire/refusal.ts';
import type { Diagnosis, ProblemFacts } from './diagnosis.ts';
import { examine } from './examine.ts';
import type { Examination } from './examination.ts';
import { Probe } from './probe.ts';
import { allowable, corsRecipes, type Recipe, streamRecipes } from './recipes.ts';
import { describeProblem } from './sentences.ts';
import { obstacleTo, originHere, PolicyWatch } from './surroundings.ts';

export interface DiagnoseOptions {
  /** Ends the diagnosis. */
  signal?: AbortSignal | undefined;
  /** The headers that the page sends to this server, such as a key. They go to its address only, and never with a redirect. */
  headers?: HeadersInit | undefined;
  /** Used in place of the platform's `fetch`. */
  fetch?: typeof fetch | undefined;
  /** How long each request may take, in ms: 2,500 by default. A diagnosis sends about ten, most of them at once. */
  timeoutMs?: number | undefined;
}

const TIMEOUT_MS = 2_500;

/**
 * Finds out why this page cannot use a server, as far as a browser lets a page know: names what to fix first, and the
 * exact header lines. It sends a few requests without cookies, calls no tool, and closes the session that it opens.
 *
 * @param url the server's address; relative URLs are resolved against the page
 * @throws {McpError} `invalid-argument` when the URL or the headers cannot be used. When `signal` aborts, rejects with its reason.
 *
 * @example
 * ```ts
 * import { diagnose } from '@mcp-web/client/doctor';
 *
 * const { cause, message, fix } = await diagnose('https://example.com/mcp');
 * if (cause !== 'none') console.log(message, fix.join('\n'));
 * ```
 */
export async function diagnose(url: string | URL, options: DiagnoseOptions = {}): Promise<Diagnosis> {
  const address = resolveUrl(url);
  const { signal, timeoutMs = TIMEOUT_MS, headers, fetch: ownFetch } = options;
  signal?.throwIfAborted();
  const parsed = parseHeaders(headers);
  const startedAt = performance.now();
  const policy = new PolicyWatch();
  const over = new AbortController();
  const probe = new Probe(address, {
    // The platform's fetch fails when it is called as another object's method.
    fetch: ownFetch ?? ((input, init) => fetch(input, init)),
    headers: parsed,
    timeoutMs,
    signal: signal ? AbortSignal.any([signal, over.signal]) : over.signal,
  });
  const examination: Examination = { probe, policy, origin: originHere(), problems: [], revision: undefined };
  try {
    const cause = await obstacleTo(address);
    if (cause)
      examination.problems.push({ cause, address: addressOf(address), origin: examination.origin, isBlocking: true });
    else await examine(examination);
  } finally {
    policy.stop();
    over.abort();
  }
  return report(examination, performance.now() - startedAt);
}

/** @throws {McpError} `invalid-argument` */
function parseHeaders(headers: HeadersInit | undefined): Headers {
  try {
    return new Headers(headers);
  } catch (cause) {
    throw new McpError('invalid-argument', '`headers` has a name or a value that no request can have.', { cause });
  }
}

function report({ probe, origin, problems, revision }: Examination, durationMs: number): Diagnosis {
  const address = addressOf(probe.url);
  const ordered = problems.toSorted((a, b) => Number(b.isBlocking) - Number(a.isBlocking));
  const [first = { cause: 'none', address, origin, isBlocking: false } satisfies ProblemFacts] = ordered;
  const { cause, message, uncertainty, fix } = describeProblem(first);
  return Object.freeze({
    url: address,
    cause,
    message,
    uncertainty,
    fix,
    problems: Object.freeze(ordered.map(describeProblem)),
    recipes: Object.freeze(recipesFor(first, probe.ownHeaders)),
    revision,
    durationMs,
  });
}

const BY_CORS: readonly string[] = ['session-not-exposed', 'sign-in-unknown'];

function recipesFor({ cause, origin }: ProblemFacts, ownHeaders: readonly string[]): readonly Recipe[] {
  if (cause === 'stream-buffered') return streamRecipes();
  const isMended = cause.startsWith('cors-') || BY_CORS.includes(cause);
  return isMended && origin !== undefined ? corsRecipes(allowable(origin), ownHeaders) : [];
}
