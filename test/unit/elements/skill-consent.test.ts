/** What the user does when a model wants skills: `<mcp-tool-consent>` asks about each. */
import type { McpHost } from '@mcp-web/client';
import type { Skill } from '@mcp-web/client/skills';
import { choose, consentPage, dialog } from './consent-page.ts';
import { textOf, unmount, until } from './page.ts';

describe('<mcp-tool-consent> for skills', () => {
  let host: McpHost;
  beforeEach(async () => {
    ({ host } = await consentPage({}));
  });
  afterEach(() => {
    unmount();
    host.close();
  });

  const skill = (name: string): Skill => ({
    uri: `skill://${name}/SKILL.md`,
    frontmatter: { name, description: 'It says what to do.' },
    resources: 'dynamic',
  });
  const want = (name: string): Promise<void> => {
    const [server] = host.getSnapshot().servers;
    if (!server) throw new Error('no server');
    const wanted = host.consentToSkill(server.id, skill(name));
    // The tests check the outcome later.
    wanted.catch(() => {});
    return wanted;
  };
  const shows = (name: string) => until(() => dialog().open && textOf(dialog()).includes(`skill://${name}/`), name);

  it('allows the next skill that waits as it allows the first', async () => {
    const [first, second] = [want('tidy'), want('cook')];
    await shows('tidy');
    await choose('Allow once');
    await first;
    await shows('cook');
    await choose('Allow once');
    await second;
    await until(() => !dialog().open);
  });
});
