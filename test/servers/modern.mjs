// Servers of revision 2026-07-28 by the official SDK: every request stands alone.
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { listen } from './listen.mjs';
import { speaking } from './revisions.mjs';
import { createServerState, createTestServer } from './tools.mjs';

/**
 * @param {{ name: string, cors: (req, res) => boolean, legacy: 'reject' | 'stateless', cacheHints?: object, port?: number, revisions?: string[] }} options
 *   `cacheHints` say for each method how long its answers may be kept, and for whom.
 *   `legacy` says what clients of older revisions get: an error that names the revision, or answers without a session.
 *   `revisions` are those that it speaks in place of 2026-07-28.
 */
export async function startModernServer({ name, cors, legacy, cacheHints, port, revisions }) {
  const state = createServerState();
  const announce = {
    tools: () => handler.notify.toolsChanged(),
    prompts: () => handler.notify.promptsChanged(),
    resources: () => handler.notify.resourcesChanged(),
    resource: (uri) => handler.notify.resourceUpdated(uri),
  };
  const handler = createMcpHandler(
    ({ era }) => createTestServer({ name, era, state, announce, cacheHints, isSessionless: era === 'legacy' }),
    { legacy },
  );
  const handle = toNodeHandler(revisions ? speaking(handler, revisions) : handler);
  return await listen(
    (req, res) => {
      if (!cors(req, res)) void handle(req, res);
    },
    () => handler.close(),
    port,
  );
}
