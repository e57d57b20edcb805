// The same check for pages that Playwright drives, based on what the browser reports about their requests. It does not report
// what servers send on streams, so answers to server requests are only checked as envelopes. It does not report ports at all.
import { readFile } from 'node:fs/promises';
import { createCheck } from './check.mjs';
import { Conversation } from './conversation.mjs';

const ANSWER_MS = 2_000;
const check = createCheck(async (revision) =>
  JSON.parse(await readFile(new URL(`../schema/${revision}.json`, import.meta.url), 'utf8')),
);

/**
 * @param {import('playwright').BrowserContext} context
 * @returns {() => Promise<string[]>} takes the complaints about messages since the last call
 */
export function watchPages(context) {
  let requests = [];
  const conversations = new Map();
  context.on('request', (request) => {
    if (request.method() === 'POST' && readMessage(request)?.jsonrpc !== undefined) requests.push(request);
  });
  return async function takeComplaints() {
    const sent = requests;
    requests = [];
    const complaints = [];
    for (const request of sent) {
      const message = readMessage(request);
      const headers = new Headers(request.headers());
      const session = headers.get('Mcp-Session-Id') ?? request.url();
      const conversation =
        message.method === 'initialize'
          ? new Conversation({ isPartial: true })
          : (conversations.get(session) ?? new Conversation({ isPartial: true }));
      conversation.said(message);
      if (message.method === 'initialize')
        await hearAnswer(request, conversation, (id) => conversations.set(id ?? session, conversation));
      complaints.push(
        await check({ httpMethod: 'POST', headers, message, revision: conversation.revision }, conversation),
      );
    }
    return complaints.filter((complaint) => complaint !== undefined);
  };
}

function readMessage(request) {
  try {
    return JSON.parse(request.postData());
  } catch {
    return undefined;
  }
}

/** The answer may have gone with its page; then nothing was negotiated. */
async function hearAnswer(request, conversation, onsession) {
  const answer = async () => {
    const response = await request.response();
    if (!response) return;
    onsession(response.headers()['mcp-session-id']);
    const type = response.headers()['content-type'] ?? '';
    conversation.listener(type.startsWith('text/event-stream'))(await response.text(), true);
  };
  let timer;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, ANSWER_MS);
  });
  await Promise.race([answer().catch(() => {}), timeout]);
  clearTimeout(timer);
}
