/** HTTP+SSE of 2024-11-05: a stream that names the address to post to. */
import { revisionsOf, supports } from '../protocol/supports.ts';
import { type Examination, isAnswered, note } from './examination.ts';
import type { Outcome } from './probe.ts';
import { initialize, simplePost } from './sent-messages.ts';
import { examineStatus } from './status-probes.ts';

const OLDEST = revisionsOf('legacy').find((one) => supports(one, 'httpSse'));

/** Statuses of an address that takes no messages. */
const MISPLACED: readonly number[] = [404, 405, 410];

/** Whether the server has a stream at its address, on which everything arrives. */
export async function examineHttpSse(examination: Examination, get: Outcome): Promise<boolean> {
  const isStream = isAnswered(get) && get.status === 200 && get.type === 'text/event-stream';
  // A server without a stream says so at once.
  if (!OLDEST || (!isStream && get.kind !== 'late')) return false;
  const { probe } = examination;
  let isNamed = false;
  await probe.send({
    headers: { Accept: 'text/event-stream' },
    read: 'first',
    use: async ({ endpoint }) => {
      if (endpoint === undefined) return;
      isNamed = true;
      examination.revision = OLDEST;
      await examineEndpoint(examination, endpoint);
    },
  });
  if (!isNamed) note(examination, 'stream-buffered');
  return true;
}

/** The stream is open meanwhile: some servers do not answer otherwise. */
async function examineEndpoint(examination: Examination, endpoint: string): Promise<void> {
  const { probe } = examination;
  const url = resolve(endpoint, probe.url);
  if (!url || !OLDEST) return note(examination, 'not-mcp', { found: endpoint.slice(0, 200) });
  const outcome = await probe.send({ ...initialize(OLDEST), url, read: 'answer' });
  if (outcome.kind === 'late') note(examination, 'no-answer', { about: url });
  const below = belowPrefix(url, probe.url);
  if (outcome.kind === 'redirected') note(examination, 'messages-refused', { about: url, found: below });
  if (isAnswered(outcome) && MISPLACED.includes(outcome.status))
    note(examination, 'messages-refused', { about: url, status: outcome.status, found: below });
  else if (isAnswered(outcome) && outcome.status >= 400) await examineStatus(examination, outcome, url);
  if (outcome.kind !== 'refused') return;
  const isReadable = isAnswered(await probe.send({ ...simplePost(), url }));
  note(examination, isReadable ? 'cors-preflight' : 'cors-origin', { about: url });
}

/** The address below the path of the stream, where a router or a proxy puts what a server believes to be at the root. */
function belowPrefix({ origin, pathname }: URL, stream: URL): string | undefined {
  const folders = stream.pathname.replace(/\/$/, '').split('/').slice(1, -1);
  if (folders.length === 0 || pathname.startsWith(`/${folders.join('/')}/`)) return undefined;
  // A part of the path may be known to the server, and only the rest be added on the way.
  const known = folders.findIndex((_folder, at) => pathname.startsWith(`/${folders.slice(at).join('/')}/`));
  const added = known < 0 ? folders : folders.slice(0, known);
  return `${origin}/${added.join('/')}${pathname}`;
}

/** An endpoint has the origin of its server. */
function resolve(endpoint: string, server: URL): URL | undefined {
  const url = URL.canParse(endpoint, server.href) ? new URL(endpoint, server) : undefined;
  return url?.origin === server.origin ? url : undefined;
}
