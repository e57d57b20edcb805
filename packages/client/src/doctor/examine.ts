/** Does what a client does when it connects, and looks into the first thing that fails. */
import { isObject } from '../protocol/guards.ts';
import { UNSUPPORTED_PROTOCOL_VERSION } from '../protocol/methods.ts';
import { isRevision, newestOf, revisionsOf } from '../protocol/supports.ts';
import { refusedEverything } from './cors-probes.ts';
import { type Examination, isAnswered, isOfMcp, note, refusedHeaders } from './examination.ts';
import { examineHttpSse } from './http-sse-probes.ts';
import { examineSession } from './session-probes.ts';
import type { Answered, Outcome } from './probe.ts';
import { examineRedirect, examineStatus, suggestPath } from './status-probes.ts';
import { discover, FIRST_ID, initialize, listen, NEWEST_LEGACY, ping, simpleGet } from './sent-messages.ts';
import { isUserAsked } from './surroundings.ts';

/** Statuses that say nothing about the era, so that a client stops there. */
const isFinal = (status: number): boolean => [401, 403, 429].includes(status) || status >= 500;

export async function examine(examination: Examination): Promise<void> {
  const { probe } = examination;
  // Some servers open a stream, so it is only waited for where its answer matters.
  const getting = probe.send(simpleGet());
  getting.catch(() => {});
  const modern = await probe.send(discover());
  if (modern.kind === 'late') return await examineSilence(examination);
  if (modern.kind === 'redirected') return await examineRedirect(examination);
  if (isAnswered(modern)) {
    if (modern.result && (await examineModern(examination, modern, modern.result['supportedVersions']))) return;
    if (isFinal(modern.status)) return await examineStatus(examination, modern);
  }
  const legacy = await probe.send(initialize(NEWEST_LEGACY));
  if (legacy.kind === 'late') return await examineSilence(examination);
  if (legacy.kind === 'redirected') return await examineRedirect(examination);
  if (isAnswered(legacy)) return await examineLegacy(examination, legacy, modern, getting);
  const get = await getting;
  if (get.kind === 'redirected') return await examineRedirect(examination);
  await refusedEverything(examination, get, legacy.error);
}

async function examineSilence(examination: Examination): Promise<void> {
  note(examination, (await isUserAsked(examination.probe.url)) ? 'local-network-unanswered' : 'no-answer');
}

/** Whether the server is of the modern era. */
async function examineModern(examination: Examination, answer: Answered, supported: unknown): Promise<boolean> {
  const { probe } = examination;
  const revision = Array.isArray(supported) ? newestOf(revisionsOf('modern'), supported) : undefined;
  if (!revision) return false;
  examination.revision = revision;
  examineForm(examination, answer);
  const request = discover();
  const [stream, refused] = await Promise.all([
    probe.send(listen()),
    refusedHeaders(examination, ['Mcp-Name'], (headers) => ({
      ...request,
      headers: { ...request.headers, ...headers },
    })),
  ]);
  if (refused.length > 0) note(examination, 'cors-headers', { headers: refused });
  // The server acknowledges the stream at once.
  const isHeldBack = stream.kind === 'late' || (isAnswered(stream) && stream.isStuck && !stream.hasEvent);
  if (isHeldBack) note(examination, 'stream-buffered', { isBlocking: false });
  return true;
}

async function examineLegacy(
  examination: Examination,
  answer: Answered,
  modern: Outcome,
  getting: Promise<Outcome>,
): Promise<void> {
  const { status, type, result, error } = answer;
  if (result) {
    const { protocolVersion } = result;
    if (typeof protocolVersion !== 'string') return note(examination, 'not-mcp', { found: type });
    if (!isRevision(protocolVersion)) return note(examination, 'unsupported-revision', { found: protocolVersion });
    examination.revision = protocolVersion;
    examineForm(examination, answer);
    return await examineSession(examination, protocolVersion, answer.headers.get('mcp-session-id') ?? undefined);
  }
  if (isFinal(status)) return await examineStatus(examination, answer);
  const supported = error && isObject(error.data) ? error.data['supported'] : undefined;
  if (error && Array.isArray(supported)) {
    const isModern = newestOf(revisionsOf('modern'), supported) !== undefined;
    if (isModern && modern.kind === 'refused') return await examineModernHeaders(examination);
    return note(examination, 'unsupported-revision', { found: supported.join(', ') });
  }
  if (error?.code === UNSUPPORTED_PROTOCOL_VERSION && modern.kind === 'refused')
    return await examineModernHeaders(examination);
  if ([400, 404, 405].includes(status) && (await examineHttpSse(examination, await getting))) return;
  if (status >= 400) return await examineStatus(examination, answer);
  if (answer.isStuck) return note(examination, 'no-answer');
  if (type === 'text/html') return note(examination, 'web-page', await suggestPath(examination));
  note(examination, 'not-mcp', { found: error?.message.slice(0, 200) ?? (type || 'no content') });
}

/** The result is one of MCP. Whether clients can tell what it answers. */
function examineForm(examination: Examination, answer: Answered): void {
  if (!isOfMcp(answer)) note(examination, 'content-type', { found: answer.type });
  // Shown as JSON, so that a number and the same digits as text differ.
  if (answer.id !== FIRST_ID) note(examination, 'wrong-id', { found: JSON.stringify(answer.id).slice(0, 80) });
}

/** The server speaks the modern era only, but the page may not send its headers. */
async function examineModernHeaders(examination: Examination): Promise<void> {
  const names = ['MCP-Protocol-Version', 'Mcp-Method', 'Mcp-Name'];
  note(examination, 'cors-headers', { headers: await refusedHeaders(examination, names, ping) });
}
