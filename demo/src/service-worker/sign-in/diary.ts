import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';

const ENTRIES = [
  'Monday. Signed in somewhere without telling anyone my password.',
  'Tuesday. Checked the address of the page before I said yes.',
  'Wednesday. Signed out, just because I could.',
];

/** The server behind the sign-in. One of its tools needs a scope that the user does not grant at first. */
export function createDiary(): McpServer {
  const server = new McpServer(
    { name: 'diary', title: 'Diary server', version: '1.0.0', description: 'Requires its users to sign in.' },
    {
      instructions:
        'The diary is made up, and the same for everyone. Writing needs another scope, which the first call requests.',
    },
  );
  server.registerTool(
    'read_diary',
    {
      title: 'Read the diary',
      description: 'Returns the latest entries.',
      inputSchema: z.object({}),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    () => ({ content: [{ type: 'text', text: ENTRIES.join('\n') }] }),
  );
  server.registerTool(
    'write_diary',
    {
      title: 'Write in the diary',
      description: 'Pretends to add an entry. Needs the scope diary:write.',
      inputSchema: z.object({ entry: z.string().min(1).max(500).describe('What happened').meta({ title: 'Entry' }) }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    ({ entry }) => ({ content: [{ type: 'text', text: `Pretended to write: ${entry}` }] }),
  );
  return server;
}
