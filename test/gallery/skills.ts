/** A server with skills, by the official SDK in the page. */
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { memorySkillFiles, SkillsExtension } from '@modelcontextprotocol/server/ext/skills';

const skill = (name: string, description: string, body: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}\n`;

const FILES = {
  'git-workflow/SKILL.md': skill(
    'git-workflow',
    'How this team names branches and writes commits',
    'Read [the names](references/NAMES.md) first.',
  ),
  'git-workflow/references/NAMES.md': 'Branches begin with the number of the issue.\n',
  'git-workflow/scripts/check.sh': '#!/bin/sh\nexit 0\n',
  'refunds/SKILL.md': skill('refunds', 'Refunds of invoices, by the rules of the company', 'Ask for the invoice.'),
};

export function skillServer(): typeof fetch {
  const loading = SkillsExtension.load(memorySkillFiles(FILES));
  const { fetch: answer } = createMcpHandler(async () => {
    const server = new McpServer({ name: 'notes', title: 'Notes', version: '1.0.0' });
    (await loading).attach(server);
    return server;
  });
  return (input, init) => answer(new Request(input, init));
}
