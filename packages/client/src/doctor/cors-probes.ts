/** The page could read no answer: is it the page's policy, the network, or the server's CORS headers? */
import { isMixedContent } from '../wire/local-network.ts';
import { addressOf } from '../wire/refusal.ts';
import { type Carrier, type Examination, isAnswered, note, refusedHeaders } from './examination.ts';
import type { Outcome } from './probe.ts';
import { simplePost } from './sent-messages.ts';
import { isUserAsked } from './surroundings.ts';

const NEEDED = ['Content-Type', 'MCP-Protocol-Version', 'Mcp-Session-Id', 'Mcp-Method', 'Mcp-Name', 'Last-Event-ID'];

export async function refusedEverything(examination: Examination, get: Outcome, error: unknown): Promise<void> {
  const { probe, policy, origin } = examination;
  if (origin === undefined) return await examineReach(examination, error);
  if (await policy.hasBlocked(probe.url)) return note(examination, 'content-security-policy');
  const post = await probe.send(simplePost());
  if (isAnswered(get) || isAnswered(post)) return await examinePreflight(examination, get, post);
  const knock = await probe.knock();
  if (knock === 'answered') return note(examination, 'cors-origin');
  if (knock === 'late')
    return note(examination, (await isUserAsked(probe.url)) ? 'local-network-unanswered' : 'no-answer');
  // The address may lead elsewhere: the policy looks at that too.
  if (await policy.hasBlocked(probe.url)) return note(examination, 'content-security-policy');
  await examineReach(examination, error);
}

/** Answers can be read, but not those to requests that the browser asks about with OPTIONS first. */
async function examinePreflight(examination: Examination, get: Outcome, post: Outcome): Promise<void> {
  const carry: Carrier = isAnswered(get)
    ? (headers) => ({ headers: { Accept: 'text/event-stream', ...headers }, hasOwnHeaders: false })
    : (headers) => ({ ...simplePost(), headers: { 'Content-Type': 'text/plain', ...headers } });
  const own = examination.probe.ownHeaders;
  const refused = await refusedHeaders(examination, [...NEEDED, ...own], carry);
  const usual = NEEDED.filter((name) => refused.includes(name));
  if (usual.length === NEEDED.length) return note(examination, 'cors-preflight', { headers: refused });
  if (refused.includes('Content-Type') || refused.some((name) => own.includes(name)))
    return note(examination, 'cors-headers', { headers: refused });
  // OPTIONS allows what was asked for, so it is the answers to POST that lack the headers.
  note(examination, isAnswered(post) ? 'cors-preflight' : 'cors-origin', { headers: refused });
}

/** Nothing that the page can see answers. */
async function examineReach(examination: Examination, error: unknown): Promise<void> {
  const { probe } = examination;
  if (await isUserAsked(probe.url)) return note(examination, 'local-network-unanswered');
  const other = new URL(probe.url);
  other.protocol = other.protocol === 'https:' ? 'http:' : 'https:';
  // Path and query may hold a key, and http would carry them in the clear: whether anything answers shows without them.
  if (!isMixedContent(other) && (await probe.knock(new URL('/', other))) === 'answered')
    return note(examination, 'wrong-scheme', { suggestion: addressOf(other) });
  note(examination, 'unreachable', { found: codeOf(error) });
}

/** Outside browsers, an error of `fetch` has a cause with a code, such as ECONNREFUSED. */
function codeOf(error: unknown): string | undefined {
  const { cause } = error instanceof Error ? error : {};
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}
