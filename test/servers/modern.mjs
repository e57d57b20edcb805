// Servers of revision 2026-07-28 by the official SDK: every request stands alone.
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { listen } from './listen.mjs';
import { createServerState, createTestServer } from './tools.mjs';

/**
 * @param {{ name: string, cors: (req, res) => boolean, legacy: 'reject' | 'stateless', cacheHints?: object, port?: number }} options
 *   `cacheHints` say for each method how long its answers may be kept, and for whom.
 *   `legacy` says what clients of older revisions get: an error that names the revision, or answers without a session.
 */
export async function startModernServer({ name, cors, legacy, cacheHints, port }) {
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
  const handle = toNodeHandler(handler);
  return await listen(
    (req, res) => {
      if (!cors(req, res)) void handle(req, res);
    },
    () => handler.close(),
    port,
  );
}
