// What the servers of the lab offer, in both eras. A tool notes each run in the ledger and answers with its own nonce.
import { setTimeout as delay } from 'node:timers/promises';

/** The resource whose text is the version of the world, as the description of the tool `version` is. */
export const RESOURCE = 'lab://version';

const inputSchema = { type: 'object', properties: { nonce: { type: 'string' } }, required: ['nonce'] };
const STEPS = 4;
const STEP_MS = 60;
/** How long a task works. */
export const WORK_MS = 150;
export const POLL_MS = 100;

/** @param {number} version */
export const toolsAt = (version) => [
  { name: 'quick', inputSchema, annotations: { destructiveHint: true } },
  { name: 'slow', description: 'Reports progress', inputSchema },
  { name: 'work', description: 'Runs as a task', inputSchema, execution: { taskSupport: 'required' } },
  { name: 'ask', description: 'Asks the user', inputSchema },
  {
    name: 'look',
    description: 'Changes nothing',
    inputSchema,
    annotations: { readOnlyHint: true, idempotentHint: true },
  },
  { name: 'version', description: String(version), inputSchema: { type: 'object' } },
];

export const resourcesAt = (version) => ({
  list: { resources: [{ uri: RESOURCE, name: 'version' }] },
  read: { contents: [{ uri: RESOURCE, mimeType: 'text/plain', text: String(version) }] },
});

export const answerOf = (nonce) => ({ content: [{ type: 'text', text: `R:${nonce}` }] });

/** What `ask` asks: the message is the nonce, so that a question cannot be mistaken for another call's. */
export const questionOf = (nonce) => ({
  message: nonce,
  requestedSchema: { type: 'object', properties: { said: { type: 'string' } }, required: ['said'] },
});

/** @param {(progress: object) => Promise<void>} notify */
export async function takeSteps(nonce, progressToken, notify) {
  for (let progress = 1; progress <= STEPS; progress++) {
    await delay(STEP_MS);
    if (progressToken === undefined) continue;
    await notify({
      method: 'notifications/progress',
      params: { progressToken, progress, total: STEPS, message: nonce },
    });
  }
}
