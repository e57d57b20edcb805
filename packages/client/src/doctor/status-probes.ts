/** The server answered with a status that is no success, or not from this address. */
import { addressOf, usualPaths } from '../wire/refusal.ts';
import type { ProblemFacts } from './diagnosis.ts';
import { type Examination, isAnswered, note } from './examination.ts';
import type { Answered } from './probe.ts';
import { wordsOf } from './server-words.ts';
import { simpleGet } from './sent-messages.ts';
import { examineSignIn } from './sign-in-probes.ts';
import { leadsInward } from './surroundings.ts';

/** What servers say that do not know the host in their address, as a guard against DNS rebinding. */
const REFUSED_HOST = [
  /\b(?:invalid|missing|blocked|disallowed|untrusted) (?:http_)?hosts?(?: header| ?["':.]|$)/i,
  /(?<!\bfrom (?:this|your) )\bhost(?:name| header)?:? (?:\S+ )?(?:is )?not (?:allowed|permitted|trusted)\b/i,
];

/** @param about the address that answered */
export async function examineStatus(
  examination: Examination,
  answer: Answered,
  about: URL = examination.probe.url,
): Promise<void> {
  const { status } = answer;
  const said = wordsOf(answer);
  if (status === 401) return await examineSignIn(examination, answer);
  if (status === 404 || status === 405 || status === 410)
    return note(examination, 'not-found', { status, said, ...(await suggestPath(examination)) });
  if (status === 421 || ([400, 403].includes(status) && REFUSED_HOST.some((words) => words.test(said ?? ''))))
    return note(examination, 'host-refused', { about, status, said });
  const cause =
    status === 403 ? 'forbidden' : status === 429 ? 'rate-limited' : status >= 500 ? 'server-error' : 'http-status';
  note(examination, cause, { about, status, said });
}

export async function examineRedirect(examination: Examination): Promise<void> {
  const { probe } = examination;
  const slash = new URL(probe.url);
  slash.pathname = slash.pathname.endsWith('/') ? slash.pathname.slice(0, -1) : `${slash.pathname}/`;
  const secure = new URL(probe.url);
  secure.protocol = 'https:';
  const suggestion = await firstEndpoint(examination, [slash, secure]);
  note(examination, 'redirect', suggestion === undefined ? await findTarget(examination) : { suggestion });
}

/** Where the redirect leads, as far as the page may know it: to an endpoint, or to a page, such as one for signing in. */
async function findTarget({ probe }: Examination): Promise<Pick<ProblemFacts, 'suggestion' | 'found'>> {
  const answer = await probe.follow();
  if (!answer || !URL.canParse(answer.address) || answer.address === addressOf(probe.url)) return {};
  // A server on the internet does not send pages into the network of their user.
  if (leadsInward(probe.url, new URL(answer.address))) return {};
  return isEndpoint(answer) ? { suggestion: answer.address } : { found: answer.address };
}

const isEndpoint = ({ status, type }: Answered): boolean => status !== 404 && type !== 'text/html';

/** Where something is on the usual paths, or on which of them nothing is. */
export async function suggestPath(examination: Examination): Promise<Pick<ProblemFacts, 'suggestion' | 'tried'>> {
  const { url } = examination.probe;
  const below = url.pathname.replace(/\/$/, '');
  const paths = new Set([...usualPaths(url), ...(below.endsWith('/mcp') ? [] : [`${below}/mcp`])]);
  const suggestion = await firstEndpoint(
    examination,
    [...paths].map((path) => new URL(path, url)),
  );
  return suggestion === undefined ? { tried: [...paths] } : { suggestion };
}

/** The first of these addresses where something other than a page answers. The query may hold a key: it stays where it is. */
async function firstEndpoint({ probe }: Examination, urls: readonly URL[]): Promise<string | undefined> {
  const others = urls.map((url) => new URL(addressOf(url))).filter(({ href }) => href !== addressOf(probe.url));
  const outcomes = await Promise.all(others.map((url) => probe.send({ ...simpleGet(), url })));
  return others.find((_url, index) => {
    const outcome = outcomes[index];
    return outcome && isAnswered(outcome) && isEndpoint(outcome);
  })?.href;
}
